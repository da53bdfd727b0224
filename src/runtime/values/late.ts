import { own } from '../../base/own.ts';
import type { ProductModel } from '../../engine/document/product-model.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { saysLate } from '../../model/says-late.ts';
import { finalHue } from '../../ui/display/hue.ts';
import { fieldNamed, hueOfValue, isFinal, stateFieldOf, typeOf } from '../model-lookup.ts';

const saysDue = /^(?:due|deadline)(?:_?(?:on|at|by|date|day|time))?$/iu;

/** Does a computed field say that its record is late? */
export const isLateness = (model: ProductModel, entity: string, field: string): boolean => {
  const known = fieldNamed(model, entity, field);
  return known?.type.kind === 'boolean' && known.computed !== null && saysLate.test(field);
};

/**
 * Since when a record is late by a date of its own that has passed: while a computed field says so,
 * or else its state is neither an end nor a success. Null: it is not late, or that is not known.
 */
export function lateSince(
  model: ProductModel,
  { entity, values }: RecordData,
  field: string,
  { now, today }: { readonly now: number; readonly today: string },
): string | null {
  const { kind } = typeOf(model, entity, field);
  const value = own(values, field);
  if ((kind !== 'date' && kind !== 'datetime') || typeof value !== 'string' || !saysDue.test(field)) return null;
  if (kind === 'date' ? value >= today : new Date(value).getTime() >= now) return null;
  const said = Object.keys(values).find((name) => isLateness(model, entity, name));
  if (said !== undefined) return values[said] === true ? value : null;
  const stateField = stateFieldOf(model, entity);
  const state = stateField === null ? null : own(values, stateField);
  if (stateField === null || typeof state !== 'string' || isFinal(model, entity, stateField, state)) return null;
  return hueOfValue(model, entity, stateField, state) === finalHue ? null : value;
}
