import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { ModelIndex } from '../document/model-index.ts';

/** What people call a record: its label's field, else `Ticket 7`, else `Ticket 1a2b3c`. */
export function labelOf(index: ModelIndex, record: RecordValue): string {
  const entity = index.entity(record.entity);
  const field = entity?.label ?? null;
  const value = field === null ? null : readOrNull(record, field);
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (isRecord(value) && value.entity !== record.entity) return labelOf(index, value);
  const serial = entity?.fields.find((candidate) => candidate.type.kind === 'serial');
  const number = serial === undefined ? null : readOrNull(record, serial.name.text);
  const name = index.labels.entity(record.entity);
  // The end of a uuid v7 is random; its start is the time, equal for records created together.
  return `${name} ${typeof number === 'number' ? number : record.id.slice(-6)}`;
}

export function readOrNull(record: RecordValue, field: string): Value {
  try {
    return record.get(field);
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
