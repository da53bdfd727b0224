import { entityName } from '../check/asking/answer-words.ts';
import { isConstantName, isIdentifier, isLowerCaseWords, isPascalCase, toCamelCase, toConstantName } from '../model/reading/cell-forms.ts';
import { builtInFields, operations, reservedEvents } from '../model/vocabulary.ts';

/** Makes valid names that are unique in their scope. */
export class Names {
  readonly #taken = new Map<string, Set<string>>();

  /** Keeps valid entity names; turns `order_lines` into `OrderLine`. */
  entity(words: string): string {
    return this.#once('entity', isPascalCase(words) ? words : (entityName(plain(words)) ?? 'Thing'), '');
  }

  /** Keeps valid identifiers; turns `First name` into `firstName`. */
  field(entity: string, words: string): string {
    return this.#once(`field ${entity}`, identifier(words, 'field'), '');
  }

  example(words: string): string {
    const name = identifier(words, 'example');
    return this.#once('example', name.charAt(0).toUpperCase() + name.slice(1), '');
  }

  state(machine: string, words: string): string {
    const name = lower(words, 'state');
    return this.#once(`state ${machine}`, name === 'any' ? 'any state' : name, ' ');
  }

  screen(words: string): string {
    return this.#once('screen', words, ' ');
  }

  /** Event names need not be unique, because all rows of an event share its name. */
  event(words: string): string {
    const name = lower(words.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'), 'event');
    return [...reservedEvents, ...operations].includes(name) ? `do ${name}` : name;
  }

  #once(scope: string, name: string, joint: string): string {
    const taken = this.#taken.get(scope) ?? new Set();
    this.#taken.set(scope, taken);
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}${joint}${number}`;
    taken.add(free.toLowerCase());
    return free;
  }
}

export const isBuiltIn = (name: string): boolean => (builtInFields as readonly string[]).includes(name);

/** Returns an identifier that differs from the fields that every record has. */
export function identifier(words: string, otherwise: string): string {
  if (isIdentifier(words) && !isBuiltIn(words)) return words;
  const name = toCamelCase(plain(words)).replaceAll(/\W/g, '');
  const begun = name === '' ? otherwise : /^\d/.test(name) ? `${otherwise}${name}` : name;
  return isIdentifier(begun) && !isBuiltIn(begun) ? begun : `${begun}Value`;
}

export function errorName(words: string, otherwise: string): string {
  const name = toConstantName(plain(words)).replaceAll(/[^A-Z0-9_]/g, '');
  return isConstantName(name) ? name : otherwise;
}

const plain = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss');

function lower(words: string, otherwise: string): string {
  const name = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} '’_-]+/gu, ' ')
    .replace(/^[ '’_-]+/, '')
    .replaceAll(/ +/g, ' ')
    .trim();
  return isLowerCaseWords(name) ? name : otherwise;
}
