import { useCallback, useMemo, useState } from 'react';
import type { ListOptions } from '../../../engine/part-data.ts';
import type { ColumnLayouts } from '../../lists/column-layout.ts';
import { useTrail } from '../../lists/use-trail.ts';
import { usePlace, useProduct } from '../../product-context.ts';
import { emptyListState, type ListState, readListState, writeListState } from '../../query-state.ts';
import { optionsOf } from '../../screen/part-lists.ts';
import { useShownScreen } from '../../screen/screen-context.ts';
import { type DataOf, type PartState, usePart } from '../../screen/use-part.ts';
import { useToday } from '../../use-now.ts';
import type { PartOf } from '../part.ts';

/** What the address says of a part's records, and ways to change it. */
export interface ListControls {
  readonly set: ListState;
  /** Whether a search or filter is set. */
  readonly narrowed: boolean;
  /** Whether anything but sorting and page differs from the document's settings. */
  readonly arranged: boolean;
  /** Changes the state in the address. Any change but the page returns to the first page. */
  change(next: Partial<ListState>): void;
  clear(): void;
  /** Sets a filter; empty values remove it. */
  filter(field: string, values: readonly string[]): void;
}

export interface List extends ListControls {
  /** The person's layout of a table's columns. */
  readonly layouts?: ColumnLayouts;
  readonly state: PartState<DataOf<'list' | 'cards'>>;
  /** The request to the session. */
  readonly options: ListOptions;
  /** Counts all records, however many; `counting` is true until that is done. */
  countAll(): void;
  readonly counting: boolean;
}

const noOptions: ListOptions = {};
const kinds = ['list', 'cards'] as const;

/** The state of a list, from the address, and its data. */
export function useList(part: PartOf<'list' | 'cards'>): List {
  const controls = useListControls(part.id);
  const options = useListOptions(part);
  const { state, counting, countAll } = useCounted(part.id, options, usePart(part.id, kinds, options));
  useTrail(part.id, state.data, options ?? noOptions);
  return { ...controls, state, counting, countAll, options: options ?? noOptions };
}

/** The state of the records that a part shows, from the address. */
export function useListControls(part: string): ListControls {
  const { location } = useProduct();
  const { mainList } = useShownScreen();
  const { path, query } = usePlace();
  const prefix = part === mainList ? null : part;
  const set = useMemo(() => readListState(query, prefix), [query, prefix]);
  const change = useCallback(
    (next: Partial<ListState>) => {
      const text = writeListState(location.current().query, prefix, {
        ...readListState(location.current().query, prefix),
        page: 0,
        ...next,
      });
      const address = path + (text === '' ? '' : `?${text}`);
      // People go back to a page; searches and filters only change while they type.
      if (next.page === undefined) location.replace(address);
      else location.push(address);
    },
    [location, path, prefix],
  );
  const narrowed = set.search !== '' || Object.keys(set.filters).length > 0;
  return {
    set,
    narrowed,
    arranged: narrowed || set.columns.length > 0 || set.group !== null || set.rows !== null,
    change,
    filter: useCallback(
      (field, values) => {
        const { [field]: _, ...others } = readListState(location.current().query, prefix).filters;
        change({ filters: values.length === 0 ? others : { ...others, [field]: values } });
      },
      [change, location, prefix],
    ),
    clear: useCallback(() => change({ search: '', filters: emptyListState.filters, any: false }), [change]),
  };
}

/** The options of a list from the address. */
export function useListOptions(part: PartOf<'list' | 'cards' | 'board' | 'calendar'>): ListOptions | undefined {
  const { model, locale, zone } = useProduct();
  const { mainList } = useShownScreen();
  const { query } = usePlace();
  const today = useToday();
  return useMemo(
    () => optionsOf({ model, locale, zone, today }, part, mainList, query),
    [model, locale, zone, today, part, mainList, query],
  );
}

/** Replaces a list's capped number of records with the exact one, once requested. */
function useCounted(part: string, options: ListOptions | undefined, state: List['state']): Pick<List, 'state' | 'counting' | 'countAll'> {
  const { data } = state;
  // A new search or filter needs another count.
  const found = JSON.stringify([options?.search, options?.filters, options?.match]);
  const [requested, setRequested] = useState<string | null>(null);
  const wanted = requested === found && data?.more === true;
  const exact = usePart(part, kinds, { ...options, sort: [], offset: 0, totals: [], exact: true }, wanted);
  const total = wanted && !exact.before && exact.data?.more === false ? exact.data.total : null;
  const counted = useMemo(() => (data === null || total === null ? data : { ...data, total, more: false }), [data, total]);
  return {
    state: { ...state, data: counted },
    counting: wanted && total === null && exact.reading,
    countAll: () => (requested === found ? exact.retry() : setRequested(found)),
  };
}
