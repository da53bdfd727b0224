import type { SqlScalar } from './represent.ts';

/**
 * A piece of SQL with the values of its `?` in order. Nothing that a person wrote is ever in
 * `text`.
 */
export interface SqlFragment {
  readonly text: string;
  readonly parameters: readonly SqlScalar[];
}

const none: readonly SqlScalar[] = [];
const nothing: SqlFragment = { text: '', parameters: none };

/**
 * Joins pieces: sql`${left} = ${right}`. What is between is a piece, never a value: values come
 * in by parameter().
 */
export function sql(strings: TemplateStringsArray, ...pieces: readonly SqlFragment[]): SqlFragment {
  let text = strings[0] ?? '';
  let parameters: readonly SqlScalar[] = none;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? nothing;
    text += piece.text + (strings[index + 1] ?? '');
    parameters = together(parameters, piece.parameters);
  }
  return { text, parameters };
}

export const parameter = (value: SqlScalar): SqlFragment => ({ text: '?', parameters: [value] });

/** SQL of our own making: a quoted name, an operator. */
export const raw = (text: string): SqlFragment => ({ text, parameters: none });

export function join(pieces: readonly SqlFragment[], separator: string): SqlFragment {
  let text = '';
  let parameters: readonly SqlScalar[] = none;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? nothing;
    text += index === 0 ? piece.text : separator + piece.text;
    parameters = together(parameters, piece.parameters);
  }
  return { text, parameters };
}

/** Most pieces have no parameters: then no list is made. */
const together = (one: readonly SqlScalar[], other: readonly SqlScalar[]): readonly SqlScalar[] =>
  other.length === 0 ? one : one.length === 0 ? other : [...one, ...other];

/** All of them hold. None: always. */
export const allOf = (pieces: readonly SqlFragment[]): SqlFragment =>
  pieces.length === 0 ? raw('TRUE') : pieces.length === 1 ? (pieces[0] ?? raw('TRUE')) : sql`(${join(pieces, ' AND ')})`;

/** One of them holds. None: never. */
export const anyOf = (pieces: readonly SqlFragment[]): SqlFragment =>
  pieces.length === 0 ? raw('FALSE') : pieces.length === 1 ? (pieces[0] ?? raw('FALSE')) : sql`(${join(pieces, ' OR ')})`;

/**
 * Uses a value more than once. A long one is computed in a subquery: written out, sums of sums
 * would double with every step. `fence`: what keeps a database from writing it out itself.
 */
export function reused(value: SqlFragment, use: (value: SqlFragment) => SqlFragment, fence = ''): SqlFragment {
  if (value.text.length <= 40) return use(value);
  return sql`(SELECT ${use(raw('once.v'))} FROM (SELECT ${value} AS v${raw(fence)}) AS once)`;
}
