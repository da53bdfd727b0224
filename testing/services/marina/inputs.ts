import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { invalid, text } from '../hand-written-inputs.ts';
import type { Has } from './data.ts';

/** A number of metres: a JSON number, or digits in a text. */
export function decimal(value: unknown): number {
  if (typeof value === 'number') return value;
  return /^-?\d+(\.\d+)?$/.test(text(value)) ? Number(value) : invalid();
}

/** An amount with at most two places. */
export function money(value: unknown): number {
  const amount = decimal(value);
  return Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6 ? amount : invalid();
}

/** The body, which may have these keys. What it must have is looked at later, by `complete`. */
export const bodyOf = (request: Request, has: Has, keys: readonly string[]): Body => keysOf(jsonIn(request.body ?? '{}'), has, keys);

export function keysOf(value: unknown, has: Has, keys: readonly string[]): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid();
  if (!has('unknownKeysIgnored') && Object.keys(value).some((key) => !keys.includes(key))) invalid();
  return value as Body;
}

/** Refuses a body without one of these keys. */
export function complete(body: Body, has: Has, required: readonly string[]): void {
  if (required.some((key) => !(key in body))) refuse(has('missingKeyIs400') ? 400 : 422, 'INVALID');
}

/** What cuts a page of this limit and offset out of a list, and counts the list. */
export function pageIn(query: URLSearchParams, has: Has) {
  const whole = (name: string, otherwise: number): number => {
    const given = query.get(name) ?? '';
    if (given === '') return otherwise;
    return /^-?\d+$/.test(given) ? Number(given) : has('badPageIsFirst') ? otherwise : invalid();
  };
  const limit = whole('limit', has('pagesOfTen') ? 10 : 20);
  const offset = whole('offset', 0);
  const start = has('offsetIgnored') ? 0 : has('offsetIsPage') ? offset * limit : offset;
  const mayBe = limit >= 0 && offset >= 0 && (limit <= 1000 || has('pagesOfAnySize'));
  if (!mayBe && !has('badPageIsFirst')) invalid();
  return <T>(all: readonly T[]): { readonly page: readonly T[]; readonly total: number } => {
    const page = all.slice(start, has('limitIgnored') ? undefined : has('limitIncludesNext') ? start + limit + 1 : start + limit);
    return { page, total: has('totalIsOfPage') ? page.length : all.length };
  };
}

/** Texts are sorted A to Z like a to z. */
export const alphabetical = (one: string, other: string): number => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
};
