import { Decimal, isDecimal } from '../expression/values/decimal.ts';
import {
  Duration,
  isFile,
  isRecord,
  isRecordList,
  Money,
  PlainDate,
  PlainTime,
  Timestamp,
  type Value,
} from '../expression/values/value.ts';

/**
 * Converts any value to JSON text and back without loss. Values that JSON has stay as they are;
 * other values become `{"$": [kind, …]}`. Throws TypeError for records, since a relation stores the
 * id.
 */
export function valueToJson(value: Value): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : tagged('number', String(value));
  if (typeof value === 'bigint') return tagged('integer', String(value));
  if (Array.isArray(value)) return `[${value.map((item: Value) => valueToJson(item)).join(',')}]`;
  if (isDecimal(value)) return tagged('decimal', value.toFixed());
  if (value instanceof Money) return tagged('money', value.amount.toFixed(), value.currency);
  if (value instanceof Timestamp) return tagged('datetime', value.seconds, value.nanos);
  if (value instanceof Duration) return tagged('duration', value.seconds, value.nanos);
  if (value instanceof PlainDate) return tagged('date', value.days);
  if (value instanceof PlainTime) return tagged('time', value.seconds);
  if (value instanceof Uint8Array) return tagged('bytes', ...value);
  if (value instanceof Map) {
    const entries = [...value] as [string, Value][];
    if (value.has('$')) return `{"$":["map",${entries.map(([key, item]) => `[${JSON.stringify(key)},${valueToJson(item)}]`).join(',')}]}`;
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${valueToJson(item)}`).join(',')}}`;
  }
  if (isFile(value)) return tagged('file', value.id, value.name, value.mediaType, value.size);
  const what = isRecord(value) ? `the record ${value.entity} ${value.id}` : isRecordList(value) ? `a list of ${value.entity}` : 'this';
  throw new TypeError(`${what} cannot be kept as a value`);
}

/** Reads what valueToJson has written. Throws TypeError for an unknown tag. */
export const valueFromJson = (text: string): Value => revive(JSON.parse(text) as unknown);

const tagged = (kind: string, ...parts: (string | number)[]): string => JSON.stringify({ $: [kind, ...parts] });

function revive(json: unknown): Value {
  if (json === null || typeof json === 'boolean' || typeof json === 'string' || typeof json === 'number') return json;
  if (Array.isArray(json)) return json.map(revive);
  const entries = Object.entries(json as object) as [string, unknown][];
  const tag = entries.length === 1 && entries[0]?.[0] === '$' ? (entries[0][1] as unknown[]) : null;
  if (tag === null) return new Map(entries.map(([key, item]) => [key, revive(item)]));
  const [kind, ...parts] = tag as [string, ...unknown[]];
  const text = String(parts[0]);
  const count = Number(parts[0]);
  switch (kind) {
    case 'number':
      return count;
    case 'integer':
      return BigInt(text);
    case 'decimal':
      return new Decimal(text);
    case 'money':
      return new Money(new Decimal(text), String(parts[1]));
    case 'datetime':
      return new Timestamp(count, Number(parts[1]));
    case 'duration':
      return new Duration(count, Number(parts[1]));
    case 'date':
      return new PlainDate(count);
    case 'time':
      return new PlainTime(count);
    case 'bytes':
      return Uint8Array.from(parts as number[]);
    case 'map':
      return new Map((parts as [string, unknown][]).map(([key, item]) => [key, revive(item)]));
    case 'file':
      return { isFile: true, id: text, name: String(parts[1]), mediaType: String(parts[2]), size: Number(parts[3]) };
    default:
      throw new TypeError(`JSON in the store has the unknown tag ${kind}`);
  }
}
