import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import type { Origin } from '../../engine/world/world.ts';
import { networkOf } from './client-address.ts';
import type { AppEnvironment } from './environment.ts';
import type { HttpSettings } from './settings.ts';

const cookieName = 'device';

/** Where a request comes from; the engine throttles password guesses per origin. */
export function originOf(context: Context<AppEnvironment>, { throttled }: Pick<HttpSettings, 'throttled'>): Origin {
  const device = getCookie(context, cookieName) ?? null;
  return { network: networkOf(context.get('client')), device, ...(throttled ? {} : { throttled }) };
}

/**
 * The cookie that recognises a device which has signed in. It signs no person in; it only separates
 * this device's guesses from others'.
 */
export const deviceCookie = (device: string, secure: boolean): string =>
  generateCookie(cookieName, device, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: 400 * 24 * 60 * 60 });

/** Whether the request used TLS, to this server or to the proxy. */
export const isEncrypted = (context: Context<AppEnvironment>, { proxies }: Pick<HttpSettings, 'proxies'>): boolean =>
  context.env?.incoming?.socket?.encrypted === true || (proxies > 0 && context.req.header('x-forwarded-proto') === 'https');
