import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

/**
 * Sets the product's clock, for tests: `{"now": "2026-12-01T08:00:00.000Z"}`. Timers that are due
 * then have fired before it answers.
 */
export function testClockRoutes(setClock: (moment: number) => Promise<void>): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  routes.post('/', bodyLimit({ maxSize: 1000 }), async (context) => {
    // A page of another site cannot send this type unless the server allows it.
    if (!/^application\/json\b/i.test(context.req.header('content-type') ?? ''))
      return problemResponse(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON (Content-Type: application/json).');
    const body: unknown = await context.req.json().catch(() => null);
    const moment = typeof body === 'object' && body !== null && 'now' in body ? Date.parse(String(body.now)) : Number.NaN;
    if (Number.isNaN(moment)) return problemResponse(422, 'INVALID', 'The body must be {"now": "2026-12-01T08:00:00.000Z"}.');
    await setClock(moment);
    return context.body(null, 204);
  });
  return routes;
}
