import type { Type } from '../expression/types/type.ts';
import type { Call } from './ast/calls.ts';
import type { Field } from './ast/entities.ts';
import { fieldOf } from './lookup.ts';
import type { RunModel } from './run-model.ts';

/**
 * The most entries allowed in a list of lines (`lines` of an invoice), since each one is a write.
 */
export const mostLines = 1000;

/**
 * The inverse side of a relation: its records can be passed together with the record that owns
 * them.
 */
export interface LineList {
  readonly field: Field;
  /** The entity of the lines, and its field that refers to the owning record. */
  readonly entity: string;
  readonly by: string;
}

/** Null: not a list of lines. A many-to-many list is not one, because its records have no owner. */
export function lineList(model: RunModel, entity: string, name: string): LineList | null {
  const field = fieldOf(model, entity, name);
  if (field === undefined || field.type.kind !== 'inverse' || field.computed !== null) return null;
  const { entity: line, by } = field.type;
  return fieldOf(model, line.text, by.text)?.type.kind === 'relation' ? { field, entity: line.text, by: by.text } : null;
}

/**
 * The entity of the lines that a call accepts under a name, found from the records that it creates
 * or updates; null: none.
 */
export function lineEntity(model: RunModel, call: Call, name: string): string | null {
  for (const step of call.does?.steps ?? []) {
    const target = step.kind === 'create' ? step.entity.text : step.kind === 'update' ? recordOf(step.target.type) : null;
    const found = target === null ? null : lineList(model, target, name);
    if (found !== null) return found.entity;
  }
  return null;
}

const recordOf = (type: Type): string | null => (type.kind === 'record' ? type.entity : null);
