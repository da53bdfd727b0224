/**
 * Converts a typed number to digits and a point; null if it is no number. Ignores spaces and
 * apostrophes between digits; reads a comma as a point if it is the only one.
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

/** Moves the decimal point `places` to the right, exactly: `0.125` by 2 is `12.5`. */
export function shiftDecimalPoint(plain: string, places: 2 | -2): string {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(plain) ?? [];
  if (whole === '') return plain;
  const digits = `${whole.padStart(3, '0')}${part.padEnd(2, '0')}`;
  const point = Math.max(whole.length, 3) + places;
  const end = digits.slice(point).replace(/0+$/u, '');
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/u, '')}${end === '' ? '' : `.${end}`}`;
}

/** Converts a typed percentage (`12`, `12 %`) to the engine's fraction; null if it is no number. */
export function parsePercentage(text: string): string | null {
  const plain = plainNumber(text.replace(/\s*%\s*$/u, ''));
  return plain === null ? null : shiftDecimalPoint(plain, -2);
}
