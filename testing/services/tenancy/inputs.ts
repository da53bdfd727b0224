import { invalid, text } from '../hand-written-inputs.ts';

/** The cents of an amount, which is a number or a text of digits. */
export function cents(value: unknown): number {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string') return invalid();
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(digits) ?? invalid();
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}

/** The moment of an RFC 3339 text; without an offset it is in UTC. */
export function moment(value: unknown): number {
  const form = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:\d{2})?$/;
  const [, day = '', time = '', zone = 'Z'] = form.exec(text(value)) ?? invalid();
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  const at = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  return isDay && !Number.isNaN(at) ? at : invalid();
}
