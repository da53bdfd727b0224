import type { Answer, Exploration } from '../../explorer/explore.ts';
import type { TraceRow } from '../../explorer/trace.ts';
import type { Walked } from '../../explorer/walk.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { type Observable, observable } from '../state/observable.ts';
import type { FromExplorer, ToExplorer } from './messages.ts';

/** How far a search is. */
export interface Progress {
  readonly worlds: number;
  readonly depth: number;
}

/** What can happen, of one version of the text. */
export interface Explored {
  readonly analysis: Analysis;
  readonly found: Exploration;
}

/** Whether a condition can ever be true, of one version of the text. */
export interface Asked {
  readonly analysis: Analysis;
  readonly question: string;
  /** Null: not known yet, or it cannot be read (`trouble`). */
  readonly answer: Answer | null;
  readonly trouble: string | null;
}

/** Where a walk through one version of the text came to. */
export interface Walking {
  readonly analysis: Analysis;
  /** The steps that were asked for. */
  readonly rows: readonly TraceRow[];
  /** Null: not known yet. */
  readonly walked: Walked | null;
  /** `walked` is of the steps before; the answer to these is awaited. */
  readonly isWaiting: boolean;
  readonly trouble: string | null;
}

export interface ExploringState {
  /** Null: no search is running. */
  readonly progress: Progress | null;
  /** The last search that ended; an older text’s stays until the next ends. */
  readonly explored: Explored | null;
  readonly asked: Asked | null;
  /** Null: there is no walk. What was reached before stays until the next world is known. */
  readonly walking: Walking | null;
  /** The search failed. */
  readonly trouble: string | null;
}

/** A search: of a question, or of everything. */
interface Search {
  readonly analysis: Analysis;
  readonly question: string | null;
  readonly who: boolean;
}

/** The part of a worker that is needed here. */
export interface ExplorerPort {
  postMessage(message: ToExplorer): void;
  onmessage: ((event: { readonly data: FromExplorer }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
}

export interface Exploring {
  readonly state: Observable<ExploringState>;
  /**
   * Explores this version, unless that is done or under way; `who`: also who can ever do what.
   */
  explore(analysis: Analysis, who: boolean): void;
  /** Asks whether a condition can ever be true. */
  ask(analysis: Analysis, question: string): void;
  /** Takes these steps from the start; null ends the walk. */
  walk(analysis: Analysis, rows: readonly TraceRow[] | null): void;
  /** Ends the search; what was found until then is the answer. */
  stop(): void;
  end(): void;
}

const heardOfWalk = (data: FromExplorer): Partial<Walking> =>
  data.kind === 'walked'
    ? { walked: data.walked, isWaiting: false }
    : data.kind === 'failed'
      ? { trouble: data.message, isWaiting: false }
      : {};

/** Explores an open document in a worker; one search at a time, and a question goes first. */
export function createExploring(start: () => ExplorerPort): Exploring {
  const state = observable<ExploringState>({ progress: null, explored: null, asked: null, walking: null, trouble: null });
  let port: ExplorerPort | null = null;
  let current: (Search & { readonly id: number }) | null = null;
  /** Begun as soon as the question is answered. */
  let next: Search | null = null;
  let count = 0;
  /** Of the last walk that was asked for. */
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
      // What an earlier search still says.
      if (current === null || data.id !== current.id) return;
      const { analysis } = current;
      const { asked } = state.get();
      if (data.kind === 'progress') state.update((before) => ({ ...before, progress: { worlds: data.worlds, depth: data.depth } }));
      else if (data.kind === 'found') state.update((before) => ({ ...before, explored: { analysis, found: data.found }, trouble: null }));
      else if (data.kind === 'explored') finish({ explored: { analysis, found: data.found }, trouble: null });
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
  const begin = ({ analysis, question, who }: Search): void => {
    current = { id: ++count, analysis, question, who };
    const { id } = current;
    const { text } = analysis;
    state.update((before) => ({
      ...before,
      progress: { worlds: 0, depth: 0 },
      ...(question === null ? {} : { asked: { analysis, question, answer: null, trouble: null } }),
    }));
    connect().postMessage(question === null ? { kind: 'explore', id, text, who } : { kind: 'ask', id, text, question });
  };

  return {
    state,
    explore(analysis, who) {
      const search = { analysis, question: null, who };
      const { explored } = state.get();
      const same = (other: Analysis | undefined, knows: boolean): boolean => other?.text === analysis.text && (knows || !who);
      if (same(explored?.analysis, explored?.found.who != null) || (current?.question === null && same(current.analysis, current.who)))
        return;
      if (current !== null && current.question !== null) next = search;
      else begin(search);
    },
    ask(analysis, question) {
      if (current !== null && current.question === null) next = current;
      begin({ analysis, question, who: false });
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
