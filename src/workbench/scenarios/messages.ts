import type { Span } from '../../base/span.ts';

/** To the worker that runs scenarios. A new text ends the runs of the one before. */
export interface ToScenarios {
  readonly id: number;
  readonly text: string;
}

/** What came of one row; places are in the text that was sent. */
export interface RowOutcome {
  readonly span: Span;
  readonly passed: boolean;
  /** What was expected and what happened instead; empty where it passed. */
  readonly words: string;
}

/** All rows so far; `done`: there are no more. */
export interface FromScenarios {
  readonly id: number;
  readonly rows: readonly RowOutcome[];
  readonly done: boolean;
}
