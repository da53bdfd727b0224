import { withArticle } from '../../expression/type-words.ts';
import type { Field, FieldType } from '../../model/facts/entities.ts';
import type { Machine } from '../../model/facts/states.ts';
import { machineOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { JsonSchema } from './json-schema.ts';

/** What JSON holds for each type of section 3 (docs/notation.md, JSON). */
const plain: Partial<Record<FieldType['kind'], JsonSchema>> = {
  text: { type: 'string' },
  markdown: { type: 'string', description: 'Markdown' },
  integer: { type: 'integer' },
  // A string where a binary number would be another decimal.
  decimal: { type: ['number', 'string'] },
  money: { type: ['number', 'string'], description: 'An amount with two places' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' },
  datetime: { type: 'string', format: 'date-time' },
  duration: { type: 'string', format: 'duration' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  phone: { type: 'string' },
  color: { type: 'string', pattern: '^#' },
  password: { type: 'string', format: 'password', writeOnly: true },
  uuid: { type: 'string', format: 'uuid' },
  serial: { type: 'integer' },
  slug: { type: 'string' },
};

export const fileSchema: JsonSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, mediaType: { type: 'string' }, size: { type: 'integer' } },
  required: ['id', 'name', 'mediaType', 'size'],
};

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
    case 'file':
    case 'image':
      return fileSchema;
    default:
      return plain[type.kind] ?? {};
  }
}

const stateSchema = (machine: Machine | undefined): JsonSchema => ({
  type: 'string',
  ...(machine === undefined || machine.states.length === 0 ? {} : { enum: machine.states.map((state) => state.name) }),
});
