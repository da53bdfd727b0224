/** As much of JSON Schema 2020-12 as is written. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | null)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.enum !== undefined)
    return { ...schema, type: typesOf(schema, 'null'), enum: schema.enum.includes(null) ? schema.enum : [...schema.enum, null] };
  if (schema.type !== undefined) return { ...schema, type: typesOf(schema, 'null') };
  // Without a type everything fits, null as well.
  return schema.$ref === undefined && schema.anyOf === undefined ? schema : { anyOf: [schema, { type: 'null' }] };
}

function typesOf(schema: JsonSchema, more: string): readonly string[] {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.includes(more) ? types : [...types, more];
}
