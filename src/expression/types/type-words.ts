import type { Scalar, Type } from './type.ts';

/** Names of kinds that do not depend on details of the type. */
const plain: Readonly<Record<Scalar | 'any' | 'null' | 'map', string>> = {
  any: 'anything',
  null: 'null',
  boolean: 'a boolean',
  text: 'text',
  integer: 'an integer',
  decimal: 'a decimal',
  date: 'a date',
  time: 'a time',
  datetime: 'a datetime',
  duration: 'a duration',
  json: 'json',
  bytes: 'bytes',
  file: 'a file',
  map: 'a map',
};

/**
 * A type in the notation's terms, with an article: `an integer`, `a Ticket`, `a list of Comment`.
 */
export function typeWords(type: Type): string {
  switch (type.kind) {
    case 'enum':
      return `one of ${type.values.join(', ')}`;
    case 'state':
      return `a state of ${type.entity}`;
    case 'record':
      return withArticle(type.entity);
    case 'list':
      return type.of.kind === 'any' ? 'a list' : `a list of ${typeWords(type.of).replace(/^an? /, '')}`;
    case 'view':
      return withArticle(type.view);
    case 'map':
      return type.entries === null
        ? plain.map
        : `{${[...type.entries].map(([name, of]) => `${name}: ${typeWords(of).replace(/^an? /, '')}`).join(', ')}}`;
    case 'money':
      if (type.in !== undefined) return `money in ${type.in}`;
      return type.currency === null ? 'money' : `money in ${type.currency}`;
    default:
      if (type.percent) return 'a percent';
      return type.unit === undefined ? plain[type.kind] : `a number of ${type.unit}`;
  }
}

/**
 * `a Ticket`, `an Article`, `a User`: chooses the article by sound, as far as the spelling shows
 * it.
 */
export const withArticle = (name: string): string =>
  /^[aeiou]/i.test(name) && !/^(us|uni[^mn]|ut|eu|one)/i.test(name) ? `an ${name}` : `a ${name}`;

/** Joins quoted names in a sentence: `“a”, “b” or “c”`; shows at most `most` of them. */
export function oneOf(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).map((name) => `“${name}”`);
  if (names.length > most) return `${shown.join(', ')} …`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

/** `; did you mean “assignee”?`, or an empty text. */
export function didYouMean(suggestions: readonly string[]): string {
  const [best] = suggestions;
  return best === undefined ? '' : `; did you mean “${best}”?`;
}
