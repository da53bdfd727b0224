import type { Answer, Exploration } from '../../explorer/explore.ts';
import type { TraceRow } from '../../explorer/trace.ts';
import type { Walked } from '../../explorer/walk.ts';

/** To the explorer’s worker. A new search ends the one before. */
export type ToExplorer =
  | { readonly kind: 'explore'; readonly id: number; readonly text: string; readonly who: boolean }
  /** Can this ever be true? */
  | { readonly kind: 'ask'; readonly id: number; readonly text: string; readonly question: string }
  /** Takes these steps from the start; a search goes on. */
  | { readonly kind: 'walk'; readonly id: number; readonly text: string; readonly rows: readonly TraceRow[] }
  /** What was found until now is the answer. */
  | { readonly kind: 'stop' };

export type FromExplorer =
  | { readonly kind: 'progress'; readonly id: number; readonly worlds: number; readonly depth: number }
  /** What the smallest world shows; larger ones are still searched. */
  | { readonly kind: 'found'; readonly id: number; readonly found: Exploration }
  | { readonly kind: 'explored'; readonly id: number; readonly found: Exploration }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'walked'; readonly id: number; readonly walked: Walked }
  /** The question cannot be read, or the search itself failed. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
