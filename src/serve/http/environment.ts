import type { Hono } from 'hono';

/** What middleware and handlers share about a request. */
export interface AppEnvironment {
  Bindings: {
    readonly incoming?: {
      readonly socket?: { readonly remoteAddress?: string; readonly encrypted?: boolean; readonly bytesRead?: number };
    };
  };
  Variables: {
    requestId: string;
    client: string;
    /** A password was compared or hashed, which costs more of the request limit. */
    comparedPassword?: boolean;
    /** How many parts of a screen the request read. */
    partsRead?: number;
    /** Headers to add to the response; names in lower case. */
    headers: Readonly<Record<string, string>>;
    /**
     * A response that was created in one piece, complete with headers and compression. Middleware
     * must not read its body, because that makes sending it slow.
     */
    whole?: Response;
  };
}

export type App = Hono<AppEnvironment>;
