import { useCallback, useMemo, useState } from 'react';
import type { ListOptions } from '../../engine/part-data.ts';
import type { ColumnLayouts } from '../lists/column-layout.ts';
import { useTrail } from '../lists/use-trail.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { emptyListState, type ListState, readListState, writeListState } from '../query-state.ts';
import { optionsOf } from '../screen/part-lists.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import { type DataOf, type PartState, usePart } from '../screen/use-part.ts';
import { useToday } from '../use-now.ts';
import type { PartOf } from './part.ts';

export interface List {
  /** How the person arranged the columns of a table. */
  readonly layouts?: ColumnLayouts;
  readonly state: PartState<DataOf<'list' | 'cards'>>;
  readonly set: ListState;
  /** The request to the session. */
  readonly options: ListOptions;
  /** Is anything searched or filtered? */
  readonly narrowed: boolean;
  /** Is it arranged in any way, sorting and pages left out? */
  readonly arranged: boolean;
  /** Counts the records to the end, however many; `counting` until that is done. */
  countAll(): void;
  readonly counting: boolean;
  /** Changes the list's state in the address; anything but the page begins at the first page. */
  change(next: Partial<ListState>): void;
  clear(): void;
  /** Sets one filter; without values it is taken away. */
  filter(field: string, values: readonly string[]): void;
}

const noOptions: ListOptions = {};
const kinds = ['list', 'cards'] as const;

/** A list's state (in the address) and its data. */
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
      // Pages are places one goes back from; words and filters are corrected while one types.
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

/** What the address asks of a list. */
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

/** A list of more records than are counted, with their exact number once that was requested. */
function useCounted(part: string, options: ListOptions | undefined, state: List['state']): Pick<List, 'state' | 'counting' | 'countAll'> {
  const { data } = state;
  // Another search or filter finds others.
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
