import type { Span } from '../../base/span.ts';

/** Messages to the worker that runs scenarios. A new text stops the runs of the previous one. */
export interface ToScenarios {
  readonly id: number;
  readonly text: string;
}

/** The result of one row; positions refer to the text that was sent. */
export interface RowOutcome {
  readonly span: Span;
  readonly passed: boolean;
  /** What was expected and what happened instead; empty if the row passed. */
  readonly words: string;
}

/** All rows so far; `done`: no more will follow. */
export interface FromScenarios {
  readonly id: number;
  readonly rows: readonly RowOutcome[];
  readonly done: boolean;
}
