import { useMemo } from 'react';
import { own } from '../../base/own.ts';
import type { Json, RecordData } from '../../engine/session.ts';
import { shownType } from '../field-types.ts';
import { cellText } from '../lists/cell-text.ts';
import { typeOf } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';
import { Value } from '../values/value.tsx';
import styles from './list.module.css';

/**
 * Keeps a column as wide as its longest value, even if that row is not rendered, so that columns do
 * not move while scrolling.
 */
export function WidestValue({
  entity,
  field,
  rows,
}: {
  readonly entity: string;
  readonly field: string;
  readonly rows: readonly RecordData[];
}) {
  const { model } = useProduct();
  // Columns of text have what the others leave.
  const flows = shownType(typeOf(model, entity, field).kind).prose;
  const longest = useMemo((): Json => {
    if (flows) return null;
    let [found, length]: [Json, number] = [null, -1];
    for (const { values } of rows) {
      const value = own(values, field) ?? null;
      const size = cellText(value).length;
      if (size > length) [found, length] = [value, size];
    }
    return found;
  }, [rows, field, flows]);
  if (longest === null) return null;
  return (
    <div className={styles['widest']} aria-hidden="true" inert>
      <Value entity={entity} field={field} value={longest} look="cell" links={false} />
    </div>
  );
}
