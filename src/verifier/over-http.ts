import type { TokenHeader } from '../serve/calls/token-header.ts';
import type { Answered, Implementation, NoAnswer } from './implementation.ts';
import type { Request } from './request.ts';

interface Reached {
  /** Where the calls begin: `http://127.0.0.1:3000/v2`. */
  readonly base: URL;
  readonly token: TokenHeader;
  /** Puts the service back to how it was; why it failed, or null. Absent: it can’t be. */
  readonly reset?: () => Promise<string | null>;
  /** Milliseconds until an answer must be there, whole. */
  readonly patience?: number;
  /** Bytes of a body that are read. */
  readonly most?: number;
  /** A browser has a cache, which is no part of the request: the worker passes its own. */
  readonly fetched?: (address: string, init: RequestInit) => Promise<Response>;
}

/** A service over HTTP. Nothing is sent anywhere else: redirects are not followed. */
export function httpImplementation({
  base,
  token,
  reset,
  patience = 10_000,
  most = 4 * 1024 * 1024,
  fetched = fetch,
}: Reached): Implementation {
  return {
    ...(reset === undefined ? {} : { reset }),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async send(request) {
      const signal = AbortSignal.timeout(patience);
      try {
        const answer = await fetched(addressOf(base, request), {
          method: request.method,
          headers: headersOf(request, token),
          ...(request.body === null ? {} : { body: request.body }),
          redirect: 'manual',
          // A browser has cookies, which are no part of the request.
          credentials: 'omit',
          signal,
        });
        return await read(answer, most);
      } catch (error) {
        if (signal.aborted) return { problem: `no answer came within ${patience / 1000} seconds` };
        return { problem: `the connection failed (${reasonOf(error)})` };
      }
    },
  };
}

export const addressOf = (base: URL, { path, query }: Request): string =>
  `${base.origin}${base.pathname.replace(/\/$/, '')}${path}${query === '' ? '' : `?${query}`}`;

/** Null values are left out: no token, no body. */
export function headersOf({ token, contentType, signatures = {} }: Request, { header, scheme }: TokenHeader): Record<string, string> {
  return {
    ...(token === null ? {} : { [header]: scheme === '' ? token : `${scheme} ${token}` }),
    ...(contentType === null ? {} : { 'content-type': contentType }),
    ...signatures,
  };
}

async function read(answer: Response, most: number): Promise<Answered | NoAnswer> {
  // A browser shows of a redirect only that it is one.
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) {
    await answer.body?.cancel();
    return { problem: `it answered ${answer.status === 0 ? '' : `${answer.status}, `}a redirect, which is not followed` };
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  let length = 0;
  // Typed as a web stream, which `fetch` can iterate.
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    // Leaving the loop cancels the body.
    if (length > most) return { problem: `the body is longer than ${most / 1024 / 1024} MB` };
    text += decoder.decode(chunk, { stream: true });
  }
  const date = Date.parse(answer.headers.get('date') ?? '');
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return {
    status: answer.status,
    body: length === 0 ? null : text + decoder.decode(),
    date: Number.isNaN(date) ? null : date,
    retryAfter: Number.isNaN(wait) ? null : wait,
  };
}

/** What the system says: ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(cause);
}
