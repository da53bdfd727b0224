import { isPlainKind, typeSynonyms } from '../types/index.ts';
import { isPascalCase } from './cell-forms.ts';
import { nameMeant } from './name-meant.ts';

/** Ways to write a list of something, the something in the first group. */
const lists = [
  /^(\S+)\[\]$/,
  /^(?:list|array|set|collection|vec|vector)\s*[<(]\s*([^<>()]+)[>)]$/i,
  /^(?:array|set|collection)\s+of\s+(.+)$/i,
  /^(?:many|multiple|several|has many|one-to-many|many-to-many)\s+(\S.*)$/i,
  /^(\S+)\s+(?:list|array|\(many\)|\(list\)|\(multiple\))$/i,
];

/** Ways to say that a value may be missing, its type in the first group. */
const optional = [/^(\S+)\?$/, /^(?:optional|nullable)\s+(\S+)$/i, /^(\S+)\s+(?:or null|\|\s*null|\(optional\)|\(nullable\))$/i];

/** Ways to write a relation, the entity in the first group. */
const relations = [
  /^(?:reference|references|ref|relation|link|fk|foreign key|belongs to|one|a|an|many-to-one|one-to-one|->|→)(?:\s+(?:to|of))?\s*[(<]?\s*([A-Za-z]\w*)\s*[)>]?$/i,
  /^([A-Za-z]\w*)\s*(?:\((?:fk|ref|reference|relation|link|one)\)|fk|ref|reference)$/i,
  /^([A-Za-z]\w*)(?:\.id|\s+id)$/i,
];

const choice = /^(?:one of|either|choice(?: of)?|select|options?)\s*:?\s*\(?([^()]+)\)?$/i;
const otherEnum = /^enum\s*:?\s*(?:[([{]([^()[\]{}]+)[)\]}]|([^,]*[/|][^,]*))$/i;
const choiceSeparator = /[,/|]|\sor\s/i;
const value = /^["'“”]?([\p{L}\p{N}_][\p{L}\p{N}_-]*)["'“”]?$/u;
/** A value of several words; sentences have commas as well. */
const words = /^["'“”]?([\p{L}\p{N}_][\p{L}\p{N}_ -]*)["'“”]?$/u;

/**
 * The type in our notation for one written as in another language or tool: `list of Item` for
 * `Item[]`, `Item` for `reference to Item`, `enum low, high` for `low / high`. Null: it is none of
 * these. `entities`: the names of the document's entities.
 */
export function typeFromElsewhere(text: string, entities: ReadonlyMap<string, unknown>): string | null {
  if (typeSynonyms.has(text.toLowerCase())) return null;
  const one = (word: string): string | null => {
    const plain = word.trim().toLowerCase();
    if (isPlainKind(plain)) return plain;
    return nameMeant(entities.keys(), word) ?? typeSynonyms.get(plain) ?? typeSynonyms.get(plain.replace(/s$/, '')) ?? null;
  };
  for (const form of optional) {
    const element = form.exec(text)?.[1];
    const type = element === undefined ? null : (one(element) ?? typeFromElsewhere(element, entities));
    if (type !== null) return type;
  }
  for (const form of lists) {
    const of = form.exec(text)?.[1];
    const element = of === undefined ? null : one(of);
    if (element !== null) return `list of ${element}`;
  }
  for (const form of relations) {
    const to = form.exec(text)?.[1];
    const entity = to === undefined ? null : one(to);
    if (entity !== null && isPascalCase(entity)) return entity;
  }
  const otherwise = otherEnum.exec(text);
  const listed = otherwise?.[1] ?? otherwise?.[2] ?? choice.exec(text)?.[1];
  const form = /[/|]/.test(text) && !text.includes(',') ? words : value;
  const values = (listed ?? text).split(choiceSeparator).map((part) => form.exec(part.trim())?.[1] ?? null);
  // Two values without a word before them may be two types.
  const isChoice =
    values.length > 1 && values.every((each) => each !== null) && (listed !== undefined || values.every((each) => one(each) === null));
  if (!isChoice) return null;
  return (
    typeSynonyms.get(values.join('/').toLowerCase()) ?? typeSynonyms.get(values.join(' or ').toLowerCase()) ?? `enum ${values.join(', ')}`
  );
}
