import type { Answer, Exploration } from '../../explorer/explore.ts';
import type { TraceRow } from '../../explorer/steps/trace.ts';
import type { Walked } from '../../explorer/walk.ts';

/**
 * Messages to the explorer's worker. A new search stops the previous one. `effort` multiplies the
 * time that a search may take.
 */
export type ToExplorer =
  | { readonly kind: 'explore'; readonly id: number; readonly text: string; readonly who: boolean; readonly effort: number }
  /** Searches whether a condition can ever be true. */
  | { readonly kind: 'ask'; readonly id: number; readonly text: string; readonly question: string; readonly effort: number }
  /** Takes these steps from the start; a running search continues. */
  | { readonly kind: 'walk'; readonly id: number; readonly text: string; readonly rows: readonly TraceRow[] }
  /** Stops the search; what it has found so far is the result. */
  | { readonly kind: 'stop' };

export type FromExplorer =
  | { readonly kind: 'progress'; readonly id: number; readonly worlds: number; readonly depth: number }
  /** The results of the smallest world; the search continues with larger ones. */
  | { readonly kind: 'found'; readonly id: number; readonly found: Exploration }
  | { readonly kind: 'explored'; readonly id: number; readonly found: Exploration }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'walked'; readonly id: number; readonly walked: Walked }
  /** The question is invalid, or the search failed. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
