import type { Type } from '../../expression/types/type.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import { formatDate, formatTime, formatTimestamp } from '../../expression/values/time.ts';
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
} from '../../expression/values/value.ts';
import type { Constant } from '../../model/ast/constants.ts';
import type { Labels } from '../../model/labels.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { labelOf } from './labels.ts';

/** Formats a value for people: `14 days`, `5.00 EUR`, `12 %`, `Ana Díaz`. */
export function humanValue(index: ModelIndex, value: Value, type?: Type): string {
  if (type?.percent && isDecimal(value)) return `${value.times(100).toFixed()} %`;
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (isDecimal(value)) return value.toFixed();
  if (value instanceof Money) return `${value.amount.toFixed(2)} ${value.currency}`.trim();
  if (value instanceof Timestamp)
    return formatTimestamp(value)
      .replace('T', ' ')
      .replace(/(:\d\d):\d\d.*Z$/, '$1');
  if (value instanceof Duration) return humanDuration(value);
  if (value instanceof PlainDate) return formatDate(value);
  if (value instanceof PlainTime) return formatTime(value);
  if (isRecord(value)) return labelOf(index, value);
  if (isFile(value)) return value.name;
  if (isRecordList(value))
    return value
      .records()
      .map((record) => labelOf(index, record))
      .join(', ');
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => humanValue(index, item)).join(', ');
  return '';
}

const units: readonly (readonly [string, number])[] = [
  ['week', 604800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

const counted = (count: number, unit: string): string => `${count} ${unit}${Math.abs(count) === 1 ? '' : 's'}`;

/** `14 days`, `1 day 12 hours`; never in weeks. */
function humanDuration({ seconds }: Duration): string {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [unit, length] of units.slice(1)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(counted(count, unit));
  }
  return parts.length === 0 ? '0 seconds' : `${seconds < 0 ? '-' : ''}${parts.join(' ')}`;
}

/**
 * A constant in its original unit: `36 hours`, `21 %`; `?` if it has no value. `labels`: in the
 * reader's language.
 */
export function humanConstant(index: ModelIndex, constant: Constant, labels: Labels = index.labels): string {
  const { value, unit } = constant;
  if (value === undefined) return '?';
  if (value instanceof Duration && unit !== null) {
    const name = unit.trim().toLowerCase().replace(/s$/, '');
    const length = units.find(([known]) => known === name)?.[1];
    if (length !== undefined && value.nanos === 0 && value.seconds % length === 0) {
      const count = value.seconds / length;
      const unitLabel = labels.unit(unit.trim(), count);
      return unitLabel === null ? counted(count, name) : `${count} ${unitLabel}`;
    }
  }
  return humanValue(index, value, unit === '%' ? { kind: 'decimal', percent: true } : undefined);
}
