/**
 * A text that sorts, byte by byte, as the decimal sorts that `text` writes (canonical: no exponent,
 * no needless zeros). A sign, the number of digits before the point, the digits; for negative
 * numbers everything turned round.
 */
export function decimalKey(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '1';
  const leading = whole === '0' || whole === '' ? -(/^0*/.exec(fraction)?.[0].length ?? 0) : whole.length;
  // Enough for every decimal that fits in memory; ten digits keep the length the same.
  const key = String(5_000_000_000 + leading).padStart(10, '0') + digits.replace(/0+$/, '');
  return negative ? `0${key.replace(/\d/g, (digit) => String(9 - Number(digit)))}~` : `2${key}`;
}
