import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './input.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** An icon or a unit before the text. */
  readonly lead?: ReactNode;
  /** Something small after the text, such as a button. */
  readonly trail?: ReactNode;
}

/**
 * One line of text outside a form. It ignores the label, error and help of a Field around it, so
 * that a page need not load the code for them before its first list.
 */
export function PlainField({
  value,
  onValue,
  lead,
  trail,
  className,
  draw = (props) => <input {...props} />,
  ...rest
}: TextFieldProps & {
  /** Renders the input element. */
  readonly draw?: (props: ComponentProps<'input'>) => ReactNode;
}) {
  const input = draw({
    ...rest,
    value,
    onChange: (event) => onValue(event.currentTarget.value),
    className: cx(styles['input'], lead !== undefined && styles['hasLead'], trail !== undefined && styles['hasTrail'], className),
  });
  if (lead === undefined && trail === undefined) return input;
  return (
    <span className={styles['group']}>
      {lead === undefined ? null : <span className={styles['lead']}>{lead}</span>}
      {input}
      {trail === undefined ? null : <span className={styles['trail']}>{trail}</span>}
    </span>
  );
}
