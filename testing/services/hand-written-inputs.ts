import { refuse } from './hand-written.ts';

/** How hand-written services parse requests; no rules of a document. */

/** The date of a moment, in milliseconds since the epoch. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const invalid = (): never => refuse(422, 'INVALID');

export const text = (value: unknown, most = Number.POSITIVE_INFINITY): string =>
  typeof value === 'string' && [...value].length <= most ? value : invalid();

export const whole = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : invalid());

export const yesOrNo = (value: unknown): boolean => (typeof value === 'boolean' ? value : invalid());

export function date(value: unknown): string {
  const given = text(value);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(given) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(given) ? given : invalid();
}

/** `isOpen`: any other text is accepted too. */
export const among = (value: unknown, values: readonly string[], isOpen = false): string =>
  typeof value === 'string' && (isOpen || values.includes(value)) ? value : invalid();

/** A new password: no one could sign in with an empty one. */
export const notEmpty = (password: string): string => (password === '' ? invalid() : password);

/** The form of the type `email`; the part behind the @ needs no dot. */
export const isEmail = (given: string): boolean => {
  const [name = '', host = '', ...more] = given.split('@');
  const isClean = (part: string): boolean => part !== '' && !/[\s<>()[\]\\,;:"]/.test(part);
  return given.length <= 254 && more.length === 0 && isClean(name) && host.split('.').every(isClean);
};

export function email(value: unknown): string {
  const given = text(value);
  return isEmail(given) ? given : invalid();
}

export const orNull = <T>(value: unknown, read: (value: unknown) => T): T | null => (value === null ? null : read(value));

/** The parsed parameter of the query; null if it is missing. */
export function given<T>(query: URLSearchParams, name: string, read: (value: string) => T): T | null {
  const value = query.get(name);
  return value === null || value === '' ? null : read(value);
}

export const integer = (value: string): number => (/^-?\d+$/.test(value) ? Number(value) : invalid());

export const flag = (value: string): boolean => (value === 'true' ? true : value === 'false' ? false : invalid());
