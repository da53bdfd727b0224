import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './badge.module.css';
import type { Hue } from './hue.ts';

/**
 * A short text in a muted colour. `filled` (enum values, tags) has a tinted background, `dot`
 * (values in a chart or on a board) a coloured dot before plain text, `pill` (states) both.
 */
export function Badge({
  hue = null,
  look = 'filled',
  title,
  children,
}: {
  readonly hue?: Hue;
  readonly look?: 'filled' | 'dot' | 'pill';
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const style = hue === null ? undefined : ({ '--hue': hue } as CSSProperties);
  return (
    <span className={cx(styles['badge'], hue === null && styles['neutral'], look === 'dot' && styles['plain'])} style={style} title={title}>
      {look !== 'filled' ? <span className={styles['dot']} /> : null}
      <span>{children}</span>
    </span>
  );
}
