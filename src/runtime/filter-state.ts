import type { FilterWanted } from '../engine/part-data.ts';
import type { Json } from '../engine/record-data.ts';
import { shownType } from './field-types.ts';
import type { FilterOperator } from './languages/part-words.ts';

/*
 * A filter in the address: `f.status=open&f.status=assigned` is one of these, `!open` none of
 * these, `~boiler` contains, `1..5` between, `@this-week` a period relative to today; an empty
 * value means no value, and `!` alone any value.
 */

/** A filter as its panel edits it. */
export interface FilterState {
  readonly operator: FilterOperator;
  /** For `is` and `isNot`: as in the address, without the mark. */
  readonly values: readonly string[];
  /** For `contains`. */
  readonly text: string;
  /** For `between`; either may be empty. */
  readonly from: string;
  readonly to: string;
  /** For `between`: a period relative to today, by name, instead of two bounds; empty if none. */
  readonly around: string;
}

const nothing = { values: [], text: '', from: '', to: '', around: '' } as const;

/** Writes a filter value for the address. A text that begins like a mark gets a backslash. */
export const filterText = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value.replace(/^(?=[~\\!@])/u, '\\') : JSON.stringify(value);

/** The inverse of `filterText`, for a field of type `type`. */
export function filterValue(text: string, type: string): Json {
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  if (shownType(type).input === 'whole') return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  return text.replace(/^\\(?=[~\\!@])/u, '');
}

/** The operator that a new filter of this type starts with. */
function usualOperator(type: string): FilterOperator {
  const { filter } = shownType(type);
  return filter === 'range' ? 'between' : filter === 'contains' ? 'contains' : 'is';
}

export function readFilter(chosen: readonly string[], type: string): FilterState {
  const { filter } = shownType(type);
  const [first = '', ...others] = chosen;
  const alone = chosen.length > 0 && others.length === 0;
  if (chosen.length === 0) return { ...nothing, operator: usualOperator(type) };
  if (alone && first === '') return { ...nothing, operator: 'empty' };
  if (alone && first === '!') return { ...nothing, operator: 'notEmpty' };
  if (first.startsWith('!'))
    return { ...nothing, operator: 'isNot', values: chosen.filter((text) => text.startsWith('!')).map((text) => text.slice(1)) };
  if (alone && filter === 'contains' && first.startsWith('~')) return { ...nothing, operator: 'contains', text: first.slice(1) };
  if (alone && filter === 'range') {
    if (first.startsWith('@')) return { ...nothing, operator: 'between', around: first.slice(1) };
    const match = /^(.*?)\.\.(.*)$/u.exec(first);
    if (match !== null) return { ...nothing, operator: 'between', from: match[1] ?? '', to: match[2] ?? '' };
  }
  return { ...nothing, operator: 'is', values: chosen };
}

/** Empty if the filter is still incomplete. */
export function writeFilter({ operator, values, text, from, to, around }: FilterState): readonly string[] {
  switch (operator) {
    case 'empty':
      return [''];
    case 'notEmpty':
      return ['!'];
    case 'is':
      return values;
    case 'isNot':
      return values.map((value) => `!${value}`);
    case 'contains':
      return text.trim() === '' ? [] : [`~${text}`];
    case 'between':
      return around !== '' ? [`@${around}`] : from === '' && to === '' ? [] : [`${from}..${to}`];
  }
}

/** Resolves a period relative to today, by name, to its first and last day. */
export type ResolvePeriod = (name: string) => { readonly from: string; readonly to: string } | null;

/** The filter in the session's form. An unknown period relative to today matches nothing. */
export function filterWanted(chosen: readonly string[], type: string, around: ResolvePeriod): FilterWanted {
  const { operator, values, text, from, to, around: name } = readFilter(chosen, type);
  const given = (list: readonly string[]): Json[] => list.map((value) => filterValue(value, type));
  switch (operator) {
    case 'empty':
      return [null];
    case 'notEmpty':
      return { not: [null] };
    case 'is':
      return given(values);
    case 'isNot':
      return { not: given(values) };
    case 'contains':
      return { contains: text };
    case 'between': {
      const days = name === '' ? null : (around(name) ?? { from: name, to: name });
      const [first, last] = days === null ? [from, to] : [days.from, days.to];
      return {
        ...(first === '' ? {} : { from: filterValue(first, type) }),
        ...(last === '' ? {} : { to: filterValue(last, type) }),
      };
    }
  }
}
