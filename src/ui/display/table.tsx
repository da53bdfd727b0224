import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import styles from './table.module.css';

/**
 * A table's pieces. The roles are written out because a narrow layout may show its rows as blocks,
 * and a block is no table to a screen reader.
 */
export function Table({ label, className, children, ...rest }: ComponentProps<'table'> & { readonly label: string }) {
  return (
    <table {...rest} role="table" aria-label={label} className={cx(styles['table'], className)}>
      {children}
    </table>
  );
}

/**
 * A column's head; with `onSort` it sorts. `extend` is true when Shift is held: sort by this one as
 * well.
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
  /** Its place among several sort columns, from 1. */
  readonly order?: number | undefined;
  readonly end?: boolean;
  readonly onSort?: ((extend: boolean) => void) | undefined;
  /** Attributes that say what it shows. */
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

/** `open`: it leads somewhere. */
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
