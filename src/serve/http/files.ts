import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { isJpeg, mostPreviewBytes, previewId } from '../../engine/change/files.ts';
import { addressShown, shownAt } from '../../engine/session-calls.ts';
import type { PutAnswer, PutArguments } from '../engine/product-engine.ts';
import type { FileStore } from '../files/file-store.ts';
import { arriving } from './arriving.ts';
import { bytesReader } from './body.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import { askerOf, beyondQuota, OpenQuota, SpentQuota } from './quota.ts';
import { originOf } from './request-origin.ts';
import type { RouteParts } from './screens.ts';
import { ownPagesAndPrograms } from './sender.ts';
import { patienceOf } from './settings.ts';
import { tokenOf } from './token.ts';

interface FileParts extends RouteParts {
  /** Where new files go; null: into the database. */
  readonly files: FileStore | null;
}

/** Seconds after which a refused upload may be retried. */
const later = 10;
const hour = 3600;

/** Files as bytes: for the screens, and for programs where calls take or return files. */
export function fileRoutes({ engine, settings, token: tokenHeader, sessions, files }: FileParts): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  const open = new OpenQuota(settings.uploadsAtOnce);
  const spent = new SpentQuota(settings.uploads, hour);
  routes.use('/file/*', ownPagesAndPrograms({ token: tokenHeader, origins: settings.corsOrigins }));

  /** Before the body is read: it is held in memory. */
  const withinQuota: MiddlewareHandler<AppEnvironment> = async (context, next) => {
    const asker = askerOf(context, tokenHeader, sessions);
    const full = await spent.spend(asker, 0);
    if (full !== null) return beyondQuota(full.part, 'Too many bytes uploaded within an hour', full.seconds);
    const close = open.take(asker);
    if (typeof close === 'string') return beyondQuota(close, 'Too many uploads in progress', later);
    try {
      return await next();
    } finally {
      close();
    }
  };

  /** Asks the engine to keep a file of this request, or whether it would. */
  const putting = (context: Context<AppEnvironment>): ((file: PutArguments[0]) => Promise<PutAnswer>) => {
    const before = tokenOf(context, tokenHeader);
    return async (file) => {
      const args: PutArguments = [file, settings.fileSpace, addressShown(context.req.header(shownAt))];
      const { value, token } = await engine.screen({ token: before, origin: originOf(context, settings), name: 'putFile', args });
      if (before !== null) sessions.note(before, token === before);
      return value as PutAnswer;
    };
  };

  const patience = patienceOf(settings);
  const readBytes = bytesReader(settings.fileLimit, patience);
  routes.put('/file/:name', withinQuota, async (context) => {
    const length = Number(context.req.header('content-length'));
    const stream = files !== null && length > 0 && length <= settings.fileLimit ? bodyOf(context) : null;
    const body = stream === null ? await readBytes(context) : null;
    if (body instanceof Response) return body;
    const bytes = body === null ? null : new Uint8Array(body);
    const size = bytes?.length ?? length;
    const full = await spent.spend(askerOf(context, tokenHeader, sessions), size);
    if (full !== null) return beyondQuota(full.part, 'Too many bytes uploaded within an hour', full.seconds);
    const put = putting(context);
    const file = { name: context.req.param('name'), mediaType: context.req.header('content-type') ?? 'application/octet-stream', size };
    if (files === null) return putAnswer(await put({ ...file, bytes }));
    const asked = await put(file);
    if (asked === 'forbidden' || 'full' in asked) {
      // The body is read to its end: a connection closed under it would lose the answer.
      if (stream !== null) await arriving(context, patience, finished(stream.resume(), { writable: false }));
      return putAnswer(asked);
    }
    await arriving(context, patience, files.put(asked.id, stream ?? bytes ?? new Uint8Array(), size));
    const kept = await put({ ...file, id: asked.id, bytes: null });
    // Where it is unknown whether it was kept, an exception has left, and the bytes stay.
    if (kept === 'forbidden' || 'full' in kept) await files.delete(asked.id);
    return putAnswer(kept);
  });

  const readPreview = bytesReader(mostPreviewBytes, patience);
  routes.put('/file/:id/preview', withinQuota, async (context) => {
    const body = await readPreview(context);
    if (body instanceof Response) return body;
    const bytes = new Uint8Array(body);
    if (!isJpeg(bytes)) return problemResponse(415, 'UNSUPPORTED_MEDIA_TYPE', 'A preview is a JPEG.');
    const full = await spent.spend(askerOf(context, tokenHeader, sessions), bytes.length);
    if (full !== null) return beyondQuota(full.part, 'Too many bytes uploaded within an hour', full.seconds);
    const previewOf = context.req.param('id');
    const file = { name: previewOf, mediaType: 'image/jpeg', size: bytes.length, previewOf };
    // Noted before its bytes are in the file store: of two that come at once one has the key.
    // Where the store then fails, it is a preview without bytes, and answered as none.
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
    // Whether there is one depends on its uploader's browser: none is no mistake of the page.
    if (bytes === null && preview) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    if (bytes === null) return problemResponse(404, 'NOT_FOUND', 'There is no such file.');
    // Never shown as a page of this site, whatever it holds.
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

/** The request's body as it arrives; null: there is none. */
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
