import { listed, TokenReader } from './reader.ts';
import type { Statement, Token } from './tokens.ts';

const comparisons = new Map([
  ['=', '=='],
  ['<>', '!='],
  ['!=', '!='],
  ['<', '<'],
  ['>', '>'],
  ['<=', '<='],
  ['>=', '>='],
]);

/**
 * Converts a CHECK to an expression: comparisons of a column with a number, a text or another
 * column, IN, BETWEEN and AND. Returns null for anything else.
 *
 * In SQL, null passes a check; here, a condition on null is false, so the expression explicitly
 * allows null for each nullable column.
 */
export function checkRule(tokens: Statement, fieldOf: (column: string) => string | undefined): string | null {
  const parts = conjunction(unwrapped(tokens));
  const written = parts.map((part) => comparison(unwrapped(part), fieldOf));
  return written.includes(null) ? null : written.join(' && ');
}

/** Removes brackets around the whole expression. */
function unwrapped(tokens: Statement): Statement {
  const reader = new TokenReader(tokens);
  const inside = reader.brackets();
  return inside !== null && reader.done ? unwrapped(inside) : tokens;
}

/** Splits at each AND outside of brackets and BETWEEN. */
function conjunction(tokens: Statement): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  let between = false;
  for (const token of tokens) {
    if (token.text === '(' && token.kind === 'mark') depth++;
    if (token.text === ')' && token.kind === 'mark') depth--;
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (word === 'between') between = true;
    if (word === 'and' && depth === 0 && !between) {
      parts.push([]);
      continue;
    }
    if (word === 'and') between = false;
    parts.at(-1)?.push(token);
  }
  return parts;
}

function comparison(tokens: Statement, fieldOf: (column: string) => string | undefined): string | null {
  const reader = new TokenReader(tokens);
  const wrapped = reader.brackets();
  const column = wrapped === null ? reader.name() : new TokenReader(wrapped).name();
  const field = column === null ? undefined : fieldOf(column);
  if (field === undefined) return null;
  cast(reader);
  const guarded = (condition: string | null): string | null =>
    condition === null || !reader.done ? null : `(${field} == null || ${condition})`;
  if (reader.takes('is', 'not', 'null') && reader.done) return `${field} != null`;
  if (reader.takes('in')) {
    const values = listed(reader.brackets() ?? []).map((value) => literal(new TokenReader(value)));
    return guarded(values.length === 0 || values.includes(null) ? null : `${field} in [${values.join(', ')}]`);
  }
  if (reader.takes('between')) {
    const from = literal(reader);
    if (!reader.takes('and')) return null;
    const to = literal(reader);
    return guarded(from === null || to === null ? null : `${field} >= ${from} && ${field} <= ${to}`);
  }
  const sign = comparisons.get(reader.take()?.text ?? '');
  if (sign === undefined) return null;
  if (reader.next?.kind === 'word' || reader.next?.kind === 'name') {
    const other = fieldOf(reader.name() ?? '');
    cast(reader);
    return other === undefined || !reader.done ? null : `(${field} == null || ${other} == null || ${field} ${sign} ${other})`;
  }
  const value = literal(reader);
  return guarded(value === null ? null : `${field} ${sign} ${value}`);
}

function literal(reader: TokenReader): string | null {
  const inside = reader.brackets();
  const from = inside === null ? reader : new TokenReader(inside);
  const negative = from.takes('-') ? '-' : '';
  const token = from.take();
  cast(reader);
  if (token?.kind === 'number') return `${negative}${token.text}`;
  return token?.kind === 'string' && !/[`\\\n]/.test(token.text) ? JSON.stringify(token.text) : null;
}

/** Skips casts: `::text`, `::character varying(20)[]`. */
function cast(reader: TokenReader): void {
  while (reader.takes('::')) {
    if (!reader.takes('character', 'varying') && !reader.takes('double', 'precision')) reader.name();
    reader.brackets();
    while (reader.takes('[')) reader.takes(']');
  }
}
