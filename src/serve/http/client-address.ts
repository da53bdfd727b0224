/**
 * Whose request it is, for limits and logs. Behind `proxies` proxies the address is the one that the outermost of them wrote down: so many entries from the
 * right of X-Forwarded-For; what stands further left anybody may have written.
 */
export function clientAddress(remote: string | undefined, forwarded: string | undefined, proxies: number): string {
  if (proxies > 0 && forwarded !== undefined) {
    const entries = forwarded.split(',').map((entry) => entry.trim());
    const entry = entries[Math.max(0, entries.length - proxies)];
    if (entry) return entry.slice(0, 64);
  }
  return remote ?? 'unknown';
}
