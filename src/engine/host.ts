import type { Span } from '../base/span.ts';
import type { RenameCandidate, Renamed } from '../store/migration/renamed.ts';
import type { Refusal } from './outcome.ts';
import type { Address } from './record-data.ts';
import type { Session } from './session.ts';

/** The session of the workbench, which can also change the document, the clock and the data. */
export interface WorkbenchSession extends Session {
  /**
   * Changes the document, given as text or, for a built product, as its written model. If data
   * would be lost, changes nothing and lists the losses, unless `force` is true. `told`: confirmed
   * renames.
   */
  change(document: string, force: boolean, told?: readonly Renamed[]): Promise<ChangeReport>;
  /** All data as one file (docs/guide/data.md), which `restore` reads here or elsewhere. */
  snapshot(): Promise<Uint8Array>;
  /** Replaces the data with a snapshot and returns its document, which the product then runs. */
  restore(snapshot: Uint8Array): Promise<string>;
  /** Deletes all data and loads the examples again. */
  reset(): Promise<void>;
  /** Due timers that were refused; excludes those of an earlier document. */
  refusedTimers(): Promise<readonly RefusedTimer[]>;
  /** Rules that existing records break; checks only a limited number of records per entity. */
  brokenRules(): Promise<BrokenReport>;
  /** How far the product's clock is ahead of the real one, in milliseconds; 0 if it is not. */
  clock(): Promise<number>;
  /**
   * Sets how far the clock is ahead, in milliseconds (≥ 0), and fires timers that become due.
   * Moving it back undoes nothing.
   */
  setClock(ahead: number): Promise<ClockReport>;
  /**
   * Where the data is stored: `memory` if the browser granted no lasting storage; `reason` says
   * why.
   */
  storage(): Promise<{ readonly kind: 'lasting' | 'memory'; readonly reason: string | null }>;
}

export interface BrokenReport {
  readonly rules: readonly BrokenRuleData[];
  /** The number of records checked of an entity that has more; null: all were checked. */
  readonly most: number | null;
}

/** A rule of section 5 and the existing records that break it. */
export interface BrokenRuleData {
  readonly rule: string;
  readonly entity: string;
  /** The rule's row. */
  readonly at: Span;
  readonly count: number;
  /**
   * The first few, with their labels; `address` is null if the acting person may see no screen of
   * it.
   */
  readonly records: readonly { readonly id: string; readonly label: string; readonly address: Address | null }[];
}

/** The timers that fired because the clock was set. */
export interface ClockReport {
  /** By time; only the first ones if there are too many to look through. */
  readonly fired: readonly FiredTimer[];
  readonly total: number;
}

/** A timer that was due; `refusals` is empty if it fired. */
export interface FiredTimer extends RefusedTimer {
  /** The state that the transition leads to; null if the state stays. */
  readonly to: string | null;
  /** The transition's table row in the document. */
  readonly row: Span;
}

export interface RefusedTimer {
  readonly entity: string;
  readonly id: string;
  /** The record's label. */
  readonly label: string;
  /** When it was due, ISO 8601. */
  readonly at: string;
  readonly refusals: readonly Refusal[];
}

export interface ChangeReport {
  readonly applied: boolean;
  /** Changes to the data, as sentences: `Ticket gets a field “room”`. */
  readonly changes: readonly string[];
  /** What would be lost: `The field “photo” of 3 tickets`. */
  readonly losses: readonly string[];
  /** Changes that may be renames: the person confirms them in the next call of `change`. */
  readonly questions: readonly RenameCandidate[];
}
