/** `resolvedAt` → `resolved at`, `TicketView` → `ticket view`, `DAILY_LIMIT` → `daily limit`. */
export const toWords = (name: string): string =>
  /^[A-Z0-9_]+$/.test(name)
    ? name.toLowerCase().replaceAll('_', ' ')
    : name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase();

const longest = 100;

/** Shortens a name or value from a caller to at most 100 characters, for use in a message. */
export const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}
