import type { Action } from '../expression/action.ts';
import type { RecordValue, Value } from '../expression/values/value.ts';
import type { Change, StoredSession } from '../store/store.ts';
import type { PassedCheck } from './access/reach.ts';
import type { Target } from './account/target.ts';
import type { MailPayload } from './messages/mail-payload.ts';
import type { Refusal } from './outcome.ts';
import type { Person, World } from './world/world.ts';

/** Values by name, as the caller passed them. */
export type Given = ReadonlyMap<string, Value>;

/** Describes a write to the rules (`on create`, `on resolve`) and to the audit trail. */
export interface Write {
  readonly entity: string;
  readonly id: string;
  /** An `assign` belongs to the event whose effect it is. */
  readonly kind: 'create' | 'update' | 'delete' | 'event' | 'timer' | 'assign';
  /** `create`, `update`, `delete`, `add`, `remove`, `after`, `at`, or an event's name. */
  readonly name: string;
  /** The account to record as the author, if it is not signed in yet. */
  readonly by?: string;
}

/** An effect: steps to run next, with the product's own authority. */
export interface FollowUp {
  readonly action: Action;
  /** Null: it runs without a record. */
  readonly self: RecordValue | null;
  readonly bound: Given;
  /** For messages: `the effect of resolve`. */
  readonly place: string;
  /**
   * For effects without a triggering person: the cause recorded in the audit trail of their writes.
   */
  readonly name?: string;
}

/** A change as data: the engine applies it to the store, the explorer to a copy. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly write: Write | null;
  /** Grants of section 6 that allowed this; checked again after the changes are applied. */
  readonly passed?: readonly PassedCheck[];
  /** What refuses the record before it may be refused because it is not unique. */
  readonly beforeUnique?: (record: RecordValue) => Refusal | null;
  /** Fields whose state was entered now. */
  readonly entered?: readonly string[];
  /** Calendar events that happened now. */
  readonly marks?: readonly { readonly entity: string; readonly key: string; readonly id: string }[];
  /** Plain passwords as given, for the rules of this transaction. */
  readonly plain?: ReadonlyMap<string, string>;
  /** Runs before the changes, while a record that will be deleted still exists. */
  readonly before?: FollowUp | null;
  readonly then?: FollowUp | null;
  /** A sign-in (with a session to store) or a sign-out. */
  readonly session?: {
    readonly save: StoredSession | null;
    readonly remove: readonly string[];
    readonly person: Person;
  };
  /** Settings to store; null deletes one. */
  readonly settings?: ReadonlyMap<string, string | null>;
  /** Targets whose identity was proved: their wrong guesses are forgotten. */
  readonly proved?: readonly Target[];
  /**
   * Counted as a guess if the transaction is refused later, because a taken name reveals that the
   * account exists.
   */
  readonly guess?: readonly Target[];
  /** Counted like a guess even on success, because it costs others something, such as a mail. */
  readonly counted?: readonly Target[];
  /** Mailed after the commit. */
  readonly mail?: MailPayload;
  readonly result: Result;
}

export interface Refusals {
  readonly refusals: readonly Refusal[];
  /** Targets to count as a wrong guess, although everything else is rolled back. */
  readonly guess?: readonly Target[];
}

export type Verdict<Result> = Decision<Result> | Refusals;

export const isRefused = (verdict: object): verdict is Refusals => 'refusals' in verdict;

export const refuse = (...refusals: readonly Refusal[]): Refusals => ({ refusals });

/**
 * An operation reads and decides; it never writes. `decide` is a pure function of the world and the
 * input: the same world gives the same decision (docs/decisions/0003).
 */
export interface Operation<Input, Result> {
  readonly name: string;
  /** One sentence for people. */
  readonly summary: string;
  decide(world: World, input: Input): Verdict<Result>;
}

export const defineOperation = <Input, Result>(operation: Operation<Input, Result>): Operation<Input, Result> => operation;
