import type { TokenHeader } from '../../serve/calls/token-header.ts';
import type { Answered, Implementation, NoAnswer } from './implementation.ts';
import type { Request } from './request.ts';

interface Reached {
  /** The URL under which the calls are served: `http://127.0.0.1:3000/v2`. */
  readonly base: URL;
  readonly token: TokenHeader;
  /** Restores the service's initial data; absent if unsupported. Returns why it failed, or null. */
  readonly reset?: Implementation['reset'];
  readonly setClock?: Implementation['setClock'];
  /** Milliseconds within which the whole answer must arrive. */
  readonly patience?: number;
  /** The most bytes of a body that are read. */
  readonly most?: number;
  /** Replaces `fetch`: the worker passes one that bypasses the browser's cache. */
  readonly fetched?: (address: string, init: RequestInit) => Promise<Response>;
}

/**
 * A service that is reached over HTTP. Redirects are not followed, so nothing is sent elsewhere.
 */
export function httpImplementation({
  base,
  token,
  reset,
  setClock,
  patience = 10_000,
  most = 4 * 1024 * 1024,
  fetched = fetch,
}: Reached): Implementation {
  return {
    ...(reset && { reset }),
    ...(setClock && { setClock }),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async send(request) {
      const signal = AbortSignal.timeout(patience);
      try {
        const answer = await fetched(addressOf(base, request), {
          method: request.method,
          headers: headersOf(request, token),
          ...(request.body === null ? {} : { body: request.body }),
          redirect: 'manual',
          // A browser's cookies must not become part of the request.
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

/** The headers of a request; a missing token or content type is left out. */
export function headersOf({ token, contentType, signatures = {} }: Request, { header, scheme }: TokenHeader): Record<string, string> {
  return {
    ...(token === null ? {} : { [header]: scheme === '' ? token : `${scheme} ${token}` }),
    ...(contentType === null ? {} : { 'content-type': contentType }),
    ...signatures,
  };
}

async function read(answer: Response, most: number): Promise<Answered | NoAnswer> {
  // A browser hides everything about a redirect except that it is one.
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

/** The system's error code, such as ECONNREFUSED, or else the message. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(cause);
}
