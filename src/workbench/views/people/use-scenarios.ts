import { useEffect, useState } from 'react';
import type { Model } from '../../../model/model.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { type ScenarioStep, watchSteps } from '../../../verify/scenario-steps.ts';
import { playScenario, type RowResult, type ScenarioPlay } from '../../../verify/scenarios.ts';

export type PlayedRow = RowResult & { readonly steps: readonly ScenarioStep[] };

/** The result of a scenario; `trouble`: it could not be played at all. */
export interface Played {
  readonly rows: readonly PlayedRow[];
  readonly done: boolean;
  readonly trouble: string | null;
}

const unplayed: Played = { rows: [], done: false, trouble: null };
const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Plays scenarios of the current document, yielding between rows so that typing stays fast. */
export function useScenarios(model: Model) {
  const [played, setPlayed] = useState<ReadonlyMap<number, Played>>(new Map());
  /** The number of times all scenarios were requested; 0: not yet. */
  const [wanted, setWanted] = useState(0);
  const [busy, setBusy] = useState(false);

  // After the first run, they run again whenever the document changes.
  useEffect(() => {
    if (wanted === 0) {
      setPlayed(new Map());
      return;
    }
    // Keep the previous results visible until they are replaced.
    setPlayed((before) => new Map([...before].filter(([index]) => index < model.scenarios.length)));
    let ended = false;
    const all = async (): Promise<void> => {
      setBusy(true);
      for (const [index] of model.scenarios.entries()) {
        await pause();
        if (ended) return;
        const result = playTo(model, index, Number.POSITIVE_INFINITY);
        setPlayed((before) => new Map(before).set(index, result));
      }
      setBusy(false);
    };
    void all();
    return () => {
      ended = true;
      setBusy(false);
    };
  }, [model, wanted]);

  return {
    played: (index: number): Played => played.get(index) ?? unplayed,
    busy,
    runAll: () => setWanted((times) => times + 1),
    /** Replays a scenario up to and including this row, from 1. */
    play: (index: number, rows: number) => setPlayed((before) => new Map(before).set(index, playTo(model, index, rows))),
  };
}

/**
 * Plays the first `count` rows of a scenario in a separate product. Going back to an earlier row
 * replays from the start, so that later rows have no effect.
 */
export function playTo(model: Model, index: number, count: number): Played {
  const scenario = model.scenarios[index];
  if (scenario === undefined) throw new RangeError(`scenario ${index} of ${model.scenarios.length}`);
  let play: ScenarioPlay | null = null;
  const rows: PlayedRow[] = [];
  try {
    play = playScenario(model, scenario, createMemoryStore(model));
    const steps = watchSteps(play);
    while (rows.length < count) {
      const row = play.next();
      if (row === null) break;
      rows.push({ ...row, steps: steps() });
    }
    return { rows, done: rows.length === scenario.rows.length, trouble: null };
  } catch (error) {
    return { rows, done: false, trouble: words(error) };
  } finally {
    play?.close();
  }
}
