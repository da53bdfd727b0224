import type { JsonSchema } from '../../model/types/json-schema.ts';

/** Returns the schema extended to accept null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.enum !== undefined)
    return { ...schema, type: typesOf(schema, 'null'), enum: schema.enum.includes(null) ? schema.enum : [...schema.enum, null] };
  if (schema.type !== undefined) return { ...schema, type: typesOf(schema, 'null') };
  // A schema without a type accepts everything, including null.
  return schema.$ref === undefined && schema.anyOf === undefined ? schema : { anyOf: [schema, { type: 'null' }] };
}

function typesOf(schema: JsonSchema, more: string): readonly string[] {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.includes(more) ? types : [...types, more];
}
