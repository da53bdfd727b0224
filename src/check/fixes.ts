import type { Fix } from '../base/finding.ts';
import { editDistance } from '../base/nearest.ts';
import type { Span } from '../base/span.ts';

/** One fix per suggestion, which replaces the name at `place`. */
export const replaceBy = (place: Span, suggestions: readonly string[]): readonly Fix[] =>
  suggestions.map((text) => ({ title: `Write “${text}”`, edits: [{ from: place.from, to: place.to, insert: text }] }));

/**
 * Like `replaceBy`, for an undeclared name. A fix is safe if there is one suggestion and the name
 * differs only by one letter or by case.
 */
export const replaceName = (name: string, place: Span, suggestions: readonly string[]): readonly Fix[] =>
  replaceBy(place, suggestions).map((fix) => ({ ...fix, safe: isTypo(name, suggestions) }));

/**
 * Whether a name is one typo away from its only suggestion. In short names, a single letter is too
 * large a difference.
 */
export const isTypo = (name: string, suggestions: readonly string[]): boolean =>
  suggestions.length === 1 && name.length >= 5 && editDistance(name.toLowerCase(), (suggestions[0] ?? '').toLowerCase(), 1) <= 1;

/** `Did you mean “Ticket” or “Tickets”?` for use inside a message; empty without suggestions. */
export function didYouMean(suggestions: readonly string[]): string {
  if (suggestions.length === 0) return '';
  const quoted = suggestions.map((text) => `“${text}”`);
  return quoted.length === 1 ? `Did you mean ${quoted[0]}?` : `Did you mean ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}?`;
}

/** Joins words as `a, b and c`. */
export function enumerate(words: readonly string[], conjunction = 'and'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
