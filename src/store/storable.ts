import { isFile, type Value } from '../expression/values/value.ts';
import { ValueConflict } from './store.ts';

/**
 * Refuses texts that some database cannot store, also inside lists and JSON: the character NUL
 * (SQLite truncates the text there, Postgres refuses it), and an unpaired surrogate, which has no
 * UTF-8 form. All stores behave alike, memory included.
 */
export function refuseUnstorable(entity: string, field: string, value: Value): void {
  const why = whyUnstorable(value);
  if (why !== null) throw new ValueConflict(entity, field, why);
}

function whyUnstorable(value: Value): string | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'holds the character NUL, which a database cannot keep';
    return halfCharacter.test(value) ? 'holds half of a character, which a database cannot keep' : null;
  }
  if (Array.isArray(value)) return firstOf(value as readonly Value[]);
  if (value instanceof Map) return firstOf([...(value.keys() as Iterable<Value>), ...(value.values() as Iterable<Value>)]);
  return value !== null && isFile(value) ? firstOf([value.name, value.mediaType]) : null;
}

const halfCharacter = /\p{Surrogate}/u;

function firstOf(values: readonly Value[]): string | null {
  for (const value of values) {
    const why = whyUnstorable(value);
    if (why !== null) return why;
  }
  return null;
}
