import type { MiddlewareHandler } from 'hono';
import type { ModelIndex } from '../../engine/document/model-index.ts';
import { ownBody } from '../calls/error-body.ts';
import type { AppEnvironment } from './environment.ts';
import type { LogEntry } from './log-entry.ts';

interface Parts {
  readonly index: ModelIndex;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
}

/** Not calls: what the product's own screens and whoever runs the server ask. */
const isOwnPath = (path: string): boolean => path.startsWith('/~/') || path === '/healthz' || path === '/readyz' || path === '/metrics';

/**
 * Puts what HTTP refuses before a call is asked (406, 408, 413, 429, 503 …) into the form that `Error body` of section 8 gives. The calls' own refusals
 * have it already; where the expression has no value the problem stays as it is, and the log says why.
 */
export function errorShape({ index, now, log }: Parts): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    await next();
    const { res } = context;
    if (res.status < 400 || res === context.get('whole') || isOwnPath(context.req.path)) return;
    if (!res.headers.get('content-type')?.startsWith('application/problem+json')) return;
    const { title, detail } = (await res.clone().json()) as { readonly title: string; readonly detail: string };
    const own = ownBody(index, [{ error: title, status: res.status, message: detail, field: null }], now());
    if (own === null) return;
    if ('mistake' in own) return log({ level: 'error', message: own.mistake, id: context.get('requestId') });
    const headers = new Headers(res.headers);
    headers.set('content-type', 'application/json; charset=utf-8');
    context.res = undefined;
    context.res = new Response(JSON.stringify(own.json), { status: res.status, headers });
  };
}
