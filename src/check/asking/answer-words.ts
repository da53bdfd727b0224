import { own } from '../../base/own.ts';
import { isLowerCaseWords, toPascalCase } from '../../model/reading/cell-forms.ts';
import { operations, reservedEvents } from '../../model/vocabulary.ts';

/** `tickets, customers and "order lines"`: what is listed in an answer, each once. */
export function listed(answer: string): string[] {
  const items = answer
    .split(/[,;\n](?![^(]*\))|\s+and\s+(?![^(]*\))/)
    .map((item) => item.trim().replace(/^["'“]|["'”.]+$/g, ''))
    // Who answers that it is not known has not answered.
    .filter((item) => item !== '' && !/^(not shown|tbd|todo|\?+)$/i.test(item));
  return [...new Set(items)];
}

/**
 * What a word of an answer calls an entity; null where no name can be made of it. Accents go,
 * plurals become one.
 */
export function entityName(words: string): string | null {
  const plain = words.normalize('NFD').replace(/\p{Mark}/gu, '');
  const name = toPascalCase(plain.replace(/[A-Za-z]+$/, (last) => singular(last)));
  return /^[A-Z][A-Za-z0-9]*$/.test(name) ? name : null;
}

/**
 * English, for what people name: `tickets`, `companies`, `boxes`; not `status`, `address`,
 * `analysis`.
 */
function singular(word: string): string {
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/i.test(word)) return word.slice(0, -2);
  if (/people$/i.test(word)) return word.replace(/people$/i, (found) => (found.startsWith('P') ? 'Person' : 'person'));
  return /[^su]s$/i.test(word) && !/is$/i.test(word) ? word.slice(0, -1) : word;
}

/** Lower-case words, as states and roles are written; null where they cannot be. */
export function lowerWords(words: string): string | null {
  const name = words.toLowerCase().replace(/\s+/g, ' ').trim();
  return isLowerCaseWords(name) ? name : null;
}

/** What people call the step that leads to a state. */
const steps: Readonly<Record<string, string>> = {
  'in progress': 'start',
  done: 'finish',
  completed: 'complete',
  complete: 'complete',
  paid: 'pay',
  sent: 'send',
  sold: 'sell',
  lost: 'lose',
  won: 'win',
  active: 'activate',
  overdue: 'mark overdue',
  ready: 'mark ready',
  open: 'reopen',
  declined: 'decline',
  canceled: 'cancel',
  confirmed: 'confirm',
  withdrawn: 'withdraw',
  voided: 'void',
  void: 'void',
  expired: 'expire',
  examined: 'examine',
  hired: 'hire',
  repaired: 'repair',
  returned: 'return',
  retired: 'retire',
  planned: 'plan',
  measured: 'measure',
  focused: 'focus',
  quoted: 'quote',
  scheduled: 'schedule',
  cancelled: 'cancel',
};

/** How the verb of a regular participle is written; the first ending that fits counts. */
const participles: readonly (readonly [RegExp, string])[] = [
  [/eed$/, 'ee'],
  [/ied$/, 'y'],
  [/([bdgmnprt])\1ed$/, '$1'],
  // After a single “v”, “c”, “g”, “s”, “z” or “u”, and in “-ate” and “-are”, the verb ends in “e”.
  [/([^s])sed$/, '$1se'],
  [/([vczu]|[^g]g|[^aeiou]a[dtr]|[^aeou]iat|creat)ed$/, '$1e'],
  [/(ck|ook|sh|ch|nd|rd|ld|oad|ct|eat|nt|rt|pt|ft|est|ist|ss|ll|ff|mp|nk|rk|gn|x|w|y|ver|ter|der|pen|ten|ken)ed$/, '$1'],
];

const verbOf = (state: string): string | null => {
  if (!/^[a-z]{3,}ed$/.test(state)) return null;
  const found = participles.find(([ending]) => ending.test(state));
  return found === undefined ? null : state.replace(...found);
};

/** Ends that a record can come to from every stage before, in which nothing was achieved. */
const exits = new Set(
  'cancelled canceled rejected declined denied refused withdrawn lost abandoned expired failed dropped revoked void voided'.split(' '),
);

export const isExit = (state: string): boolean => exits.has(state);

/**
 * The event that leads to a state: `resolve` to `resolved`, `move to with the client` to `with the
 * client`.
 */
export function eventTo(state: string, taken: readonly string[]): string {
  const plain = own(steps, state) ?? verbOf(state);
  const free = (name: string): boolean => !taken.includes(name) && !isReserved(name);
  return plain !== null && free(plain) ? plain : `move to ${state}`;
}

const isReserved = (name: string): boolean => [...reservedEvents, ...operations].includes(name.split(' ')[0] ?? '');
