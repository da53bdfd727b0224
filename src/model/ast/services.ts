import type { Span } from '../../base/span.ts';
import type { Name } from './common.ts';

/** A row of the table Service | Address | Secret: a service that the product calls. */
export interface Service {
  readonly name: Name;
  readonly span: Span;
  /** An http or https address without a trailing slash; null: a hole, or invalid. */
  readonly address: string | null;
  /** Sent with every request as a bearer token. */
  readonly secret: Name | null;
}

/**
 * A constant with the unit `secret`: its value comes from the environment, never from the document.
 */
export interface Secret {
  readonly name: Name;
  readonly span: Span;
  readonly description: string;
}

/** The column Signed of a call: `hmac sha256 X-Signature by PAY_SECRET`. */
export interface Signature {
  readonly span: Span;
  /** The header that carries the signature in hex, as written. */
  readonly header: string;
  readonly secret: Name;
}
