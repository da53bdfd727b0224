/**
 * A typed number with digits and a point; null if it is none. Spaces and apostrophes between digits
 * are ignored; a comma counts as a point if there is no other.
 */
export function plainNumber(text: string): string | null {
  let plain = text
    .trim()
    .replace(/[\s'’_]/gu, '')
    .replace('−', '-');
  if (/^[+-]?\d*,\d+$/u.test(plain)) plain = plain.replace(',', '.');
  else if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(plain)) plain = plain.replaceAll(',', '');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain)) return null;
  return plain
    .replace(/^\+/u, '')
    .replace(/^(-?)\./u, '$10.')
    .replace(/\.$/u, '');
}
