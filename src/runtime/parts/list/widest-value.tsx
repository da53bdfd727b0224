import { useMemo } from 'react';
import { own } from '../../../base/own.ts';
import type { Json, RecordData } from '../../../engine/record-data.ts';
import type { ShownColumn } from '../../columns.ts';
import { shownType } from '../../field-types.ts';
import { cellText } from '../../lists/cell-text.ts';
import { ColumnValue } from '../../values/column-value.tsx';
import styles from './list.module.css';

/**
 * Keeps a column as wide as its longest value even if that row is not rendered, so that scrolling
 * does not move the columns.
 */
export function WidestValue({
  column,
  name,
  rows,
}: {
  readonly column: ShownColumn;
  readonly name: string;
  readonly rows: readonly RecordData[];
}) {
  // Columns of text get the remaining width.
  const flows = shownType(column.type.kind).prose;
  const longest = useMemo((): Json => {
    if (flows) return null;
    let [found, length]: [Json, number] = [null, -1];
    for (const { values } of rows) {
      const value = own(values, name) ?? null;
      const size = cellText(value).length;
      if (size > length) [found, length] = [value, size];
    }
    return found;
  }, [rows, name, flows]);
  if (longest === null) return null;
  return (
    <div className={styles['widest']} aria-hidden="true" inert>
      <ColumnValue column={column} value={longest} look="cell" links={false} />
    </div>
  );
}
