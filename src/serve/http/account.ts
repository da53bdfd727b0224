import { Hono } from 'hono';
import { callArguments } from '../../engine/call-arguments.ts';
import type { Command, CommandResult } from '../../engine/session.ts';
import { isTooDeep, unsupportedMediaType } from '../calls/parse-body.ts';
import { textReader } from './body.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import { originOf } from './request-origin.ts';
import type { RouteParts } from './screens.ts';
import { bodyTimeouts } from './settings.ts';
import { tokenOf } from './token.ts';

const steps = ['mail-link', 'sign-up', 'invite', 'use-link'] as const satisfies readonly Command['kind'][];

/**
 * Mailed links for programs, such as `POST /~/account/use-link`, each with a JSON object. Other
 * sites cannot send these requests (refuseCrossSiteWrites). No cookie is set: the response contains
 * the token of a new session.
 */
export function accountRoutes({ engine, settings, token: tokenHeader }: Omit<RouteParts, 'sessions'>): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  const readBody = textReader(settings.bodyLimit, bodyTimeouts(settings));
  for (const kind of steps)
    routes.post(`/${kind}`, async (context) => {
      const other = unsupportedMediaType(context.req.header('content-type') ?? null);
      if (other !== null) return problemResponse(other.problem.status, other.problem.error, other.problem.message);
      const text = await readBody(context);
      if (typeof text !== 'string') return text;
      const given = objectIn(text);
      const args = given === null ? null : callArguments('run', [{ ...given, kind }]);
      if (args === null) return problemResponse(400, 'MALFORMED', 'The body must be a JSON object with what the guide to accounts names.');
      const before = tokenOf(context, tokenHeader);
      context.set('comparedPassword', kind === 'use-link' || kind === 'sign-up');
      const { value, token } = await engine.screen({ token: before, origin: originOf(context, settings), name: 'run', args });
      const ran = value as CommandResult;
      const [refusal] = ran.ok ? [] : ran.refusals;
      if (refusal !== undefined)
        return problemResponse(refusal.status, refusal.error, refusal.message, {
          ...(refusal.wait === undefined ? {} : { 'retry-after': String(refusal.wait) }),
        });
      const headers = { 'cache-control': 'no-store' };
      return token !== null && token !== before
        ? Response.json({ token }, { status: 201, headers })
        : new Response(null, { status: 202, headers });
    });
  return routes;
}

/** Returns null if the text is not a JSON object. */
function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) && !isTooDeep(json) ? { ...json } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
