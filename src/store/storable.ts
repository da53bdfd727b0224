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
  const isText = (name: string): boolean => table.columns.some((column) => column.field === name && column.type === 'text');
  if (!isText(field)) return;
  const { uniques, overlaps = [] } = table;
  const keys = [...uniques.map(({ fields }) => fields), ...overlaps.map(({ per }) => per)].filter((fields) => fields.includes(field));
  if (keys.length === 0) return;
  const most = Math.floor(mostUnique / Math.max(...keys.map((fields) => fields.filter(isText).length)));
  if (new TextEncoder().encode(value).length > most)
    throw new ValueConflict(table.entity, field, `cannot take more than ${most} bytes, because the database compares records by it`);
}

const halfCharacter = /\p{Surrogate}/u;

function firstOf(values: readonly Value[]): string | null {
  for (const value of values) {
    const why = whyUnstorable(value);
    if (why !== null) return why;
  }
  return null;
}
