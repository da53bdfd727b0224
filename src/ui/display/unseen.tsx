import type { ReactNode } from 'react';
import styles from './unseen.module.css';

/** Words for those who hear the page. */
export const Unseen = ({ children }: { readonly children: ReactNode }) => <span className={styles['unseen']}>{children}</span>;
