import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { addressShown } from '../../engine/call-arguments.ts';
import { isJpeg, mostPreviewBytes, previewId } from '../../engine/change/files.ts';
import { shownAt } from '../../engine/session-calls.ts';
import type { PutAnswer, PutArguments } from '../engine/product-engine.ts';
import type { FileStore } from '../files/file-store.ts';
import { withArrivalTimeout } from './arrival-timeout.ts';
import { bytesReader } from './body.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import { CostQuota, OpenQuota, quotaClient, quotaExceeded } from './quota.ts';
import { originOf } from './request-origin.ts';
import type { RouteParts } from './screens.ts';
import { ownPagesAndPrograms } from './sender.ts';
import { bodyTimeouts } from './settings.ts';
import { tokenOf } from './token.ts';

interface FileParts extends RouteParts {
  /** Where new files are stored; null: in the database. */
  readonly files: FileStore | null;
}

/** Seconds after which a refused upload may be retried. */
const later = 10;
const hour = 3600;

/** Uploads and downloads, for screens, and for programs if calls accept or return files. */
export function fileRoutes({ engine, settings, token: tokenHeader, sessions, files }: FileParts): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  const open = new OpenQuota(settings.uploadsAtOnce);
  const spent = new CostQuota(settings.uploads, hour);
  routes.use('/file/*', ownPagesAndPrograms({ token: tokenHeader, origins: settings.corsOrigins }));

  /** Runs before the body is read, because the body is kept in memory. */
  const withinQuota: MiddlewareHandler<AppEnvironment> = async (context, next) => {
    const asker = quotaClient(context, tokenHeader, sessions);
    const full = await spent.spend(asker, 0);
    if (full !== null) return quotaExceeded(full.part, 'Too many bytes uploaded within an hour', full.seconds);
    const close = open.take(asker);
    if (typeof close === 'string') return quotaExceeded(close, 'Too many uploads in progress', later);
    try {
      return await next();
    } finally {
      close();
    }
  };

  /** Asks the engine to store a file of this request, or whether it may be stored. */
  const putting = (context: Context<AppEnvironment>): ((file: PutArguments[0]) => Promise<PutAnswer>) => {
    const before = tokenOf(context, tokenHeader);
    return async (file) => {
      const args: PutArguments = [file, settings.fileSpace, addressShown(context.req.header(shownAt))];
      const { value, token } = await engine.screen({ token: before, origin: originOf(context, settings), name: 'putFile', args });
      if (before !== null) sessions.note(before, token === before);
      return value as PutAnswer;
    };
  };

  const patience = bodyTimeouts(settings);
  const readBytes = bytesReader(settings.fileLimit, patience);
  routes.put('/file/:name', withinQuota, async (context) => {
    const length = Number(context.req.header('content-length'));
    const stream = files !== null && length > 0 && length <= settings.fileLimit ? bodyOf(context) : null;
    const body = stream === null ? await readBytes(context) : null;
    if (body instanceof Response) return body;
    const bytes = body === null ? null : new Uint8Array(body);
    const size = bytes?.length ?? length;
    const full = await spent.spend(quotaClient(context, tokenHeader, sessions), size);
    if (full !== null) return quotaExceeded(full.part, 'Too many bytes uploaded within an hour', full.seconds);
    const put = putting(context);
    const file = { name: context.req.param('name'), mediaType: context.req.header('content-type') ?? 'application/octet-stream', size };
    if (files === null) return putAnswer(await put({ ...file, bytes }));
    const reserved = await put(file);
    if (reserved === 'forbidden' || 'full' in reserved) {
      // Read the body to its end: closing the connection earlier would lose the response.
      if (stream !== null) await withArrivalTimeout(context, patience, finished(stream.resume(), { writable: false }));
      return putAnswer(reserved);
    }
    await withArrivalTimeout(context, patience, files.put(reserved.id, stream ?? bytes ?? new Uint8Array(), size));
    const kept = await put({ ...file, id: reserved.id, bytes: null });
    // If the outcome is unknown, the line above has thrown, and the bytes stay in the file store.
    if (kept === 'forbidden' || 'full' in kept) await files.delete(reserved.id);
    return putAnswer(kept);
  });

  const readPreview = bytesReader(mostPreviewBytes, patience);
  routes.put('/file/:id/preview', withinQuota, async (context) => {
    const body = await readPreview(context);
    if (body instanceof Response) return body;
    const bytes = new Uint8Array(body);
    if (!isJpeg(bytes)) return problemResponse(415, 'UNSUPPORTED_MEDIA_TYPE', 'A preview is a JPEG.');
    const full = await spent.spend(quotaClient(context, tokenHeader, sessions), bytes.length);
    if (full !== null) return quotaExceeded(full.part, 'Too many bytes uploaded within an hour', full.seconds);
    const previewOf = context.req.param('id');
    const file = { name: previewOf, mediaType: 'image/jpeg', size: bytes.length, previewOf };
    // Registered before its bytes are stored, so that only one of two concurrent uploads has the
    // id. If the file store then fails, the preview has no bytes and is answered as missing.
    const kept = await putting(context)({ ...file, bytes: files === null ? bytes : null });
    if (files !== null && kept !== 'forbidden' && !('full' in kept)) await files.put(kept.id, bytes, bytes.length);
    return putAnswer(kept);
  });

  const readFile = async (context: Context<AppEnvironment>, id: string, preview: boolean): Promise<Response> => {
    const { value } = await engine.screen({
      token: tokenOf(context, tokenHeader),
      origin: originOf(context, settings),
      name: 'file',
      args: [id, addressShown(context.req.header(shownAt)), preview],
    });
    if (value === 'elsewhere' && files === null)
      return problemResponse(503, 'UNAVAILABLE', 'This file is in a file store, and the server was started without --files.');
    const found = value === 'elsewhere' ? ((await files?.get(preview ? previewId(id) : id)) ?? null) : null;
    const bytes = value instanceof Uint8Array ? (value as Uint8Array<ArrayBuffer>) : found === null ? null : webStream(found.bytes);
    // Whether there is a preview depends on the uploader's browser, so a missing one is no error.
    if (bytes === null && preview) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    if (bytes === null) return problemResponse(404, 'NOT_FOUND', 'There is no such file.');
    // Sent as an attachment, so that a browser never shows it as a page of this site.
    return new Response(bytes, {
      headers: {
        'content-type': preview ? 'image/jpeg' : 'application/octet-stream',
        'content-disposition': 'attachment',
        'cache-control': 'private, max-age=3600',
        vary: shownAt,
        ...(found === null || found.size === null ? {} : { 'content-length': String(found.size) }),
      },
    });
  };
  routes.get('/file/:id', (context) => readFile(context, context.req.param('id'), false));
  routes.get('/file/:id/preview', (context) => readFile(context, context.req.param('id'), true));

  return routes;
}

/** The body of the request as a stream; null if there is none. */
const bodyOf = (context: Context<AppEnvironment>): Readable | null => {
  const { body } = context.req.raw;
  return body === null ? null : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
};

const webStream = (bytes: Readable): ReadableStream => Readable.toWeb(bytes) as ReadableStream;

function putAnswer(answer: PutAnswer): Response {
  if (answer === 'forbidden') return problemResponse(403, 'FORBIDDEN', 'There is no field that you may upload a file to.');
  if (!('full' in answer)) return Response.json(answer);
  const whose = answer.full === 'person' ? 'Your space for files is' : 'The space for files is';
  return problemResponse(507, 'STORAGE_FULL', `${whose} used up.`);
}
