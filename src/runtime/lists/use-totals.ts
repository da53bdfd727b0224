import type { Json } from '../../engine/record-data.ts';
import { isAddable, useColumns } from '../columns.ts';
import type { List } from '../parts/list/use-list.ts';
import type { PartOf } from '../parts/part.ts';
import { type DataOf, usePart } from '../screen/use-part.ts';

/**
 * Sums of the selected columns over all pages of a list, by field; requested after the rows. Null
 * if there are none, or until they have loaded.
 */
export function useTotals(part: PartOf<'list'>, data: DataOf<'list' | 'cards'>, list: List): Readonly<Record<string, Json>> | null {
  const column = useColumns(part.fields, part.entity.text);
  const sums = list.set.sums.filter((field) => data.fields.includes(field) && isAddable(column(field)));
  const wanted = sums.length > 0;
  const totals = usePart(part.id, ['list', 'cards'], { ...list.options, sort: [], offset: 0, totals: sums }, wanted);
  return wanted ? (totals.data?.totals ?? null) : null;
}
