import { Input } from '@base-ui/react/input';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './input.module.css';

/**
 * One line of text, and everything else that the browser types in one line (email, url, tel,
 * password, date, time, color …).
 */
export function TextField({
  value,
  onValue,
  lead,
  trail,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** An icon or a unit before the text. */
  readonly lead?: ReactNode;
  /** Something small after it; a button may stand here. */
  readonly trail?: ReactNode;
}) {
  const input = (
    <Input
      {...rest}
      value={value}
      onValueChange={(next) => onValue(next)}
      className={cx(styles['input'], lead !== undefined && styles['hasLead'], trail !== undefined && styles['hasTrail'], className)}
    />
  );
  if (lead === undefined && trail === undefined) return input;
  return (
    <span className={styles['group']}>
      {lead === undefined ? null : <span className={styles['lead']}>{lead}</span>}
      {input}
      {trail === undefined ? null : <span className={styles['trail']}>{trail}</span>}
    </span>
  );
}
