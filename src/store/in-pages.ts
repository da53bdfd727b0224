import type { Store } from './store.ts';

/** A page that was read. */
export interface Page<Place> {
  /** Where the next one begins; null: it was the last. */
  readonly next: Place | null;
}

/**
 * Reads page after page, from null, each in a step of its own: over a network none is read twice,
 * and no more than one is in memory. Gives what `read` gave for each.
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
