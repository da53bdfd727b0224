import type { Span } from '../base/span.ts';
import type { MaybeRenamed, Renamed } from '../store/migration/renamed.ts';
import type { Refusal } from './outcome.ts';
import type { Address } from './record-data.ts';
import type { Session } from './session.ts';

/** What the workbench asks of the product besides: a new document, the clock, the data. */
export interface WorkbenchSession extends Session {
  /**
   * Changes the document, given as its text or, for a built product, as its written model. If data
   * would be lost, does nothing and `losses` says what; `force` does it anyway. `told`: confirmed
   * renames.
   */
  change(document: string, force: boolean, told?: readonly Renamed[]): Promise<ChangeReport>;
  /** All of the data as one file (docs/guide/data.md): to be put back here or elsewhere. */
  snapshot(): Promise<Uint8Array>;
  /** Replaces the data with a snapshot and returns its document, which the product then runs. */
  restore(snapshot: Uint8Array): Promise<string>;
  /** Deletes all data and loads the examples again. */
  reset(): Promise<void>;
  /** Due timers that were refused; those of an earlier document are dropped. */
  refusedTimers(): Promise<readonly RefusedTimer[]>;
  /** Rules that older records break; only this many records of each entity are checked. */
  brokenRules(): Promise<BrokenReport>;
  /** How far the product's clock is ahead of the real one, in milliseconds; 0: not. */
  clock(): Promise<number>;
  /** Moves the clock forward by this much, 0 or more, firing timers. Moving back undoes nothing. */
  setClock(ahead: number): Promise<ClockReport>;
  /** `memory` when the browser gave no lasting storage; `reason` says why. */
  storage(): Promise<{ readonly kind: 'lasting' | 'memory'; readonly reason: string | null }>;
}

export interface BrokenReport {
  readonly rules: readonly BrokenRuleData[];
  /** If an entity has more records, only this many were checked; null: all were. */
  readonly most: number | null;
}

/** A rule of section 5, and the records that are there and do not keep it. */
export interface BrokenRuleData {
  readonly rule: string;
  readonly entity: string;
  /** The rule's row. */
  readonly at: Span;
  readonly count: number;
  /** The first few: their labels, and where the acting person may see them; null: nowhere. */
  readonly records: readonly { readonly id: string; readonly label: string; readonly address: Address | null }[];
}

/** What happened by itself when the clock was set. */
export interface ClockReport {
  /** In order of time; the first of them where there are more than can be looked through. */
  readonly fired: readonly FiredTimer[];
  readonly total: number;
}

/** `refusals`: why it could not; empty when it did. */
export interface FiredTimer extends RefusedTimer {
  /** The state that it leads to; null when it stays. */
  readonly to: string | null;
  /** The transition's row. */
  readonly row: Span;
}

export interface RefusedTimer {
  readonly entity: string;
  readonly id: string;
  /** What people call the record. */
  readonly label: string;
  /** When it was due, ISO 8601. */
  readonly at: string;
  readonly refusals: readonly Refusal[];
}

export interface ChangeReport {
  readonly applied: boolean;
  /** What changes in the data, in words: `Ticket gets a field “room”`. */
  readonly changes: readonly string[];
  /** What would be lost: `The field “photo” of 3 tickets`. */
  readonly losses: readonly string[];
  /** What of it may only be called otherwise now: the person says so to `change`. */
  readonly questions: readonly MaybeRenamed[];
}
