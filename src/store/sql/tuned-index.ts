import { fingerprint, identifier } from './identifier.ts';

/** An index for a document: its name, which describes it, and the statement that creates it. */
export type TunedIndex = readonly [name: string, statement: string];

/**
 * Creates an index. `mark`: its purpose (an order, the texts of a list, a count, a rule);
 * `definition`: the text after ON.
 */
export function tunedIndex(mark: 'order' | 'in' | 'count' | 'rule', definition: string): TunedIndex {
  return namedIndex(`~${mark} ${fingerprint(definition)}`, definition);
}

export const namedIndex = (name: string, definition: string): TunedIndex => [
  name,
  `CREATE INDEX IF NOT EXISTS ${identifier(name)} ON ${definition}`,
];

/** The text after ON; the names of indexes contain no such word in capitals. */
export const definitionOf = (statement: string): string => statement.slice(statement.indexOf('" ON "') + 5);

export const isTuned = (name: string): boolean => /^~(order|in|count|rule) /.test(name);
