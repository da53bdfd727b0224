import type { Fix } from '../base/finding.ts';
import type { Span } from '../base/span.ts';

/** One fix for each suggestion: the name at `place` is replaced. */
export const replaceBy = (place: Span, suggestions: readonly string[]): readonly Fix[] =>
  suggestions.map((text) => ({ title: `Write “${text}”`, edits: [{ from: place.from, to: place.to, insert: text }] }));

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
