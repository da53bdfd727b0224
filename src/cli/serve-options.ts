import type { Quota } from '../serve/http/quota.ts';
import { megabyte } from '../serve/http/settings.ts';

/**
 * `20,200,5000`: of one session, of one network address, in all; 0 is without limit. What is wrong,
 * or null where nothing is given.
 */
export function readQuota(name: string, text: string | undefined, unit = 1): Quota | string | null {
  if (text === undefined) return null;
  const numbers = /^(\d{1,9}),(\d{1,9}),(\d{1,9})$/
    .exec(text)
    ?.slice(1)
    .map((digits) => Number(digits) * unit);
  const [session, address, all] = numbers ?? [];
  if (session === undefined || address === undefined || all === undefined)
    return `--${name} must be three whole numbers (per session, per network address, in total), such as 20,200,5000, not “${text}”.`;
  return { session, address, all };
}

export const uploadUnit = megabyte;

/** Whether an address is this machine's alone. */
export const isOwn = (address: string): boolean => address === 'localhost' || address === '::1' || /^127\./.test(address);

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The host names that a server answers for, null: any. On an address that only this machine
 * reaches, a name that is not its own comes from a page whose owner let it lead here (DNS
 * rebinding).
 */
export function answeredHosts(address: string, allowed: readonly string[]): readonly string[] | null {
  if (!isOwn(address) && allowed.length === 0) return null;
  return [...ownNames, address.includes(':') ? `[${address}]` : address, ...allowed];
}

/** What is wrong with a host name, or null. */
export const hostProblem = (name: string): string | null =>
  /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/i.test(name)
    ? null
    : `--allow-host must be a host name without a port (app.example.com), not “${name}”.`;

/**
 * As a browser writes it in `Origin`: without a path, a slash or the usual port; null: it is no
 * origin.
 */
export function originOf(text: string): string | null {
  // Of an app's own pages: capacitor://localhost.
  const { origin, protocol, host } = URL.canParse(text) ? new URL(text) : { origin: 'null', protocol: '', host: '' };
  if (origin !== 'null') return origin;
  return host === '' ? null : `${protocol}//${host}`;
}
