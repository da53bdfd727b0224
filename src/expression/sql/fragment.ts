import type { SqlScalar } from './represent.ts';

/**
 * A piece of SQL with the values of its `?` placeholders in order. `text` never contains user
 * input.
 */
export interface SqlFragment {
  readonly text: string;
  readonly parameters: readonly SqlScalar[];
}

const none: readonly SqlScalar[] = [];
const nothing: SqlFragment = { text: '', parameters: none };

/**
 * Joins fragments: sql`${left} = ${right}`. Only fragments can be inserted; values must go through
 * parameter().
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

/** SQL from trusted code only, such as a quoted name or an operator. */
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

/** Avoids allocating a new array, because most fragments have no parameters. */
const together = (one: readonly SqlScalar[], other: readonly SqlScalar[]): readonly SqlScalar[] =>
  other.length === 0 ? one : one.length === 0 ? other : [...one, ...other];

/** The conjunction of all conditions; TRUE if there are none. */
export const allOf = (pieces: readonly SqlFragment[]): SqlFragment =>
  pieces.length === 0 ? raw('TRUE') : pieces.length === 1 ? (pieces[0] ?? raw('TRUE')) : sql`(${join(pieces, ' AND ')})`;

/** The disjunction of all conditions; FALSE if there are none. */
export const anyOf = (pieces: readonly SqlFragment[]): SqlFragment =>
  pieces.length === 0 ? raw('FALSE') : pieces.length === 1 ? (pieces[0] ?? raw('FALSE')) : sql`(${join(pieces, ' OR ')})`;

/**
 * Uses a value several times. A long value is computed once in a subquery, because inlining it
 * would double nested sums at every step. `fence`: SQL that keeps the database from inlining the
 * subquery.
 */
export function reused(value: SqlFragment, use: (value: SqlFragment) => SqlFragment, fence = ''): SqlFragment {
  if (value.text.length <= 40) return use(value);
  return sql`(SELECT ${use(raw('once.v'))} FROM (SELECT ${value} AS v${raw(fence)}) AS once)`;
}
