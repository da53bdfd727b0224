import fc from 'fast-check';
import type { Model } from '../../src/model/model.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { type Drawn, drawnDocument, sketchDocument } from './document.ts';
import { type DrawnOperation, drawnOperations } from './operations.ts';
import { difference, live } from './run.ts';

export interface Compared {
  readonly runs: number;
  /** The smallest case in which a database says something else than memory; null: there is none. */
  readonly found: {
    readonly drawn: Drawn;
    readonly operations: readonly DrawnOperation[];
    readonly text: string;
    readonly what: string;
  } | null;
}

/**
 * Random documents, people and operations, in memory and in a database: both must say the same of
 * each operation and hold the same at the end. `shrink`: false where making a case small takes too
 * long.
 */
export function compareWorlds(
  makeStore: (model: Model) => DocumentStore,
  options: { readonly runs: number; readonly seed: number; readonly shrink?: boolean },
): Compared {
  const outcome = fc.check(
    fc.property(drawnDocument, drawnOperations(30), (drawn, operations) => {
      const what = differs(drawn, operations, makeStore);
      if (what !== null) throw new Error(what);
    }),
    { numRuns: options.runs, seed: options.seed, endOnFailure: options.shrink === false },
  );
  if (!outcome.failed) return { runs: outcome.numRuns, found: null };
  if (outcome.counterexample === null) throw new Error(`the comparison ended without a case after ${outcome.numRuns} runs`);
  const [drawn, operations] = outcome.counterexample;
  const { errorInstance } = outcome;
  const what = errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  return { runs: outcome.numRuns, found: { drawn, operations, text: sketchDocument(drawn).text, what } };
}

/** Where a database says something else than memory of one case; null: nowhere. */
export const differs = (drawn: Drawn, operations: readonly DrawnOperation[], makeStore: (model: Model) => DocumentStore): string | null =>
  difference(live(drawn, operations, createMemoryStore), live(drawn, operations, makeStore));
