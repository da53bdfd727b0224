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

/** Paths of the screens and of the operator, not of the API. */
const isOwnPath = (path: string): boolean => path.startsWith('/~/') || path === '/healthz' || path === '/readyz' || path === '/metrics';

/**
 * Converts errors that HTTP reports before a call runs (406, 408, 413, 429, 503 …) to the form of
 * `Error body` in section 8. The refusals of calls already have it. If the expression fails, the
 * problem stays as it is and the log says why.
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
