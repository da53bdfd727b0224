import { Hono } from 'hono';
import type { AppEnvironment } from './environment.ts';

const longest = 500;

/**
 * The link in a mail: a page with one button, because mail scanners open links before people do;
 * and the POST of RFC 8058, which mail programs send for their own button. Neither requires signing
 * in.
 */
export function unsubscribeRoutes(unsubscribe: (token: string) => Promise<boolean>): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  const headers = { 'content-security-policy': "default-src 'none'; form-action 'self'", 'cache-control': 'no-store' };
  const page = (words: string): string =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails</title></head><body><main>${words}</main></body></html>`;
  routes.get('/', (context) =>
    context.html(page('<form method="post"><p>No more mails of this kind?</p><button>Unsubscribe</button></form>'), 200, headers),
  );
  routes.post('/', async (context) => {
    const token = context.req.query('token') ?? '';
    const done = token.length <= longest && (await unsubscribe(token));
    return done
      ? context.html(page('<p>Done. You can switch these mails on again in your account.</p>'), 200, headers)
      : context.html(page('<p>This link is incomplete. Open it from the mail.</p>'), 404, headers);
  });
  return routes;
}
