import { useCallback, useMemo } from 'react';
import { usePlace, useProduct } from '../product-context.ts';
import { emptyListState, type ListState, readListState, writeListState } from '../query-state.ts';
import { optionsOf } from '../screen/part-lists.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import { type DataOf, type PartState, usePart } from '../screen/use-part.ts';
import type { PartOf } from './part.ts';

export interface List {
  readonly state: PartState<DataOf<'list' | 'cards'>>;
  readonly set: ListState;
  /** Is anything searched or filtered? */
  readonly narrowed: boolean;
  /** Changes the list's state in the address; anything but the page begins at the first page. */
  change(next: Partial<ListState>): void;
  clear(): void;
}

/** A list's state (in the address) and its data. */
export function useList(part: PartOf<'list' | 'cards'>): List {
  const { model, location } = useProduct();
  const { mainList } = useShownScreen();
  const { path, query } = usePlace();
  const prefix = part.id === mainList ? null : part.id;
  const set = useMemo(() => readListState(query, prefix), [query, prefix]);
  const options = useMemo(() => optionsOf(model, part, mainList, query), [model, part, mainList, query]);
  const state = usePart(part.id, ['list', 'cards'], options);
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
    set,
    narrowed: set.search !== '' || Object.keys(set.filters).length > 0,
    change,
    clear: useCallback(() => change({ search: '', filters: emptyListState.filters }), [change]),
  };
}
