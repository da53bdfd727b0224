import { numberOf } from '../../explorer/document/cone.ts';
import { fieldRead, nodesOf, readersOf } from '../../explorer/document/readers.ts';
import type { Node } from '../../expression/node.ts';
import type { Model } from '../../model/model.ts';

/** The form that rules require of a field's values, besides limits. */
export interface Form {
  /** Regular expressions that its text must match. */
  readonly patterns: readonly string[];
  /** Its number, or the minutes of its time, must be a multiple of these. */
  readonly steps: readonly number[];
  /** Fields that a row compares it with: a value that fits one may fit the other. */
  readonly beside: readonly string[];
  /** Whether a row reads other fields with it, so that not every text of the form may fit. */
  readonly isTied: boolean;
}

type Draft = { -readonly [Key in keyof Form]: Form[Key] extends readonly (infer One)[] ? One[] : Form[Key] };

/** The forms of all fields, by `Sale.code`. */
export function formsOf(model: Model): ReadonlyMap<string, Form> {
  const found = new Map<string, Draft>();
  const formOf = (field: string): Draft => {
    const known = found.get(field) ?? { patterns: [], steps: [], beside: [], isTied: false };
    found.set(field, known);
    return known;
  };
  const textOf = (node: Node | undefined): string | null => {
    const value =
      node?.kind === 'literal'
        ? node.value
        : node?.kind === 'name'
          ? model.constants.find(({ name }) => name.text === node.name)?.value
          : undefined;
    return typeof value === 'string' ? value : null;
  };
  const nameOf = (node: Node | null): string | null => {
    const read = node === null ? null : fieldRead(node);
    return read === null ? null : `${read.entity}.${read.field}`;
  };
  const minutesOf = (node: Node): string | null => (node.kind === 'call' && node.name === 'getMinutes' ? nameOf(node.target) : null);
  for (const { kind, expression } of readersOf(model)) {
    if (kind !== 'rule' && kind !== 'guard') continue;
    const nodes = [...nodesOf(model, expression)];
    const read = new Set(nodes.flatMap((node) => nameOf(node) ?? []));
    if (read.size > 1) for (const field of read) formOf(field).isTied = true;
    for (const node of nodes) {
      if (node.kind === 'call' && node.name === 'matches') {
        const [field, pattern] = [nameOf(node.target ?? node.args[0] ?? null), textOf(node.args.at(-1))];
        if (field !== null && pattern !== null) formOf(field).patterns.push(pattern);
      }
      if (node.kind !== 'binary') continue;
      const field = nameOf(node.left) ?? minutesOf(node.left);
      const step = node.operator === '%' ? numberOf(model, node.right) : null;
      if (field !== null && step !== null && step > 0) formOf(field).steps.push(step);
      if (['<', '<=', '>', '>='].includes(node.operator)) {
        const sides = [node.left, node.right].map((side) => fieldsIn(side));
        for (const [one, others] of [sides, [...sides].reverse()] as const)
          for (const name of one ?? []) formOf(name).beside.push(...(others ?? []).filter((other) => other !== name));
      }
    }
  }
  return found;
}

/** The fields that one side of a comparison reads. */
function fieldsIn(node: Node): readonly string[] {
  const read = fieldRead(node);
  if (read !== null) return [`${read.entity}.${read.field}`];
  return node.kind === 'binary' ? [...fieldsIn(node.left), ...fieldsIn(node.right)] : [];
}

/** A part of a pattern: from `least` to `most` of these characters, or of these alternatives. */
type Piece = { readonly least: number; readonly most: number } & (
  | { readonly characters: string }
  | { readonly alternatives: readonly (readonly Piece[])[] }
);

const unlimited = 8;

/** If fewer texts match a pattern with as few characters as possible, longer ones are used, too. */
const fewTexts = 10_000;

/** How long a text is: as short or as long as possible, or of any length if the others are few. */
export type Length = 'short' | 'long' | 'any';

/**
 * A text that matches a regular expression, different for each number as far as there are enough.
 * Null if the pattern has unsupported parts, such as looking ahead.
 */
export function textMatching(pattern: string, number: number, length: Length): string | null {
  const read = alternativesIn(pattern);
  if (read === null || read.rest !== '') return null;
  const isLong = length === 'long';
  const isAny = length === 'any' && read.alternatives.reduce((sum, pieces) => sum + shortestOf(pieces), 0) < fewTexts;
  let left = number;
  const one = <T>(list: ArrayLike<T>): T | undefined => {
    const chosen = list[left % list.length];
    left = Math.floor(left / list.length);
    return chosen;
  };
  const textOf = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => Array.from({ length: timesOf(piece) }, () => partOf(piece)).join('')).join('');
  const timesOf = ({ least, most }: Piece): number =>
    isLong ? most : isAny ? (one(Array.from({ length: most - least + 1 }, (_, more) => least + more)) ?? least) : least;
  const partOf = (piece: Piece): string => {
    if ('characters' in piece) return one(piece.characters) ?? '';
    const texts = isLong ? piece.alternatives.map(textOf) : [];
    return isLong
      ? texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
      : textOf(one(piece.alternatives) ?? []);
  };
  return partOf({ least: 1, most: 1, alternatives: read.alternatives });
}

/**
 * How many numbers in a row give texts that differ in the first place where a choice is left: all
 * its characters, or all alternatives.
 */
export const choicesIn = (pattern: string): number => firstChoices(alternativesIn(pattern)?.alternatives ?? []);

function firstChoices(alternatives: readonly (readonly Piece[])[]): number {
  if (alternatives.length !== 1) return Math.max(1, alternatives.length);
  const choices = (alternatives[0] ?? [])
    .filter(({ least }) => least > 0)
    .map((piece) => ('characters' in piece ? piece.characters.length : firstChoices(piece.alternatives)));
  return choices.find((count) => count > 1) ?? 1;
}

/** How many texts match with as few characters as possible. */
const shortestOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((product, piece) => {
    const each = 'characters' in piece ? piece.characters.length : piece.alternatives.reduce((sum, one) => sum + shortestOf(one), 0);
    return product * each ** piece.least;
  }, 1);

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = `${letters}${letters.toUpperCase()}0123456789`;
const classes: Readonly<Record<string, string>> = { d: '0123456789', w: `${letters}0123456789`, s: ' ', D: letters, W: '-', S: letters };

/** Reads alternatives up to the end or a closing parenthesis; null for what is not supported. */
function alternativesIn(pattern: string): { readonly alternatives: readonly (readonly Piece[])[]; readonly rest: string } | null {
  const alternatives: Piece[][] = [];
  let rest = `|${pattern}`;
  while (rest.startsWith('|')) {
    const pieces: Piece[] = [];
    alternatives.push(pieces);
    rest = rest.slice(1).replace(/^\^/, '');
    while (rest !== '' && !/^(?:[|)]|\$(?:[|)]|$))/.test(rest)) {
      const read = pieceIn(rest);
      if (read === null) return null;
      const times = /^(?:\{(?<from>\d+)(?<comma>,)?(?<to>\d*)\}|(?<sign>[*+?]))\??/.exec(read.rest);
      rest = read.rest.slice(times?.[0].length ?? 0);
      const { from, comma, to, sign } = times?.groups ?? {};
      const least = from !== undefined ? Number(from) : sign === '*' || sign === '?' ? 0 : 1;
      const open = sign === '*' || sign === '+' || (comma !== undefined && to === '');
      const most = open ? least + unlimited : sign === '?' ? 1 : to !== undefined && to !== '' ? Number(to) : least;
      pieces.push({ ...read.piece, least, most: Math.min(most, 200) });
    }
    rest = rest.replace(/^\$/, '');
  }
  return { alternatives, rest };
}

/** Reads a character, a set of characters or a group at the start of a pattern. */
function pieceIn(
  pattern: string,
): { readonly piece: { characters: string } | { alternatives: readonly (readonly Piece[])[] }; readonly rest: string } | null {
  const group = /^\((?:\?:|(?!\?))/.exec(pattern);
  if (group !== null) {
    const read = alternativesIn(pattern.slice(group[0].length));
    return read === null || !read.rest.startsWith(')') ? null : { piece: read, rest: read.rest.slice(1) };
  }
  const part = /^(?:\[(?<set>\^?(?:\\.|[^\]\\])+)\]|\\(?<escaped>[^bB\d])|(?<dot>\.)|(?<plain>[^()|*+?{}[\]\\^$]))/.exec(pattern);
  if (part === null) return null;
  const { set, escaped, dot, plain } = part.groups ?? {};
  const characters =
    set !== undefined ? charactersIn(set) : escaped !== undefined ? (classes[escaped] ?? escaped) : dot !== undefined ? letters : plain;
  return characters === undefined || characters === '' ? null : { piece: { characters }, rest: pattern.slice(part[0].length) };
}

/** Expands `A-Z_` into its characters, and `^A-Z` into the other letters and digits. */
function charactersIn(set: string): string {
  if (set.startsWith('^')) {
    const excluded = charactersIn(set.slice(1));
    return [...word].filter((one) => !excluded.includes(one)).join('');
  }
  const escaped = set.replace(/\\([dws])/g, (_, name: string) => classes[name] ?? '').replace(/\\(.)/g, '$1');
  return escaped.replace(/(.)-(.)/g, (_, from: string, to: string) =>
    Array.from({ length: Math.max(0, to.charCodeAt(0) - from.charCodeAt(0) + 1) }, (__, place) =>
      String.fromCharCode(from.charCodeAt(0) + place),
    ).join(''),
  );
}
