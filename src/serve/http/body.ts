import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { unsupportedMediaType } from '../calls/parse-body.ts';
import { type BodyTimeouts, withArrivalTimeout } from './arrival-timeout.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

type Read<Body> = (context: Context<AppEnvironment>) => Promise<Body | Response>;

/**
 * Reads the request body, empty if there is none, or returns an error response if it is larger than
 * `most` bytes. A Content-Length is trusted, because Node reads no more than that. Rejects with
 * BodyStalled if the body does not arrive.
 */
export function bytesReader(most: number, patience: BodyTimeouts): Read<ArrayBuffer> {
  const tooLarge = (): Response => problemResponse(413, 'TOO_LARGE', `The body is larger than ${most} bytes.`);
  const counted = bodyLimit({ maxSize: most, onError: tooLarge });
  return async (context) => {
    const { req } = context;
    const length = req.header('content-length');
    if (length !== undefined && Number(length) > most) return tooLarge();
    const chunked = req.header('transfer-encoding') !== undefined;
    if (length !== undefined && !chunked) return withArrivalTimeout(context, patience, req.arrayBuffer());
    let bytes = new ArrayBuffer(0);
    // A message without both headers has no body (RFC 9112, section 6.3), so no stream is needed to
    // check.
    if (!chunked && context.env?.incoming !== undefined) return bytes;
    // bodyLimit counts by reading the whole body.
    const reading = counted(context, async () => {
      bytes = await req.arrayBuffer();
    });
    const refused = await withArrivalTimeout(context, patience, reading);
    return refused instanceof Response ? refused : bytes;
  };
}

/**
 * Like bytesReader, but returns text. Invalid UTF-8 is refused, because decoding would change
 * characters. Callers that need JSON check the content type themselves.
 */
export function textReader(most: number, patience: BodyTimeouts): Read<string> {
  const read = bytesReader(most, patience);
  return async (context) => {
    const { req } = context;
    if (req.method === 'GET' || req.method === 'HEAD') return '';
    const bytes = await read(context);
    if (bytes instanceof Response) return bytes;
    try {
      return strict.decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (unsupportedMediaType(req.header('content-type') ?? null) !== null) return new TextDecoder().decode(bytes);
      return problemResponse(400, 'MALFORMED', 'The body is not valid UTF-8.');
    }
  };
}

const strict = new TextDecoder('utf-8', { fatal: true });
