import type { Model } from '../../model/model.ts';
import { isIdentifier, toCamelCase } from '../../model/reading/cell-forms.ts';
import { isPlainKind, plainKinds, plainTypes, typeSynonyms } from '../../model/types/index.ts';
import type { PlainType } from '../../model/types/type.ts';
import { entityName } from './answer-words.ts';

/** A field as an answer names it, with the type that it says or that its name suggests. */
export interface Guess {
  readonly name: string;
  readonly type: string;
}

/** The last word of a name tells what is kept under it. */
const suggestedType = (words: string): string =>
  /^tags$/i.test(words) ? 'list of text' : (plainKinds.findLast((kind) => suggests(plainTypes[kind], words)) ?? 'text');

const suggests = ({ suggestedBy }: PlainType, words: string): boolean => suggestedBy?.test(words) === true;

/**
 * Reads `due date`, `price: money` or `priority (low / high)`; a sentence where it cannot be a
 * field.
 */
export function guessField(item: string, model: Model): Guess | string {
  const choices = /^(.*?)\s*\(([^)]*)\)$/.exec(item);
  const colon = /^([^:]+):\s*(.+)$/.exec(item);
  const words = (choices?.[1] ?? colon?.[1] ?? item).trim();
  const name = toCamelCase(words.normalize('NFD').replace(/\p{Mark}/gu, ''));
  if (!isIdentifier(name))
    return `“${words}” cannot be the name of a field: use letters and digits, beginning with a letter, and another word than those of the notation.`;
  if (choices !== null) {
    const values = (choices[2] ?? '').split(/\s*[/|,]\s*/).filter((value) => value !== '');
    return values.length < 2
      ? `Say at least two values for “${words}”: ${words} (low / high).`
      : { name, type: `enum ${values.join(', ')}` };
  }
  if (colon !== null) return saidType(name, (colon[2] ?? '').trim(), model);
  const own = entityNamed(words, model);
  if (own !== null) return { name, type: own };
  return { name, type: suggestedType(words) };
}

function saidType(name: string, said: string, model: Model): Guess | string {
  const lower = said.toLowerCase();
  const type = isPlainKind(lower) ? lower : (typeSynonyms.get(lower) ?? entityNamed(said, model));
  if (type !== null && type !== undefined) return { name, type };
  return `“${said}” is no type. Types are ${plainKinds.filter((one) => one !== 'state').join(', ')}, and the names of what it keeps records of.`;
}

/** One of what is kept, or several of them: then each record can belong to several. */
function entityNamed(words: string, model: Model): string | null {
  const name = entityName(words);
  const entity = model.entities.find((one) => one.name.text.toLowerCase() === name?.toLowerCase());
  if (entity === undefined) return null;
  const many = words.replace(/[^a-z0-9]/gi, '').toLowerCase() !== entity.name.text.toLowerCase();
  return many ? `list of ${entity.name.text}` : entity.name.text;
}
