import type { Store } from './store.ts';

/** The result of reading one page. */
export interface Page<Place> {
  /** Where the next page begins; null for the last page. */
  readonly next: Place | null;
}

/**
 * Reads page after page, starting with null, each in a step of its own: over a network no page is
 * read twice, and only one is in memory. Returns what `read` returned for each.
 */
export function inPages<Place, P extends Page<Place>>(store: Pick<Store, 'step'>, read: (from: Place | null) => P): readonly P[] {
  const pages: P[] = [];
  for (let from: Place | null = null; ; ) {
    const at: Place | null = from;
    const page: P = store.step((): P => read(at));
    pages.push(page);
    if (page.next === null) return pages;
    from = page.next;
  }
}
