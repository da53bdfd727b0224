import type { Origin } from '../../engine/world/world.ts';
import type { Problem } from './error-body.ts';

/** A request as the calls see it: HTTP without the wire. A thread or a test may send it. */
export interface CallRequest {
  /** In capitals. */
  readonly method: string;
  /** As in the request line, without the query; still percent-encoded. */
  readonly path: string;
  /** What follows the question mark, without it. */
  readonly query: string;
  /** The session's token; null: signed out. */
  readonly token: string | null;
  /** Where it came from; guesses are counted by it. */
  readonly origin?: Origin | null;
  readonly contentType: string | null;
  /** Null: no body. */
  readonly body: string | null;
  /** RFC 9110, sections 13.1.1 and 13.1.2: header fields as they came. */
  readonly ifMatch?: string | null;
  readonly ifNoneMatch?: string | null;
  /** Which languages the caller reads (RFC 9110, section 12.5.4), as it came. */
  readonly acceptLanguage?: string | null;
  /** Of a POST that may be sent twice and is to be done once, as it came. */
  readonly idempotencyKey?: string | null;
  /** Header fields in which calls of the document are signed, by their names in lower case. */
  readonly signatures?: Readonly<Record<string, string>>;
}

export interface CallAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or null: no body. */
  readonly body: string | null;
  /** After signing in: what the browser is to send from now on (Origin.device). */
  readonly device?: string;
  /** Whether the given token belongs to a session; absent: not checked, or no token. */
  readonly sessionKnown?: boolean;
  /** A password was compared or hashed, which takes long. */
  readonly comparedPassword?: boolean;
  /** Why it was refused: the errors, and the rows of the document that refused. */
  readonly refusals?: readonly Problem[];
  /** For the log: why the document's `Error body` gave none, so that the answer is RFC 9457's. */
  readonly mistake?: string;
}
