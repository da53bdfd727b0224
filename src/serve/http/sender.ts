import type { Context, MiddlewareHandler } from 'hono';
import type { TokenHeader } from '../calls/token-header.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import { byCookie, hasToken } from './token.ts';

type Middleware = MiddlewareHandler<AppEnvironment>;

/**
 * Which page sent a request, according to its browser: a page of this product, of another site, or
 * unknown (programs).
 */
export function senderOf({ req }: Context): 'own page' | 'other site' | 'unknown' {
  const site = req.header('sec-fetch-site');
  // `none`: a person typed the address or followed a bookmark.
  if (site !== undefined) return site === 'same-origin' ? 'own page' : site === 'none' ? 'unknown' : 'other site';
  const origin = req.header('origin');
  if (origin === undefined) return 'unknown';
  const own = req.header('host') ?? new URL(req.url).host;
  return URL.canParse(origin) && new URL(origin).host === own ? 'own page' : 'other site';
}

/**
 * Which other sites' pages may send requests: those of `origins`. The product's own pages need no
 * permission.
 */
export interface PageAccess {
  readonly token: TokenHeader;
  readonly origins: readonly string[];
}

const reads = ({ req }: Context): boolean => req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS';

/** Whether a page that the operator has not allowed sent the request. */
function isStranger(context: Context, { origins }: PageAccess): boolean {
  if (senderOf(context) !== 'other site') return false;
  const origin = context.req.header('origin');
  return !(origins.includes('*') || (origin !== undefined && origins.includes(origin)));
}

const refused = (detail: string): Response => problemResponse(403, 'FORBIDDEN', detail);
const otherSite = 'This request came from another site.';

/**
 * Refuses changes from other sites, with or without a cookie: a server on this machine or network
 * may have no other protection.
 */
export const refuseCrossSiteWrites =
  (access: PageAccess): Middleware =>
  async (context, next) => {
    if (reads(context)) return next();
    const forged = isStranger(context, access) || (byCookie(context, access.token) && senderOf(context) !== 'own page');
    return forged ? refused(otherSite) : next();
  };

/**
 * Only for requests of the product's own pages. Otherwise a form on another site could sign its
 * visitors in as another person.
 */
export const onlyOwnPages: Middleware = async (context, next) =>
  senderOf(context) === 'own page'
    ? next()
    : refused(
        'Only the product’s own pages may send this request: Sec-Fetch-Site must be same-origin, or Origin this server. Programs use the API.',
      );

/**
 * Requests that programs send too: they authenticate with a header, which no page of another site
 * can send.
 */
export const ownPagesAndPrograms =
  (access: PageAccess): Middleware =>
  async (context, next) => {
    if (isStranger(context, access)) return refused(otherSite);
    if (reads(context) || senderOf(context) === 'own page' || hasToken(context, access.token)) return next();
    return refused('Programs must send the token in a header; pages of the product are recognised by Sec-Fetch-Site or Origin.');
  };
