import { invalid, text } from '../hand-written-inputs.ts';

/** The cents of an amount, which is a number or a text of digits. */
export function cents(value: unknown): number {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string') return invalid();
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(digits) ?? invalid();
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}

/** A moment, in milliseconds since the epoch; without an offset it is in UTC. */
export function moment(value: unknown): number {
  const [, day = '', clock = '', seconds = ':00', digits = '', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})?$/.exec(text(value)) ?? invalid();
  const whole = Date.parse(`${day}T${clock}${seconds}${offset.toUpperCase()}`);
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(Date.parse(day)).toISOString().startsWith(day);
  if (Number.isNaN(whole) || !isDay || clock >= '24') return invalid();
  return whole + Number(digits.padEnd(3, '0').slice(0, 3));
}
