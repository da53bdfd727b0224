import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import styles from './table.module.css';

/**
 * The parts of a table. The roles are explicit because a narrow layout may display rows as blocks,
 * which makes browsers drop the table's semantics.
 */
export function Table({ label, className, children, ...rest }: ComponentProps<'table'> & { readonly label: string }) {
  return (
    <table {...rest} role="table" aria-label={label} className={cx(styles['table'], className)}>
      {children}
    </table>
  );
}

/**
 * A column header; with `onSort`, pressing it sorts. `extend` is true while Shift is held: add this
 * column to the sort order.
 */
export function Head({
  sorted = null,
  order,
  end = false,
  onSort,
  place,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'th'>, 'scope' | 'role'> & {
  readonly sorted?: 'ascending' | 'descending' | null;
  /** The column's position among several sort columns, from 1. */
  readonly order?: number | undefined;
  readonly end?: boolean;
  readonly onSort?: ((extend: boolean) => void) | undefined;
  /** Data attributes that identify what the column shows. */
  readonly place?: Readonly<Record<string, string>>;
}) {
  const arrow = sorted === 'ascending' ? <IconArrowUp size={12} /> : sorted === 'descending' ? <IconArrowDown size={12} /> : null;
  return (
    <th
      {...rest}
      {...place}
      role="columnheader"
      scope="col"
      aria-sort={sorted ?? undefined}
      className={cx(styles['head'], end && styles['end'], className)}
    >
      {onSort ? (
        <button type="button" className={styles['sort']} onClick={(event) => onSort(event.shiftKey)}>
          {children}
          {arrow}
          {order === undefined ? null : <span className={styles['order']}>{order}</span>}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

interface RowLook {
  /** Clicking the row opens something. */
  readonly open?: boolean;
  readonly selected?: boolean;
  readonly className?: string | undefined;
}

interface CellLook {
  readonly end?: boolean;
  readonly size?: 'narrow' | 'wide' | undefined;
  readonly className?: string | undefined;
}

/** The attributes of a row's `tr`, for long tables: a component for each row takes time. */
export const rowProps = ({ open = false, selected = false, className }: RowLook = {}) => ({
  role: 'row',
  'data-open': open || undefined,
  'data-selected': selected || undefined,
  'aria-selected': selected || undefined,
  className: cx(styles['row'], className),
});

/** The attributes of a cell's `td`, for long tables. */
export const cellProps = ({ end = false, size, className }: CellLook = {}) => ({
  role: 'cell',
  className: cx(styles['cell'], end && styles['end'], size && styles[size], className),
});

export const Row = ({ open, selected, className, ...rest }: ComponentProps<'tr'> & RowLook) => (
  <tr {...rest} {...rowProps({ open, selected, className })} />
);

export const Cell = ({ end, size, className, ...rest }: ComponentProps<'td'> & CellLook) => (
  <td {...rest} {...cellProps({ end, size, className })} />
);
