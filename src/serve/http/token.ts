import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { defaultTokenHeader, type TokenHeader } from '../calls/token-header.ts';

const cookieName = 'session';

/**
 * The session token: from the header that the document names, a bearer token, or the cookie of the
 * product's screens.
 */
export function tokenOf(context: Context, own: TokenHeader): string | null {
  const token = sent(context, own);
  return token ?? getCookie(context, cookieName) ?? null;
}

function sent(context: Context, own: TokenHeader): string | null {
  for (const { header, scheme } of [own, defaultTokenHeader]) {
    const value = context.req.header(header)?.trim();
    if (value === undefined || value === '') continue;
    if (scheme === '') return value;
    if (value.toLowerCase().startsWith(`${scheme.toLowerCase()} `)) return value.slice(scheme.length + 1).trim();
  }
  // Another scheme is a claim that nothing here can verify, so it counts as an invalid token and
  // the request is refused.
  return context.req.header('authorization') ?? null;
}

/** Whether a header contains a token. */
export const hasToken = (context: Context, own: TokenHeader): boolean => sent(context, own) !== null;

/**
 * Whether only the cookie identifies the session; then a page of another site may have sent the
 * request.
 */
export const byCookie = (context: Context, own: TokenHeader): boolean =>
  !hasToken(context, own) && getCookie(context, cookieName) !== undefined;

/** The session token in the browser's cookie, whatever the headers contain. */
export const cookieToken = (context: Context): string | null => getCookie(context, cookieName) ?? null;

/**
 * Stores the token in a cookie that scripts cannot read and other sites' pages cannot send;
 * `secure` limits it to TLS. Null deletes the cookie.
 */
export function keepToken(context: Context, token: string | null, secure: boolean): void {
  setCookie(context, cookieName, token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    maxAge: token === null ? 0 : 400 * 24 * 60 * 60,
  });
}
