import { Decimal } from '../values/decimal.ts';
import type { Token } from './tokens.ts';

interface Habit {
  /** Found in a source in which texts are masked; its groups are passed to the functions. */
  readonly pattern: RegExp;
  readonly message: (...groups: readonly string[]) => string;
  /** What to write in place of all that the pattern matches. */
  readonly meant?: (...groups: readonly string[]) => string;
}

export interface Explained {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly suggestions: readonly string[];
  readonly certain?: boolean;
}

/** A path, a number or a masked text. The look-behind keeps the search of long sources short. */
const operand = '((?<![\\w.])[\\w.]+|"x*")';

const sign = (pattern: RegExp, written: string, meant: string): Habit => ({
  pattern,
  message: () => `The sign “${written}” cannot be read. Write “${meant}”.`,
  meant: () => meant,
});

const word = (pattern: string, written: string, meant: (...groups: readonly string[]) => string): Habit => ({
  pattern: new RegExp(pattern, 'i'),
  message: (...groups) => `“${written}” is not an operator. Write “${meant(...groups)}”.`,
  meant,
});

const share = (percent: string): string => new Decimal(percent).div(100).toFixed();

/** There are no functions `weeks` and `years`. */
const span = (count = '', unit = ''): string =>
  unit === 'week' ? `days(${7 * Number(count)})` : unit === 'year' ? `months(${12 * Number(count)})` : `${unit}s(${count})`;

const totalOf = (name = '', list = '', field = ''): string =>
  `${name.toLowerCase() === 'average' ? 'avg' : name.toLowerCase()}(${list}.map(x, x.${field}))`;

/** Habits from other languages, none of which is ever part of a valid expression. */
const habits: readonly Habit[] = [
  sign(/===/, '===', '=='),
  sign(/!==/, '!==', '!='),
  sign(/<>/, '<>', '!='),
  sign(/=</, '=<', '<='),
  {
    pattern: /\(\s*(\w+)\s*(=>|->)/,
    message: (name, arrow) => `The sign “${arrow}” cannot be read. A comma follows the name of an element: “lines.map(${name}, …)”.`,
    meant: (name) => `(${name},`,
  },
  sign(/=>/, '=>', '>='),
  {
    pattern: new RegExp(`${operand}\\s*\\?\\?\\s*${operand}`),
    message: (value, other) => `The sign “??” cannot be read. Write “(${value} == null ? ${other} : ${value})”.`,
    meant: (value, other) => `(${value} == null ? ${other} : ${value})`,
  },
  { pattern: /\?\?/, message: () => 'The sign “??” cannot be read. Write “value == null ? other : value”.' },
  {
    pattern: new RegExp(`${operand}\\?\\.([a-zA-Z_]\\w*)`),
    message: (value, field) => `The sign “?.” cannot be read. Write “(${value} == null ? null : ${value}.${field})”.`,
    meant: (value, field) => `(${value} == null ? null : ${value}.${field})`,
  },
  word('\\bis\\s+not\\b', 'is not', () => '!='),
  word(`${operand}\\s+not\\s+in\\s+(\\[[^\\[\\]]*\\]|[\\w.]+)`, 'not in', (value, list) => `!(${value} in ${list})`),
  word(
    `${operand}\\s+between\\s+${operand}\\s+(?:and|&&)\\s+${operand}`,
    'between',
    (value, low, high) => `${value} >= ${low} && ${value} <= ${high}`,
  ),
  {
    pattern: new RegExp(`${operand}\\s+(contains|includes|has)\\s+${operand}`),
    message: (whole, operator, part) =>
      `“${operator}” is not an operator. Write “${part} in ${whole}” for a list, or “${whole}.contains(${part})” for a text.`,
  },
  word(`${operand}\\s+starts\\s?with\\s+${operand}`, 'starts with', (text, start) => `${text}.startsWith(${start})`),
  word(`${operand}\\s+ends\\s?with\\s+${operand}`, 'ends with', (text, end) => `${text}.endsWith(${end})`),
  {
    pattern: /(?<![\w.])(\d+)\s+(second|minute|hour|day|week|month|year)s?\b/,
    message: (...groups) => `A length of time is a function. Write “${span(...groups)}”.`,
    meant: (...groups) => span(...groups),
  },
  {
    pattern: /((?<![\w.])[\w.]+)\s+in\s+(\d+)\s*\.{2,3}\s*(\d+)/,
    message: (value, low, high) => `The sign “..” cannot be read. Write “${value} >= ${low} && ${value} <= ${high}”.`,
    meant: (value, low, high) => `${value} >= ${low} && ${value} <= ${high}`,
  },
  {
    pattern: /(?<![\w.])(sum|average|avg|min|max)(?:imum)? of ([\w.]+)\.(\w+)/i,
    message: (name, list, field) => `A function has brackets. Write “${totalOf(name, list, field)}”.`,
    meant: (name, list, field) => totalOf(name, list, field),
  },
  {
    pattern: new RegExp(`${operand}\\s+(?:implies|==>)\\s+${operand}`, 'i'),
    message: (test, then) => `“implies” is not an operator. Write “!${test} || ${then}”.`,
    meant: (test, then) => `!${test} || ${then}`,
  },
  {
    pattern: /\bin\s*\(([^(),]*,[^()]*)\)/,
    message: (items) => `A list is written in square brackets. Write “in [${items}]”.`,
    meant: (items) => `in [${items}]`,
  },
  {
    pattern: /(?<![\w.])(\d+(?:\.\d+)?)\s?%(?!\s*[\w("])/,
    message: (percent) => `A share is written as a decimal. Write “${share(percent)}”.`,
    meant: share,
  },
  { pattern: /\bif\b.{1,300}\bthen\b/i, message: () => 'A choice has no “if” and “then”. Write “condition ? one : the other”.' },
];

const assignment = (pattern: RegExp, meant: (...groups: readonly string[]) => string): Habit => ({
  pattern,
  message: (...groups) => `Only “=” sets a field, and only “update” another record’s. Write “${meant(...groups)}”.`,
  meant,
});

/** Assignments and changes of other records as other languages write them; none is a step here. */
const assignments: readonly Habit[] = [
  assignment(
    /^(?:self\.|set\s+)?(\w+)\s*([-+*/])=\s*(.+)$/,
    (name, operator, value) => `${name} = ${name} ${operator} ${bracketed(value)}`,
  ),
  assignment(/^(?:self\.|set\s+)?(\w+)(\+\+|--)$/, (name, sign = '') => `${name} = ${name} ${sign.charAt(0)} 1`),
  assignment(/^(\w+)\s*(?::=|<-|==)\s*(.+)$/, (name, value) => `${name} = ${value}`),
  assignment(/^(?:self\.|set\s+)(\w+)\s*(?::=|<-|==?)\s*(.+)$/, (name, value) => `${name} = ${value}`),
  {
    pattern: /^tell\s+((?!to\b)\w[\w.]*)\s+([A-Z][A-Z\d_]+)$/,
    message: (person, message) => `The message comes first. Write “tell ${message} to ${person}”.`,
    meant: (person, message) => `tell ${message} to ${person}`,
  },
  {
    // One word may be a message, which is then not declared.
    pattern:
      /^(?:tell\s+(?!\w+(?:\s+to\b|\s*$))|(?:notify|inform|alert|e-?mail|mail)\s|send\s+(?:an?\s|(?:e-?mail|mail|message)s?\s+to\s)).*$/i,
    message: () =>
      'People are told a message of section 8. Write “tell REMINDER to customer”, and a row for REMINDER in a table “Message” there.',
  },
  assignment(/^set\s+(\w+)\s+to\s+(.+)$/, (name, value) => `${name} = ${value}`),
  assignment(
    /^(?:set\s+)?(\w[\w.]*)\.(\w+)\s*([-+*/])=\s*(.+)$/,
    (record, name, operator, value) => `update ${record} with {"${name}": ${record}.${name} ${operator} ${bracketed(value)}}`,
  ),
  assignment(
    /^(?:set\s+)?(\w[\w.]*)\.(\w+)\s*(?::=|<-|==?)\s*(.+)$/,
    (record, name, value) => `update ${record} with {"${name}": ${value}}`,
  ),
];

/** `get Lesson by id as x`: how others name the one record that is meant. */
const keyed: readonly Habit[] = [
  {
    pattern: /^get\s+(\w+)\s+(?:by|with)\s+(\w+)(?:\s+as\s+(\w+))?$/,
    message: (...groups) => `“where” says which record is meant. Write “${foundBy(...groups)}”.`,
    meant: (...groups) => foundBy(...groups),
  },
];

const foundBy = (entity = '', key = '', as = ''): string => {
  const name = as === '' ? entity.charAt(0).toLowerCase() + entity.slice(1) : as;
  return `get ${entity} as ${name} where ${name}.${key} == ${key}`;
};

const opening: Readonly<Record<string, string>> = { '{': '}', '(': ')' };

/**
 * Explains a step that gives values as other languages do: `create Loan with book = self` or
 * `update loan set due = today`. `tokens`: those of the step.
 */
export function explainValues(source: string, tokens: readonly Token[]): Explained | undefined {
  const [verb, ...words] = tokens;
  if (verb?.text !== 'create' && verb?.text !== 'update') return undefined;
  const isArticle = /^(?:an?|the|new)$/.test(words[0]?.text ?? '') && /^[A-Z]/.test(words[1]?.text ?? '');
  const named = isArticle ? words.slice(1) : words;
  // `Loan`, `Loan as l` or `self.loan`
  let size = 1;
  while (['.', 'as'].includes(named[size]?.text ?? '')) size += 2;
  const hasWord = /^(?:with|set|where|having|for)$/.test(named[size]?.text ?? '');
  const given = named.slice(hasWord ? size + 1 : size);
  const [first, last] = [given[0], given.at(-1)];
  const isEnclosed = first !== undefined && given.length > 1 && opening[first.text] === last?.text;
  const entries = splitAtCommas(isEnclosed ? given.slice(1, -1) : given).map(([key, sign, ...value]) => {
    const isEntry = (key?.kind === 'name' || key?.kind === 'string') && /^(?:==?|:)$/.test(sign?.text ?? '') && value.length > 0;
    return isEntry ? { name: key.text.replaceAll(/["']/g, ''), value: source.slice(value[0]?.from, value.at(-1)?.to) } : null;
  });
  const start = named[0];
  const end = named[size - 1];
  if (start?.kind !== 'name' || end === undefined || last === undefined || !entries.every((entry) => entry !== null)) return undefined;
  const isOurs = hasWord && named[size]?.text === 'with' && first?.text === '{' && !isArticle;
  if (isOurs && !given.some(({ kind }) => kind === 'assign')) return undefined;
  const map = entries.map(({ name, value }) => `"${name}": ${value}`).join(', ');
  const meant = `${verb.text} ${source.slice(start.from, end.to)} with {${map}}`;
  return { from: verb.from, to: last.to, message: `Values are given by “with {"field": value}”. Write “${meant}”.`, suggestions: [meant] };
}

function splitAtCommas(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (token.kind === 'comma' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const bracketed = (value = ''): string => (new RegExp(`^${operand}$`).test(value) ? value : `(${value})`);

/** Explains a sign or word of another language, if the expression has one. */
export const explainHabit = (source: string, tokens: readonly Token[]): Explained | undefined =>
  explained(habits, source, tokens, 0, source.length);

/** Explains a step that assigns as another language does. `tokens`: those of the step. */
export const explainAssignment = (source: string, tokens: readonly Token[]): Explained | undefined =>
  explained(assignments, source, tokens, tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0);

/** Explains a step that finds its record as another language does. `tokens`: those of the step. */
export const explainKey = (source: string, tokens: readonly Token[]): Explained | undefined =>
  explained(keyed, source, tokens, tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0);

function explained(list: readonly Habit[], source: string, tokens: readonly Token[], start: number, end: number): Explained | undefined {
  const masked = maskTexts(source, tokens).slice(start, end);
  for (const { pattern, message, meant } of list) {
    const found = new RegExp(pattern, `${pattern.flags}d`).exec(masked);
    if (found?.indices === undefined) continue;
    const groups = found.indices.slice(1).map((group) => source.slice(start + (group?.[0] ?? 0), start + (group?.[1] ?? 0)));
    const from = start + found.index;
    return { from, to: from + found[0].length, message: message(...groups), suggestions: meant ? [meant(...groups)] : [], certain: true };
  }
  return undefined;
}

/** The source with each text as `"xxx"` of the same length. */
function maskTexts(source: string, tokens: readonly Token[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { kind, from, to } of tokens) {
    if (kind !== 'string' || to - from < 2) continue;
    parts.push(source.slice(done, from), `"${'x'.repeat(to - from - 2)}"`);
    done = to;
  }
  return [...parts, source.slice(done)].join('');
}
