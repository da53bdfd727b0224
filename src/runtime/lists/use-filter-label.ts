import type { FilterData } from '../../engine/part-data.ts';
import { shownType } from '../field-types.ts';
import { currencyOf } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';
import { filterText, rangeOf } from '../query-state.ts';

/** What a filter lets through, in a few words: `open`, `3`, `from 5 Jan 2026`, `“boiler”`. */
export function useFilterLabel(entity: string, type: string, filter: FilterData, chosen: readonly string[]): string {
  const { model, words, labels, locale } = useProduct();
  const { lists } = words.parts;
  const { filter: by, format } = shownType(type);
  const said = (value: string): string => format(value, locale, currencyOf(model));
  const [first = ''] = chosen;
  const range = by === 'range' ? rangeOf(chosen) : null;
  if (range !== null) {
    if (range.from !== '' && range.to !== '') {
      // Two ends of the same day, or the same number.
      return range.from === range.to ? said(range.from) : lists.between(said(range.from), said(range.to));
    }
    return range.from === '' ? lists.atMost(said(range.to)) : lists.atLeast(said(range.from));
  }
  if (by === 'contains' && chosen.length === 1 && first.startsWith('~')) return lists.quoted(first.slice(1));
  if (chosen.length !== 1) return String(chosen.length);
  if (type === 'boolean') return first === 'true' ? words.yes : words.no;
  if (first === '') return words.ui.none;
  if (type === 'state' || type === 'enum') return labels.value(entity, filter.field, first);
  const label = filter.choices.find((choice) => filterText(choice.value) === first)?.label;
  return label ?? (type === 'relation' || type === 'members' ? '1' : first);
}
