/** A number as it is typed, with digits and a point; null when it is none. Blanks and an apostrophe between digits are forgiven, a comma is a point where there is no other. */
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
