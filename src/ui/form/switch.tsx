import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import styles from './choice.module.css';

/** Turns something on or off, effective immediately. */
export function Switch({
  checked,
  onChange,
  label,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label?: string;
  readonly children?: ReactNode;
}) {
  const control = (
    <Base.Root checked={checked} onCheckedChange={(next) => onChange(next)} aria-label={label} className={styles['switch']}>
      <Base.Thumb className={styles['thumb']} />
    </Base.Root>
  );
  if (children === undefined) return control;
  return (
    <label className={styles['row']}>
      {control}
      <span>{children}</span>
    </label>
  );
}
