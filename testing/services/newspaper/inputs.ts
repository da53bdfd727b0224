import { invalid } from '../hand-written-inputs.ts';

/** The cents of an amount, which is a number or a text of digits. */
export function cents(value: unknown): number {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string') return invalid();
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(digits) ?? invalid();
  const amount = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}

/**
 * Values that may be missing and are no texts. An empty text is read as null, and refused by
 * `done` only if nothing before refuses the null.
 */
export function optionals() {
  let isEmpty = false;
  const read = <T>(value: unknown, parse: (value: unknown) => T): T | null => {
    if (value === '') isEmpty = true;
    return value === null || value === '' ? null : parse(value);
  };
  const done = (): void => {
    if (isEmpty) invalid();
  };
  return { read, done };
}
