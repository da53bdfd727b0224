import { Field } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import styles from './input.module.css';

/**
 * Several lines of text; the area grows with its content. The placeholder is blank because the
 * styles use it to detect whether anything has been typed.
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
