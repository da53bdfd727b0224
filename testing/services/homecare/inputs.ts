import { invalid, text } from '../hand-written-inputs.ts';

/** How this service reads moments and amounts. */

/** A moment, in milliseconds since the epoch; without an offset it is in UTC. */
export function moment(value: unknown): number {
  const given = text(value);
  const [, day = '', clock = '00:00', seconds = ':00', digits = '', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:\d{2})?)?$/.exec(given) ?? invalid();
  const whole = Date.parse(`${day}T${clock}${seconds.slice(0, 3)}${offset.toUpperCase()}`);
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(Date.parse(day)).toISOString().startsWith(day);
  if (Number.isNaN(whole) || !isDay || clock >= '24') return invalid();
  return whole + Number(digits.padEnd(3, '0').slice(0, 3));
}

/** Cents. */
export function amount(value: unknown): number {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))) return invalid();
  const cents = Math.round(Number(value) * 100);
  return cents / 100 === Number(value) && Math.abs(cents) < 2 ** 63 ? cents : invalid();
}

/** What answers show for a moment and for cents. */
export const shownMoment = (time: number): string => new Date(time).toISOString();
export const shownAmount = (cents: number): number => cents / 100;
