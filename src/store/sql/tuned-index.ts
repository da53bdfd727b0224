import { fingerprint, identifier } from './identifier.ts';

/** An index for what a document asks for: its name, which says what it is, and the statement that makes it. */
export type TunedIndex = readonly [name: string, statement: string];

/** `mark` says what for; `definition` stands after ON. */
export function tunedIndex(mark: 'order' | 'in', definition: string): TunedIndex {
  const name = `~${mark} ${fingerprint(definition)}`;
  return [name, `CREATE INDEX IF NOT EXISTS ${identifier(name)} ON ${definition}`];
}

export const isTuned = (name: string): boolean => /^~(order|in) /.test(name);
