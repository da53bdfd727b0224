import type { MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isWriteCall } from '../../engine/session-calls.ts';
import type { TokenHeader } from '../calls/token-header.ts';
import { networkOf } from './client-address.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import type { ProvedSessions } from './proved-sessions.ts';
import { tokenOf } from './token.ts';

/**
 * Costs of requests, in reads. Hashing or comparing a password takes a processor about a tenth of a
 * second.
 */
const costs = { read: 1, write: 4, password: 40 };
/** One network may cost as much as this many sessions; an office or a provider shares addresses. */
const sessionsPerNetwork = 20;

/**
 * Limits requests by cost: `perMinute` writes, or four times as many reads. A session counts by
 * itself once a response has proved it; other requests, and unproved tokens, count by network. A
 * network as a whole has a larger limit. Applies to this process only.
 */
export function requestLimit(perMinute: number, header: TokenHeader, sessions: ProvedSessions): MiddlewareHandler<AppEnvironment> {
  const points = perMinute * costs.write;
  const each = new RateLimiterMemory({ points, duration: 60 });
  const together = new RateLimiterMemory({ points: points * sessionsPerNetwork, duration: 60 });
  return async (context, next) => {
    const network = networkOf(context.get('client'));
    const token = tokenOf(context, header);
    const key = token !== null && sessions.has(token) ? `session ${token}` : `network ${network}`;
    const cost = isRead(context.req.method, context.req.path) ? costs.read : costs.write;
    try {
      await together.consume(network, cost);
      await each.consume(key, cost);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = String(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      const message = `Too many requests: at most ${perMinute} changes or ${points} reads per minute.`;
      return problemResponse(429, 'TOO_MANY_REQUESTS', message, { 'retry-after': seconds });
    }
    await next();
    const further =
      (context.get('comparedPassword') === true ? costs.password - costs.write : 0) + (context.get('partsRead') ?? 0) * costs.read;
    if (further > 0) {
      // What the request cost is known only now, so the next requests pay for it.
      await together.penalty(network, further);
      await each.penalty(key, further);
    }
    return undefined;
  };
}

const screens = '/~/session/';

const isRead = (method: string, path: string): boolean =>
  method === 'GET' ||
  method === 'HEAD' ||
  method === 'OPTIONS' ||
  (method === 'POST' && path.startsWith(screens) && !isWriteCall(path.slice(screens.length)));
