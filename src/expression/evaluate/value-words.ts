import { withArticle } from '../types/type-words.ts';
import { isMap, items } from '../values/compare.ts';
import { isDecimal } from '../values/decimal.ts';
import { Duration, isFile, isRecord, Money, PlainDate, PlainTime, Timestamp, type Value } from '../values/value.ts';

/** The kind of a value in the notation's terms, with an article. */
export function valueWords(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'an integer';
  if (isDecimal(value)) return 'a decimal';
  if (value instanceof Money) return 'money';
  if (value instanceof Timestamp) return 'a datetime';
  if (value instanceof Duration) return 'a duration';
  if (value instanceof PlainDate) return 'a date';
  if (value instanceof PlainTime) return 'a time';
  if (value instanceof Uint8Array) return 'bytes';
  if (isRecord(value)) return withArticle(value.entity);
  if (isFile(value)) return 'a file';
  if (isMap(value)) return 'a map';
  return items(value) === undefined ? 'a value' : 'a list';
}
