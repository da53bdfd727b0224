import type { Answered, Implementation } from '../../src/verifier/answers/implementation.ts';
import type { Request } from '../../src/verifier/answers/request.ts';

/** Shared by hand-written services; no rules of a document. */

/** Thrown to refuse a request. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export const refuse = (status: number, code: string): never => {
  throw new Refused(status, code);
};

export type Body = Readonly<Record<string, unknown>>;

/** A method, a path, and a handler that returns a status and a body; null for no body. */
export type Route = readonly [
  method: string,
  path: RegExp,
  handle: (match: readonly string[], request: Request) => readonly [number, unknown],
];

/** A service of these routes. `now`: milliseconds since the epoch. */
export function serviceOf(routes: readonly Route[], now: () => number): Implementation {
  const answer = (request: Request): readonly [number, unknown] => {
    try {
      for (const [method, pattern, handle] of routes) {
        const match = request.method === method ? pattern.exec(decodeURIComponent(request.path)) : null;
        if (match !== null) return handle(match, request);
      }
      return [404, { error: 'NOT_FOUND' }];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [error.status, { error: error.code }];
    }
  };
  return {
    wait: async () => undefined,
    async send(request): Promise<Answered> {
      const [status, body] = answer(request);
      return { status, body: body === null ? null : JSON.stringify(body), date: now(), retryAfter: null };
    },
  };
}

/** Parses JSON; undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
