import type { FilterData } from '../../engine/part-data.ts';
import { formatField } from '../field-types.ts';
import { filterText, readFilter } from '../filter-state.ts';
import { currencyOf, typeOf } from '../model-lookup.ts';
import { dayAt } from '../parts/calendar/calendar-days.ts';
import { useProduct } from '../product-context.ts';
import { relativePeriods, timeText } from './relative-periods.ts';

/** With more values, only their number is shown. */
const mostNamed = 3;

/**
 * A filter's condition in words: `Priority is High or Normal`, `Due from 5 Jan 2026`, `Subject
 * contains “boiler”`.
 */
export function useFilterLabel(entity: string, filter: FilterData, chosen: readonly string[]): string {
  const { model, words, labels, locale, platform, zone } = useProduct();
  const { lists } = words.parts;
  const { kind } = typeOf(model, entity, filter.field);
  const { operator, values, text, from, to, around } = readFilter(chosen, kind);
  const formatted = (value: string): string => formatField(kind, filter.field, value, locale, currencyOf(model));
  const named = (value: string): string => {
    if (kind === 'boolean') return value === 'true' ? words.yes : words.no;
    if (value === '') return words.ui.none;
    if (kind === 'state' || kind === 'enum') return labels.value(entity, filter.field, value);
    return filter.choices.find((choice) => filterText(choice.value) === value)?.label ?? formatted(value.replace(/^\\/u, ''));
  };
  const name = labels.field(entity, filter.field);
  const is = `${name} ${lists.operators[operator]}`;
  switch (operator) {
    case 'empty':
    case 'notEmpty':
      return is;
    case 'contains':
      return `${is} ${lists.quoted(text)}`;
    case 'is':
    case 'isNot': {
      if (values.length > mostNamed) return `${is} ${values.length}`;
      return `${is} ${new Intl.ListFormat(locale, { type: 'disjunction' }).format(values.map(named))}`;
    }
    case 'between': {
      if (around !== '') {
        const time = relativePeriods(dayAt(platform.now(), zone), locale).find((one) => one.name === around);
        return `${name}: ${time === undefined ? around : timeText(time, locale, lists.lastDays)}`;
      }
      if (from === '') return `${name} ${lists.atMost(formatted(to))}`;
      if (to === '') return `${name} ${lists.atLeast(formatted(from))}`;
      // Both bounds are the same day or number.
      return from === to ? `${name}: ${formatted(from)}` : `${name}: ${lists.between(formatted(from), formatted(to))}`;
    }
  }
}
