import { fingerprint, identifier } from './identifier.ts';

/**
 * An index that a document needs: its name, which describes it, and the statement that creates it.
 */
export type TunedIndex = readonly [name: string, statement: string];

/** `mark` is the purpose (an order, the texts of a list, a count); `definition` follows ON. */
export function tunedIndex(mark: 'order' | 'in' | 'count', definition: string): TunedIndex {
  const name = `~${mark} ${fingerprint(definition)}`;
  return [name, `CREATE INDEX IF NOT EXISTS ${identifier(name)} ON ${definition}`];
}

export const isTuned = (name: string): boolean => /^~(order|in|count) /.test(name);
