import { own } from '../../base/own.ts';
import type { Model } from '../../model/model.ts';
import { isIdentifier, toCamelCase } from '../../model/reading/words.ts';
import { plainTypes, typeSynonyms } from '../../model/vocabulary.ts';
import { entityName } from './words.ts';

/** A field as an answer names it, with the type that it says or that its name suggests. */
export interface Guess {
  readonly name: string;
  readonly type: string;
}

/** The last word of a name tells what is kept under it. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^(status|state|stage)$/, 'state'],
  [/e-?mail$/i, 'email'],
  [/password$/i, 'password'],
  [/(phone|mobile|telephone)( number)?$/i, 'phone'],
  [/(url|website|link|homepage)$/i, 'url'],
  [/(colou?r)$/i, 'color'],
  [/(photo|image|picture|avatar|logo|screenshot)$/i, 'image'],
  [/(file|attachment|document|scan)$/i, 'file'],
  [/(price|amount|cost|costs|fee|salary|budget|payment|deposit|rent)$/i, 'money'],
  [/(duration|time spent|estimate)$/i, 'duration'],
  [/( at|begins|starts|ends|deadline)$/i, 'datetime'],
  [/(date|day|birthday|due|deadline| on|until|since)$/i, 'date'],
  [/( time|hour)$/i, 'time'],
  [/^(is|has|can|was) |^(active|done|paid|public|archived|urgent|confirmed|important)$/i, 'boolean'],
  [/(quantity|count|age|seats|capacity|places|points|stock|year|size|rank|^number of .*)$/i, 'integer'],
  [/(weight|height|width|length|distance|latitude|longitude|rate|percentage|score)$/i, 'decimal'],
  [/(description|notes?|body|comments?|details|message|content|remarks?|summary|biography|instructions)$/i, 'markdown'],
  [/^(number|ticket number|order number|invoice number)$/i, 'serial'],
  [/^tags$/i, 'list of text'],
];

/** Reads `due date`, `price: money` or `priority (low / high)`; a sentence where it cannot be a field. */
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
  return { name, type: byName.find(([pattern]) => pattern.test(words))?.[1] ?? 'text' };
}

function saidType(name: string, said: string, model: Model): Guess | string {
  const lower = said.toLowerCase();
  const type = (plainTypes as readonly string[]).includes(lower) ? lower : (own(typeSynonyms, lower) ?? entityNamed(said, model));
  if (type !== null && type !== undefined) return { name, type };
  return `“${said}” is no type. Types are ${plainTypes.filter((one) => one !== 'state').join(', ')}, and the names of what it keeps records of.`;
}

/** One of what is kept, or several of them: then each record can belong to several. */
function entityNamed(words: string, model: Model): string | null {
  const name = entityName(words);
  const entity = model.entities.find((one) => one.name.text.toLowerCase() === name?.toLowerCase());
  if (entity === undefined) return null;
  const many = words.replace(/[^a-z0-9]/gi, '').toLowerCase() !== entity.name.text.toLowerCase();
  return many ? `list of ${entity.name.text}` : entity.name.text;
}
