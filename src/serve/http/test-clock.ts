import { Hono } from 'hono';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';

const longest = 200;

/**
 * Sets the product's clock, for tests: `{"now": "2026-12-01T08:00:00.000Z"}`. Timers that are due
 * then have fired before it answers.
 */
export function testClockRoutes(setClock: (moment: number) => Promise<void>): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  routes.post('/', async (context) => {
    const text = await context.req.text();
    const moment = text.length > longest ? Number.NaN : Date.parse(/^\s*\{\s*"now"\s*:\s*"([^"]*)"\s*\}\s*$/.exec(text)?.[1] ?? '');
    if (Number.isNaN(moment)) return problemResponse(422, 'INVALID', 'The body must be {"now": "2026-12-01T08:00:00.000Z"}.');
    await setClock(moment);
    return context.body(null, 204);
  });
  return routes;
}
