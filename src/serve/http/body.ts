import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { bodyText } from './body-text.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

/**
 * Reads the body of a request as text, empty where there is none; or answers where it has more than so many bytes. Where a request says how long its body is, that is believed: Node reads no more than that.
 */
export function bodyReader(most: number): (context: Context<AppEnvironment>) => Promise<string | Response> {
  const tooLarge = (): Response => problemResponse(413, 'TOO_LARGE', `The body is larger than ${most} bytes.`);
  const counted = bodyLimit({ maxSize: most, onError: tooLarge });
  return async (context) => {
    const { req } = context;
    const length = req.header('content-length');
    if (length !== undefined && Number(length) > most) return tooLarge();
    if (req.method === 'GET' || req.method === 'HEAD') return '';
    const chunked = req.header('transfer-encoding') !== undefined;
    if (length !== undefined && !chunked) return bodyText(req);
    // What came over a connection and says neither has none (RFC 9112, section 6.3): no stream is made only to look.
    if (!chunked && context.env?.incoming !== undefined) return '';
    let text: string | Response = '';
    const refused = await counted(context, async () => {
      text = await bodyText(req);
    });
    return refused instanceof Response ? refused : text;
  };
}
