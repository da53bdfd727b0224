import type { Type } from '../../expression/types/type.ts';
import { fromJson, Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';

/**
 * Converts text from a route or query to a value of a type. Empty text is null, unless the type is
 * text.
 */
export function textValue(text: string, type: Type, zone: string): Value | Mistake {
  if (text === '' && type.kind !== 'text' && type.kind !== 'any') return null;
  switch (type.kind) {
    case 'any':
    case 'json':
    case 'record':
      return text;
    case 'integer':
      return fromJson(/^-?\d{1,15}$/.test(text) ? Number(text) : text, type, zone);
    case 'boolean':
      return fromJson(text === 'true' ? true : text === 'false' ? false : text, type, zone);
    default:
      return fromJson(text, type, zone);
  }
}

/**
 * Converts a query parameter, given as all its texts. Repeating it is an error unless the type is a
 * list.
 */
export function queryValue(texts: readonly string[], type: Type, zone: string): Value | Mistake {
  if (type.kind !== 'list') {
    return texts.length > 1 ? new Mistake('must be given only once') : textValue(texts[0] ?? '', type, zone);
  }
  const values: Value[] = [];
  for (const text of texts) {
    const value = textValue(text, type.of, zone);
    if (value instanceof Mistake) return value;
    if (value !== null) values.push(value);
  }
  return values;
}
