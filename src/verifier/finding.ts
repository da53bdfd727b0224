import type { Exchange } from './side-by-side.ts';
import type { Plan } from './situations.ts';

/** A mistake of the implementation, with the requests that show it. */
export interface Finding {
  readonly cause: string;
  /** The request whose answer is wrong. */
  readonly exchange: Exchange;
  /** What was sent before it and matters, and itself. */
  readonly sequence: readonly Exchange[];
  /** It appeared again when only `sequence` was sent. */
  readonly confirmed: boolean;
  /** Further answers that this mistake explains. */
  more: number;
}

export interface Run {
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  /** What could not be tried, and why. */
  readonly notTried: readonly string[];
  /** Another run of the same document may follow it, too. */
  readonly plan: Plan;
  /** False: the budget, or a signal, ended it. */
  readonly complete: boolean;
}
