import type { Quota } from '../serve/http/quota.ts';
import { megabyte } from '../serve/http/settings.ts';

/**
 * Parses a quota such as `20,200,5000`: per session, per network address, and in total; 0 means no
 * limit. Returns null if none is given; a string describes the problem.
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

/** True if only this machine can reach the address. */
export const isLoopback = (address: string): boolean => address === 'localhost' || address === '::1' || /^127\./.test(address);

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the host names that the server accepts; null accepts any. If only this machine can reach
 * the address, any other host name indicates DNS rebinding: its owner has pointed it here to let a
 * page send requests.
 */
export function answeredHosts(address: string, allowed: readonly string[]): readonly string[] | null {
  if (!isLoopback(address) && allowed.length === 0) return null;
  return [...ownNames, address.includes(':') ? `[${address}]` : address, ...allowed];
}

/** Returns the problem with a host name, or null. */
export const hostProblem = (name: string): string | null =>
  /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/i.test(name)
    ? null
    : `--allow-host must be a host name without a port (app.example.com), not “${name}”.`;

/**
 * Returns the origin as browsers write it in `Origin`: without a path, a slash or the default port.
 * Returns null if it is no origin.
 */
export function originOf(text: string): string | null {
  // Pages of mobile apps have origins such as capacitor://localhost.
  const { origin, protocol, host } = URL.canParse(text) ? new URL(text) : { origin: 'null', protocol: '', host: '' };
  if (origin !== 'null') return origin;
  return host === '' ? null : `${protocol}//${host}`;
}
