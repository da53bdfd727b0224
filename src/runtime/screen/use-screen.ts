import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Refusal } from '../../engine/outcome.ts';
import type { Address } from '../../engine/record-data.ts';
import { type Page, pageAt } from '../cache/page.ts';
import type { PageEntry } from '../cache/product-cache.ts';
import { preloadParts } from '../parts/index.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { isOnPaper } from './paper.ts';
import { allParts, partsToDraw } from './part-lists.ts';
import { preloadRecords } from './record-parts.ts';
import type { ShownScreen } from './screen-context.ts';

export type ScreenState =
  | { readonly kind: 'waiting' }
  /**
   * `turn` changes with each new screen; the same screen of a changed document keeps it, and with
   * it typed input and focus. `account`: the id of the account that read it; empty if signed out.
   */
  | { readonly kind: 'shown'; readonly shown: ShownScreen; readonly turn: string; readonly account: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly address: Address }
  /** No route matches the path. */
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'failed' };

/** Milliseconds to wait for the code of parts; parts without it appear later. */
const patience = 150;

const after = (milliseconds: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));

function shownOf(page: Page | undefined, read: PageEntry['screen'] | undefined, onPaper: boolean): ShownScreen | null {
  if (page === undefined || !read?.ok) return null;
  const { address, screen, mainList } = page;
  if (address === null || screen === null) return null;
  const { value: data } = read;
  const print = onPaper ? [...allParts(screen.parts)].find(({ id, kind }) => kind === 'print' && data.visible.includes(id)) : undefined;
  return { page, screen, address, data, mainList, paper: print === undefined ? null : { caption: print.caption } };
}

/**
 * The screen at the place, read together with its parts so that it appears whole. The former screen
 * stays until then, while `current` is false.
 */
export function useScreen(): ScreenState & { retry(): void; readonly key: string; readonly current: boolean } {
  const { cache, model, person } = useProduct();
  const place = usePlace();
  const page = useMemo(() => pageAt(model, place.path), [model, place.path]);
  useLayoutEffect(() => cache.show(page, place.query), [cache, page, place.query]);
  const pageQuery = cache.page(page, place.query);
  const query = useQuery(
    {
      ...pageQuery,
      placeholderData: keepPreviousData,
      queryFn: async () => {
        const parts = preloadParts(partsToDraw(page.screen?.parts ?? [], place.query).map(({ kind }) => kind));
        // A screen of a record has its id in the path.
        const record = Object.keys(page.address?.parameters ?? {}).length > 0 ? preloadRecords() : null;
        const code = Promise.allSettled([parts, record]);
        const [entry] = await Promise.all([pageQuery.queryFn(), Promise.race([code, after(patience)])]);
        return entry;
      },
    },
    cache.client,
  );
  const entry = query.data;
  const current = entry !== undefined && !query.isPlaceholderData;
  // The visit that the screen belongs to: another page of a list is another place, but the same
  // visit.
  const visit = useRef({ page, key: place.key });
  useLayoutEffect(() => {
    if (current && visit.current.page !== page) visit.current = { page, key: place.key };
  });
  const key = entry === undefined ? '' : current && visit.current.page !== page ? place.key : visit.current.key;
  const retry = (): void => void query.refetch();
  const onPaper = isOnPaper(place.query);
  // The same object while nothing changes, because a new one renders every row of a table again.
  const shown = useMemo(() => shownOf(entry?.page, entry?.screen, onPaper), [entry?.page, entry?.screen, onPaper]);
  const state = (): ScreenState => {
    if (entry === undefined) return { kind: query.isError ? 'failed' : 'waiting' };
    const { address } = entry.page;
    if (entry.screen === null || address === null) return { kind: 'nowhere' };
    if (entry.screen.ok) {
      if (shown === null) return { kind: 'nowhere' };
      const turn = `${JSON.stringify(address)} ${person.account?.id ?? ''} ${person.roles.join()}`;
      return { kind: 'shown', turn, shown, account: entry.account };
    }
    const [refusal] = entry.screen.refusals;
    return refusal === undefined ? { kind: 'failed' } : { kind: 'refused', refusal, address };
  };
  return { ...state(), key, current, retry };
}
