import { Field } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import styles from './input.module.css';

/**
 * Several lines of text; it grows with what is in it. Its placeholder is empty: styles see by it
 * whether something is typed.
 */
export function TextArea({
  value,
  onValue,
  className,
  rows = 4,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & { readonly value: string; readonly onValue: (value: string) => void }) {
  return (
    <Field.Control
      value={value}
      onValueChange={(next) => onValue(next)}
      render={<textarea rows={rows} placeholder=" " {...rest} className={cx(styles['input'], styles['area'], className)} />}
    />
  );
}
