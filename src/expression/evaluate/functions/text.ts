import { isMap, items } from '../../values/compare.ts';
import type { Value } from '../../values/value.ts';
import { maximumLength } from '../arithmetic.ts';
import { compilePattern, matchingCost } from '../patterns.ts';
import { format } from './format.ts';
import { type Implementation, whole, wrong } from './implementation.ts';

const surrogate = /[\ud800-\udfff]/;
const white = /^\p{White_Space}+|\p{White_Space}+$/gu;

/** The characters of a text are code points: CEL counts 😀 as one. */
const characters = (text: string): readonly string[] => (surrogate.test(text) ? Array.from(text) : text.split(''));
export const countCharacters = (text: string): number => (surrogate.test(text) ? Array.from(text).length : text.length);
/** Converts an index in UTF-16 units to an index in characters. */
const placeOf = (text: string, unit: number): number => (unit < 0 ? -1 : countCharacters(text.slice(0, unit)));

const size: Implementation = ([value = null]) => {
  if (typeof value === 'string') return countCharacters(value);
  if (Array.isArray(value)) return value.length;
  if (isMap(value)) return value.size;
  if (value instanceof Uint8Array) return value.length;
  return typeof value === 'object' && value !== null && 'isRecordList' in value ? value.size() : undefined;
};

/** Tests of two texts that are common in conditions; `compileCall` calls them directly. */
export const textTests: ReadonlyMap<string, (text: string, other: string) => boolean> = new Map([
  ['contains', (text: string, other: string) => text.includes(other)],
  ['startsWith', (text: string, other: string) => text.startsWith(other)],
  ['endsWith', (text: string, other: string) => text.endsWith(other)],
]);

/** Wraps a function of two texts. */
const ofTexts =
  (run: (text: string, other: string) => Value): Implementation =>
  ([text, other]) =>
    typeof text === 'string' && typeof other === 'string' ? run(text, other) : undefined;

const ofText =
  (run: (text: string) => Value): Implementation =>
  ([text]) =>
    typeof text === 'string' ? run(text) : undefined;

const asciiOnly = (text: string, pattern: RegExp, change: (letter: string) => string): string => text.replace(pattern, change);

const charAt: Implementation = ([text, at]) => {
  const place = whole(at);
  if (typeof text !== 'string' || place === undefined) return undefined;
  const all = characters(text);
  if (place < 0 || place > all.length) return wrong(`there is no place ${place} in a text of ${all.length} characters`);
  return all[place] ?? '';
};

const indexOf: Implementation = ([text, other, start = 0]) => {
  const from = whole(start);
  if (typeof text !== 'string' || typeof other !== 'string' || from === undefined) return undefined;
  const all = characters(text);
  if (from < 0 || from > all.length) return wrong(`there is no place ${from} in a text of ${all.length} characters`);
  return placeOf(text, text.indexOf(other, all.slice(0, from).join('').length));
};

const lastIndexOf: Implementation = ([text, other, start]) => {
  if (typeof text !== 'string' || typeof other !== 'string') return undefined;
  if (start === undefined) return placeOf(text, text.lastIndexOf(other));
  const from = whole(start);
  if (from === undefined) return undefined;
  const all = characters(text);
  if (from < 0 || from > all.length) return wrong(`there is no place ${from} in a text of ${all.length} characters`);
  return placeOf(text, text.lastIndexOf(other, all.slice(0, from).join('').length));
};

const replace: Implementation = ([text, search, replacement, count = -1]) => {
  const most = whole(count);
  if (typeof text !== 'string' || typeof search !== 'string' || typeof replacement !== 'string' || most === undefined) return undefined;
  const parts = search === '' ? characters(text) : text.split(search);
  if (text.length + (parts.length + 1) * replacement.length > maximumLength) return wrong('the result is too long to store');
  if (search === '') {
    // An empty search text matches between all characters and at both ends.
    const limit = most < 0 ? parts.length + 1 : Math.min(most, parts.length + 1);
    return parts.map((part, index) => (index < limit ? replacement + part : part)).join('') + (limit > parts.length ? replacement : '');
  }
  const limit = most < 0 ? parts.length - 1 : Math.min(most, parts.length - 1);
  return parts.reduce((whole, part, index) => whole + (index - 1 < limit ? replacement : search) + part);
};

const split: Implementation = ([text, separator, limit = -1]) => {
  const most = whole(limit);
  if (typeof text !== 'string' || typeof separator !== 'string' || most === undefined) return undefined;
  if (most === 0) return [];
  const parts = separator === '' ? [...characters(text)] : text.split(separator);
  if (most < 0 || parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)];
};

const substring: Implementation = ([text, start, end]) => {
  const from = whole(start);
  if (typeof text !== 'string' || from === undefined) return undefined;
  const all = characters(text);
  const to = end === undefined ? all.length : whole(end);
  if (to === undefined) return undefined;
  if (from < 0 || to > all.length || from > to)
    return wrong(`there is no part from ${from} to ${to} in a text of ${all.length} characters`);
  return all.slice(from, to).join('');
};

const join: Implementation = ([list = null, separator = '']) => {
  const parts = items(list);
  if (parts === undefined || typeof separator !== 'string' || !parts.every((part) => typeof part === 'string')) return undefined;
  const length = parts.reduce((sum, part) => sum + part.length + separator.length, 0);
  return length > maximumLength ? wrong('the result is too long to store') : parts.join(separator);
};

const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' };

/**
 * Lower-case letters and digits (of any script, accents removed), joined by single hyphens: `Crème
 * Brûlée!` becomes `creme-brulee`.
 */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC');
}

const escapes: Record<string, string> = { 7: '\\a', 8: '\\b', 12: '\\f', 10: '\\n', 13: '\\r', 9: '\\t', 11: '\\v', 92: '\\\\', 34: '\\"' };

export const textFunctions: Record<string, Implementation> = {
  size,
  ...Object.fromEntries([...textTests].map(([name, test]) => [name, ofTexts(test)])),
  matches: ([text, pattern], { evaluationContext }) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return undefined;
    evaluationContext.budget.spend(matchingCost(text) + matchingCost(pattern));
    return compilePattern(pattern).matcher(text).find();
  },
  charAt,
  indexOf,
  lastIndexOf,
  replace,
  split,
  substring,
  join,
  lowerAscii: ofText((text) => asciiOnly(text, /[A-Z]+/g, (part) => part.toLowerCase())),
  upperAscii: ofText((text) => asciiOnly(text, /[a-z]+/g, (part) => part.toUpperCase())),
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.replace(white, '')),
  reverse: ofText((text) => [...characters(text)].reverse().join('')),
  slugify: ofText(slugify),
  format: ([text, values = null]) => {
    const list = items(values);
    return typeof text === 'string' && list !== undefined ? format(text, list) : undefined;
  },
  'strings.quote': ofText((text) => `"${Array.from(text, (char) => escapes[char.charCodeAt(0)] ?? char).join('')}"`),
  random: ([count], scope) => {
    const length = whole(count);
    if (length === undefined) return undefined;
    return length < 0 || length > 1000 ? wrong('random(n) gives up to 1000 characters') : scope.evaluationContext.random(length);
  },
};
