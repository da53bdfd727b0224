import type { Context } from 'hono';
import { otherKind } from '../calls/parse-body.ts';
import { arriving, type Patience } from './arriving.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * The request body as text. Invalid UTF-8 is refused, because decoding would change characters.
 * Callers that need JSON check the content type themselves.
 */
export async function bodyText(context: Context<AppEnvironment>, patience: Patience): Promise<string | Response> {
  const request = context.req;
  const bytes = await arriving(context, patience, request.arrayBuffer());
  try {
    return strict.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (otherKind(request.header('content-type') ?? null) !== null) return new TextDecoder().decode(bytes);
    return problemResponse(400, 'MALFORMED', 'The body is not valid UTF-8.');
  }
}
