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
 * A condition on the records of an entity: the expression `node` must be true for the record, which
 * it reads as `variable` (or as the row, if null).
 */
export interface Condition {
  readonly node: Node;
  readonly variable: string | null;
  readonly scope: Scope;
}

/** An expression about a record, evaluated with the record as its row. */
export interface RowValue {
  readonly node: Node;
  readonly scope: Scope;
}

/** Sorts by a field, or by `value` if present; then `field` is only its name. */
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
  /** Members of a many-to-many list; `entity` and `field` name the list, `id` its record. */
  readonly membersOf?: { readonly entity: string; readonly field: string; readonly id: string };
  readonly ids?: readonly string[];
  /** Leaves out this record (in a rule on create the new record is not yet in the list). */
  readonly except?: string;
  /** Only records after this one in id order. */
  readonly beyond?: string;
  /** Text to find in any of the fields, ignoring case. */
  readonly search?: { readonly text: string; readonly fields: readonly string[]; readonly values?: readonly RowValue[] };
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
  /** `offset` and `limit` count from the end; the order of the records does not change. */
  readonly fromEnd?: boolean;
  /**
   * Provides `me` and `now` for computed fields in `sort` and `search`. Absent: no person and no
   * time.
   */
  readonly scope?: Scope;
}

/** Records with their computed fields by field and id, in the form of `Store.computed`. */
export interface ComputedRecords {
  readonly records: readonly StoredRecord[];
  readonly computed: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** For each requested relation, the records that the store could fetch in the same request. */
  readonly related: readonly (Omit<ComputedRecords, 'related'> & { readonly relation: Relation })[];
}

/** `records` is null if there are more than `most` results; then all of them must be loaded. */
export type SearchedPage = { readonly records: readonly StoredRecord[] | null; readonly total: number };

/** A relation of the found records, with the computed fields to fetch of its target. */
export interface Relation {
  readonly field: string;
  readonly entity: string;
  readonly computed: readonly string[];
}

/** Asks whether a record is a member of a list of the found records. */
export interface Membership {
  /** The name of a stored list of records. */
  readonly field: string;
  /** The id of the possible member. */
  readonly member: string;
}

/** The name of a membership among computed fields; no field name contains a space. */
export const membershipName = ({ field, member }: Membership): string => `${field} ${member}`;

/** A write that the engine decided on. `counted`: the counters already include its numbers. */
export type Change =
  | { readonly kind: 'insert'; readonly entity: string; readonly record: StoredRecord; readonly counted?: true }
  | { readonly kind: 'update'; readonly entity: string; readonly id: string; readonly values: Readonly<Record<string, Value>> }
  | { readonly kind: 'delete'; readonly entity: string; readonly id: string }
  | { readonly kind: 'add' | 'remove'; readonly entity: string; readonly field: string; readonly id: string; readonly member: string };

/**
 * A key among the changes of an audit entry: the event whose effect it belongs to, as `Entity/ID
 * EVENT`. No field can have this name.
 */
export const causeKey = '()';

/** One entry of the audit trail: what happened to a record, when, and who did it. */
export interface AuditEntry {
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The id of the acting account; null for a timer or a signed-out visitor. */
  readonly by: string | null;
  readonly entity: string;
  readonly record: string;
  /** create, update, delete, add, remove, the name of an event, or `after`/`at` for a timer. */
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

/** Records with the same value in one field, with statistics about another field. */
export interface Group {
  /** The id of a relation, or the beginning of a quarter hour or day for a time. */
  readonly key: Value;
  readonly records: number;
  /** Of the measured field, without nulls; as binary numbers, precise enough for a chart. */
  readonly measured: { readonly values: number; readonly sum: number; readonly least: number; readonly most: number };
}

/**
 * Stores records. Synchronous: memory and SQLite answer immediately; over Postgres the calling body
 * is re-run until all its answers have arrived (docs/decisions/0080).
 */
export interface Store {
  record(entity: string, id: string): StoredRecord | null;
  /**
   * The records that match a query. A store that cannot express a condition in its own language
   * evaluates it instead, with the same result.
   */
  query(query: Query): readonly StoredRecord[];
  /** How many records match a query, at most its limit. Counting may stop at `most`. */
  count(query: Query, most?: number): number;
  /**
   * Whether the store can order an entity's records by this value in its own language; if not, it
   * has to load all matches.
   */
  ordersBy(entity: string, value: RowValue): boolean;
  /**
   * Computed fields of several records, by field and id: null if the value is null or cannot be
   * evaluated. `scope` provides `me` and `now`. A field that the store leaves out must be
   * evaluated.
   */
  computed(
    entity: string,
    fields: readonly string[],
    ids: readonly string[],
    scope: Scope,
  ): ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /**
   * The results of `query` and `computed` in one request if possible, with the records that
   * `relations` lead to. The answers to `memberships` are among the computed fields, by
   * `membershipName`. A store may leave out what it cannot fetch this way.
   */
  queryWith(
    query: Query,
    fields: readonly string[],
    scope: Scope,
    relations: readonly Relation[],
    memberships?: readonly Membership[],
  ): ComputedRecords;
  /** A page of a search and its count, at most `most` + 1; null: use `query` and `count`. */
  searched(query: Query, most: number): SearchedPage | null;
  /**
   * The sums of numeric fields over all matches of a query, ignoring its limit and order; zero
   * without a match. A field that the store leaves out must be evaluated.
   */
  sums(query: Query, fields: readonly string[]): ReadonlyMap<string, Value>;
  /**
   * All matches of a query, ignoring its limit and order, grouped by the value of a field. Times
   * are grouped by the quarter hour, in which every day of every zone begins, or in UTC by the day.
   * Null: the caller must group them.
   */
  groups(query: Query, by: string, measured: string | null): readonly Group[] | null;
  /**
   * The distinct texts in a text list field over all matches of a query, ignoring its limit and
   * order; sorted by first occurrence with records in id order. Null: the caller must collect them.
   */
  textsIn(query: Query, field: string): readonly string[] | null;
  /** Ids of the members of a many-to-many list, in the order they were added. */
  members(entity: string, field: string, id: string): readonly string[];
  /** The next number of a serial field, starting with 1; no number is returned twice. */
  nextSerial(entity: string, field: string): number;
  /** Makes nextSerial skip all numbers up to this one. */
  raiseSerial(entity: string, field: string, number: number): void;
  /**
   * Runs `body` in one transaction. Nested calls are savepoints. An error in `body` rolls back and
   * is rethrown. With concurrent writers the outermost body may be re-run on newer data; over a
   * network a decided body may also be skipped. So put results into its value, not into outer
   * variables. `of`: identifies the work if several callers pass the same `body`. `undone` receives
   * the result of a body that ended and was refused at COMMIT in a later pass.
   */
  transaction<T>(body: () => T, of?: Work, undone?: (result: T) => void): T;
  /**
   * A transaction without the database's checks of sections 4 and 5 on single records: for
   * examples, which are loaded as written, and for imports, which are checked before. Unique,
   * required and reference constraints still apply.
   */
  withoutRuleChecks<T>(body: () => T): T;
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
  /** The sessions of an account, the newest first; may include expired ones. */
  sessions(account: string): readonly StoredSession[];
  deleteSession(tokenHash: string): void;

  attempts(key: string): Attempts | null;
  /**
   * Null removes the entry. Also removes entries of all keys whose last attempt was before
   * `forget`.
   */
  setAttempts(key: string, attempts: Attempts | null, forget: number): void;

  keptAnswer(key: string): KeptAnswer | null;
  /** Also removes answers from before `forget`. */
  keepAnswer(answer: KeptAnswer, forget: number): void;

  /** When the record entered its current state, in milliseconds since the epoch (for timers). */
  enteredAt(entity: string, field: string, id: string): number | null;
  /** `enteredAt` by id, for all records of an entity that have one, or for one page of them. */
  entered(entity: string, field: string, page?: EnteredPage): ReadonlyMap<string, number>;
  /**
   * The `most` matches of a query that entered their current state first, by time and then id (its
   * own order and limit do not count). `at`: milliseconds since the epoch; if unknown, when the
   * record was created; null, sorted last, if both are unknown. Null: the caller must find them.
   */
  enteredFirst(query: Query, field: string, most: number): readonly { readonly id: string; readonly at: number | null }[] | null;
  setEnteredAt(entity: string, field: string, id: string, at: number): void;

  putFile(id: string, bytes: Uint8Array): void;
  file(id: string): Uint8Array | null;
  deleteFile(id: string): void;

  /** Internal settings, such as `seeded` and the document that the data was stored under. */
  meta(key: string): string | null;
  /** Writes a setting; null deletes it. */
  setMeta(key: string, value: string | null): void;
  /** The settings whose key has this prefix (ASCII), sorted, by the rest of the key. */
  metaUnder(beginning: string): ReadonlyMap<string, string>;

  /** Work to do outside the product after the commit. */
  readonly jobs: JobQueue;
  /** Messages to people, shown in the product. */
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
 * Everything in a store at one moment, independent of the database: a snapshot from a browser can
 * be restored on a server. It contains password hashes and sessions and is as secret as the data.
 * Failed sign-in attempts are left out, and so are jobs: restoring them would send mails a second
 * time.
 */
export interface Snapshot {
  /** The schema of the records. */
  readonly schema: Schema;
  /** By entity, in id order. */
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>;
  readonly members: readonly MemberList[];
  /** `last`: the last number that the counter returned. */
  readonly serials: readonly { readonly entity: string; readonly field: string; readonly last: number }[];
  /** When records entered their current state, in milliseconds since the epoch. */
  readonly entered: readonly { readonly entity: string; readonly field: string; readonly record: string; readonly at: number }[];
  /** In order of sequence. */
  readonly trail: readonly AuditEntry[];
  readonly sessions: readonly StoredSession[];
  /** In id order. */
  readonly inbox: readonly InboxEntry[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Internal settings, including the document that the data was stored under. */
  readonly settings: ReadonlyMap<string, string>;
}

/** A store that can migrate its data when the document changes. */
export interface DocumentStore extends Store {
  /**
   * What a change to another document would do to the data; changes nothing. `renames`: confirmed
   * renames.
   */
  plan(model: RunModel, renames?: readonly Renamed[]): MigrationPlan;
  /**
   * Migrates in one transaction, together with `note`, which writes settings. Afterwards the store
   * uses this model. Not inside a transaction.
   */
  migrate(model: RunModel, plan: MigrationPlan, note?: () => void): void;
  /**
   * Deletes everything: records, trail, sessions, files, counters and settings. Not inside a
   * transaction.
   */
  clear(): void;
  /**
   * Everything as of one moment. `under`: the document of the data, if the store does not know it
   * yet.
   */
  snapshot(under?: RunModel): Snapshot;
  /**
   * Replaces everything with a snapshot in one transaction. Afterwards the store uses `model`, the
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

/** Thrown by apply if a record overlaps another in time and a `no overlap` rule forbids it. */
export class OverlapConflict extends Error {
  override readonly name = 'OverlapConflict';
  readonly entity: string;
  /** The rule of section 5. */
  readonly rule: string;

  constructor(entity: string, rule: string) {
    super(`${entity}: “${rule}” is broken, another record has this time`);
    this.entity = entity;
    this.rule = rule;
  }
}

/** Thrown by apply if `on delete restrict` refuses, or a relation points to no record. */
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

/** Thrown by a read-only store before anything happens: use a store that can write. */
export class ReadOnlyStore extends Error {
  override readonly name = 'ReadOnlyStore';

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
  /** The rule of section 5; null for a transition. */
  readonly rule: string | null;
  readonly record: string | null;

  constructor(entity: string, rule: string | null, record: string | null) {
    super(rule === null ? `${entity}: section 4 has no such transition` : `${entity}: the rule “${rule}” is broken`);
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
