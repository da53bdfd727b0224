import type { ListOptions } from '../../engine/part-data.ts';
import type { PartAddress } from '../../engine/session.ts';

/** The last state of a list: the paths that its rows lead to, in order, and its options. */
export interface Trail {
  readonly part: PartAddress;
  readonly options: ListOptions;
  /** Index of the first path among all records of the list. */
  readonly offset: number;
  readonly total: number;
  /** `total` is a lower bound. */
  readonly more: boolean;
  /** The path of each row that leads to a screen. */
  readonly paths: readonly string[];
}

export interface Step {
  readonly trail: Trail;
  /** The index of the current record in the trail's paths. */
  readonly index: number;
}

/** Older lists are forgotten. */
const mostTrails = 12;

/** The lists that a person saw, which connect their records to the next and the previous one. */
export class Trails {
  readonly #seen = new Map<string, Trail>();

  note(trail: Trail): void {
    const key = JSON.stringify(trail.part);
    this.#seen.delete(key);
    if (trail.paths.length > 0) this.#seen.set(key, trail);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostTrails && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** The last seen list that leads to a path; null if none does. */
  around(path: string): Step | null {
    for (const trail of [...this.#seen.values()].reverse()) {
      const index = trail.paths.indexOf(path);
      if (index >= 0) return { trail, index };
    }
    return null;
  }
}

/** The page before (-1) or after (1) a trail, as offset and limit; null if there is none. */
export function adjacentPage(
  { offset, total, paths, options }: Trail,
  side: -1 | 1,
): { readonly offset: number; readonly limit: number } | null {
  const limit = Math.max(options.limit ?? 0, paths.length);
  if (side === 1) return offset + paths.length < total ? { offset: offset + paths.length, limit } : null;
  const from = Math.max(0, offset - limit);
  return offset > 0 ? { offset: from, limit: offset - from } : null;
}
