import { invalid, text } from '../hand-written-inputs.ts';

/** The cents of an amount, which is a number or a text of digits. */
export function cents(value: unknown): number {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string') return invalid();
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(digits) ?? invalid();
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}

/** A time of day in milliseconds since midnight. */
export function clockTime(value: unknown): number {
  const found = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text(value)) ?? invalid();
  const [, hours, minutes, seconds = '0'] = found;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
