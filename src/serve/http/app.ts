import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import { timeout } from 'hono/timeout';
import type { Platform } from '../../base/platform.ts';
import type { Engine } from '../engine/engine.ts';
import { clientAddress } from './client-address.ts';
import type { App, AppEnvironment } from './environment.ts';
import { liveUpdates } from './live.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type Description, descriptionRoutes } from './pages.ts';
import { problemResponse } from './problem.ts';
import { requestLimit } from './request-limit.ts';
import { screenRoutes } from './screens.ts';
import { defaultSettings, type HttpSettings } from './settings.ts';
import { type Site, siteFiles } from './site.ts';
import { takesJson } from './takes-json.ts';
import { byCookie, type TokenHeader, tokenOf, usualToken } from './token.ts';

export interface AppParts {
  readonly engine: Engine;
  readonly platform: Platform;
  readonly settings?: Partial<HttpSettings>;
  /** One JSON object a line: requests, and mistakes of ours. */
  readonly log: (entry: LogEntry) => void;
  readonly metrics?: Metrics;
  /** What the server says of itself; absent: nothing. */
  readonly description?: Description;
  /** The product's own screens; absent: only the calls are served. */
  readonly site?: Site;
  /** How callers send their token; `Authorization: Bearer` is understood in any case. */
  readonly token?: TokenHeader;
  /** Aborted when the server ends: whoever waits for changes waits no longer. */
  readonly ending?: AbortSignal;
}

export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly [key: string]: string | number | boolean | null;
}

/** The product over HTTP: what the server looks after itself, the product's own screens under `/~`, and everything else by the calls. */
export function createApp({
  engine,
  platform,
  settings: given,
  log,
  metrics = createMetrics(),
  description,
  token = usualToken,
  site,
  ending,
}: AppParts): App {
  const settings = { ...defaultSettings, ...given };
  const app: App = new Hono();

  app.use(requestId({ limitLength: 64 }));
  app.use(observed(platform, settings, log, metrics));
  app.use(
    secureHeaders({
      crossOriginResourcePolicy: settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
      // Whoever ends TLS says it: behind a proxy this server does not know.
      strictTransportSecurity: false,
    }),
  );

  app.get('/healthz', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) =>
    (await engine.ready()) ? context.text('ready\n') : problemResponse(503, 'NOT_READY', 'The database does not answer.'),
  );
  app.get('/metrics', async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }));

  if (settings.corsOrigins.length > 0) app.use(crossOrigin(settings.corsOrigins));
  app.use(sameOrigin(token));
  app.use(compress({ threshold: 1024 }));
  if (site !== undefined) app.use(siteFiles(site));
  // After the files: one look at a screen fetches forty of them, and a whole office may share an address.
  if (settings.requestsPerMinute > 0) app.use(requestLimit(settings.requestsPerMinute));
  app.get('/~/events', liveUpdates(engine, metrics.listeners, ending ?? null));
  if (description !== undefined) app.route('/', descriptionRoutes(description));
  app.use(timeout(settings.timeout, new TimedOut(503)));
  app.route('/~', screenRoutes(engine, settings, token));
  app.use(limitedBody(settings.bodyLimit));
  app.all('*', async (context) => {
    const { req } = context;
    if (!takesJson(req.header('accept')))
      return problemResponse(406, 'NOT_ACCEPTABLE', 'The calls answer in JSON (application/json), which Accept leaves out.');
    const url = new URL(req.url);
    const body = req.method === 'GET' || req.method === 'HEAD' ? null : await req.text();
    const answer = await engine.call({
      method: req.method === 'HEAD' ? 'GET' : req.method,
      path: url.pathname,
      query: url.search.slice(1),
      token: tokenOf(context, token),
      origin: context.get('client'),
      contentType: req.header('content-type') ?? null,
      body: body === '' ? null : body,
      ifMatch: req.header('if-match') ?? null,
      ifNoneMatch: req.header('if-none-match') ?? null,
      idempotencyKey: req.header('idempotency-key') ?? null,
    });
    // How long it is decides whether it is worth compressing.
    const headers: Record<string, string> = { ...answer.headers };
    if (answer.body !== null) headers['content-length'] = String(Buffer.byteLength(answer.body));
    return new Response(req.method === 'HEAD' ? null : answer.body, { status: answer.status, headers });
  });

  app.onError((error, context) => {
    if (error instanceof TimedOut) return problemResponse(503, 'TIMEOUT', 'This took too long.', { 'retry-after': '1' });
    log({ level: 'error', message: error.stack ?? String(error), id: context.get('requestId') });
    return problemResponse(500, 'FAILED', 'Something went wrong in the product itself. Nothing was changed.');
  });
  return app;
}

/** Where a request says how long its body is, that is believed (Node reads no more than that), and nothing is read here. */
function limitedBody(most: number): MiddlewareHandler<AppEnvironment> {
  const tooLarge = (): Response => problemResponse(413, 'TOO_LARGE', `The body is larger than ${most} bytes.`);
  const counted = bodyLimit({ maxSize: most, onError: tooLarge });
  return async (context, next) => {
    const { req } = context;
    const length = req.header('content-length');
    const unread = req.method === 'GET' || req.method === 'HEAD';
    if (!unread && (length === undefined || req.header('transfer-encoding') !== undefined)) return counted(context, next);
    if (Number(length ?? 0) > most) return tooLarge();
    await next();
    return undefined;
  };
}

class TimedOut extends HTTPException {
  override readonly name = 'TimedOut';
}

/** Notes every request: for the log, the figures, and whoever asks what an answer belongs to. */
const observed =
  (platform: Platform, settings: HttpSettings, log: AppParts['log'], metrics: Metrics): MiddlewareHandler<AppEnvironment> =>
  async (context, next) => {
    const began = platform.now();
    const { req } = context;
    const client = clientAddress(context.env?.incoming?.socket?.remoteAddress, req.header('x-forwarded-for'), settings.proxies);
    context.set('client', client);
    await next();
    // Of the answer itself: context.header() would read its body, and make it a stream.
    const { headers } = context.res;
    // Again: an answer that was made whole has left it out.
    headers.set('x-request-id', context.get('requestId'));
    // A page says for itself what it needs; everything else is data, and needs nothing.
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    const milliseconds = platform.now() - began;
    metrics.answered(req.method, context.res.status, milliseconds / 1000);
    // Never the query: it may hold what is nobody's business.
    log({
      level: 'info',
      message: 'answered',
      id: context.get('requestId'),
      method: req.method,
      path: req.path,
      status: context.res.status,
      milliseconds,
      client,
    });
  };

const crossOrigin = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    // A cookie must not follow pages of anywhere.
    credentials: !origins.includes('*'),
    allowHeaders: ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key', 'x-request-id'],
    exposeHeaders: ['etag', 'location', 'retry-after', 'x-request-id'],
    maxAge: 600,
  });

/** Somebody who is known only by a cookie may change something only from this product's own pages. */
const sameOrigin =
  (token: TokenHeader): MiddlewareHandler<AppEnvironment> =>
  async (context, next) => {
    const { method } = context.req;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && byCookie(context, token)) {
      const site = context.req.header('sec-fetch-site');
      const origin = context.req.header('origin');
      const own =
        site !== undefined
          ? site === 'same-origin'
          : origin !== undefined && URL.canParse(origin) && new URL(origin).host === context.req.header('host');
      if (!own) return problemResponse(403, 'FORBIDDEN', 'This came from a page of another site.');
    }
    await next();
    return undefined;
  };
