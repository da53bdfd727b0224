import type { Json } from '../../engine/session.ts';
import { shownType } from '../field-types.ts';
import { typeOf } from '../model-lookup.ts';
import type { PartOf } from '../parts/part.ts';
import type { List } from '../parts/use-list.ts';
import { useProduct } from '../product-context.ts';
import { type DataOf, usePart } from '../screen/use-part.ts';

/**
 * Sums of the selected columns over all pages of a list, by field; requested after the rows. Null:
 * none, or not loaded yet.
 */
export function useTotals(part: PartOf<'list'>, data: DataOf<'list' | 'cards'>, list: List): Readonly<Record<string, Json>> | null {
  const { model } = useProduct();
  const sums = list.set.sums.filter(
    (field) => data.fields.includes(field) && shownType(typeOf(model, part.entity.text, field).kind).addable,
  );
  const wanted = sums.length > 0;
  const totals = usePart(part.id, ['list', 'cards'], { ...list.options, sort: [], offset: 0, totals: sums }, wanted);
  return wanted ? (totals.data?.totals ?? null) : null;
}
