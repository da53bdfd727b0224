import { own } from '../base/own.ts';
import type { ProductModel } from '../engine/document/product-model.ts';
import type { RelationData } from '../engine/record-data.ts';
import type { FieldType } from '../model/ast/entities.ts';
import { labelKey } from '../model/ast/labels.ts';
import { isFinalState } from '../model/final-state.ts';
import { colourOfState } from '../model/labels.ts';
import { type Hue, hueOfMeaning } from '../ui/display/hue.ts';

type Entity = ProductModel['entities'][number];

export const entityNamed = (model: ProductModel, name: string): Entity | undefined =>
  model.entities.find((entity) => entity.name.text === name);

export const fieldNamed = (model: ProductModel, entity: string, field: string): Entity['fields'][number] | undefined =>
  entityNamed(model, entity)?.byName.get(field);

/** Built-in fields that are not declared have these types. */
const builtIn: Readonly<Record<string, FieldType>> = {
  id: { kind: 'uuid' },
  createdAt: { kind: 'datetime' },
  updatedAt: { kind: 'datetime' },
};

/** A field's type as the document says it; text where it says nothing. */
export const typeOf = (model: ProductModel, entity: string, field: string): FieldType =>
  fieldNamed(model, entity, field)?.type ?? own(builtIn, field) ?? { kind: 'text' };

export const machineOf = (model: ProductModel, entity: string, field: string): ProductModel['machines'][number] | undefined =>
  model.machines.find((machine) => machine.entity === entity && machine.field === field);

/** The field that holds the state of an entity's records: the first with a machine. Null: none. */
export const stateFieldOf = (model: ProductModel, entity: string): string | null =>
  model.machines.find((machine) => machine.entity === entity && machine.field !== '')?.field ?? null;

/** Whether a record stays in a state for good. */
export function isFinal(model: ProductModel, entity: string, field: string, state: string): boolean {
  const machine = machineOf(model, entity, field);
  return machine !== undefined && isFinalState(machine, state);
}

/**
 * The colour of a state or enum value: the one that the document gives its meaning; else a state's
 * by its place in the machine. Any other value has none.
 */
export function hueOfValue(model: ProductModel, entity: string, field: string, value: string): Hue {
  const machine = machineOf(model, entity, field);
  const said = model.labels.colours.get(labelKey('value', entity, field, value)) ?? null;
  if (said !== null) return hueOfMeaning(said);
  if (machine) return hueOfMeaning(colourOfState(machine, value, model.labels));
  return null;
}

/** People get a face: records of the account entity. */
export const isPerson = (model: ProductModel, entity: string): boolean => model.account?.entity.text === entity;

export const currencyOf = (model: ProductModel): string | null => {
  const value = model.constants.find((constant) => constant.name.text === 'CURRENCY')?.value;
  return typeof value === 'string' ? value : null;
};

export const isRelation = (value: unknown): value is RelationData =>
  typeof value === 'object' && value !== null && 'id' in value && 'label' in value && 'entity' in value;
