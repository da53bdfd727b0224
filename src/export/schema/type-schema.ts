import type { Scalar, Type } from '../../expression/types/type.ts';
import type { JsonSchema } from '../../model/types/json-schema.ts';
import { fileSchema } from './field-schema.ts';
import { orNull } from './json-schema.ts';

/** Resolves references to the schemas of records and views. */
export interface References {
  record(entity: string): JsonSchema;
  view(name: string): JsonSchema;
}

const scalars: Readonly<Record<Scalar | 'any' | 'money' | 'null', JsonSchema>> = {
  any: {},
  json: {},
  boolean: { type: 'boolean' },
  text: { type: 'string' },
  integer: { type: 'integer' },
  decimal: { type: ['number', 'string'] },
  money: { type: ['number', 'string'] },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: '^\\d{2}:\\d{2}(:\\d{2})?$' },
  datetime: { type: 'string', format: 'date-time' },
  duration: { type: 'string', format: 'duration' },
  bytes: { type: 'string', format: 'byte' },
  file: fileSchema,
  null: { type: 'null' },
};

/** Returns the schema of the JSON value that an expression of this type yields. */
export function typeSchema(type: Type, references: References): JsonSchema {
  const schema = notNull(type, references);
  return type.nullable === true && type.kind !== 'null' ? orNull(schema) : schema;
}

function notNull(type: Type, references: References): JsonSchema {
  switch (type.kind) {
    case 'enum':
    case 'state':
      return { type: 'string', ...(type.values.length === 0 ? {} : { enum: type.values }) };
    case 'record':
      return references.record(type.entity);
    case 'view':
      return references.view(type.view);
    case 'list':
      return { type: 'array', items: typeSchema(type.of, references) };
    case 'map': {
      if (type.entries === null) return { type: 'object', additionalProperties: typeSchema(type.value, references) };
      const entries = [...type.entries];
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([key, value]) => [key, typeSchema(value, references)])),
        required: entries.map(([key]) => key),
      };
    }
    default:
      return scalars[type.kind];
  }
}
