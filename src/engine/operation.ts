import type { Action } from '../expression/action.ts';
import type { RecordValue, Value } from '../expression/values/value.ts';
import type { Change, StoredSession } from '../store/store.ts';
import type { Passed } from './access/reach.ts';
import type { Target } from './account/target.ts';
import type { MailPayload } from './messages/mail-payload.ts';
import type { Refusal } from './outcome.ts';
import type { Person, World } from './world/world.ts';

/** Values by name, as a caller gives them. */
export type Given = ReadonlyMap<string, Value>;

/** What a write is to the rules (`on create`, `on resolve`) and to the audit trail. */
export interface Write {
  readonly entity: string;
  readonly id: string;
  /** `assign` belongs to the event whose effect it is. */
  readonly kind: 'create' | 'update' | 'delete' | 'event' | 'timer' | 'assign';
  /** create, update, delete, add, remove, an event's name, `after` or `at`. */
  readonly name: string;
  /** Whose doing it is, where they are not signed in yet. */
  readonly by?: string;
}

/** An effect: steps to be done next, with the product's own authority. */
export interface FollowUp {
  readonly action: Action;
  /** Null: of the product. */
  readonly self: RecordValue | null;
  readonly bound: Given;
  /** `the effect of resolve`. */
  readonly place: string;
  /** What nobody triggered: lines of the audit trail that follow from it say so, with this name. */
  readonly name?: string;
}

/** A change as data: the engine applies it to the store, the explorer to a copy. */
export interface Decision<Result> {
  readonly changes: readonly Change[];
  readonly write: Write | null;
  /** What section 6 let pass for the record as it was: asked again once the changes are made. */
  readonly passed?: readonly Passed[];
  /** States that were entered now. */
  readonly entered?: readonly string[];
  /** Calendar events that happened now. */
  readonly marks?: readonly { readonly entity: string; readonly key: string; readonly id: string }[];
  /** Passwords as they were given, for the rules of this transaction. */
  readonly plain?: ReadonlyMap<string, string>;
  /** Done before the changes, while a record that is to be deleted is still there. */
  readonly before?: FollowUp | null;
  readonly then?: FollowUp | null;
  /** A sign-in (with a session to store) or a sign-out. */
  readonly session?: {
    readonly save: StoredSession | null;
    readonly remove: readonly string[];
    readonly person: Person;
  };
  /** Settings that the store keeps with it; null: no longer. */
  readonly settings?: ReadonlyMap<string, string | null>;
  /** Who was the right one: wrong guesses about them are forgotten. */
  readonly proved?: readonly Target[];
  /**
   * Counted as a guess if the transaction is refused later (a taken name reveals that the account
   * exists).
   */
  readonly guess?: readonly Target[];
  /** Counted like a guess although it is done: it costs others something, such as a mail. */
  readonly counted?: readonly Target[];
  /** Mailed after the commit. */
  readonly mail?: MailPayload;
  readonly result: Result;
}

export interface Refusals {
  readonly refusals: readonly Refusal[];
  /** A wrong guess for these: counted although everything else is rolled back. */
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
  /** A sentence for people. */
  readonly summary: string;
  decide(world: World, input: Input): Verdict<Result>;
}

export const defineOperation = <Input, Result>(operation: Operation<Input, Result>): Operation<Input, Result> => operation;
