import type { MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

/** At most so many requests of one address in a minute; for this process alone. */
export function requestLimit(perMinute: number): MiddlewareHandler<AppEnvironment> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (context, next) => {
    try {
      await limiter.consume(context.get('client'));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = String(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      return problemResponse(429, 'TOO_MANY_REQUESTS', `At most ${perMinute} requests a minute.`, { 'retry-after': seconds });
    }
    await next();
    return undefined;
  };
}
