import type { MiddlewareHandler } from 'hono';
import type { ModelIndex } from '../../engine/document/model-index.ts';
import { documentErrorBody } from '../calls/error-body.ts';
import { translatedProblems } from '../calls/request-words.ts';
import type { AppEnvironment } from './environment.ts';
import type { LogEntry } from './log-entry.ts';

interface Parts {
  readonly index: ModelIndex;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
}

/** Paths for the screens and the operator, which are not part of the API. */
const isOwnPath = (path: string): boolean => path.startsWith('/~/') || path === '/healthz' || path === '/readyz' || path === '/metrics';

/**
 * Rewrites errors that HTTP reports before a call runs (406, 408, 413, 429, 503 …): in the caller's
 * language, and in the form of `Error body` in section 8. Refusals of calls already have both. If
 * the expression fails, the response follows RFC 9457, and the log says why.
 */
export function errorShape({ index, now, log }: Parts): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    await next();
    const { res } = context;
    if (res.status < 400 || res === context.get('whole') || isOwnPath(context.req.path)) return;
    if (!res.headers.get('content-type')?.startsWith('application/problem+json')) return;
    const details = (await res.clone().json()) as { readonly title: string; readonly detail: string };
    const { title, detail } = details;
    const plain = { error: title, status: res.status, message: detail, field: null };
    const [problem = plain] = translatedProblems(index, context.req.header('accept-language') ?? '', [plain]);
    const own = documentErrorBody(index, [problem], now());
    if (own !== null && 'mistake' in own) log({ level: 'error', message: own.mistake, id: context.get('requestId') });
    const json = own !== null && 'json' in own ? own.json : null;
    if (json === null && problem.message === detail) return;
    const headers = new Headers(res.headers);
    headers.set('content-type', `${json === null ? 'application/problem+json' : 'application/json'}; charset=utf-8`);
    context.res = undefined;
    context.res = new Response(JSON.stringify(json ?? { ...details, detail: problem.message }), { status: res.status, headers });
  };
}
