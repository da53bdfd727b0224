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

/** The types of built-in fields that are not declared. */
const builtIn: Readonly<Record<string, FieldType>> = {
  id: { kind: 'uuid' },
  createdAt: { kind: 'datetime' },
  updatedAt: { kind: 'datetime' },
};

/** A field's type; text if the document does not declare one. */
export const typeOf = (model: ProductModel, entity: string, field: string): FieldType =>
  fieldNamed(model, entity, field)?.type ?? own(builtIn, field) ?? { kind: 'text' };

export const machineOf = (model: ProductModel, entity: string, field: string): ProductModel['machines'][number] | undefined =>
  model.machines.find((machine) => machine.entity === entity && machine.field === field);

/** An entity's state field: the first with a state machine; null if there is none. */
export const stateFieldOf = (model: ProductModel, entity: string): string | null =>
  model.machines.find((machine) => machine.entity === entity && machine.field !== '')?.field ?? null;

/** Whether no transition leaves the state. */
export function isFinal(model: ProductModel, entity: string, field: string, state: string): boolean {
  const machine = machineOf(model, entity, field);
  return machine !== undefined && isFinalState(machine, state);
}

/**
 * The colour of a state or enum value: the one that the document assigns, or else, for a state, the
 * one of its position in the machine. Other values have none.
 */
export function hueOfValue(model: ProductModel, entity: string, field: string, value: string): Hue {
  const machine = machineOf(model, entity, field);
  const meaning = model.labels.colours.get(labelKey('value', entity, field, value)) ?? null;
  if (meaning !== null) return hueOfMeaning(meaning);
  if (machine) return hueOfMeaning(colourOfState(machine, value, model.labels));
  return null;
}

/** Whether the entity is the account entity, whose records are shown as people. */
export const isPerson = (model: ProductModel, entity: string): boolean => model.account?.entity.text === entity;

export const currencyOf = (model: ProductModel): string | null => {
  const value = model.constants.find((constant) => constant.name.text === 'CURRENCY')?.value;
  return typeof value === 'string' ? value : null;
};

export const isRelation = (value: unknown): value is RelationData =>
  typeof value === 'object' && value !== null && 'id' in value && 'label' in value && 'entity' in value;
