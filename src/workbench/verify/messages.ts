import type { TraceRow } from '../../explorer/trace.ts';
import type { RowResult } from '../../verifier/rows.ts';

/** A mistake of a service, as it is shown. */
export interface ShownFinding {
  /** Who sent what: `Ben: POST /books/:number/return`. */
  readonly request: string;
  readonly difference: string;
  /** Status and body, or why there is none. */
  readonly expected: string;
  readonly actual: string;
  /** The requests that show it, for a shell, in order. */
  readonly curl: readonly string[];
  /** The same steps with what the document expects; null: a scenario has no words for them. */
  readonly scenario: readonly TraceRow[] | null;
  /** Further answers that it explains. */
  readonly more: number;
  /** It appeared again. */
  readonly confirmed: boolean;
}

export type ShownRow = Omit<RowResult, 'findings'> & { readonly findings: readonly ShownFinding[] };

/** To the verifier’s worker. A new run ends the one before. */
export type ToVerifier =
  /** `address`: of the service, or of a relay. */
  | { readonly kind: 'verify'; readonly id: number; readonly text: string; readonly address: string }
  /** What was found until now is the answer. */
  | { readonly kind: 'stop' };

export type FromVerifier =
  | { readonly kind: 'rows'; readonly id: number; readonly requests: number; readonly rows: readonly ShownRow[] }
  | { readonly kind: 'done'; readonly id: number; readonly complete: boolean; readonly notTried: readonly string[] }
  /** It cannot be reached, or the run itself failed. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
