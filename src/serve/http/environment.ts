import type { Hono } from 'hono';

/** What travels along with a request. */
export interface AppEnvironment {
  Bindings: {
    readonly incoming?: {
      readonly socket?: { readonly remoteAddress?: string; readonly encrypted?: boolean; readonly bytesRead?: number };
    };
  };
  Variables: {
    requestId: string;
    client: string;
    /** A password was compared or hashed. */
    comparedPassword?: boolean;
    /** So many parts of a screen were requested at once. */
    partsRead?: number;
    /** What the answer will say besides what is its own; names in lower case. */
    headers: Readonly<Record<string, string>>;
    /**
     * A response created in one piece, with these headers and compressed if worthwhile. Reading its
     * body afterwards makes it slow.
     */
    whole?: Response;
  };
}

export type App = Hono<AppEnvironment>;
