import { withArticle } from '../../expression/types/type-words.ts';
import type { Field, FieldType } from '../../model/ast/entities.ts';
import type { Machine } from '../../model/ast/states.ts';
import { machineOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { plainTypes } from '../../model/types/index.ts';
import type { JsonSchema } from '../../model/types/json-schema.ts';

export const fileSchema: JsonSchema = plainTypes.file.schema;

/** One value of a field; whether it may be null is said elsewhere. */
export function fieldSchema(model: Model, field: Field): JsonSchema {
  const schema =
    field.computed === null ? valueSchema(model, field, field.type) : { ...valueSchema(model, field, field.type), readOnly: true };
  return field.description === '' ? schema : { ...schema, description: field.description };
}

function valueSchema(model: Model, field: Field, type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'enum':
      return { type: 'string', enum: type.values.map((value) => value.text) };
    case 'state':
      return stateSchema(machineOf(model, field.entity, field.name.text));
    case 'relation':
      return { type: 'string', description: `The id of ${withArticle(type.entity.text)}` };
    case 'list':
      return { type: 'array', items: valueSchema(model, field, type.of) };
    case 'members':
    case 'inverse':
      return { type: 'array', items: { type: 'string', description: `The id of ${withArticle(type.entity.text)}` } };
    case 'unknown':
      return {};
    default:
      return plainTypes[type.kind].schema;
  }
}

const stateSchema = (machine: Machine | undefined): JsonSchema => ({
  type: 'string',
  ...(machine === undefined || machine.states.length === 0 ? {} : { enum: machine.states.map((state) => state.name) }),
});
