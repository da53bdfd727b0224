import type { ReactNode } from 'react';
import { own } from '../../base/own.ts';
import type { Json } from '../../engine/record-data.ts';
import type { RowColumn } from '../../model/ast/entities.ts';
import { shownType } from '../field-types.ts';
import { useProduct } from '../product-context.ts';
import styles from './values.module.css';

/** The entries of a computed list, one per line. */
export function RowsView({
  entity,
  columns,
  rows,
  show,
}: {
  readonly entity: string;
  readonly columns: readonly RowColumn[];
  readonly rows: readonly Json[];
  /** Renders a value of an entry. */
  readonly show: (column: RowColumn, value: Json) => ReactNode;
}) {
  const { words, labels } = useProduct();
  const end = ({ type }: RowColumn): string | undefined => (shownType(type.kind).atEnd ? styles['atEnd'] : undefined);
  return (
    <div className={styles['rows']}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name.text} scope="col" className={end(column)}>
                {labels.field(entity, column.name.text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other key.
            <tr key={place}>
              {columns.map((column) => {
                const value = typeof row === 'object' && row !== null ? (own(row as Record<string, Json>, column.name.text) ?? null) : null;
                return (
                  <td key={column.name.text} className={end(column)}>
                    {value === null ? words.nothing : show(column, value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
