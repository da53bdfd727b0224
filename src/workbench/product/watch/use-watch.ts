import { useCallback, useEffect, useRef, useState } from 'react';
import type { Scenario } from '../../../model/ast/people.ts';
import type { Model } from '../../../model/model.ts';
import { beginWatch, type Watch, type WatchedRow } from './watch.ts';

/** Milliseconds between rows during playback. */
const pace = 2500;

/** The scenario being watched, and its progress. */
export interface Watching {
  /** Replaced after each step back, which replays the earlier rows. Null: not started. */
  readonly watch: Watch | null;
  /** Incremented with each new watch. */
  readonly turn: number;
  readonly rows: readonly WatchedRow[];
  readonly playing: boolean;
  readonly trouble: string | null;
  forward(): void;
  back(): void;
  /** Starts or pauses playback; restarts from the beginning at the end. */
  toggle(): void;
}

export function useWatch(model: Model, scenario: Scenario, onRow: (row: WatchedRow) => void): Watching {
  const [watch, setWatch] = useState<Watch | null>(null);
  const [turn, setTurn] = useState(0);
  const [rows, setRows] = useState<readonly WatchedRow[]>([]);
  const [playing, setPlaying] = useState(true);
  const [trouble, setTrouble] = useState<string | null>(null);
  const open = useRef<Watch | null>(null);
  const latestOnRow = useRef(onRow);
  latestOnRow.current = onRow;
  const count = useRef(0);
  /** Runs one step at a time, each after the previous one. */
  const queue = useRef(Promise.resolve());

  const step = useCallback((body: () => Promise<void>): void => {
    queue.current = queue.current.then(body).catch((error: unknown) => {
      setPlaying(false);
      setTrouble(error instanceof Error ? error.message : String(error));
    });
  }, []);
  const replay = useCallback(
    async (wanted: number): Promise<void> => {
      open.current?.close();
      const next = beginWatch(model, scenario);
      open.current = next;
      const played: WatchedRow[] = [];
      while (played.length < wanted) {
        const row = await next.next();
        if (row === null) break;
        played.push(row);
      }
      count.current = played.length;
      setTrouble(null);
      setWatch(next);
      setTurn((before) => before + 1);
      setRows(played);
      const last = played.at(-1);
      if (last) latestOnRow.current(last);
    },
    [model, scenario],
  );

  // The document has changed: replay up to the same row.
  useEffect(() => {
    step(() => replay(Math.max(1, count.current)));
  }, [replay, step]);
  useEffect(
    () => () => {
      open.current?.close();
      open.current = null;
    },
    [],
  );

  const forward = useCallback((): void => {
    step(async () => {
      const row = await open.current?.next();
      if (!row) {
        setPlaying(false);
        return;
      }
      count.current++;
      setRows((before) => [...before, row]);
      latestOnRow.current(row);
    });
  }, [step]);
  const ended = rows.length >= scenario.rows.length;
  useEffect(() => {
    if (!playing || rows.length === 0) return;
    if (ended) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(forward, pace);
    return () => clearTimeout(timer);
  }, [playing, rows, ended, forward]);

  return {
    watch,
    turn,
    rows,
    playing,
    trouble,
    forward: () => {
      setPlaying(false);
      forward();
    },
    back: () => {
      setPlaying(false);
      step(() => replay(Math.max(1, count.current - 1)));
    },
    toggle: () => {
      if (!playing && ended) step(() => replay(1));
      setPlaying(!playing);
    },
  };
}
