import type { ReactNode } from 'react';
import { IconCheck, IconMinus } from '../icons.ts';
import styles from './choice.module.css';

/**
 * A button with the role of a checkbox. Base UI's checkbox, which supports native form submission,
 * would add 8 kB to what a page loads before its first list.
 */
export function Checkbox({
  checked,
  indeterminate = false,
  onChange,
  label,
  children,
}: {
  readonly checked: boolean;
  readonly indeterminate?: boolean;
  /** `extend`: Shift is held, to select a range. */
  readonly onChange: (checked: boolean, extend: boolean) => void;
  /** The accessible name if there is no text beside the checkbox. */
  readonly label?: string;
  readonly children?: ReactNode;
}) {
  const box = (
    <button
      type="button"
      role="checkbox"
      aria-checked={indeterminate ? 'mixed' : checked}
      aria-label={label}
      className={styles['box']}
      onClick={(event) => onChange(!checked, event.shiftKey)}
    >
      {indeterminate ? <IconMinus size={14} stroke={2.5} /> : checked ? <IconCheck size={14} stroke={2.5} /> : null}
    </button>
  );
  if (children === undefined) return box;
  return (
    <label className={styles['row']}>
      {box}
      <span>{children}</span>
    </label>
  );
}
