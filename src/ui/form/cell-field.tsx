import { Field as Base } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import styles from './cell-field.module.css';
import field from './field.module.css';

/**
 * An input in a cell of a grid. Its label is visible only where the grid is too narrow for column
 * headers; `place` (`line 2`) is appended for screen readers.
 */
export function CellField({
  label,
  place,
  error,
  name,
  children,
}: {
  readonly label: string;
  readonly place: string;
  readonly error: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root name={name} data-field={name} className={styles['cell']} invalid={error !== undefined}>
      <Base.Label className={styles['label']}>
        {label}
        <VisuallyHidden>{place}</VisuallyHidden>
      </Base.Label>
      {children}
      {error === undefined ? null : (
        <Base.Error match className={field['error']}>
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}
