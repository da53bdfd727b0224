import { invalid } from '../hand-written-inputs.ts';

/** The most that an amount can be, in euros. */
const most = 2 ** 63 / 100;

/** Parses an amount of money with at most two places; returns cents. */
export function money(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : invalid();
  if (!/^-?\d+(\.\d{1,2}0*)?$/.test(text) || Math.abs(Number(text)) > most) invalid();
  return Math.round(Number(text) * 100);
}
