import { invalid, text } from '../hand-written-inputs.ts';

/** An amount in cents: a number, or a number in a text, with at most two places, or with any. */
export function cents(value: unknown, anyPlaces = false): number {
  const isNumber = typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(text(value));
  const amount = isNumber ? Number(value) * 100 : invalid();
  const whole = Math.round(amount);
  if (Math.abs(amount - whole) < 1e-6) return whole;
  return anyPlaces ? amount : invalid();
}
