import styles from './mirror.module.css';

/**
 * The class of an icon that points along the text: it points the other way where the text runs from
 * right to left.
 */
export const mirrored = styles['mirror'];
