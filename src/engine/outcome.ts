import type { Span } from '../base/span.ts';
import type { Shown } from '../model/facts/errors.ts';

/** Why something was refused: an error of section 8, and the row of the document that refused. */
export interface Refusal {
  /** The name in the catalogue: NO_ANSWER. */
  readonly error: string;
  readonly status: number;
  /** Filled in. */
  readonly message: string;
  /** The field it concerns, or null. */
  readonly field: string | null;
  readonly shown: { readonly kind: Shown['kind']; readonly field: string | null };
  /** The row that refused, or null when nothing in the document did (no row grants it: then the table, if there is one). */
  readonly at: Span | null;
  /** Why, in the notation's words: `the guard of resolve does not hold`; `section 6 grants Ticket: delete to manager only`. */
  readonly because: string;
}

export type Outcome<T = unknown> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusals: readonly Refusal[] };
