import { isIPv6 } from 'node:net';

/**
 * The client of a request, for limits and logs. Behind `proxies` proxies, the address is the entry
 * that the outermost proxy added to X-Forwarded-For, counted from the right; anyone could have
 * written the entries to its left.
 */
export function clientAddress(remote: string | undefined, forwarded: string | undefined, proxies: number): string {
  if (proxies > 0 && forwarded !== undefined) {
    const entries = forwarded.split(',').map((entry) => entry.trim());
    const entry = entries[Math.max(0, entries.length - proxies)];
    if (entry) return entry.slice(0, 64);
  }
  return remote ?? 'unknown';
}

/**
 * The network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address, because
 * its owner chooses the rest freely.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = '', after] = address.split('::');
  const groups = before === '' ? [] : before.split(':');
  const rest = after === undefined || after === '' ? [] : after.split(':');
  const zeros = after === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
