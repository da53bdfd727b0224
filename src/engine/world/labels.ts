import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { ModelIndex } from '../document/model-index.ts';
import type { RecordLabel } from '../record-data.ts';

export const labelOf = (index: ModelIndex, record: RecordValue): string => labelled(index, record).label;

/** The value of the label field, else `Ticket 7`, else `Ticket 1a2b3c`. */
export function labelled(index: ModelIndex, record: RecordValue): RecordLabel {
  const entity = index.entity(record.entity);
  const field = entity?.label ?? null;
  const value = field === null ? null : readOrNull(record, field);
  if (typeof value === 'string' && value.trim() !== '') return { label: value };
  if (isRecord(value) && value.entity !== record.entity) return labelled(index, value);
  const serial = entity?.fields.find((candidate) => candidate.type.kind === 'serial');
  const known = serial === undefined ? null : readOrNull(record, serial.name.text);
  return unnamed(index, record.entity, record.id, typeof known === 'number' ? String(known) : undefined);
}

/**
 * The label of a record of which only the id is known. It uses the end of the id, because a UUIDv7
 * starts with the time, which records created together share.
 */
export const unnamed = (index: ModelIndex, entity: string, id: string, number = id.slice(-6)): RecordLabel => ({
  label: `${index.labels.entity(entity)} ${number}`,
  unnamed: { entity, number },
});

export function readOrNull(record: RecordValue, field: string): Value {
  try {
    return record.get(field);
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
