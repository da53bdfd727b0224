import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { type TokenHeader, usualToken } from '../calls/token-header.ts';

const cookieName = 'session';

/**
 * The session's token: from the header that the document names, a bearer token, or the cookie of
 * the product's screens.
 */
export function tokenOf(context: Context, own: TokenHeader): string | null {
  const said = sent(context, own);
  return said ?? getCookie(context, cookieName) ?? null;
}

function sent(context: Context, own: TokenHeader): string | null {
  for (const { header, scheme } of [own, usualToken]) {
    const value = context.req.header(header)?.trim();
    if (value === undefined || value === '') continue;
    if (scheme === '') return value;
    if (value.toLowerCase().startsWith(`${scheme.toLowerCase()} `)) return value.slice(scheme.length + 1).trim();
  }
  // Another scheme is a claim that nothing here can verify: it counts as an invalid token and is
  // refused.
  return context.req.header('authorization') ?? null;
}

/** Whether a header says who it is. */
export const hasToken = (context: Context, own: TokenHeader): boolean => sent(context, own) !== null;

/** Whether only the cookie says who it is: then a page of another site may have sent it. */
export const byCookie = (context: Context, own: TokenHeader): boolean =>
  !hasToken(context, own) && getCookie(context, cookieName) !== undefined;

/** The session of the browser, whatever a header says. */
export const cookieToken = (context: Context): string | null => getCookie(context, cookieName) ?? null;

/** Not readable by scripts, not sent by other sites' pages, and TLS-only if the request used it. */
export function keepToken(context: Context, token: string | null, secure: boolean): void {
  setCookie(context, cookieName, token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    maxAge: token === null ? 0 : 400 * 24 * 60 * 60,
  });
}
