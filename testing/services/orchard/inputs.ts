import { invalid, text } from '../hand-written-inputs.ts';

/** An amount in cents: a number, or a number in a text, with at most two places, or with any. */
export function cents(value: unknown, anyPlaces = false): number {
  const isNumber = typeof value === 'number' || /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text(value));
  const amount = isNumber ? Number(value) * 100 : invalid();
  const whole = Math.round(amount);
  if (Math.abs(amount - whole) < 1e-6) return whole;
  return anyPlaces ? amount : invalid();
}

/** An address as browsers accept it: its domain needs no dot. */
export function email(value: unknown): string {
  const given = text(value);
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(given) ? given : invalid();
}
