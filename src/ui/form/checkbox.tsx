import { Checkbox as Base } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { IconCheck, IconMinus } from '../icons.ts';
import styles from './choice.module.css';

export function Checkbox({
  checked,
  indeterminate = false,
  onChange,
  label,
  children,
}: {
  readonly checked: boolean;
  readonly indeterminate?: boolean;
  /** `extend`: with Shift held, to choose a range. */
  readonly onChange: (checked: boolean, extend: boolean) => void;
  /** Its name when no text is beside it. */
  readonly label?: string;
  readonly children?: ReactNode;
}) {
  const box = (
    <Base.Root
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={(next, details) => onChange(next, 'shiftKey' in details.event && details.event.shiftKey === true)}
      aria-label={label}
      className={styles['box']}
    >
      <Base.Indicator>{indeterminate ? <IconMinus size={14} stroke={2.5} /> : <IconCheck size={14} stroke={2.5} />}</Base.Indicator>
    </Base.Root>
  );
  if (children === undefined) return box;
  return (
    <label className={styles['row']}>
      {box}
      <span>{children}</span>
    </label>
  );
}
