import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const cookieName = 'session';

/** The session's token: `Authorization: Bearer …` (or `Token …`, as the RealWorld API has it), else the cookie of the product's own screens. */
export function tokenOf(context: Context): string | null {
  const header = context.req.header('authorization');
  if (header !== undefined) return /^(?:Bearer|Token)\s+(\S+)\s*$/i.exec(header)?.[1] ?? header;
  return getCookie(context, cookieName) ?? null;
}

/** Whether only the cookie says who it is: then a page of another site may have sent it. */
export const byCookie = (context: Context): boolean =>
  context.req.header('authorization') === undefined && getCookie(context, cookieName) !== undefined;

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
