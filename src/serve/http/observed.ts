import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Platform } from '../../base/platform.ts';
import { secretLength } from '../../model/types/secret.ts';
import { clientAddress } from './client-address.ts';
import type { AppEnvironment } from './environment.ts';
import type { LogEntry } from './log-entry.ts';
import type { Metrics } from './metrics.ts';

interface Observed {
  readonly platform: Platform;
  readonly proxies: number;
  /** The headers of every response. */
  readonly common: Readonly<Record<string, string>>;
  readonly log: (entry: LogEntry) => void;
  readonly metrics: Metrics;
}

/** Gives every request an id, logs and measures it, and sets the common headers. */
export const requestObserver =
  ({ platform, proxies, common, log, metrics }: Observed): MiddlewareHandler<AppEnvironment> =>
  async (context, next) => {
    const began = platform.now();
    const { req } = context;
    const id = requestId(req.header('x-request-id'));
    const client = clientAddress(
      context.env?.incoming?.socket?.remoteAddress,
      proxies > 0 ? req.header('x-forwarded-for') : undefined,
      proxies,
    );
    context.set('requestId', id);
    context.set('headers', { ...common, 'x-request-id': id });
    context.set('client', client);
    await next();
    const { res } = context;
    if (res !== context.get('whole')) setOn(res.headers, context.get('headers'));
    const milliseconds = platform.now() - began;
    metrics.answered(req.method, res.status, milliseconds / 1000);
    // Never the query, which may contain private data.
    log({
      level: 'info',
      message: 'answered',
      id,
      method: req.method,
      path: withoutSecrets(req.path),
      status: res.status,
      milliseconds,
      client,
    });
  };

/** Masks the secrets in a path: the link of a guest contains the key to a record. */
export const withoutSecrets = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.length === secretLength && /^[\w-]+$/.test(part) ? '…' : part))
    .join('/');

/** The id from the client if it is safe to log, otherwise a new one. */
const requestId = (header: string | undefined): string => (header !== undefined && /^[\w\-=]{1,64}$/.test(header) ? header : randomUUID());

/**
 * Sets headers on the response itself, because context.header() would turn its body into a stream.
 * Pages keep their own policy; `vary` values add up.
 */
function setOn(headers: Headers, more: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(more)) {
    if (name === 'vary') headers.append(name, value);
    else if (name !== 'content-security-policy' || !headers.has(name)) headers.set(name, value);
  }
}
