import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconQuestionMark } from '../icons.ts';
import styles from './callout.module.css';

export type Tone = 'neutral' | 'info' | 'warning' | 'danger' | 'success';

const icons = {
  neutral: IconQuestionMark,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
  success: IconCheck,
};

/** A note about the content around it. Screen readers announce `danger` immediately. */
export function Callout({
  tone = 'neutral',
  title,
  children,
  actions,
}: {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div className={cx(styles['callout'], tone !== 'neutral' && styles[tone])} role={tone === 'danger' ? 'alert' : 'note'}>
      <Icon size={16} className={styles['icon']} />
      <div className={styles['text']}>
        {title === undefined ? null : <p className={styles['title']}>{title}</p>}
        {children}
      </div>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
