import { invalid, text, whole } from '../hand-written-inputs.ts';

/** The cents of an amount, which is a number or a text of digits. */
export function cents(value: unknown): number {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string') return invalid();
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(digits) ?? invalid();
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}

/** A number with any places, or a text of digits. */
export function decimal(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : invalid();
}

/** A time of day, with seconds only where there are some. */
export function timeOfDay(value: unknown): string {
  const given = text(value);
  if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(given)) invalid();
  return given.endsWith(':00') && given.length === 8 ? given.slice(0, 5) : given;
}

/** A list that is left out, or null, is empty. */
export function wholeNumbers(value: unknown): number[] {
  const given = value ?? [];
  return Array.isArray(given) ? given.map(whole) : invalid();
}
