import { IconPencil } from '../../ui/icons.ts';
import styles from './edit-mark.module.css';

/** A small pencil behind a value that is edited in place, for devices without hover. */
export const EditMark = () => <IconPencil size={14} className={styles['mark']} />;
