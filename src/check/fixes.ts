import type { Fix } from '../base/finding.ts';
import { editDistance } from '../base/nearest.ts';
import type { Span } from '../base/span.ts';

/** One fix for each suggestion: the name at `place` is replaced. */
export const replaceBy = (place: Span, suggestions: readonly string[]): readonly Fix[] =>
  suggestions.map((text) => ({ title: `Write “${text}”`, edits: [{ from: place.from, to: place.to, insert: text }] }));

/**
 * The same for a name that is not declared: safe when there is one suggestion and only a letter or
 * the case of letters is wrong.
 */
export const replaceName = (name: string, place: Span, suggestions: readonly string[]): readonly Fix[] =>
  replaceBy(place, suggestions).map((fix) => ({ ...fix, safe: isSlip(name, suggestions) }));

/**
 * Is a name one slip of the finger away from the only one that it can be? In short names a letter
 * is too much of the word.
 */
export const isSlip = (name: string, suggestions: readonly string[]): boolean =>
  suggestions.length === 1 && name.length >= 5 && editDistance(name.toLowerCase(), (suggestions[0] ?? '').toLowerCase(), 1) <= 1;

/** `Did you mean “Ticket” or “Tickets”?`, or nothing: to be put in the middle of a message. */
export function didYouMean(suggestions: readonly string[]): string {
  if (suggestions.length === 0) return '';
  const quoted = suggestions.map((text) => `“${text}”`);
  return quoted.length === 1 ? `Did you mean ${quoted[0]}?` : `Did you mean ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}?`;
}

/** `a, b and c`. */
export function enumerate(words: readonly string[], conjunction = 'and'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
