import type { Field, FieldType } from '../../model/ast/entities.ts';
import { labelKey } from '../../model/ast/labels.ts';
import type { Machine } from '../../model/ast/states.ts';
import { machineOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { plainTypes } from '../../model/types/index.ts';
import type { JsonSchema } from '../../model/types/json-schema.ts';

export const fileSchema: JsonSchema = plainTypes.file.schema;

/** Returns the schema of a field's value without null; the caller adds null for optional fields. */
export function fieldSchema(model: Model, field: Field): JsonSchema {
  const schema =
    field.computed === null ? valueSchema(model, field, field.type) : { ...valueSchema(model, field, field.type), readOnly: true };
  const title = model.labels.own.get(labelKey('field', field.entity, field.name.text))?.one;
  return {
    ...(title === undefined ? {} : { title }),
    ...schema,
    // The author's description replaces the one derived from the type.
    ...(field.description === '' ? {} : { description: field.description }),
  };
}

function valueSchema(model: Model, field: Field, type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'enum':
      return labelledValues(model, field, { type: 'string', enum: type.values.map((value) => value.text) });
    case 'state':
      return labelledValues(model, field, stateSchema(machineOf(model, field.entity, field.name.text)));
    case 'relation':
      return { type: 'string', description: `The id of an existing ${type.entity.text}` };
    case 'list':
      return { type: 'array', items: valueSchema(model, field, type.of) };
    case 'members':
    case 'inverse':
      return { type: 'array', items: { type: 'string', description: `The id of an existing ${type.entity.text}` } };
    case 'rows': {
      const properties = Object.fromEntries(type.columns.map((column) => [column.name.text, plainTypes[column.type.kind].schema]));
      return { type: 'array', items: { type: 'object', properties } };
    }
    case 'unknown':
      return {};
    default:
      return type.maxLength === undefined ? plainTypes[type.kind].schema : { ...plainTypes[type.kind].schema, maxLength: type.maxLength };
  }
}

/**
 * Adds the labels of enum values, if the document defines any: `open: Waiting for us; closed:
 * Closed`.
 */
function labelledValues(model: Model, field: Field, schema: JsonSchema): JsonSchema {
  const labelled = (schema.enum ?? []).flatMap((value) => {
    const label = model.labels.own.get(labelKey('value', field.entity, field.name.text, String(value)));
    return label === undefined ? [] : [`${String(value)}: ${label.one}`];
  });
  return labelled.length === 0 ? schema : { ...schema, description: labelled.join('; ') };
}

const stateSchema = (machine: Machine | undefined): JsonSchema => ({
  type: 'string',
  ...(machine === undefined || machine.states.length === 0 ? {} : { enum: machine.states.map((state) => state.name) }),
});
