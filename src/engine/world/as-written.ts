import type { Big } from 'big.js';
import { isDecimal } from '../../expression/values/decimal.ts';
import { Duration, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { StoredRecord } from '../../store/store.ts';

/**
 * Whether every database returns the value unchanged. Databases truncate finer times, and may
 * return numbers in another form.
 */
export function isStoredExactly(value: Value, field: Field | undefined, currency: string): boolean {
  if (Array.isArray(value)) return (value as readonly Value[]).every((item) => typeof item === 'string');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  const kind = field?.type.kind;
  if (value instanceof Timestamp) return value.nanos % 1000 === 0;
  if (value instanceof PlainDate) return kind === 'date' && Number.isInteger(value.days);
  if (value instanceof PlainTime) return kind === 'time' && Number.isInteger(value.seconds);
  if (value instanceof Duration) return value.nanos % 1000 === 0 && value.seconds * value.nanos >= 0;
  if (value instanceof Money) return kind === 'money' && value.currency === currency && !isMinusNothing(value.amount);
  if (isDecimal(value)) return kind === 'decimal' && !isMinusNothing(value);
  return Number.isSafeInteger(value) && (kind === 'integer' || kind === 'serial');
}

const isMinusNothing = (number: Big): boolean => number.s < 0 && number.eq(0);

/** Whether a field of the record has the record's own id as its value. */
export const refersToItself = (record: StoredRecord): boolean =>
  Object.keys(record).some((name) => name !== 'id' && record[name] === record.id);
