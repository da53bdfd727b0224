import styles from './mirror.module.css';

/** The class of an icon that points along the text: it is mirrored in right-to-left text. */
export const mirroredInRtl = styles['mirror'];
