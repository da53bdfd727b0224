import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './empty-state.module.css';

/** Shown in place of content where there is none, and none is expected. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  small = false,
  page = false,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly small?: boolean;
  /** The empty state is the whole page: its title becomes the page's heading. */
  readonly page?: boolean;
}) {
  return (
    <div className={cx(styles['empty'], small && styles['small'])}>
      {icon === undefined ? null : <span className={styles['icon']}>{icon}</span>}
      {page ? (
        <h1 className={styles['title']} tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <p className={styles['title']}>{title}</p>
      )}
      {children === undefined ? null : <div className={styles['text']}>{children}</div>}
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
