import type { Hono } from 'hono';

/** What travels along with a request. */
export interface AppEnvironment {
  Bindings: { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; readonly encrypted?: boolean } } };
  Variables: { requestId: string; client: string };
}

export type App = Hono<AppEnvironment>;
