import type { Context } from 'hono';
import { otherKind } from '../calls/parse-body.ts';
import { arriving, type Patience } from './arriving.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * The body of a request, as text. What says that it is UTF-8 and is not would be kept with other characters than were sent: it is refused. A body of another kind is
 * told so by whoever asks for one.
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
