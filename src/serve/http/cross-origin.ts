import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { TokenHeader } from '../calls/token-header.ts';
import type { AppEnvironment } from './environment.ts';

const exposed = ['allow', 'etag', 'idempotent-replayed', 'location', 'retry-after', 'x-request-id'];

/**
 * Allows pages of these origins (`*`: any). Hono's `cors` answers preflight requests; other
 * responses get the same headers when they are created.
 */
export function crossOrigin(origins: readonly string[], token: TokenHeader): MiddlewareHandler<AppEnvironment> {
  const anybody = origins.includes('*');
  const preflight = cors({
    origin: anybody ? '*' : [...origins],
    // With `*`, cookies must not be sent from pages of just any site.
    credentials: !anybody,
    allowHeaders: [
      ...new Set(['authorization', token.header.toLowerCase()]),
      'content-type',
      'if-match',
      'if-none-match',
      'idempotency-key',
      'x-request-id',
    ],
    exposeHeaders: exposed,
    maxAge: 600,
  });
  const always: Readonly<Record<string, string>> = {
    'access-control-expose-headers': exposed.join(','),
    ...(anybody ? { 'access-control-allow-origin': '*' } : { 'access-control-allow-credentials': 'true', vary: 'Origin' }),
  };
  return async (context, next) => {
    const { req } = context;
    if (req.method === 'OPTIONS') return preflight(context, next);
    const origin = anybody ? undefined : req.header('origin');
    const headers = { ...context.get('headers'), ...always };
    if (origin !== undefined && origins.includes(origin)) headers['access-control-allow-origin'] = origin;
    context.set('headers', headers);
    return next();
  };
}
