import type { Type } from '../../expression/types/type.ts';
import { fromJson, Mistake, toJson } from '../../expression/values/json.ts';
import { isRecord, isRecordList, type Value } from '../../expression/values/value.ts';
import type { JsonSchema } from './json-schema.ts';
import { type PlainType, usual } from './type.ts';

/** Any text that a database can keep. */
export function text(given: Value): Value | Mistake {
  if (typeof given !== 'string') return new Mistake('must be text', 'text');
  if (given.includes('\0')) return new Mistake('must not hold the character with the number zero');
  // Half of a character cannot be written as UTF-8: a database would keep something else.
  return /\p{Surrogate}/u.test(given) ? new Mistake('must not hold half of a character (a lone surrogate)') : given;
}

/** In code points, as expressions and databases count. */
export const lengthOf = (text: string): number => [...text].length;

/** What JSON says of the value, read as the type. A Mistake where it does not fit. */
export const asJson = (given: Value, type: Type, timeZone: string): Value | Mistake =>
  isRecord(given) || isRecordList(given) ? fromJson({}, type) : fromJson(toJson(given), type, timeZone);

/** The same where an empty input of a form says nothing. */
export const fromGiven = (given: Value, type: Type, timeZone: string): Value | Mistake =>
  given === '' ? null : asJson(given, type, timeZone);

/** JSON of any kind, but no records. */
export const plainData = (given: Value): Value | Mistake =>
  isRecord(given) || isRecordList(given) ? new Mistake('must be plain data') : given;

/** A cell without the blanks around it; whether it fits is found when it is coerced. */
export const trimmed = (cell: string): string => cell.trim();

/**
 * Digits with a point; blanks between them are forgiven. What a comma means depends on the country:
 * it is not guessed.
 */
export function number(cell: string, kind: 'integer' | 'decimal' | 'money'): Value | Mistake {
  const plain = cell
    .trim()
    .replace(/[\s'’_]/gu, '')
    .replace('−', '-');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain))
    return new Mistake(kind === 'integer' ? 'must be a whole number' : 'must be a number, written with digits and a point', kind);
  const digits = plain.replace(/^\+/u, '');
  return kind === 'integer' && Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/**
 * A text that must have a certain form. `must` goes on after the field's name: `must be an email
 * address`.
 */
export const formed = (kind: string, must: string, fits: (text: string) => boolean, schema: Omit<JsonSchema, 'type'> = {}) =>
  ({
    ...usual,
    storage: 'text',
    value: { kind: 'text' },
    schema: { type: 'string', ...schema },
    coerce(given) {
      if (given === '') return null;
      return typeof given === 'string' && fits(given) ? given : new Mistake(must, kind);
    },
    fromCell: trimmed,
  }) satisfies Omit<PlainType, 'examples'>;
