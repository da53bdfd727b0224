import type { Span } from '../../base/span.ts';
import type { Name } from './common.ts';

/** A row of the table Service | Address | Secret: what the product calls. */
export interface Service {
  readonly name: Name;
  readonly span: Span;
  /** An http or https address without a slash at its end; null: a hole, or no address. */
  readonly address: string | null;
  /** Sent with every request as a bearer token. */
  readonly secret: Name | null;
}

/** A constant of the unit `secret`: its value is in the environment, never in the document. */
export interface Secret {
  readonly name: Name;
  readonly span: Span;
  readonly description: string;
}

/** The column Signed of a call: `hmac sha256 X-Signature by PAY_SECRET`. */
export interface Signature {
  readonly span: Span;
  /** The header that holds the signature in hex, as written. */
  readonly header: string;
  readonly secret: Name;
}
