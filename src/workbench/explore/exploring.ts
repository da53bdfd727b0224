import type { Answer, Exploration } from '../../explorer/explore.ts';
import type { TraceRow } from '../../explorer/steps/trace.ts';
import type { Walked } from '../../explorer/walk.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { type Observable, observable } from '../state/observable.ts';
import type { FromExplorer, ToExplorer } from './messages.ts';

/** The progress of a search. */
export interface Progress {
  readonly worlds: number;
  readonly depth: number;
}

/** The exploration of one version of the text. */
export interface Explored {
  readonly analysis: Analysis;
  readonly found: Exploration;
  readonly effort: number;
}

/** Whether a condition can ever be true in one version of the text. */
export interface Asked {
  readonly analysis: Analysis;
  readonly question: string;
  readonly effort: number;
  /** Null: not known yet, or the question is invalid (`trouble`). */
  readonly answer: Answer | null;
  readonly trouble: string | null;
}

/** The state after a walk through one version of the text. */
export interface Walking {
  readonly analysis: Analysis;
  /** The requested steps. */
  readonly rows: readonly TraceRow[];
  /** Null: not known yet. */
  readonly walked: Walked | null;
  /** `walked` belongs to the previous steps; the result for these is pending. */
  readonly isWaiting: boolean;
  readonly trouble: string | null;
}

export interface ExploringState {
  /** Null: no search is running. */
  readonly progress: Progress | null;
  /**
   * The last search that finished; the result of an older text stays until the next search ends.
   */
  readonly explored: Explored | null;
  readonly asked: Asked | null;
  /** Null: no walk is active. The previous result stays until the next world is known. */
  readonly walking: Walking | null;
  /** Why the search failed. */
  readonly trouble: string | null;
}

/** A search: for one question, or for everything. */
interface Search {
  readonly analysis: Analysis;
  readonly question: string | null;
  readonly who: boolean;
  readonly effort: number;
}

/** The part of `Worker` that is used here. */
export interface ExplorerPort {
  postMessage(message: ToExplorer): void;
  onmessage: ((event: { readonly data: FromExplorer }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
}

export interface Exploring {
  readonly state: Observable<ExploringState>;
  /**
   * Explores this version, unless it is done or running. `who` also determines who can ever do
   * what. `effort` multiplies the time that the search may take, by default 1.
   */
  explore(analysis: Analysis, who: boolean, effort?: number): void;
  /** Searches whether a condition can ever be true. */
  ask(analysis: Analysis, question: string, effort?: number): void;
  /** Takes these steps from the start; null ends the walk. */
  walk(analysis: Analysis, rows: readonly TraceRow[] | null): void;
  /** Stops the search; what it has found so far is the result. */
  stop(): void;
  end(): void;
}

const heardOfWalk = (data: FromExplorer): Partial<Walking> =>
  data.kind === 'walked'
    ? { walked: data.walked, isWaiting: false }
    : data.kind === 'failed'
      ? { trouble: data.message, isWaiting: false }
      : {};

/**
 * Explores an open document in a worker. One search runs at a time, and questions take precedence.
 */
export function createExploring(start: () => ExplorerPort): Exploring {
  const state = observable<ExploringState>({ progress: null, explored: null, asked: null, walking: null, trouble: null });
  let port: ExplorerPort | null = null;
  let current: (Search & { readonly id: number }) | null = null;
  /** Starts as soon as the question is answered. */
  let next: Search | null = null;
  let count = 0;
  /** The id of the last requested walk. */
  let walkId = 0;

  const finish = (change: Partial<ExploringState>): void => {
    current = null;
    state.update((before) => ({ ...before, progress: null, ...change }));
    const waiting = next;
    next = null;
    if (waiting !== null) begin(waiting);
  };
  const fail = (message: string): void => {
    const asked = state.get().asked;
    finish(current?.question != null && asked !== null ? { asked: { ...asked, trouble: message } } : { trouble: message });
  };
  const connect = (): ExplorerPort => {
    if (port !== null) return port;
    const opened = start();
    opened.onmessage = ({ data }) => {
      if (data.id === walkId) {
        state.update((before) => ({ ...before, walking: before.walking === null ? null : { ...before.walking, ...heardOfWalk(data) } }));
        return;
      }
      // A late message of an earlier search.
      if (current === null || data.id !== current.id) return;
      const { analysis, effort } = current;
      const { asked } = state.get();
      if (data.kind === 'progress') state.update((before) => ({ ...before, progress: { worlds: data.worlds, depth: data.depth } }));
      else if (data.kind === 'found')
        state.update((before) => ({ ...before, explored: { analysis, found: data.found, effort }, trouble: null }));
      else if (data.kind === 'explored') finish({ explored: { analysis, found: data.found, effort }, trouble: null });
      else if (data.kind === 'walked') return;
      else if (data.kind === 'answered') finish(asked === null ? {} : { asked: { ...asked, answer: data.answer } });
      else fail(data.message);
    };
    opened.onerror = ({ message }) => {
      opened.terminate();
      port = null;
      state.update((before) => ({ ...before, walking: null }));
      fail(message ?? 'The explorer stopped.');
    };
    port = opened;
    return opened;
  };
  const begin = (search: Search): void => {
    current = { id: ++count, ...search };
    const { analysis, question, who, effort } = search;
    const { id } = current;
    const { text } = analysis;
    state.update((before) => ({
      ...before,
      progress: { worlds: 0, depth: 0 },
      ...(question === null ? {} : { asked: { analysis, question, effort, answer: null, trouble: null } }),
    }));
    connect().postMessage(question === null ? { kind: 'explore', id, text, who, effort } : { kind: 'ask', id, text, question, effort });
  };

  return {
    state,
    explore(analysis, who, effort = 1) {
      const search = { analysis, question: null, who, effort };
      const { explored } = state.get();
      const covers = (other: Explored | Search, knows: boolean): boolean =>
        other.analysis.text === analysis.text && (knows || !who) && other.effort >= effort;
      if (explored !== null && covers(explored, explored.found.who !== null)) return;
      if (current?.question === null && covers(current, current.who)) return;
      if (current !== null && current.question !== null) next = search;
      else begin(search);
    },
    ask(analysis, question, effort = 1) {
      if (current !== null && current.question === null) next = current;
      begin({ analysis, question, who: false, effort });
    },
    walk(analysis, rows) {
      walkId = ++count;
      state.update((before) => ({
        ...before,
        walking: rows === null ? null : { analysis, rows, walked: before.walking?.walked ?? null, isWaiting: true, trouble: null },
      }));
      if (rows !== null) connect().postMessage({ kind: 'walk', id: walkId, text: analysis.text, rows });
    },
    stop: () => port?.postMessage({ kind: 'stop' }),
    end() {
      port?.terminate();
      port = null;
      current = null;
    },
  };
}
