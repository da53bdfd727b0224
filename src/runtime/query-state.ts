import { setOwn } from '../base/own.ts';
import type { FilterWanted, ListOptions } from '../engine/part-data.ts';
import { filterWanted, type ResolvePeriod } from './filter-state.ts';

/**
 * A person's settings of a list, as in the address:
 * `q=boiler&sort=-priority,due&page=2&f.status=open&f.status=assigned&cols=number,subject`. For the
 * values of filters see filter-state.ts. Any part but the screen's first list prefixes its keys
 * with its id.
 */
export interface ListState {
  readonly search: string;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
  /** From 0. */
  readonly page: number;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Whether a record needs to match only one of the filters. */
  readonly any: boolean;
  /** Empty for the part's own columns. */
  readonly columns: readonly string[];
  /** Null for the part's own group; empty for none. */
  readonly group: string | null;
  /** Columns with a total. */
  readonly sums: readonly string[];
  /** Rows per page; null for the part's own number. */
  readonly rows: number | null;
}

export const emptyListState: ListState = {
  search: '',
  sort: [],
  page: 0,
  filters: {},
  any: false,
  columns: [],
  sums: [],
  group: null,
  rows: null,
};

/** The choices of rows per page. */
export const rowChoices: readonly number[] = [25, 50, 100, 250, 1000];

const prefixOf = (part: string | null): string => (part === null ? '' : `${part}.`);

export function readListState(query: string, part: string | null): ListState {
  const prefix = prefixOf(part);
  const parameters = new URLSearchParams(query);
  const filters: Record<string, readonly string[]> = {};
  for (const key of new Set(parameters.keys())) {
    if (key.startsWith(`${prefix}f.`)) setOwn(filters, key.slice(prefix.length + 2), parameters.getAll(key));
  }
  const sort = (parameters.get(`${prefix}sort`) ?? '')
    .split(',')
    .filter((name) => name.replace('-', '') !== '')
    .map((name) => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') }));
  const page = Number.parseInt(parameters.get(`${prefix}page`) ?? '1', 10);
  const rows = Number(parameters.get(`${prefix}rows`));
  const names = (key: string): string[] => (parameters.get(prefix + key) ?? '').split(',').filter((name) => name !== '');
  return {
    search: parameters.get(`${prefix}q`) ?? '',
    sort,
    page: Number.isSafeInteger(page) && page > 1 ? page - 1 : 0,
    filters,
    any: parameters.get(`${prefix}match`) === 'any',
    columns: names('cols'),
    sums: names('sum'),
    group: parameters.get(`${prefix}group`),
    rows: rowChoices.includes(rows) ? rows : null,
  };
}

const ownKeys: ReadonlySet<string> = new Set(['q', 'sort', 'page', 'match', 'cols', 'sum', 'group', 'rows']);

/** The query with this list's state; other parameters stay. */
export function writeListState(query: string, part: string | null, state: ListState): string {
  const prefix = prefixOf(part);
  const parameters = new URLSearchParams(query);
  for (const key of [...parameters.keys()]) {
    const own = key.startsWith(prefix) ? key.slice(prefix.length) : null;
    if (own !== null && (ownKeys.has(own) || own.startsWith('f.'))) parameters.delete(key);
  }
  if (state.search !== '') parameters.set(`${prefix}q`, state.search);
  if (state.sort.length > 0)
    parameters.set(`${prefix}sort`, state.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(','));
  if (state.page > 0) parameters.set(`${prefix}page`, String(state.page + 1));
  if (state.any) parameters.set(`${prefix}match`, 'any');
  if (state.columns.length > 0) parameters.set(`${prefix}cols`, state.columns.join(','));
  if (state.sums.length > 0) parameters.set(`${prefix}sum`, state.sums.join(','));
  if (state.group !== null) parameters.set(`${prefix}group`, state.group);
  if (state.rows !== null) parameters.set(`${prefix}rows`, String(state.rows));
  for (const [field, values] of Object.entries(state.filters)) for (const value of values) parameters.append(`${prefix}f.${field}`, value);
  // Queries may contain plain commas, and people read addresses.
  return parameters.toString().replaceAll('%2C', ',');
}

/** Rows per page by default. */
const usualRows = 25;

/** The options to request from the session. `typeOf` returns a field's type in the notation. */
export function listOptions(
  state: ListState,
  perPage: number | null,
  typeOf: (field: string) => string,
  around: ResolvePeriod,
): ListOptions {
  const filters: Record<string, FilterWanted> = {};
  for (const [field, values] of Object.entries(state.filters)) setOwn(filters, field, filterWanted(values, typeOf(field), around));
  return {
    ...(state.sort.length > 0 ? { sort: state.sort } : {}),
    ...(state.search !== '' ? { search: state.search } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(state.any && Object.keys(filters).length > 1 ? { match: 'any' } : {}),
    ...(state.page > 0 ? { offset: state.page * (state.rows ?? perPage ?? usualRows) } : {}),
    ...(state.rows === null ? {} : { limit: state.rows }),
    ...(state.columns.length > 0 ? { fields: state.columns } : {}),
    ...(state.group === null ? {} : { group: state.group === '' ? null : state.group }),
  };
}

/**
 * The sort after a click on a column: none, ascending, descending, none. `extend` keeps the other
 * columns.
 */
export function toggledSort(sort: ListState['sort'], field: string, extend: boolean): ListState['sort'] {
  const now = sort.find((one) => one.field === field);
  const next = now === undefined ? [{ field, descending: false }] : now.descending ? [] : [{ field, descending: true }];
  if (!extend) return next;
  return now === undefined || next.length === 0
    ? [...sort.filter((one) => one.field !== field), ...next]
    : sort.map((one) => (one.field === field ? { field, descending: true } : one));
}

/** Sets a parameter of the query, or removes it if `value` is null. */
export function withParameter(query: string, key: string, value: string | null): string {
  const parameters = new URLSearchParams(query);
  if (value === null) parameters.delete(key);
  else parameters.set(key, value);
  return parameters.toString();
}
