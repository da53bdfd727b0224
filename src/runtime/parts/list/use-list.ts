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

export interface List {
  /** The person's layout of a table's columns. */
  readonly layouts?: ColumnLayouts;
  readonly state: PartState<DataOf<'list' | 'cards'>>;
  readonly set: ListState;
  /** The request to the session. */
  readonly options: ListOptions;
  /** Whether a search or filter is set. */
  readonly narrowed: boolean;
  /** Whether anything but sorting and page differs from the document's settings. */
  readonly arranged: boolean;
  /** Counts all records, however many; `counting` is true until that is done. */
  countAll(): void;
  readonly counting: boolean;
  /** Changes the list's state in the address. Any change but the page returns to the first page. */
  change(next: Partial<ListState>): void;
  clear(): void;
  /** Sets a filter; empty values remove it. */
  filter(field: string, values: readonly string[]): void;
}

const noOptions: ListOptions = {};
const kinds = ['list', 'cards'] as const;

/** The state of a list, from the address, and its data. */
export function useList(part: PartOf<'list' | 'cards'>): List {
  const { location } = useProduct();
  const { mainList } = useShownScreen();
  const { path, query } = usePlace();
  const prefix = part.id === mainList ? null : part.id;
  const set = useMemo(() => readListState(query, prefix), [query, prefix]);
  const options = useListOptions(part);
  const { state, counting, countAll } = useCounted(part.id, options, usePart(part.id, kinds, options));
  useTrail(part.id, state.data, options ?? noOptions);
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
  return {
    state,
    counting,
    countAll,
    set,
    options: options ?? noOptions,
    narrowed: set.search !== '' || Object.keys(set.filters).length > 0,
    arranged: set.columns.length > 0 || set.group !== null || set.rows !== null || set.search !== '' || Object.keys(set.filters).length > 0,
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
export function useListOptions(part: PartOf<'list' | 'cards'>): ListOptions | undefined {
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
