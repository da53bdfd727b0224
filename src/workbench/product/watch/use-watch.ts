import { useCallback, useEffect, useRef, useState } from 'react';
import type { Scenario } from '../../../model/ast/people.ts';
import type { Model } from '../../../model/model.ts';
import { beginWatch, type Watch, type WatchedRow } from './watch.ts';

/** How long a row is before the next is played by itself, in milliseconds. */
const pace = 2500;

/** What is watched, and how far it is. */
export interface Watching {
  /** Another one after each step back: earlier rows are played again. Null: not begun. */
  readonly watch: Watch | null;
  /** Goes up with each. */
  readonly turn: number;
  readonly rows: readonly WatchedRow[];
  readonly playing: boolean;
  readonly trouble: string | null;
  forward(): void;
  back(): void;
  /** Plays by itself, or stops; from the beginning when all has been played. */
  toggle(): void;
}

export function useWatch(model: Model, scenario: Scenario, onRow: (row: WatchedRow) => void): Watching {
  const [watch, setWatch] = useState<Watch | null>(null);
  const [turn, setTurn] = useState(0);
  const [rows, setRows] = useState<readonly WatchedRow[]>([]);
  const [playing, setPlaying] = useState(true);
  const [trouble, setTrouble] = useState<string | null>(null);
  const open = useRef<Watch | null>(null);
  const told = useRef(onRow);
  told.current = onRow;
  const count = useRef(0);
  /** One step at a time: each waits for the one before. */
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
      if (last) told.current(last);
    },
    [model, scenario],
  );

  // The document says something else: as far as it had come, again.
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
      told.current(row);
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
