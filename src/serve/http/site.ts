import type { Context, MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { compressed } from './compressed.ts';
import type { AppEnvironment } from './environment.ts';

/**
 * The product's own screens: the files that `ninefold build` makes for a page that talks to this
 * server.
 */
export interface Site {
  /** Paths without a leading slash; `index.html` is the page for every place of the product. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** The page's content security policy. */
  readonly policy: string;
  /** Whether a call answers a GET of this path; then even browsers receive data. */
  isCall(path: string): boolean;
}

/** Serves the files by path, and the page to browsers that open a place of the product. */
export function siteFiles({ files, policy, isCall }: Site): MiddlewareHandler<AppEnvironment> {
  const byPath = new Map(files.map(({ path, bytes }) => [path, new Uint8Array(bytes)]));
  const page = byPath.get('index.html');
  const found = ({ req }: Context<AppEnvironment>): Response | null => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return null;
    const path = req.path.slice(1);
    const file = path === 'index.html' ? undefined : byPath.get(path);
    if (file !== undefined) {
      const headers = {
        'content-type': getMimeType(path) ?? 'application/octet-stream',
        // Their names contain a hash of their content.
        'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      };
      return new Response(req.method === 'HEAD' ? null : file, { headers });
    }
    const ownPaths = path.startsWith('~/') || path.startsWith('assets/') || path === 'openapi.json';
    if (page === undefined || ownPaths || !wantsPage(req.header('accept'), path) || isCall(req.path)) return null;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
    };
    return new Response(req.method === 'HEAD' ? null : page, { headers });
  };
  return async (context, next) => {
    const answer = found(context);
    if (answer === null) return next();
    return compressed(context, async () => {
      context.res = answer;
    });
  };
}

/** A browser requests a page explicitly; a probe of the first page accepts anything. */
const wantsPage = (accept = '*/*', path: string): boolean => accept.includes('text/html') || (path === '' && accept.includes('*/*'));
