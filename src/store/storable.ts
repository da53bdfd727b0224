import { isFile, type Value } from '../expression/values/value.ts';
import { mostUnique, type TableSchema } from './schema.ts';
import { ValueConflict } from './store.ts';

/**
 * Refuses texts that some database cannot store, also inside lists and JSON: the character NUL
 * (SQLite truncates the text there, Postgres refuses it), and an unpaired surrogate, which has no
 * UTF-8 form. All stores behave alike, including memory. Throws ValueConflict.
 */
export function refuseUnstorable(entity: string, field: string, value: Value): void {
  const why = whyUnstorable(value);
  if (why !== null) throw new ValueConflict(entity, field, why);
}

function whyUnstorable(value: Value): string | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'contains a NUL character, which a database cannot store';
    return halfCharacter.test(value) ? 'contains a lone surrogate, which a database cannot store' : null;
  }
  if (Array.isArray(value)) return firstOf(value as readonly Value[]);
  if (value instanceof Map) return firstOf([...(value.keys() as Iterable<Value>), ...(value.values() as Iterable<Value>)]);
  return value !== null && isFile(value) ? firstOf([value.name, value.mediaType]) : null;
}

/**
 * Refuses a text that is longer than its share of an index entry, in stores without this limit too,
 * so that data can move from any store to any other. Throws ValueConflict.
 */
export function refuseLongUnique(table: TableSchema, field: string, value: Value): void {
  if (typeof value !== 'string') return;
  let limits = uniqueLimits.get(table);
  if (limits === undefined) uniqueLimits.set(table, (limits = uniqueLimitsOf(table)));
  const most = limits.get(field);
  if (most !== undefined && new TextEncoder().encode(value).length > most)
    throw new ValueConflict(table.entity, field, `cannot take more than ${most} bytes, because the database compares records by it`);
}

const uniqueLimits = new WeakMap<TableSchema, ReadonlyMap<string, number>>();

/** By field: the most bytes of its texts, which are compared alone or with others. */
function uniqueLimitsOf({ columns, uniques, overlaps = [] }: TableSchema): ReadonlyMap<string, number> {
  const texts = new Set(columns.flatMap(({ field, type }) => (type === 'text' ? [field] : [])));
  const limits = new Map<string, number>();
  for (const fields of [...uniques.map(({ fields }) => fields), ...overlaps.map(({ per }) => per)]) {
    const compared = fields.filter((field) => texts.has(field));
    const most = Math.floor(mostUnique / compared.length);
    for (const field of compared) limits.set(field, Math.min(most, limits.get(field) ?? most));
  }
  return limits;
}

const halfCharacter = /\p{Surrogate}/u;

function firstOf(values: readonly Value[]): string | null {
  for (const value of values) {
    const why = whyUnstorable(value);
    if (why !== null) return why;
  }
  return null;
}
