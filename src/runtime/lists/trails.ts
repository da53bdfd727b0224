import type { ListOptions } from '../../engine/part-data.ts';
import type { PartAddress } from '../../engine/session.ts';

/** What a list showed last: where its rows lead, in its order, as it was filtered. */
export interface Trail {
  readonly part: PartAddress;
  readonly options: ListOptions;
  /** Of the first path among all records of the list. */
  readonly offset: number;
  readonly total: number;
  /** There are more than `total`. */
  readonly more: boolean;
  /** The place of each row that leads anywhere. */
  readonly paths: readonly string[];
}

export interface Step {
  readonly trail: Trail;
  /** Of the present record among the trail's paths. */
  readonly index: number;
}

/** Lists are forgotten when so many others were seen since. */
const mostTrails = 12;

/** The lists that a person saw, so that their records lead to the next and the previous one. */
export class Trails {
  readonly #seen = new Map<string, Trail>();

  note(trail: Trail): void {
    const key = JSON.stringify(trail.part);
    this.#seen.delete(key);
    if (trail.paths.length > 0) this.#seen.set(key, trail);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostTrails && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** The list seen last that leads to a path; null: none does. */
  around(path: string): Step | null {
    for (const trail of [...this.#seen.values()].reverse()) {
      const index = trail.paths.indexOf(path);
      if (index >= 0) return { trail, index };
    }
    return null;
  }
}

/**
 * The rows before (-1) or after (1) those of a trail: where they begin, and how many. Null: none.
 */
export function pageBeside(
  { offset, total, paths, options }: Trail,
  side: -1 | 1,
): { readonly offset: number; readonly limit: number } | null {
  const limit = Math.max(options.limit ?? 0, paths.length);
  if (side === 1) return offset + paths.length < total ? { offset: offset + paths.length, limit } : null;
  const from = Math.max(0, offset - limit);
  return offset > 0 ? { offset: from, limit: offset - from } : null;
}
