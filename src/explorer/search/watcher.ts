import type { TimerReport } from '../../engine/timers/timer-queue.ts';
import type { Action, Move } from '../steps/moves.ts';
import type { Effect } from '../steps/stepper.ts';
import type { View } from '../world/view.ts';
import type { Edges } from './edges.ts';
import type { GroupResult } from './plans.ts';

/** The outcome of one move. */
export interface Tried extends Effect {
  readonly from: number;
  readonly move: Action;
  /** The roles of the person who tried it. */
  readonly roles: readonly string[];
  /** The state of the record concerned; null if it has none, or is to be created. */
  readonly state: string | null;
}

/** Rows of the document that timers reached, by start offset. */
export interface TimerEffects {
  /** Rules that were evaluated. */
  readonly rules: ReadonlySet<number>;
  /** Rows of section 4 that effects took. */
  readonly rows: ReadonlySet<number>;
}

export interface Watcher {
  tried(tried: Tried): void;
  /** Called with the timers that were due after a move, and their effects. */
  fired(from: number, move: Move, reports: readonly TimerReport[], effects: TimerEffects): void;
  /** Collects the steps between worlds. */
  readonly edges: Edges;
  /**
   * Called with whether these people may read a record of this entity; `state` is null if it has
   * none.
   */
  read?(from: number, roles: readonly string[], entity: string, state: string | null, may: boolean): void;
  /** Whether to find out if a guard holds for a move that section 6 refused. */
  wantsGuard?(move: Action): boolean;
  /** Called if it does; `row` is the start offset of the row. */
  guardHeld?(row: number): void;
}

/** Called with each world that is searched. */
export interface WorldWatcher {
  /** Whether no further world can change what it finds. */
  readonly isDone: boolean;
  see(world: number, view: View): void;
}

/** Called with what people were refused in a world, and with the changes that they made. */
export interface PeopleWatcher {
  look(world: number, view: View, all: readonly GroupResult[]): void;
}
