import type { Json, ListOptions } from '../engine/session.ts';

/**
 * What a person set at a list, as it stands in the address: `q=boiler&sort=-priority,due&page=2&f.status=open&f.status=assigned`.
 * Filter values are text there; `..` makes a range. A part that is not the screen's first list has its id before each key.
 */
export interface ListState {
  readonly search: string;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  /** From 0. */
  readonly page: number;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

export const emptyListState: ListState = { search: '', sort: [], page: 0, filters: {} };

const prefixOf = (part: string | null): string => (part === null ? '' : `${part}.`);

export function readListState(query: string, part: string | null): ListState {
  const prefix = prefixOf(part);
  const parameters = new URLSearchParams(query);
  const filters: Record<string, readonly string[]> = {};
  for (const key of new Set(parameters.keys())) {
    if (key.startsWith(`${prefix}f.`)) filters[key.slice(prefix.length + 2)] = parameters.getAll(key);
  }
  const sort = (parameters.get(`${prefix}sort`) ?? '')
    .split(',')
    .filter((name) => name.replace('-', '') !== '')
    .map((name) => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') }));
  const page = Number.parseInt(parameters.get(`${prefix}page`) ?? '1', 10);
  return { search: parameters.get(`${prefix}q`) ?? '', sort, page: Number.isSafeInteger(page) && page > 1 ? page - 1 : 0, filters };
}

/** The query with this list's state in it; everything else in it stays. */
export function writeListState(query: string, part: string | null, state: ListState): string {
  const prefix = prefixOf(part);
  const parameters = new URLSearchParams(query);
  for (const key of [...parameters.keys()]) {
    const own = key.startsWith(prefix) ? key.slice(prefix.length) : null;
    if (own === 'q' || own === 'sort' || own === 'page' || own?.startsWith('f.')) parameters.delete(key);
  }
  if (state.search !== '') parameters.set(`${prefix}q`, state.search);
  if (state.sort.length > 0)
    parameters.set(`${prefix}sort`, state.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(','));
  if (state.page > 0) parameters.set(`${prefix}page`, String(state.page + 1));
  for (const [field, values] of Object.entries(state.filters)) for (const value of values) parameters.append(`${prefix}f.${field}`, value);
  return parameters.toString();
}

/** How a filter's value is written in the address. */
export const filterText = (value: Json): string => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));

/** And back, by the type of its field. */
export function filterValue(text: string, type: string): Json {
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  if (type === 'integer' || type === 'serial') return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  return text;
}

/** What the session is asked for. `typeOf` tells a field's type in the notation's words. */
export function listOptions(state: ListState, perPage: number | null, typeOf: (field: string) => string): ListOptions {
  const filters: Record<string, readonly Json[] | { from?: Json; to?: Json }> = {};
  for (const [field, values] of Object.entries(state.filters)) {
    const range = values.length === 1 ? /^(.*)\.\.(.*)$/u.exec(values[0] ?? '') : null;
    if (range) {
      filters[field] = {
        ...(range[1] ? { from: filterValue(range[1], typeOf(field)) } : {}),
        ...(range[2] ? { to: filterValue(range[2], typeOf(field)) } : {}),
      };
    } else filters[field] = values.map((value) => filterValue(value, typeOf(field)));
  }
  return {
    ...(state.sort.length > 0 ? { sort: state.sort } : {}),
    ...(state.search !== '' ? { search: state.search } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(state.page > 0 ? { offset: state.page * (perPage ?? 25) } : {}),
  };
}

/** The sort after a press on a column: none, ascending, descending, none. `extend` keeps the other columns. */
export function toggledSort(sort: ListState['sort'], field: string, extend: boolean): ListState['sort'] {
  const now = sort.find((one) => one.field === field);
  const next = now === undefined ? [{ field, descending: false }] : now.descending ? [] : [{ field, descending: true }];
  if (!extend) return next;
  return now === undefined || next.length === 0
    ? [...sort.filter((one) => one.field !== field), ...next]
    : sort.map((one) => (one.field === field ? { field, descending: true } : one));
}

/** One value of the query set or (null) taken out. */
export function withParameter(query: string, key: string, value: string | null): string {
  const parameters = new URLSearchParams(query);
  if (value === null) parameters.delete(key);
  else parameters.set(key, value);
  return parameters.toString();
}
