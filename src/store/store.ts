import type { Scope } from '../expression/evaluate/scope.ts';
import type { Node } from '../expression/node.ts';
import type { Value } from '../expression/values/value.ts';
import type { RunModel } from '../model/run-model.ts';
import type { KeptAnswer } from './kept-answer.ts';
import type { MigrationPlan } from './migration/plan.ts';
import type { Renamed } from './migration/renamed.ts';
import type { Inbox, InboxEntry, JobQueue } from './outbox.ts';
import type { Schema } from './schema.ts';
import type { Attempts, EnteredPage } from './system-values.ts';

/**
 * A stored record: `id` and the stored fields. Relations are ids (or null); lists of plain values
 * are arrays; passwords are hashes; computed fields, inverse lists and members are absent.
 */
export type StoredRecord = { readonly id: string } & Readonly<Record<string, Value>>;

/**
 * A condition on the records of an entity: the expression `node` holds if `variable` (or the row,
 * when null) is the record.
 */
export interface Condition {
  readonly node: Node;
  readonly variable: string | null;
  readonly scope: Scope;
}

/** The value of an expression about a record, which is its row. */
export interface RowValue {
  readonly node: Node;
  readonly scope: Scope;
}

/** By a field, or, where there is a value, by that: then `field` only names it. */
export interface SortKey {
  readonly field: string;
  readonly value?: RowValue | undefined;
  readonly descending: boolean;
}

/**
 * Which records, in which order. All conditions must hold; of each list in `anyOf` at least one
 * (permissions of several roles).
 */
export interface Query {
  readonly entity: string;
  readonly conditions: readonly Condition[];
  readonly anyOf?: readonly (readonly Condition[])[];
  /**
   * The inverse of a relation: records whose `field` (a relation, or a list of records) is or
   * contains `id`.
   */
  readonly related?: { readonly field: string; readonly id: string };
  /** Members of a many-to-many list: `entity` is the member's. */
  readonly membersOf?: { readonly entity: string; readonly field: string; readonly id: string };
  readonly ids?: readonly string[];
  /** Leaves out this record (in a rule on create the new record is not yet in the list). */
  readonly except?: string;
  /** Only records after this one in the order of ids. */
  readonly beyond?: string;
  /** Text to be found, in any of the fields, ignoring case. */
  readonly search?: { readonly text: string; readonly fields: readonly string[]; readonly values?: readonly RowValue[] };
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
  /** `offset` and `limit` count from the end; the records come in their order all the same. */
  readonly fromEnd?: boolean;
  /**
   * The `me` and `now` for computed fields in `sort` and `search`. Without it there is no person
   * and no time.
   */
  readonly scope?: Scope;
}

/** Records, and computed fields of theirs by field and id, as `Store.computed` gives them. */
export interface Together {
  readonly records: readonly StoredRecord[];
  readonly computed: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** Those of each relation asked for that the store could fetch along. */
  readonly related: readonly (Omit<Together, 'related'> & { readonly relation: Relation })[];
}

/** `records` is null where more are found than was asked: the page needs a look at all of them. */
export type SearchedPage = { readonly records: readonly StoredRecord[] | null; readonly total: number };

/** A relation of the records found: the entity it leads to, and computed fields of that one. */
export interface Relation {
  readonly field: string;
  readonly entity: string;
  readonly computed: readonly string[];
}

/** Whether a record is in a list of the records found. */
export interface Membership {
  /** A stored list of records. */
  readonly field: string;
  /** The id of the record that may be in it. */
  readonly member: string;
}

/** The name of a membership among computed fields: no field has a space in its name. */
export const membershipName = ({ field, member }: Membership): string => `${field} ${member}`;

/** What the engine decided: the only way to write. `counted`: the counters know its numbers. */
export type Change =
  | { readonly kind: 'insert'; readonly entity: string; readonly record: StoredRecord; readonly counted?: true }
  | { readonly kind: 'update'; readonly entity: string; readonly id: string; readonly values: Readonly<Record<string, Value>> }
  | { readonly kind: 'delete'; readonly entity: string; readonly id: string }
  | { readonly kind: 'add' | 'remove'; readonly entity: string; readonly field: string; readonly id: string; readonly member: string };

/**
 * Among the changes of a line in the audit trail: of which event's effect it is part, as
 * `Entity/ID EVENT`. No field is called so.
 */
export const causeKey = '()';

/** One line of the audit trail: what happened to a record, when, by whom. */
export interface AuditEntry {
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The id of the acting account, or null (nobody, a timer). */
  readonly by: string | null;
  readonly entity: string;
  readonly record: string;
  /** create, update, delete, add, remove, an event's name, or `after`/`at` for a timer. */
  readonly operation: string;
  /** Old and new values by field, as JSON of the value. Passwords are left out. */
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}

/** A function with any parameters. */
export type Work = (...given: never[]) => unknown;

/** Times in milliseconds since the epoch. */
export interface StoredSession {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly account: string;
  readonly began: number;
  readonly expires: number;
}

/** Records with the same value in a field, and figures of another field of theirs. */
export interface Group {
  /** A relation is an id, a time the beginning of its quarter hour or day. */
  readonly key: Value;
  readonly records: number;
  /** Of the measured field where it has a value, as binary numbers: enough for a picture. */
  readonly measured: { readonly values: number; readonly sum: number; readonly least: number; readonly most: number };
}

/**
 * Stores records. Synchronous: memory and SQLite have the answer at once, and over Postgres the
 * calling body runs again until all its answers are there (docs/decisions/0080).
 */
export interface Store {
  record(entity: string, id: string): StoredRecord | null;
  /**
   * The records that a query finds. A store that cannot express a condition in its own language
   * evaluates it, with the same result.
   */
  query(query: Query): readonly StoredRecord[];
  /** How many `query` finds: with a limit, at most so many. */
  count(query: Query): number;
  /**
   * Whether the store orders an entity's records by this value in its own language; if not, it has
   * to load all that a query finds.
   */
  ordersBy(entity: string, value: RowValue): boolean;
  /**
   * Computed fields of several records at once, by field and id: null if the value is null or
   * cannot be evaluated. `scope` gives `me` and `now`. The store leaves a missing field to the
   * evaluator.
   */
  computed(
    entity: string,
    fields: readonly string[],
    ids: readonly string[],
    scope: Scope,
  ): ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /**
   * The results of `query` and `computed` in one request, if the store can, and the records that
   * `relations` lead to. The answers to `memberships` are among the computed fields, by
   * `membershipName`. A store may leave out what it cannot fetch along.
   */
  queryWith(
    query: Query,
    fields: readonly string[],
    scope: Scope,
    relations: readonly Relation[],
    memberships?: readonly Membership[],
  ): Together;
  /** A page of a search and its count, of at most `most` + 1; null: by `query` and `count`. */
  searched(query: Query, most: number): SearchedPage | null;
  /**
   * The sums of numeric fields over everything that a query finds, zero if it finds nothing; its
   * limit and order do not count. The store leaves a missing field to the evaluator.
   */
  sums(query: Query, fields: readonly string[]): ReadonlyMap<string, Value>;
  /**
   * Everything that a query finds, grouped by the value of a field; its limit and order do not
   * count. Times are grouped by the quarter hour, in which every day of every zone begins, or in
   * UTC by the day. Null: the store leaves it to the evaluator.
   */
  groups(query: Query, by: string, measured: string | null): readonly Group[] | null;
  /**
   * The distinct texts in a text list field over everything that a query finds, ordered by first
   * occurrence with records ordered by id (its limit and order do not count); null: the store
   * leaves it to the evaluator.
   */
  textsIn(query: Query, field: string): readonly string[] | null;
  /** Ids of the members of a many-to-many list, in the order they were added. */
  members(entity: string, field: string, id: string): readonly string[];
  /** The next number of a serial field, from 1, never given twice. */
  nextSerial(entity: string, field: string): number;
  /** Numbers up to this one are not given any more. */
  raiseSerial(entity: string, field: string, number: number): void;
  /**
   * Runs `body` in one transaction. Nested calls are savepoints. An error in `body` rolls back and
   * is rethrown. With concurrent writers the outermost body may run again and decides on the data
   * of that time; behind a network it may also be left out once it is decided. So what it finds
   * belongs into its result, not into variables around it. `of`: whose work it is, where `body` is
   * the same for several. `undone` gets the result of a body that ended and was refused at COMMIT,
   * where that is not in the same pass.
   */
  transaction<T>(body: () => T, of?: Work, undone?: (result: T) => void): T;
  /**
   * A transaction without the database's checks of sections 4 and 5 on single records: for example
   * records, which are loaded as written, and for imports, which are checked before. Unique,
   * required and reference constraints apply in any case.
   */
  pardoned<T>(body: () => T): T;
  /**
   * A part of a long transaction. A store over a network may run a body again from its start and
   * skips finished parts, so the results of a part must be in its value, not in outer variables.
   */
  step<T>(body: () => T): T;
  /**
   * Only inside a transaction. Throws UniqueConflict, OverlapConflict, ReferenceConflict or
   * ValueConflict. Deleting applies `on delete` (cascade, clear; restrict throws).
   */
  apply(change: Change): void;

  audit(entry: Omit<AuditEntry, 'sequence'>): void;
  /** Newest first. */
  trail(entity: string, id: string, limit: number): readonly AuditEntry[];

  /** Also removes all sessions that had expired when this one started. */
  saveSession(session: StoredSession): void;
  session(tokenHash: string): StoredSession | null;
  /** The session, and the record of its account in this entity; null if missing. */
  sessionOf(tokenHash: string, entity: string): { readonly session: StoredSession; readonly account: StoredRecord | null } | null;
  /** Those of an account, the newest first; also such as have ended. */
  sessions(account: string): readonly StoredSession[];
  deleteSession(tokenHash: string): void;

  attempts(key: string): Attempts | null;
  /**
   * Null removes the entry. Also removes entries of all keys whose last attempt was before
   * `forget`.
   */
  setAttempts(key: string, attempts: Attempts | null, forget: number): void;

  keptAnswer(key: string): KeptAnswer | null;
  /** Those that were given before `forget` are forgotten. */
  keepAnswer(answer: KeptAnswer, forget: number): void;

  /** When the record entered its present state, in milliseconds since the epoch (for timers). */
  enteredAt(entity: string, field: string, id: string): number | null;
  /** The same for every record of an entity of which it is known, by id; or of some of these. */
  entered(entity: string, field: string, page?: EnteredPage): ReadonlyMap<string, number>;
  /**
   * Of what a query finds those that entered their present state first, in order of time, then of
   * ids (its own order and limit do not count). `at`: since when (milliseconds since the epoch);
   * where unknown, since they were made; null, last: neither is. Null: left to the evaluator.
   */
  enteredFirst(query: Query, field: string, most: number): readonly { readonly id: string; readonly at: number | null }[] | null;
  setEnteredAt(entity: string, field: string, id: string, at: number): void;

  putFile(id: string, bytes: Uint8Array): void;
  file(id: string): Uint8Array | null;
  deleteFile(id: string): void;

  /** Small settings of the product itself: `seeded`, the document the data was made under … */
  meta(key: string): string | null;
  /** Null: it is gone. */
  setMeta(key: string, value: string | null): void;
  /** The entries whose key has this prefix (ASCII), by the rest of the key, in order. */
  metaUnder(beginning: string): ReadonlyMap<string, string>;

  /** What is to be done outside of the product after the commit. */
  readonly jobs: JobQueue;
  /** Messages that people see in the product. */
  readonly inbox: Inbox;

  close(): void;
}

/** A many-to-many list of one record, in the order in which its members were added. */
export interface MemberList {
  readonly entity: string;
  readonly field: string;
  readonly id: string;
  readonly members: readonly string[];
}

/**
 * Everything that a store holds at one moment, independent of the database: a snapshot from a
 * browser can be restored on a server. It contains password hashes and sessions and is as secret as
 * the data. Failed sign-in attempts are not part of it, nor are jobs: restoring would send mails a
 * second time.
 */
export interface Snapshot {
  /** The schema that the records are under. */
  readonly schema: Schema;
  /** By entity, in the order of ids. */
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>;
  readonly members: readonly MemberList[];
  /** The last number that was given. */
  readonly serials: readonly { readonly entity: string; readonly field: string; readonly last: number }[];
  /** When records entered the state that they are in, in milliseconds since the epoch. */
  readonly entered: readonly { readonly entity: string; readonly field: string; readonly record: string; readonly at: number }[];
  /** In order of sequence. */
  readonly trail: readonly AuditEntry[];
  readonly sessions: readonly StoredSession[];
  /** In order of ids. */
  readonly inbox: readonly InboxEntry[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The settings of the product: among them the document that the data was made under. */
  readonly settings: ReadonlyMap<string, string>;
}

/** A store whose data comes along when the document changes. */
export interface DocumentStore extends Store {
  /**
   * What a change to another document would do to the data; does nothing. `told`: confirmed
   * renames.
   */
  plan(model: RunModel, told?: readonly Renamed[]): MigrationPlan;
  /**
   * Migrates in one transaction, together with `note`, which writes settings. Afterwards the store
   * has that model. Not inside a transaction.
   */
  migrate(model: RunModel, plan: MigrationPlan, note?: () => void): void;
  /**
   * Deletes everything: records, trail, sessions, files, counters and settings. Not inside a
   * transaction.
   */
  clear(): void;
  /**
   * Everything, as of one moment. `under`: the document of the data, if the store does not know it
   * yet.
   */
  snapshot(under?: RunModel): Snapshot;
  /**
   * Replaces everything by a snapshot in one transaction. Afterwards the store has `model`, the
   * snapshot's document. Not inside a transaction.
   */
  restore(model: RunModel, snapshot: Snapshot): void;
}

/** Thrown by apply when a unique constraint (a Unique field or a unique rule) refuses. */
export class UniqueConflict extends Error {
  override readonly name = 'UniqueConflict';
  readonly entity: string;
  readonly fields: readonly string[];
  /** The rule of section 5, or null for a Unique field. */
  readonly rule: string | null;

  constructor(entity: string, fields: readonly string[], rule: string | null) {
    super(`${entity}: ${fields.join(', ')} must be unique`);
    this.entity = entity;
    this.fields = fields;
    this.rule = rule;
  }
}

/** Thrown by apply when a record shares its time with another, where a rule says `no overlap`. */
export class OverlapConflict extends Error {
  override readonly name = 'OverlapConflict';
  readonly entity: string;
  /** The rule of section 5. */
  readonly rule: string;

  constructor(entity: string, rule: string) {
    super(`${entity}: “${rule}” does not hold, another record has this time`);
    this.entity = entity;
    this.rule = rule;
  }
}

/** Thrown by apply when `on delete restrict` refuses, or a relation points to nothing. */
export class ReferenceConflict extends Error {
  override readonly name = 'ReferenceConflict';
  readonly entity: string;
  readonly field: string;
  readonly id: string;

  constructor(entity: string, field: string, id: string) {
    super(`${entity}.${field} still refers to ${id}`);
    this.entity = entity;
    this.field = field;
    this.id = id;
  }
}

/** Thrown by a read-only store before anything is done: use a store that can write. */
export class OnlyReads extends Error {
  override readonly name = 'OnlyReads';

  constructor() {
    super('this store can only be read');
  }
}

/**
 * Thrown at the end of a transaction, or by apply, if a record violates a rule of section 5 or a
 * transition of section 4.
 */
export class RuleConflict extends Error {
  override readonly name = 'RuleConflict';
  readonly entity: string;
  /** The rule of section 5, or null: a transition. */
  readonly rule: string | null;
  readonly record: string | null;

  constructor(entity: string, rule: string | null, record: string | null) {
    super(rule === null ? `${entity}: section 4 has no such transition` : `${entity}: the rule “${rule}” does not hold`);
    this.entity = entity;
    this.rule = rule;
    this.record = record;
  }
}

/**
 * Thrown by apply if a required field would be null or a value has the wrong type. The engine
 * checks first; this is the safety net.
 */
export class ValueConflict extends Error {
  override readonly name = 'ValueConflict';
  readonly entity: string;
  readonly field: string;

  constructor(entity: string, field: string, why: string) {
    super(`${entity}.${field} ${why}`);
    this.entity = entity;
    this.field = field;
  }
}
