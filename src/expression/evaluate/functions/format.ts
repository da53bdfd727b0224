import { isMap, isNumeric, items } from '../../values/compare.ts';
import { Decimal, decimalText, isDecimal } from '../../values/decimal.ts';
import { formatDate, formatSeconds, formatTime, formatTimestamp } from '../../values/time.ts';
import { Duration, isFile, isRecord, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../values/value.ts';
import { wrong } from './implementation.ts';

/**
 * The text of a value as `string(x)` and `%s` write it; undefined for values without a text form.
 */
export function textOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (isDecimal(value)) return decimalText(value);
  if (value instanceof Money) return value.amount.toFixed(2);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatSeconds(value);
  if (value instanceof PlainDate) return formatDate(value);
  if (value instanceof PlainTime) return formatTime(value);
  if (value instanceof Uint8Array) return utf8(value);
  return undefined;
}

export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return wrong('these bytes are not UTF-8');
  }
}

/** The text that `%s` writes for any value, including lists and maps. */
function anyText(value: Value): string {
  if (value === null) return 'null';
  const plain = textOf(value);
  if (plain !== undefined) return plain;
  const list = items(value);
  if (list !== undefined) return `[${list.map(anyText).join(', ')}]`;
  if (isMap(value)) {
    const entries = [...value].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${key}: ${anyText(inner)}`).join(', ')}}`;
  }
  return isRecord(value) ? value.id : isFile(value) ? value.name : '';
}

/** The function `format` of cel-spec, with %s, %d, %f, %e, %b, %o, %x, %X and %%. */
export function format(pattern: string, values: readonly Value[]): string {
  let used = 0;
  const text = pattern.replace(/%(?:\.(\d+))?(.?)/gsu, (_, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    const value = values[used++];
    if (value === undefined) return wrong(`there is no value ${used - 1} to fill in`);
    return fill(verb, value, precision === undefined ? undefined : Number(precision));
  });
  return text;
}

function fill(verb: string, value: Value, precision: number | undefined): string {
  const number = isNumeric(value) ? new Decimal(value) : undefined;
  switch (verb) {
    case 's':
      return anyText(value);
    case 'd':
      return number === undefined ? wrong('%d fills in a number') : decimalText(number);
    case 'f':
      return number === undefined ? wrong('%f fills in a number') : number.toFixed(Math.min(precision ?? 6, 1000), Decimal.roundHalfEven);
    case 'e':
      return number === undefined ? wrong('%e fills in a number') : exponent(number.toExponential(Math.min(precision ?? 6, 1000)));
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : digits(value, 2, 'b');
    case 'o':
      return digits(value, 8, 'o');
    case 'x':
    case 'X': {
      const text =
        typeof value === 'string'
          ? hex(new TextEncoder().encode(value))
          : value instanceof Uint8Array
            ? hex(value)
            : digits(value, 16, verb);
      return verb === 'X' ? text.toUpperCase() : text;
    }
    default:
      return wrong(`“%${verb}” fills in nothing`);
  }
}

const exponent = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2');
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function digits(value: Value, base: number, verb: string): string {
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString(base) : wrong(`%${verb} fills in an integer`);
}
