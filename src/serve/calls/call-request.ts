import type { Origin } from '../../engine/world/world.ts';
import type { Problem } from './error-body.ts';

/**
 * A request as the calls see it, independent of the transport: a server, a worker or a test may
 * send it.
 */
export interface CallRequest {
  /** In upper case. */
  readonly method: string;
  /** As in the request line, without the query and still percent-encoded. */
  readonly path: string;
  /** The part after the question mark. */
  readonly query: string;
  /** The session token; null if signed out. */
  readonly token: string | null;
  /** Where the request came from. Failed sign-ins are counted per origin. */
  readonly origin?: Origin | null;
  readonly contentType: string | null;
  /** Null if there is no body. */
  readonly body: string | null;
  /** The raw header fields (RFC 9110, sections 13.1.1 and 13.1.2). */
  readonly ifMatch?: string | null;
  readonly ifNoneMatch?: string | null;
  /** The raw Accept-Language header (RFC 9110, section 12.5.4). */
  readonly acceptLanguage?: string | null;
  /** The raw Idempotency-Key header of a POST, which may arrive twice but must take effect once. */
  readonly idempotencyKey?: string | null;
  /** Header fields that may contain a call's signature, by lower-case name. */
  readonly signatures?: Readonly<Record<string, string>>;
}

export interface CallAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null if there is no body. */
  readonly body: string | null;
  /** After signing in: the device token that the browser sends from now on (Origin.device). */
  readonly device?: string;
  /** Whether the given token belongs to a session. Absent: not checked, or there is no token. */
  readonly sessionKnown?: boolean;
  /** A password was compared or hashed, which takes long. */
  readonly comparedPassword?: boolean;
  /** Why the call was refused: the errors, and the rows of the document that refused. */
  readonly refusals?: readonly Problem[];
  /** For the log: why `Error body` could not be evaluated, so that RFC 9457 applies. */
  readonly mistake?: string;
}
