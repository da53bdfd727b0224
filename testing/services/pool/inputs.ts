import { invalid } from '../hand-written-inputs.ts';

/** The cents of an amount, which is a number or a text of digits. */
export function cents(value: unknown): number {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string') return invalid();
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(digits) ?? invalid();
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}
