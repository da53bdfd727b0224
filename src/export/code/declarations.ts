import type { JsonSchema } from '../../model/types/json-schema.ts';
import { objectText, typeName, typeText } from './type-text.ts';

/** Returns an interface for each record and view. */
export const declarations = (schemas: Iterable<readonly [string, JsonSchema]>): string =>
  [...schemas]
    .map(([name, schema]) => {
      const comment =
        schema.description === undefined ? '' : `/** ${schema.description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
      const isObject = schema.type === 'object' && schema.properties !== undefined && Object.keys(schema.properties).length > 0;
      return `${comment}${isObject ? `export interface ${typeName(name)} ${objectText(schema)}` : `export type ${typeName(name)} = ${typeText(schema)};`}\n`;
    })
    .join('\n');
