import type { Type } from '../../expression/types/type.ts';
import { fromJson, Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';

/** Whether empty text is a value of the type. */
const mayBeEmpty = ({ kind }: Type): boolean => kind === 'text' || kind === 'any';

/** The texts of a query parameter; an empty one that is no value counts as left out. */
export function textsGiven(texts: readonly string[], type: Type): readonly string[] {
  const isList = type.kind === 'list';
  if (mayBeEmpty(isList ? type.of : type) || (!isList && texts.length > 1)) return texts;
  return texts.filter((text) => text !== '');
}

/**
 * Converts text from a route or query to a value of a type. Empty text is null, unless the type is
 * text.
 */
export function textValue(text: string, type: Type, zone: string): Value | Mistake {
  if (text === '' && !mayBeEmpty(type)) return null;
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
