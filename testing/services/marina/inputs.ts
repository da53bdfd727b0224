import type { Request } from '../../../src/verifier/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { invalid, text } from '../hand-written-inputs.ts';
import type { Has } from './data.ts';

/** A number of metres: a JSON number, or digits in a text. */
export function decimal(value: unknown): number {
  if (typeof value === 'number') return value;
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text(value)) ? Number(value) : invalid();
}

/** An amount with at most two places. */
export function money(value: unknown): number {
  const amount = decimal(value);
  return Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6 ? amount : invalid();
}

/** The body, which must have these keys, and may have the optional ones. */
export function bodyOf(request: Request, has: Has, required: readonly string[], optional: readonly string[] = []): Body {
  return keysOf(jsonIn(request.body ?? '{}'), has, required, optional);
}

export function keysOf(value: unknown, has: Has, required: readonly string[], optional: readonly string[]): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid();
  const known = [...required, ...optional];
  if (!has('unknownKeysIgnored') && Object.keys(value).some((key) => !known.includes(key))) invalid();
  if (required.some((key) => !(key in value))) refuse(has('missingKeyIs400') ? 400 : 422, 'INVALID');
  return value as Body;
}

/** A part of a list by limit and offset, and how many there are. */
export function pageOf<T>(query: URLSearchParams, all: readonly T[], has: Has): { readonly page: readonly T[]; readonly total: number } {
  const whole = (name: string, most: number, otherwise: number, empty: number): number => {
    const given = query.get(name);
    if (given === null) return otherwise;
    if (given === '') return empty;
    return /^\d+$/.test(given) && Number(given) <= most ? Number(given) : has('badPageIsFirst') ? otherwise : invalid();
  };
  const limit = whole('limit', has('pagesOfAnySize') ? Number.POSITIVE_INFINITY : 1000, has('pagesOfTen') ? 10 : 20, 1000);
  const offset = whole('offset', Number.MAX_SAFE_INTEGER, 0, 0);
  const start = has('offsetIgnored') ? 0 : has('offsetIsPage') ? offset * limit : offset;
  const page = all.slice(start, has('limitIgnored') ? undefined : has('limitIncludesNext') ? start + limit + 1 : start + limit);
  return { page, total: has('totalIsOfPage') ? page.length : all.length };
}

/** Texts are sorted A to Z like a to z. */
export const alphabetical = (one: string, other: string): number => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
};
