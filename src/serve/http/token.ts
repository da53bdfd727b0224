import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const cookieName = 'session';

/** How a caller sends the token: `Authorization`, `Bearer`. */
export interface TokenHeader {
  readonly header: string;
  readonly scheme: string;
}

export const usualToken: TokenHeader = { header: 'Authorization', scheme: 'Bearer' };

/** The session's token: in the header that the document names, as a bearer token, or in the cookie of the product's own screens. */
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
  // Some other scheme is a claim that nothing here can prove: it is no session's token, and refused as such.
  return context.req.header('authorization') ?? null;
}

/** Whether a header says who it is. */
export const hasToken = (context: Context, own: TokenHeader): boolean => sent(context, own) !== null;

/** Whether only the cookie says who it is: then a page of another site may have sent it. */
export const byCookie = (context: Context, own: TokenHeader): boolean =>
  !hasToken(context, own) && getCookie(context, cookieName) !== undefined;

/** Out of scripts' reach, not sent along from other sites' pages, over TLS only where the request came by it. */
export function keepToken(context: Context, token: string | null, secure: boolean): void {
  setCookie(context, cookieName, token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    maxAge: token === null ? 0 : 400 * 24 * 60 * 60,
  });
}
