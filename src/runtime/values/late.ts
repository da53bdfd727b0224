import { own } from '../../base/own.ts';
import type { ProductModel } from '../../engine/document/product-model.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { lateFieldName } from '../../model/says-late.ts';
import { finalHue } from '../../ui/display/hue.ts';
import { fieldNamed, hueOfValue, isFinal, stateFieldOf, typeOf } from '../model-lookup.ts';

const saysDue = /^(?:due|deadline)(?:_?(?:on|at|by|date|day|time))?$/iu;

/** Whether a computed field says that its record is late. */
export const isLateField = (model: ProductModel, entity: string, field: string): boolean => {
  const known = fieldNamed(model, entity, field);
  return known?.type.kind === 'boolean' && known.computed !== null && lateFieldName.test(field);
};

/**
 * A record's own due date, after which it is late while a computed field says so, or else while its
 * state is neither final nor a success. Null if the field has no such date.
 */
export function deadlineOf(model: ProductModel, { entity, values }: RecordData, field: string): string | null {
  const value = own(values, field);
  if (typeof value !== 'string' || !saysDue.test(field)) return null;
  const { kind } = typeOf(model, entity, field);
  if (kind !== 'date' && kind !== 'datetime') return null;
  const lateField = Object.keys(values).find((name) => isLateField(model, entity, name));
  if (lateField !== undefined) return values[lateField] === true ? value : null;
  const stateField = stateFieldOf(model, entity);
  const state = stateField === null ? null : own(values, stateField);
  if (stateField === null || typeof state !== 'string' || isFinal(model, entity, stateField, state)) return null;
  return hueOfValue(model, entity, stateField, state) === finalHue ? null : value;
}

/** Whether a day or a moment is in the past. */
export const hasPassed = (when: string, isDay: boolean, { now, today }: { readonly now: number; readonly today: string }): boolean =>
  isDay ? when < today : new Date(when).getTime() < now;
