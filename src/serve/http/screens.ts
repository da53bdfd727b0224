import { Hono } from 'hono';
import { toJsonText } from '../../base/json-maps.ts';
import { callArguments } from '../../engine/call-arguments.ts';
import { isPlainCall } from '../../engine/session-calls.ts';
import { isTooDeep, unsupportedMediaType } from '../calls/parse-body.ts';
import type { TokenHeader } from '../calls/token-header.ts';
import type { AnsweringEngine } from '../engine/engine.ts';
import { textReader } from './body.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import type { ProvedSessions } from './proved-sessions.ts';
import { deviceCookie, isEncrypted, originOf } from './request-origin.ts';
import { onlyOwnPages } from './sender.ts';
import { bodyTimeouts, type HttpSettings } from './settings.ts';
import { keepToken, tokenOf } from './token.ts';

export interface RouteParts {
  readonly engine: AnsweringEngine;
  readonly settings: HttpSettings;
  readonly token: TokenHeader;
  readonly sessions: ProvedSessions;
}

/**
 * The requests of the product's own screens, such as `POST /~/session/part` with a JSON list of
 * arguments.
 */
export function screenRoutes({ engine, settings, token: tokenHeader, sessions }: RouteParts): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  routes.use('/session/*', onlyOwnPages);
  const readBody = textReader(settings.bodyLimit, bodyTimeouts(settings));
  routes.post('/session/:name', async (context) => {
    // Forms and scripts of other sites cannot send this type without a preflight.
    const type = context.req.header('content-type') ?? null;
    const other = type === null ? noType : unsupportedMediaType(type);
    if (other !== null) return problemResponse(other.problem.status, other.problem.error, other.problem.message);
    const name = context.req.param('name');
    if (!isPlainCall(name)) return problemResponse(404, 'NOT_FOUND', `Unknown screen request “${name}”.`);
    const text = await readBody(context);
    if (typeof text !== 'string') return text;
    const args = callArguments(name, parsed(text));
    if (args === null) return problemResponse(400, 'MALFORMED', `The body must be the JSON list of the arguments of “${name}”.`);
    const before = tokenOf(context, tokenHeader);
    const origin = originOf(context, settings);
    const { value, token, device } = await engine.screen({ token: before, origin, name, args });
    if (before !== null) sessions.note(before, token === before);
    context.set('comparedPassword', name === 'run' && comparesPassword(args[0]));
    context.set('partsRead', partsIn(name === 'open' ? args[0] : name === 'run' ? args[1] : null));
    const encrypted = isEncrypted(context, settings);
    if (token !== before) keepToken(context, token, encrypted);
    if (device) context.header('set-cookie', deviceCookie(device, encrypted), { append: true });
    return context.body(toJsonText(value ?? null), 200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  });
  return routes;
}

const noType = {
  problem: {
    error: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    message: 'The body must be JSON (Content-Type: application/json).',
    field: null,
  },
};

/** Returns undefined if the text is not valid JSON or nested too deeply. */
function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isTooDeep(json) ? undefined : json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How many parts a view requests. */
const partsIn = (view: unknown): number =>
  typeof view === 'object' && view !== null && 'parts' in view && Array.isArray(view.parts) ? view.parts.length : 0;

const passwordCommands: ReadonlySet<unknown> = new Set(['sign-in', 'sign-up', 'change-password', 'second-factor', 'use-link']);

const comparesPassword = (command: unknown): boolean =>
  typeof command === 'object' && command !== null && 'kind' in command && passwordCommands.has(command.kind);
