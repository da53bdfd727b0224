import { fingerprint, identifier } from './identifier.ts';

/** An index for a document: its name, which describes it, and the statement that creates it. */
export type TunedIndex = readonly [name: string, statement: string];

/**
 * Creates an index. `mark`: its purpose (an order, the texts of a list, a count, a rule);
 * `definition`: the text after ON.
 */
export function tunedIndex(mark: 'order' | 'in' | 'count' | 'rule', definition: string): TunedIndex {
  const name = `~${mark} ${fingerprint(definition)}`;
  return [name, `CREATE INDEX IF NOT EXISTS ${identifier(name)} ON ${definition}`];
}

export const isTuned = (name: string): boolean => /^~(order|in|count|rule) /.test(name);
