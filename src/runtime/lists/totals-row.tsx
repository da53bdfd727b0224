import { own } from '../../base/own.ts';
import { Cell } from '../../ui/display/table.tsx';
import { useColumns } from '../columns.ts';
import { shownType } from '../field-types.ts';
import type { List } from '../parts/list/use-list.ts';
import type { PartOf } from '../parts/part.ts';
import { useProduct } from '../product-context.ts';
import type { DataOf } from '../screen/use-part.ts';
import { ColumnValue } from '../values/column-value.tsx';
import styles from './lists.module.css';
import { useTotals } from './use-totals.ts';

/** The sums of columns, below them; renders nothing without sums. */
export function TotalsRow({
  part,
  data,
  list,
  before,
  after,
  place,
}: {
  readonly part: PartOf<'list'>;
  readonly data: DataOf<'list' | 'cards'>;
  readonly list: List;
  /** The number of cells before the first column. */
  readonly before: number;
  /** The number of cells after the last column. */
  readonly after: number;
  /** The row's number if not all rows are present; -1 if it is unknown. */
  readonly place: number | undefined;
}) {
  const { words } = useProduct();
  const column = useColumns(part.fields, part.entity.text);
  const totals = useTotals(part, data, list);
  if (totals === null || Object.keys(totals).length === 0) return null;
  const [first] = data.fields;
  return (
    <tfoot role="rowgroup">
      <tr role="row" className={styles['totals']} aria-rowindex={place === -1 ? undefined : place}>
        {before > 0 ? <Cell className={styles['blank']} /> : null}
        {data.fields.map((field) => {
          const has = Object.hasOwn(totals, field);
          return (
            <Cell
              key={field}
              end={field !== first && shownType(column(field).type.kind).atEnd}
              className={has || field === first ? undefined : styles['blank']}
              data-name={has ? column(field).title : undefined}
            >
              {has ? (
                <ColumnValue column={column(field)} value={own(totals, field) ?? null} look="cell" />
              ) : field === first ? (
                words.parts.lists.total
              ) : null}
            </Cell>
          );
        })}
        {after > 0 ? <Cell className={styles['blank']} /> : null}
      </tr>
    </tfoot>
  );
}
