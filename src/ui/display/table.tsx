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

/** `open`: clicking the row opens something. */
export function Row({
  open = false,
  selected = false,
  className,
  ...rest
}: ComponentProps<'tr'> & { readonly open?: boolean; readonly selected?: boolean }) {
  return (
    <tr
      {...rest}
      role="row"
      data-open={open || undefined}
      data-selected={selected || undefined}
      aria-selected={selected || undefined}
      className={cx(styles['row'], className)}
    />
  );
}

export function Cell({
  end = false,
  size,
  className,
  ...rest
}: ComponentProps<'td'> & { readonly end?: boolean; readonly size?: 'narrow' | 'wide' }) {
  return <td {...rest} role="cell" className={cx(styles['cell'], end && styles['end'], size && styles[size], className)} />;
}
