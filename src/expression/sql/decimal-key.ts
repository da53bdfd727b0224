/**
 * A key whose byte order is the order of the decimals. `text` is canonical, without an exponent or
 * redundant zeros. The key has a sign, the number of digits before the point, and the digits; for
 * negative numbers all digits are complemented.
 */
export function decimalKey(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '1';
  const leading = whole === '0' || whole === '' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) : whole.length;
  // Ten digits keep the length constant and suffice for every decimal that fits in memory.
  const key = String(5_000_000_000 + leading).padStart(10, '0') + digits.replace(/0+$/, '');
  return negative ? `0${key.replace(/\d/g, (digit) => String(9 - Number(digit)))}~` : `2${key}`;
}
