import { own } from '../../base/own.ts';
import { Cell } from '../../ui/display/table.tsx';
import { shownType } from '../field-types.ts';
import { typeOf } from '../model-lookup.ts';
import type { PartOf } from '../parts/part.ts';
import type { List } from '../parts/use-list.ts';
import { useProduct } from '../product-context.ts';
import type { DataOf } from '../screen/use-part.ts';
import { Value } from '../values/value.tsx';
import styles from './lists.module.css';
import { useTotals } from './use-totals.ts';

/** What the numbers add up to, under their columns; nothing where there are none. */
export function TotalsRow({
  part,
  data,
  list,
  before,
  place,
}: {
  readonly part: PartOf<'list'>;
  readonly data: DataOf<'list' | 'cards'>;
  readonly list: List;
  /** Cells before the first column. */
  readonly before: number;
  /** The row's number, where not all rows are there; -1 where it is not known. */
  readonly place: number | undefined;
}) {
  const { model, words, labels } = useProduct();
  const totals = useTotals(part, data, list);
  if (totals === null || Object.keys(totals).length === 0) return null;
  const entity = part.entity.text;
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
              end={shownType(typeOf(model, entity, field).kind).atEnd}
              className={has || field === first ? undefined : styles['blank']}
              data-name={has ? labels.field(entity, field) : undefined}
            >
              {has ? (
                <Value entity={entity} field={field} value={own(totals, field) ?? null} look="cell" />
              ) : field === first ? (
                words.parts.lists.total
              ) : null}
            </Cell>
          );
        })}
      </tr>
    </tfoot>
  );
}
