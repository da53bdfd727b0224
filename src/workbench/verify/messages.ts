import type { TraceRow } from '../../explorer/steps/trace.ts';
import type { RowResult } from '../../verifier/rows.ts';

/** A mistake of a service, in the form that is displayed. */
export interface ShownFinding {
  /** The actor and the request: `Ben: POST /books/:number/return`. */
  readonly request: string;
  readonly difference: string;
  /** Status and body, or why there is none. */
  readonly expected: string;
  readonly actual: string;
  /** The requests that prove it, as shell commands, in order. */
  readonly curl: readonly string[];
  /**
   * The requests as scenario rows with the expected results; null: a scenario cannot express them.
   */
  readonly scenario: readonly TraceRow[] | null;
  /** The number of further responses that this mistake explains. */
  readonly more: number;
  /** The mistake was reproduced. */
  readonly confirmed: boolean;
}

export type ShownRow = Omit<RowResult, 'findings'> & { readonly findings: readonly ShownFinding[] };

/** Messages to the verifier's worker. A new run stops the previous one. */
export type ToVerifier =
  /** `address` is that of the service, or of a relay. */
  | { readonly kind: 'verify'; readonly id: number; readonly text: string; readonly address: string }
  /** Stops the run; what it has found so far is the result. */
  | { readonly kind: 'stop' };

export type FromVerifier =
  | { readonly kind: 'rows'; readonly id: number; readonly requests: number; readonly rows: readonly ShownRow[] }
  | { readonly kind: 'done'; readonly id: number; readonly complete: boolean; readonly notTried: readonly string[] }
  /** The service cannot be reached, or the run failed. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
