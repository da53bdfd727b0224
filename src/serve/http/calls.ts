import type { Context, Handler } from 'hono';
import type { CallRequest } from '../calls/call-request.ts';
import type { TokenHeader } from '../calls/token-header.ts';
import type { AnsweringEngine } from '../engine/engine.ts';
import { textReader } from './body.ts';
import { type Packed, packed } from './compressed.ts';
import type { AppEnvironment } from './environment.ts';
import type { LogEntry } from './log-entry.ts';
import { problemResponse } from './problem.ts';
import type { ProvedSessions } from './proved-sessions.ts';
import { deviceCookie, isEncrypted, originOf } from './request-origin.ts';
import { bodyTimeouts, type HttpSettings } from './settings.ts';
import { takesJson } from './takes-json.ts';
import { tokenOf } from './token.ts';

interface CallParts {
  readonly engine: AnsweringEngine;
  readonly settings: HttpSettings;
  readonly token: TokenHeader;
  readonly log: (entry: LogEntry) => void;
  readonly sessions: ProvedSessions;
  /** The headers that may contain a call's signature, in lower case. */
  readonly signatures: readonly string[];
}

/**
 * Handles every other request as a call. The response is created in one piece with all headers,
 * because each header set later is read, checked and copied again. Everything happens in one
 * function, because each middleware of Hono costs about as much as the work itself.
 */
export function callHandler({ engine, settings, token, log, sessions, signatures }: CallParts): Handler<AppEnvironment> {
  const readBody = textReader(settings.bodyLimit, bodyTimeouts(settings));
  return async (context: Context<AppEnvironment>): Promise<Response> => {
    const { req } = context;
    const { method } = req;
    if (!takesJson(req.header('accept')))
      return problemResponse(406, 'NOT_ACCEPTABLE', 'Responses are JSON (application/json), which the Accept header excludes.');
    const body = await readBody(context);
    if (typeof body !== 'string') return body;
    const plain = request(context, settings, token, body === '' ? null : body);
    const signed = signatures.length === 0 ? plain : { ...plain, signatures: sentIn(context, signatures) };
    const answer = await engine.call(signed);
    const { status, headers, body: text, device, sessionKnown, comparedPassword, mistake } = answer;
    if (mistake !== undefined) log({ level: 'error', message: mistake, id: context.get('requestId') });
    const all: Record<string, string> = { ...context.get('headers') };
    if (signed.token !== null && sessionKnown !== undefined) sessions.note(signed.token, sessionKnown);
    if (comparedPassword !== undefined) context.set('comparedPassword', comparedPassword);
    if (device) all['set-cookie'] = deviceCookie(device, isEncrypted(context, settings));
    for (const name in headers) all[name] = name === 'vary' ? both(headers[name], all[name]) : (headers[name] ?? '');
    let sent: Packed['body'] | null = null;
    if (text !== null) {
      const now = packed(text, method === 'HEAD' ? undefined : req.header('accept-encoding'));
      const { body: bytes, length, encoding, varies } = now instanceof Promise ? await now : now;
      all['content-length'] = String(length);
      if (encoding !== null) all['content-encoding'] = encoding;
      if (varies) all['vary'] = both(all['vary'], 'Accept-Encoding');
      if (method !== 'HEAD') sent = bytes;
    }
    const whole = new Response(sent, { status, headers: all });
    context.set('whole', whole);
    return whole;
  };
}

const sentIn = ({ req }: Context<AppEnvironment>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const both = (list: string | undefined, more: string | undefined): string => [list, more].filter(Boolean).join(', ');

/** Reads only the headers that matter for the method, because each lookup costs time. */
function request(context: Context<AppEnvironment>, settings: HttpSettings, token: TokenHeader, body: string | null): CallRequest {
  const { req } = context;
  const reads = req.method === 'GET' || req.method === 'HEAD';
  return {
    method: reads ? 'GET' : req.method,
    ...target(req.url),
    token: tokenOf(context, token),
    origin: originOf(context, settings),
    acceptLanguage: req.header('accept-language') ?? null,
    contentType: reads ? null : (req.header('content-type') ?? null),
    body,
    ifMatch: reads ? null : (req.header('if-match') ?? null),
    ifNoneMatch: reads ? (req.header('if-none-match') ?? null) : null,
    idempotencyKey: req.method === 'POST' ? (req.header('idempotency-key') ?? null) : null,
  };
}

/**
 * Path and query of a request's URL, both still percent-encoded. The URL is already normalised, so
 * no URL object is needed.
 */
export function target(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const hash = url.indexOf('#', start);
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf('?', start);
  return mark === -1 || mark > end
    ? { path: url.slice(start, end), query: '' }
    : { path: url.slice(start, mark), query: url.slice(mark + 1, end) };
}
