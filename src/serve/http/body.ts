import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { arriving, type Patience } from './arriving.ts';
import { bodyText } from './body-text.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

/**
 * Reads the request body as text, empty if there is none, or returns an error response if it is too
 * large. A Content-Length is trusted, because Node reads no more than that. Rejects with Stalled if
 * the body does not arrive.
 */
export function bodyReader(most: number, patience: Patience): (context: Context<AppEnvironment>) => Promise<string | Response> {
  const tooLarge = (): Response => problemResponse(413, 'TOO_LARGE', `The body is larger than ${most} bytes.`);
  const counted = bodyLimit({ maxSize: most, onError: tooLarge });
  return async (context) => {
    const { req } = context;
    const length = req.header('content-length');
    if (length !== undefined && Number(length) > most) return tooLarge();
    if (req.method === 'GET' || req.method === 'HEAD') return '';
    const chunked = req.header('transfer-encoding') !== undefined;
    if (length !== undefined && !chunked) return bodyText(context, patience);
    // A message without both headers has no body (RFC 9112, section 6.3), so no stream is needed to
    // check.
    if (!chunked && context.env?.incoming !== undefined) return '';
    let text: string | Response = '';
    const reading = counted(context, async () => {
      text = await bodyText(context, patience);
    });
    const refused = await arriving(context, patience, reading);
    return refused instanceof Response ? refused : text;
  };
}
