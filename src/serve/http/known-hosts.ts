import type { MiddlewareHandler } from 'hono';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

/**
 * Answers requests for these host names only. Otherwise a foreign name that resolves to this
 * machine (DNS rebinding) would let a foreign page pass as one of the product's own in a browser on
 * this machine.
 */
export function knownHosts(names: readonly string[]): MiddlewareHandler<AppEnvironment> {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return async ({ req }, next) => {
    const host = hostName(req.header('host') ?? new URL(req.url).host);
    if (known.has(host)) return next();
    return problemResponse(
      421,
      'MISDIRECTED',
      `This server is not configured for this host name. To allow it, start the server with --allow-host NAME.`,
    );
  };
}

/** The host without its port; an IPv6 address keeps its brackets. */
const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, '');
