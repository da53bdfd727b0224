import { Field as Base } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { useUi } from '../root/ui-context.ts';
import styles from './field.module.css';

/**
 * An input with its label, description and error. They name and describe the input for screen
 * readers.
 */
export function Field({
  label,
  description,
  error,
  required = false,
  mark,
  count,
  name,
  place,
  children,
}: {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** The error; several messages are joined. */
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** A mark beside the label, for a hole or an assumption. */
  readonly mark?: ReactNode;
  /** `12 / 120`. */
  readonly count?: ReactNode;
  readonly name?: string;
  /** Data attributes that identify what the field asks for. */
  readonly place?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  const { words } = useUi();
  const wrong = error !== undefined && error !== null && error !== false && error !== '';
  return (
    <Base.Root {...place} className={styles['field']} invalid={wrong} {...(name === undefined ? {} : { name })} data-field={name}>
      <span className={styles['labels']}>
        <Base.Label className={styles['label']}>
          {label}
          {required ? (
            <span className={styles['star']} title={words.required}>
              {' *'}
            </span>
          ) : null}
        </Base.Label>
        {mark}
      </span>
      {children}
      {wrong || description !== undefined || count !== undefined ? (
        <span className={styles['foot']}>
          {wrong ? (
            <Base.Error match className={styles['error']}>
              {error}
            </Base.Error>
          ) : description === undefined ? (
            <span />
          ) : (
            <Base.Description className={styles['description']} render={<span />}>
              {description}
            </Base.Description>
          )}
          {count === undefined ? null : <span className={styles['count']}>{count}</span>}
        </span>
      ) : null}
    </Base.Root>
  );
}
