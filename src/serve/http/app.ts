import { type Context, Hono } from 'hono';
import type { Platform } from '../../base/platform.ts';
import { Refused } from '../../engine/change/refusals.ts';
import { ModelIndex } from '../../engine/document/model-index.ts';
import { isWriteCall } from '../../engine/session-calls.ts';
import type { RunModel } from '../../model/run-model.ts';
import { signatureHeaders } from '../calls/signature.ts';
import { defaultTokenHeader, type TokenHeader } from '../calls/token-header.ts';
import type { AnsweringEngine, Engine } from '../engine/engine.ts';
import { type FileStore, FileStoreError } from '../files/file-store.ts';
import { accountRoutes } from './account.ts';
import { BodyStalled } from './arrival-timeout.ts';
import { callHandler } from './calls.ts';
import { compressed } from './compressed.ts';
import { crossOrigin } from './cross-origin.ts';
import type { App, AppEnvironment } from './environment.ts';
import { errorShape } from './error-shape.ts';
import { type FailedRequest, failureResponse } from './failure.ts';
import { fileRoutes } from './files.ts';
import { commonHeaders } from './headers.ts';
import { knownHosts } from './known-hosts.ts';
import { liveUpdates } from './live.ts';
import type { LogEntry } from './log-entry.ts';
import { createMetrics, type Metrics, metricsAnswer } from './metrics.ts';
import { requestObserver } from './observed.ts';
import { type Description, descriptionRoutes } from './pages.ts';
import { problemResponse } from './problem.ts';
import { ProvedSessions } from './proved-sessions.ts';
import { OpenQuota } from './quota.ts';
import { requestLimit } from './request-limit.ts';
import { type RouteParts, screenRoutes } from './screens.ts';
import { ownPagesAndPrograms, refuseCrossSiteWrites } from './sender.ts';
import { defaultSettings, type HttpSettings } from './settings.ts';
import { type Site, siteFiles } from './site.ts';
import { testClockRoutes } from './test-clock.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { TimedOut, withTimeout } from './with-timeout.ts';

export interface AppParts {
  readonly engine: Engine;
  readonly platform: Platform;
  readonly settings?: Partial<HttpSettings>;
  /** Receives one entry per request and per internal error; they are logged as JSON lines. */
  readonly log: (entry: LogEntry) => void;
  readonly metrics?: Metrics;
  /** The document, which defines the form and language of errors. Absent: those of RFC 9457. */
  readonly model?: RunModel;
  /** What the server publishes about its API. Absent: nothing. */
  readonly description?: Description;
  /** The product's own screens; absent: only the API is served. */
  readonly site?: Site;
  /** Serves files even without screens, because calls accept or return some. */
  readonly files?: boolean;
  /** Where new files are stored. Absent: in the database. */
  readonly fileStore?: FileStore | null;
  /** The routes for signing in with a provider (openid.ts); requires screens. */
  readonly openId?: (parts: Pick<RouteParts, 'engine' | 'settings'> & Pick<AppParts, 'log'>) => Hono<AppEnvironment>;
  /** Stops the mails that an unsubscribe link is for. Absent: no mails are sent. */
  readonly unsubscribe?: (token: string) => Promise<boolean>;
  /** Sets the product's clock, for tests. Absent: no one may. */
  readonly setClock?: (moment: number) => Promise<void>;
  /** Whether this app answers `/metrics`. */
  readonly showMetrics?: boolean;
  /** How callers send their token; `Authorization: Bearer` always works. */
  readonly token?: TokenHeader;
  /** Aborted on shutdown, which ends event streams. */
  readonly ending?: AbortSignal;
}

/**
 * The product over HTTP: the server's own paths, the product's screens under `/~`, and the calls
 * for everything else.
 */
export function createApp({
  engine,
  platform,
  settings: given,
  log,
  metrics = createMetrics(),
  model,
  description,
  token = defaultTokenHeader,
  site,
  files = false,
  fileStore = null,
  openId,
  unsubscribe,
  setClock,
  showMetrics = false,
  ending,
}: AppParts): App {
  const settings = { ...defaultSettings, ...given };
  const app: App = new Hono();

  const sessions = new ProvedSessions();
  const common = commonHeaders(settings.corsOrigins.length > 0);

  app.use(requestObserver({ platform, proxies: settings.proxies, common, log, metrics }));

  app.get('/healthz', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) =>
    (await engine.ready()) ? context.text('ready\n') : problemResponse(503, 'NOT_READY', 'The database does not respond.'),
  );
  if (settings.hosts !== null) app.use(knownHosts(settings.hosts));
  if (showMetrics) app.get('/metrics', () => metricsAnswer(metrics));

  if (model !== undefined) app.use(errorShape({ index: new ModelIndex(model), now: platform.now, log }));
  if (settings.corsOrigins.length > 0) app.use(crossOrigin(settings.corsOrigins, token));
  const pageAccess = { token, origins: settings.corsOrigins };
  app.use(refuseCrossSiteWrites(pageAccess));
  if (site !== undefined) app.use(siteFiles(site));
  // After the files: one page load fetches about forty of them, and an office may share an address.
  if (settings.requestsPerMinute > 0) app.use(requestLimit(settings.requestsPerMinute, token, sessions));
  // Only for these paths: calls compress their own answers, where that is worth it.
  for (const path of ['/~/*', '/openapi.json']) app.use(path, compressed);
  if (site !== undefined) {
    const quota = new OpenQuota(settings.streams);
    const live = liveUpdates({ engine, listeners: metrics.listeners, ending: ending ?? null, quota, token, sessions });
    app.get('/~/events', ownPagesAndPrograms(pageAccess), live);
  }
  if (description !== undefined) app.route('/', descriptionRoutes(description));
  // Only the engine is timed here: arrival-timeout.ts limits how long a body may take to arrive.
  const answering: AnsweringEngine = {
    call: (request) => withTimeout(settings.timeout, engine.call(request)),
    screen: (request) => withTimeout(settings.timeout, engine.screen(request)),
  };
  const signatures = model === undefined ? [] : signatureHeaders(model);
  const parts = { engine: answering, settings, token, log, sessions, signatures };
  if (model?.account != null) app.route('/~/account', accountRoutes(parts));
  if (site !== undefined || files) app.route('/~', fileRoutes({ ...parts, files: fileStore }));
  if (site !== undefined) app.route('/~', screenRoutes(parts));
  if (site !== undefined && openId !== undefined) app.route('/~/openid', openId(parts));
  if (unsubscribe !== undefined) app.route('/~/unsubscribe', unsubscribeRoutes(unsubscribe));
  if (setClock !== undefined) app.route('/~/test-clock', testClockRoutes(setClock));
  app.all('*', callHandler(parts));

  app.onError((error, context) => {
    if (error instanceof BodyStalled)
      return problemResponse(408, 'REQUEST_TIMEOUT', 'The request body did not arrive in time.', { connection: 'close' });
    if (isBrokenOff(error)) return problemResponse(400, 'MALFORMED', 'The request ended before its body was complete.');
    if (error instanceof FileStoreError) {
      log({ level: 'error', message: error.message, id: context.get('requestId') });
      return problemResponse(503, 'UNAVAILABLE', 'The file store cannot be reached.');
    }
    if (!(error instanceof TimedOut) && !(error instanceof Refused))
      log({ level: 'error', message: error.stack ?? String(error), id: context.get('requestId') });
    return failureResponse(error, failedRequest(context)) ?? problemResponse(500, 'FAILED', 'Internal error.');
  });
  return app;
}

/**
 * The client disconnected while sending the request (Node's error for it). This is no bug of the
 * server, and the product has not seen the request.
 */
const isBrokenOff = (error: Error): boolean => error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';

/** Screens send every request by POST, but only some of them change anything. */
function failedRequest({ req }: Context<AppEnvironment>): FailedRequest {
  const sessionMethod = /^\/~\/session\/([^/]+)$/.exec(req.path)?.[1];
  const reads = sessionMethod === undefined ? req.method === 'GET' || req.method === 'HEAD' : !isWriteCall(sessionMethod);
  return { reads, keyed: req.method === 'POST' && req.header('idempotency-key') !== undefined };
}
