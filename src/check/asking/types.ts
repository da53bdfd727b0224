import type { Entity } from '../../model/ast/entities.ts';
import type { Model } from '../../model/model.ts';
import { isIdentifier, toCamelCase } from '../../model/reading/cell-forms.ts';
import { isPlainKind, plainKinds, plainTypes, typeSynonyms } from '../../model/types/index.ts';
import type { PlainType } from '../../model/types/type.ts';
import { entityName } from './answer-words.ts';
import { personEntity, refersToPerson } from './persons.ts';

/** A field named in an answer, with the type stated there or suggested by its name. */
export interface Guess {
  readonly name: string;
  readonly type: string;
  /** The currency code, such as `EUR`, if the answer names one. */
  readonly currency?: string;
  /** The entity whose records are parts of this one, and its field that refers back. */
  readonly parts?: { readonly entity: string; readonly by: string };
}

/** The type suggested by the last word of a name. */
export const suggestedType = (words: string): string =>
  /^tags$/i.test(words) ? 'list of text' : (plainKinds.findLast((kind) => suggests(plainTypes[kind], words)) ?? 'text');

const suggests = ({ suggestedBy }: PlainType, words: string): boolean => suggestedBy?.test(words) === true;

const currencies: readonly (readonly [RegExp, string])[] = [
  [/^(?:euros?|eur|€)$/i, 'EUR'],
  [/^(?:(?:us )?dollars?|usd|\$)$/i, 'USD'],
  [/^(?:pounds?|gbp|£)$/i, 'GBP'],
];

const currencyOf = (typeText: string): string | undefined => currencies.find(([pattern]) => pattern.test(typeText))?.[1];

/**
 * Reads `due date`, `price: money`, `price in euros`, `total (whole number)` or `priority (low /
 * high)`. Returns a sentence if it cannot be a field.
 */
export function guessField(item: string, model: Model, owner: Entity): Guess | string {
  const brackets = /^(.*?)\s*\(([^)]*)\)$/.exec(item);
  const colon = /^([^:]+):\s*(.+)$/.exec(item);
  const amount = /^(.+?)\s+in\s+(\S+)$/i.exec(item);
  const inCurrency = amount !== null && currencyOf(amount[2] ?? '') !== undefined ? amount : null;
  const words = (brackets?.[1] ?? colon?.[1] ?? inCurrency?.[1] ?? item).trim();
  const name = toCamelCase(words.normalize('NFD').replace(/\p{Mark}/gu, ''));
  if (!isIdentifier(name))
    return `“${words}” cannot be the name of a field: use letters and digits, start with a letter, and avoid the keywords of the notation.`;
  const typeText = (brackets?.[2] ?? colon?.[2] ?? inCurrency?.[2] ?? '').trim();
  if (brackets !== null) {
    const values = typeText.split(/\s*[/|,]\s*/).filter((value) => value !== '');
    if (values.length >= 2) return { name, type: `enum ${values.join(', ')}` };
    const type = typeFromText(name, typeText, model, owner);
    return typeof type === 'string' ? `Give at least two values for “${words}”: ${words} (low / high).` : type;
  }
  if (typeText !== '') return typeFromText(name, typeText, model, owner);
  const own = relationTo(words, model, owner);
  if (own !== null) return { name, ...own };
  if (refersToPerson(words)) return { name, type: personEntity(model) ?? 'text' };
  return { name, type: suggestedType(words) };
}

function typeFromText(name: string, typeText: string, model: Model, owner: Entity): Guess | string {
  const lower = typeText.toLowerCase();
  const currency = currencyOf(typeText);
  if (currency !== undefined) return { name, type: 'money', currency };
  const plain = isPlainKind(lower) ? lower : typeSynonyms.get(lower);
  if (plain !== undefined) return { name, type: plain };
  const relation = relationTo(typeText.replace(/^(?:an?|the|one|many|several)\s+/i, ''), model, owner);
  if (relation !== null) return { name, ...relation };
  const person = refersToPerson(typeText) ? personEntity(model) : null;
  if (person !== null) return { name, type: person };
  return `“${typeText}” is not a type. Types are ${plainKinds.filter((one) => one !== 'state').join(', ')}, and the names of what it keeps records of.`;
}

/**
 * A relation to an existing entity, or a list of it: `order lines` of an Order are its parts, other
 * lists may be shared.
 */
function relationTo(words: string, model: Model, owner: Entity): Omit<Guess, 'name'> | null {
  const list = /^list of (.+)$/i.exec(words);
  const typeText = (list?.[1] ?? words).trim();
  const name = entityName(typeText)?.toLowerCase();
  const own = owner.name.text;
  const entity = model.entities.find((one) => {
    const other = one.name.text.toLowerCase();
    return other === name || (one.name.text.startsWith(own) && other === `${own.toLowerCase()}${name}`);
  })?.name.text;
  if (entity === undefined) return null;
  const letters = typeText.replace(/[^a-z0-9]/gi, '').toLowerCase();
  if (list === null && (letters === entity.toLowerCase() || `${own.toLowerCase()}${letters}` === entity.toLowerCase()))
    return { type: entity };
  if (entity.startsWith(own) && entity !== own) {
    const by = pointsBack(model, entity, own) ?? toCamelCase(own);
    if (canPointBack(model, entity, own, by)) return { type: `list of ${entity} by ${by}`, parts: { entity, by } };
  }
  return { type: `list of ${entity}` };
}

/** The field by which records of an entity belong to a record of the owner. */
export const pointsBack = (model: Model, entity: string, owner: string): string | null =>
  model.entities
    .find(({ name }) => name.text === entity)
    ?.fields.find(({ type, computed }) => type.kind === 'relation' && type.entity.text === owner && computed === null)?.name.text ?? null;

/** Whether such a field exists or can be added. */
export function canPointBack(model: Model, entity: string, owner: string, by: string): boolean {
  const target = model.entities.find(({ name }) => name.text === entity);
  if (target === undefined || target.fields.length === 0 || !isIdentifier(by)) return false;
  const same = [...target.byName.values()].find(({ name }) => name.text.toLowerCase() === by.toLowerCase());
  return same === undefined || (same.name.text === by && same.type.kind === 'relation' && same.type.entity.text === owner);
}
