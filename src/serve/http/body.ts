import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

/** Where a request says how long its body is, that is believed (Node reads no more than that), and nothing is read here. */
export function limitedBody(most: number): MiddlewareHandler<AppEnvironment> {
  const tooLarge = (): Response => problemResponse(413, 'TOO_LARGE', `The body is larger than ${most} bytes.`);
  const counted = bodyLimit({ maxSize: most, onError: tooLarge });
  return async (context, next) => {
    const length = context.req.header('content-length');
    if (hasBody(context) && (length === undefined || context.req.header('transfer-encoding') !== undefined)) return counted(context, next);
    return Number(length ?? 0) > most ? tooLarge() : next();
  };
}

/** Whether there may be a body to read: for what came over a connection its headers say it (RFC 9112, section 6.3), without a stream being made to look. */
export function hasBody({ req, env }: Context<AppEnvironment>): boolean {
  if (req.method === 'GET' || req.method === 'HEAD') return false;
  return env?.incoming === undefined || req.header('content-length') !== undefined || req.header('transfer-encoding') !== undefined;
}
