import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { toJsonText } from '../../base/json-maps.ts';
import { isTooDeep } from '../calls/parse-body.ts';
import { type Engine, type ScreenCall, screenCalls } from '../engine/engine.ts';
import { bodyText } from './body-text.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import { screenArguments } from './screen-arguments.ts';
import type { HttpSettings } from './settings.ts';
import { keepToken, type TokenHeader, tokenOf } from './token.ts';

/** What the product's own screens ask: `POST /~/session/part` with a list of arguments; files as bytes. */
export function screenRoutes(engine: Engine, settings: HttpSettings, tokenHeader: TokenHeader): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  const tooLarge = (limit: number) =>
    bodyLimit({ maxSize: limit, onError: () => problemResponse(413, 'TOO_LARGE', `The body is larger than ${limit} bytes.`) });

  routes.put('/file/:name', tooLarge(settings.fileLimit), async (context) => {
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    const file = { name: context.req.param('name'), mediaType: context.req.header('content-type') ?? 'application/octet-stream', bytes };
    const { value } = await engine.screen({
      token: tokenOf(context, tokenHeader),
      origin: context.get('client'),
      name: 'putFile',
      args: [file],
    });
    if (value === null) return problemResponse(403, 'FORBIDDEN', 'There is nothing that you may put a file into.');
    return Response.json(value);
  });

  routes.get('/file/:id', async (context) => {
    const { value } = await engine.screen({
      token: tokenOf(context, tokenHeader),
      origin: context.get('client'),
      name: 'file',
      args: [context.req.param('id')],
    });
    if (!(value instanceof Uint8Array)) return problemResponse(404, 'NOT_FOUND', 'There is no such file.');
    // Never shown as a page of this site, whatever it holds.
    return new Response(value as Uint8Array<ArrayBuffer>, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'cache-control': 'private, max-age=3600',
      },
    });
  });

  routes.post('/session/:name', tooLarge(settings.bodyLimit), async (context) => {
    const name = context.req.param('name');
    if (!isScreenCall(name) || name === 'putFile' || name === 'file')
      return problemResponse(404, 'NOT_FOUND', `The product’s screens do not ask “${name}”.`);
    const text = await bodyText(context.req);
    if (typeof text !== 'string') return text;
    const args = screenArguments(name, parsed(text));
    if (args === null) return problemResponse(400, 'MALFORMED', `The body must be the JSON list of the arguments of “${name}”.`);
    const before = tokenOf(context, tokenHeader);
    const { value, token } = await engine.screen({ token: before, origin: context.get('client'), name, args });
    const encrypted =
      context.env?.incoming?.socket?.encrypted === true || (settings.proxies > 0 && context.req.header('x-forwarded-proto') === 'https');
    if (token !== before) keepToken(context, token, encrypted);
    return context.body(toJsonText(value ?? null), 200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  });
  return routes;
}

/** Undefined: no JSON, or none that is anybody's data. */
function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isTooDeep(json) ? undefined : json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isScreenCall = (name: string): name is ScreenCall => (screenCalls as readonly string[]).includes(name);
