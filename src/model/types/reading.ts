import type { Type } from '../../expression/types/type.ts';
import { fromJson, Mistake, toJson } from '../../expression/values/json.ts';
import { isRecord, isRecordList, type Value } from '../../expression/values/value.ts';
import type { JsonSchema } from './json-schema.ts';
import { defaultTraits, type PlainType } from './type.ts';

/** Any text that a database can store. */
export function text(given: Value): Value | Mistake {
  if (typeof given !== 'string') return new Mistake('must be text', 'text');
  if (given.includes('\0')) return new Mistake('must not contain a NUL character');
  // A lone surrogate has no UTF-8 encoding: a database would store something else.
  return /\p{Surrogate}/u.test(given) ? new Mistake('must not contain a lone surrogate') : given;
}

/** The length in code points, as expressions and databases count. */
export const lengthOf = (text: string): number => [...text].length;

/** Converts a JSON-like value to the type. Returns a Mistake if it does not fit. */
export const asJson = (given: Value, type: Type, timeZone: string): Value | Mistake =>
  isRecord(given) || isRecordList(given) ? fromJson({}, type) : fromJson(toJson(given), type, timeZone);

/** Like `asJson`, but an empty form input means null. */
export const fromGiven = (given: Value, type: Type, timeZone: string): Value | Mistake =>
  given === '' ? null : asJson(given, type, timeZone);

/** Accepts any JSON value, but no records. */
export const plainData = (given: Value): Value | Mistake =>
  isRecord(given) || isRecordList(given) ? new Mistake('must be plain data') : given;

/** A cell without surrounding spaces. Whether it fits the type is checked by `coerce`. */
export const trimmed = (cell: string): string => cell.trim();

/**
 * A number with a decimal point; spaces between digits are ignored. Commas are refused, because
 * their meaning depends on the country.
 */
export function number(cell: string, kind: 'integer' | 'decimal' | 'money'): Value | Mistake {
  const plain = cell
    .trim()
    .replace(/[\s'’_]/gu, '')
    .replace('−', '-');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain))
    return new Mistake(kind === 'integer' ? 'must be a whole number' : 'must be a number, written with digits and a point', kind);
  const digits = plain
    .replace(/^\+/u, '')
    .replace(/^(-?)\./u, '$10.')
    .replace(/\.$/u, '');
  return kind === 'integer' && Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/**
 * A text type with a fixed format. `must` completes a sentence that begins with the field's name:
 * `must be an email address`.
 */
export const formattedText = (kind: string, must: string, fits: (text: string) => boolean, schema: Omit<JsonSchema, 'type'> = {}) =>
  ({
    ...defaultTraits,
    storage: 'text',
    value: { kind: 'text' },
    schema: { type: 'string', ...schema },
    coerce(given) {
      if (given === '') return null;
      return typeof given === 'string' && fits(given) ? given : new Mistake(must, kind);
    },
    fromCell: trimmed,
  }) satisfies Omit<PlainType, 'examples'>;
