import type { JsonSchema } from '../../model/types/json-schema.ts';

/**
 * Returns a schema as a TypeScript type. `indent` is the indentation of the line that it starts on.
 */
export const typeText = (schema: JsonSchema, indent = ''): string => [...new Set(parts(schema, indent))].join(' | ') || 'never';

/** The members of the union type. */
function parts(schema: JsonSchema, indent: string): readonly string[] {
  if (schema.$ref !== undefined) return [typeName(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => parts(one, indent));
  if (schema.enum !== undefined) return schema.enum.length === 0 ? ['string'] : schema.enum.map((value) => JSON.stringify(value));
  if (schema.type === undefined) return ['unknown'];
  return (typeof schema.type === 'string' ? [schema.type] : schema.type).map((type) => oneType(schema, type, indent));
}

function oneType(schema: JsonSchema, type: string, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const of = typeText(schema.items ?? {}, indent);
      return `readonly ${/[ |]/.test(of) && !of.startsWith('{') ? `(${of})` : of}[]`;
    }
    case 'object':
      return schema.properties === undefined
        ? `Readonly<Record<string, ${typeof schema.additionalProperties === 'object' ? typeText(schema.additionalProperties, indent) : 'unknown'}>>`
        : objectText(schema, indent);
    default:
      return type;
  }
}

/** Returns `{ … }` with a line for each property. */
export function objectText({ properties = {}, required = [] }: JsonSchema, indent = ''): string {
  const lines = Object.entries(properties).map(([name, property]) => {
    const comment =
      property.description === undefined
        ? ''
        : `${indent}  /** ${property.description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
    return `${comment}${indent}  readonly ${keyText(name)}${required.includes(name) ? '' : '?'}: ${typeText(property, `${indent}  `)};\n`;
  });
  return lines.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${lines.join('')}${indent}}`;
}

export const keyText = (name: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name));

/** Turns a name into a valid type name that no built-in type has. */
export function typeName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}_]/gu, '_');
  return /^\p{N}/u.test(plain) || plain === '' || builtIn.has(plain) ? `${plain}_` : plain;
}

const builtIn: ReadonlySet<string> = new Set([
  'Array',
  'Record',
  'Readonly',
  'Promise',
  'Response',
  'RequestInit',
  'URLSearchParams',
  'Error',
  'Object',
]);
