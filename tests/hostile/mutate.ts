import { readdirSync, readFileSync } from 'node:fs';

/** Unlikely documents: each number gives one, always the same. */

/** 0 to 1, evenly; the same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  /** A whole number from 0, below `limit`; 0 when there is nothing to choose from. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new RangeError('a choice of nothing');
    return picked;
  }
}

const specs: readonly string[] = readdirSync(new URL('../../specs', import.meta.url))
  .filter((name) => !name.endsWith('.json'))
  .sort()
  .map((name) => readFileSync(new URL(`../../specs/${name}`, import.meta.url), 'utf8'));

export const naughtyStrings: readonly string[] = JSON.parse(readFileSync(new URL('./naughty-strings.json', import.meta.url), 'utf8'));

const characters = [
  ...'|`\\#>-*_[](){}<>"\'.,;:=!?&%$@~^+/ \t\n\r0',
  '\r\n',
  '\n\n',
  '\0',
  '\ufeff',
  '\ud83d',
  '\ude00',
  '\u2028',
  '\u202e',
  '\u200d',
  '\u0301',
  '\u00a0',
  '😀',
  'ﬁ',
  'İ',
  'ẞ',
  '\uffff',
  '```\n',
  '~~~\n',
  '<!--',
  '-->',
  '\\|',
  '| | |',
  '\n| a | b |\n|---|---|\n',
];

/** Words of the notation, so that what is random is sometimes nearly right. */
const words = [
  ...'# Specification: X|## 3. Entities|## 5. Rules|## 6. Roles|## 7. Calls|### Ticket|### Ticket.status|### Scenario: x|### View of Ticket'.split(
    '|',
  ),
  ...'where when for with as in sort limit per by to of at after unique final any not shown TBD yes no me self old now today'.split(' '),
  ...'list of Ticket|cards of Ticket|board of Ticket by status|form to create Ticket|form to edit|buttons|chart of count of Ticket by status as bar|figure X: `size(Ticket)`'.split(
    '|',
  ),
  ...'`status == "open"`|`me.role`|`Ticket.filter(t, t.x > 1)`|`create Ticket as t with {"a": 1}`|`GET /api/:id?x`|`{a, b?}`|`self`|`a.b.c`|`1 / 0`|`[1, 2][9]`'.split(
    '|',
  ),
  ...'text markdown integer decimal money boolean date time datetime duration email file json uuid serial slug state'.split(' '),
  'enum a, b',
  'list of text',
  'list of Ticket',
  'list of Ticket by ticket',
  'Ticket on delete cascade',
  'no overlap a, b per c',
  'unique a, b',
];

type Mutation = (text: string, dice: Dice) => string;

const onLines =
  (change: (lines: string[], at: number, dice: Dice) => void): Mutation =>
  (text, dice) => {
    const lines = text.split('\n');
    change(lines, dice.below(lines.length), dice);
    return lines.join('\n');
  };

/** A row of a table is taken apart at its pipes, escaped or not. */
const onCells =
  (change: (cells: string[], at: number, dice: Dice, text: string) => void): Mutation =>
  (text, dice) => {
    const lines = text.split('\n');
    const rows = lines.flatMap((line, index) => (line.startsWith('|') ? [index] : []));
    if (rows.length === 0) return text;
    const row = dice.pick(rows);
    const cells = (lines[row] ?? '').split('|');
    change(cells, 1 + dice.below(Math.max(1, cells.length - 2)), dice, text);
    lines[row] = cells.join('|');
    return lines.join('\n');
  };

const replaceAt = (text: string, from: number, length: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(from + length);

/**
 * What is in backticks is exchanged as a whole: the document stays a document, and means
 * something else.
 */
const onMatches =
  (pattern: RegExp, change: (found: string, others: readonly string[], dice: Dice) => string): Mutation =>
  (text, dice) => {
    const matches = [...text.matchAll(pattern)];
    if (matches.length === 0) return text;
    const { index, 0: found } = dice.pick(matches);
    return replaceAt(
      text,
      index,
      found.length,
      change(
        found,
        matches.map(([one]) => one),
        dice,
      ),
    );
  };

const exchange = (_found: string, others: readonly string[], dice: Dice): string => dice.pick(others);

const mutations: readonly Mutation[] = [
  onLines((lines, at) => void lines.splice(at, 1)),
  onLines((lines, at, dice) => void lines.splice(at, 1 + dice.below(30))),
  onLines((lines, at) => void lines.splice(at, 0, lines[at] ?? '')),
  onLines((lines, at, dice) => void lines.splice(dice.below(lines.length), 0, ...lines.slice(at, at + 1 + dice.below(30)))),
  onLines((lines, at, dice) => {
    const other = dice.below(lines.length);
    [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
  }),
  onLines((lines, at) => void lines.splice(at, 2, `${lines[at] ?? ''}${lines[at + 1] ?? ''}`)),
  onLines((lines, at, dice) => {
    lines[at] = `${dice.pick(['  ', '    ', '\t', '> ', '- ', '1. ', '#', '| '])}${lines[at] ?? ''}`;
  }),
  onLines((lines, at, dice) => void lines.splice(at, 0, dice.pick(['```', '~~~', '---', '<!--', '-->', '<div>', '|---|', '***', '']))),
  onCells((cells, at) => void cells.splice(at, 1)),
  onCells((cells, at) => void cells.splice(at, 0, cells[at] ?? '')),
  onCells((cells, at, dice) => {
    const other = dice.below(cells.length);
    [cells[at], cells[other]] = [cells[other] ?? '', cells[at] ?? ''];
  }),
  onCells((cells, at, dice) => {
    cells[at] = ` ${dice.pick(naughtyStrings)} `;
  }),
  onCells((cells, at, dice) => {
    cells[at] = ` ${dice.pick(words)} `;
  }),
  onCells((cells, at, dice, text) => {
    const other = dice.pick(text.split('\n')).split('|');
    cells[at] = dice.pick(other);
  }),
  (text, dice) => replaceAt(text, dice.below(text.length), 1 + dice.below(5), ''),
  (text, dice) => replaceAt(text, dice.below(text.length), 0, dice.pick(characters)),
  (text, dice) => replaceAt(text, dice.below(text.length), 1, dice.pick(characters)),
  (text, dice) => replaceAt(text, dice.below(text.length), 0, dice.pick(naughtyStrings)),
  (text, dice) => replaceAt(text, dice.below(text.length), 0, ` ${dice.pick(words)} `),
  onMatches(/`[^`\n]+`/g, exchange),
  onMatches(/`[^`\n]+`/g, exchange),
  onMatches(/`[^`\n]+`/g, (found, _others, dice) => replaceAt(found, dice.below(found.length), dice.below(4), dice.pick(characters))),
  onMatches(/`[^`\n]+`/g, (found, _others, dice) => {
    const at = 1 + dice.below(found.length - 2);
    const operator = dice.pick([' && ', ' + ', ' == ', ' < ', '.', ' in ', ' ? 1 : ', '(', ')', '!', '-', '[0]', '.size()', ' / 0']);
    return replaceAt(found, at, 0, operator);
  }),
  onMatches(/\b[A-Z][A-Za-z]+\b/g, exchange),
  onMatches(/\b[A-Z][A-Za-z]+\b/g, exchange),
  onMatches(/\b[a-z]\w+\b/g, exchange),
  onMatches(/\b[a-z]\w+\b/g, exchange),
  onMatches(/\b[a-z]\w+\b/g, (_found, _others, dice) => dice.pick(words)),
  onMatches(/\b\d+\b/g, (_found, _others, dice) =>
    dice.pick(['0', '-1', '9223372036854775808', '1e400', '0.1', '1_000', '?', '99999999999999999999']),
  ),
  onMatches(/^## .*$/gm, exchange),
  onMatches(/^### .*$/gm, exchange),
];

/** Seldom, as they change everything at once. */
const wholesale: readonly Mutation[] = [
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r'),
  (text) => `\ufeff${text}`,
  (text) => text.normalize('NFD'),
  (text) => text.split('\n').reverse().join('\n'),
  (text) => text.replaceAll('|', '\\|'),
  (text) => text.replaceAll('`', ''),
  (text) => text.replaceAll(/^/gm, '> '),
  (text) => text.replaceAll(/^/gm, '    '),
  (text) => text + text,
  (text) => text.toUpperCase(),
  (text, dice) => text.slice(dice.below(text.length)),
  (text, dice) => text.slice(0, dice.below(text.length)),
  (text, dice) => {
    const sections = text.split(/^(?=## )/m);
    return sections.sort(() => dice.below(2) - 0.5).join('');
  },
];

/** Pieces of the notation and of what breaks it, one after the other. */
function gibberish(dice: Dice): string {
  const pieces: string[] =
    dice.below(3) === 0 ? [] : ['# Specification: X\n\n## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| a | text |\n\n'];
  for (let count = dice.below(200); count > 0; count--) {
    const kind = dice.below(6);
    if (kind === 0) pieces.push(dice.pick(characters));
    else if (kind === 1) pieces.push(String.fromCharCode(dice.below(65536)));
    else if (kind === 2) pieces.push(dice.pick(naughtyStrings));
    else if (kind === 3) pieces.push(dice.pick(dice.pick(specs).split('\n')), '\n');
    else pieces.push(dice.pick(words), dice.pick([' ', ' ', '\n', '\n- ', ' | ', ': ']));
  }
  return pieces.join('');
}

/** Some sections of a document, so that many can be tried in the time that a whole one takes. */
function extract(text: string, dice: Dice): string {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  return head + sections.filter((section) => section.startsWith('## 3') || dice.below(3) === 0).join('');
}

/**
 * One document in ten is put together from pieces, the others are those of `specs/`, whole or in
 * part, with up to twenty changes.
 */
export function hostileDocument(seed: number): string {
  const dice = new Dice(seed);
  if (dice.below(10) === 0) return gibberish(dice);
  let text = dice.pick(specs);
  if (dice.below(2) === 0) text = extract(text, dice);
  for (let count = 1 + dice.below(dice.below(20) + 1); count > 0; count--) text = dice.pick(mutations)(text, dice);
  if (dice.below(20) === 0) text = dice.pick(wholesale)(text, dice);
  return text;
}
