import type { TimerReport } from '../engine/timers/timer-queue.ts';
import type { Edges } from './edges.ts';
import type { Act, Move } from './moves.ts';
import type { Looked } from './plans.ts';
import type { Effect } from './stepper.ts';
import type { View } from './view.ts';

/** What became of one move. */
export interface Tried extends Effect {
  readonly from: number;
  readonly move: Act;
  /** Of the person who tried it. */
  readonly roles: readonly string[];
  /** Of the record that it is about; null: it has none, or is to be created. */
  readonly state: string | null;
}

/** Rows of the document that timers came to, by where each begins. */
export interface Led {
  /** Rules that were asked. */
  readonly rules: ReadonlySet<number>;
  /** Rows of section 4 that effects took. */
  readonly rows: ReadonlySet<number>;
}

export interface Watcher {
  tried(tried: Tried): void;
  /** Timers that were due after a move, and what they led to. */
  fired(from: number, move: Move, reports: readonly TimerReport[], led: Led): void;
  /** The steps from world to world are noted there. */
  readonly edges: Edges;
  /** May these people read a record of this entity in this state? Null: it has none. */
  read?(from: number, roles: readonly string[], entity: string, state: string | null, may: boolean): void;
  /** Of a move that section 6 refused: is it worth finding out whether a guard holds? */
  wantsGuard?(move: Act): boolean;
  /** It does, of the row that begins here. */
  guardHeld?(row: number): void;
}

/** Told of each world that is looked at. */
export interface WorldWatcher {
  see(world: number, view: View): void;
}

/** Told of what people were refused in a world, and of the changes that they made. */
export interface PeopleWatcher {
  look(world: number, view: View, all: readonly Looked[]): void;
}
