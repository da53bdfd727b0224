import type { Span } from '../../base/span.ts';
import type { Budget } from '../../expression/evaluate/budget.ts';
import type { EvaluationContext, Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { Type } from '../../expression/types/type.ts';
import type { FileValue, KnowingRecords, PlainDate, RecordValue, Timestamp, Value } from '../../expression/values/value.ts';
import type { Change, Group, Membership, Query, SearchedPage, Store, StoredRecord } from '../../store/store.ts';
import type { PermissionKey } from '../access/permission-key.ts';
import type { Hasher } from '../account/hasher.ts';
import type { ModelIndex } from '../document/model-index.ts';
import type { OperatorAccess } from '../jobs/operating.ts';

/** The acting person: an account's id, or null for a visitor; and the session token, if any. */
export interface Person {
  readonly account: string | null;
  readonly token: string | null;
  /**
   * The source of the request, for counting password guesses. Absent if only one person can be
   * there (browser data).
   */
  readonly origin?: Origin | null;
}

/** Where a request comes from. */
export interface Origin {
  /** An IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly network: string;
  /** The device token that the browser keeps since it signed in (devices.ts), as received. */
  readonly device?: string | null;
  /** False: wrong passwords cause no delay. */
  readonly throttled?: boolean;
}

export const nobody: Person = { account: null, token: null };

/** The person after a sign-out: a visitor from the same source. */
export const signedOut = ({ origin }: Person): Person => (origin === undefined ? nobody : { ...nobody, origin });

/**
 * Whose visibility applies. `person`: what the person may read, for sections 2 and 7; `product`:
 * everything.
 */
export type Visibility = 'person' | 'product';

/** Whose authority applies: a person's (section 6), or the product's own (effects, timers). */
export type Authority = 'person' | 'product';

export interface PageOptions extends Pick<Query, 'sort' | 'limit' | 'offset' | 'search'> {
  /** Whether `total` will be read in any case. */
  readonly counts?: boolean;
  /** `total` stops at this number, and `more` tells whether there are more. Absent: exact. */
  readonly most?: number;
}

export interface Page {
  readonly records: readonly RecordValue[];
  /** The number of records before limit and offset. */
  readonly total: number;
  /** Whether there are more than `total`; how many was not counted. */
  readonly more: boolean;
}

/**
 * One moment and one person: everything that a decision reads. Reads through to the store and
 * caches until something is written.
 */
export interface World {
  readonly index: ModelIndex;
  readonly store: Store;
  readonly hasher: Hasher;
  readonly person: Person;
  /** The operation's remaining budget for expressions and lists of records. */
  readonly budget: Budget;
  readonly access: Access;
  /** Milliseconds since the epoch: one moment for the whole operation. */
  readonly milliseconds: number;
  readonly now: Timestamp;
  readonly today: PlainDate;
  readonly timeZone: string;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Who may see the jobs in the product's screens. */
  readonly operating: OperatorAccess;
  /** Whether a file name means a placeholder file (examples, scenarios). */
  readonly placeholders: boolean;
  /** Files created by decisions; the engine stores them when it applies the changes. */
  readonly newFiles: { readonly file: FileValue; readonly bytes: Uint8Array }[];

  /** The acting person's record; null if signed out or if the account no longer exists. */
  me(visibility?: Visibility): RecordValue | null;
  /** Changes the acting person for the rest of the operation, after a sign-in or sign-out. */
  become(person: Person): void;

  /** The same moment as seen by another account. */
  seenBy(account: string): World;

  stored(entity: string, id: string): StoredRecord | null;
  /**
   * Finds records and caches them. Relations and computed fields are later fetched for all of them
   * together, because code that reads one usually reads the others.
   */
  found(query: Query): readonly StoredRecord[];
  /** Caches a record that the caller has read in this transaction; null: it does not exist. */
  cacheRecord(entity: string, id: string, stored: StoredRecord | null): void;
  /** Like Store.searched; the records are cached too. */
  searched(query: Query, most: number): SearchedPage | null;
  /** Fetches the records of a relation for all records found together, in one query. */
  readTogether(entity: string, id: string, relation: string, target: string): void;
  /** Computes the store-backed fields of all records found together, as far as the store can. */
  computeTogether(entity: string, id: string, field: string): void;
  /** Whether a record is in a stored list of another. */
  hasMember(entity: string, id: string, membership: Membership): boolean;
  /** Called before a write: sends reads that usually follow and do not depend on it. */
  beforeWriting(): void;
  /** Invalidates the cache after a write; without `change`, all of it. */
  forget(change?: Change): void;
  /** Whether the query reads a list of a record created just now, which is still empty. */
  isYetEmpty(query: Query): boolean;

  /** The current record; null if it does not exist. */
  record(entity: string, id: string, visibility?: Visibility): RecordValue | null;
  /** Converts a value from another world: its records are read again in this one. */
  here(value: Value, visibility?: Visibility): Value;
  /** A record in a hypothetical or former state. */
  imagined(entity: string, id: string, source: RecordSource, visibility?: Visibility): RecordValue;
  list(query: Query, visibility?: Visibility): Records;
  /**
   * All records of an entity, or those that the person may read; leaves out `except`, the record
   * being created.
   */
  entity(name: string, visibility: Visibility, except?: string): Records;

  evaluationContext(visibility: Visibility): EvaluationContext;
  /** For rules on create, where the list of the entity does not contain the new record yet. */
  contextWithout(entity: string, id: string): EvaluationContext;
  scope(self: RecordValue | null, bound?: ReadonlyMap<string, Value>, visibility?: Visibility): Scope;
  /** Random URL-safe text of `count` characters, at most 1024. */
  randomText(count: number): string;

  keepFile(file: FileValue, bytes: Uint8Array): void;
  /** A password set in this transaction, visible only to the rules; null if it was not set. */
  plainPassword(entity: string, id: string, field: string): string | null;
  keepPlain(entity: string, id: string, field: string, text: string): void;
  /**
   * Computes a field once; null if it cannot be evaluated. Throws EvaluationError if it depends on
   * itself.
   */
  computed(what: Computing, compute: () => Value): Value;
}

/**
 * What is being computed: a field of the stored record, a field of a hypothetical or former state
 * (not cached), or a view (not cached).
 */
export interface Computing {
  readonly kind: 'field' | 'imagined' | 'view';
  readonly entity: string;
  readonly id: string;
  /** The name of the field or the view. */
  readonly name: string;
}

/** The source of a record's values other than the store: a draft, or the former record. */
export interface RecordSource {
  stored(): StoredRecord;
  /** The ids in a list of records; null: as stored. */
  members(field: string): readonly string[] | null;
  /** Called before a field is read, so a draft can fill in its default. */
  need(field: string): void;
  /** A password as given; null if it was not set. */
  plain(field: string): string | null;
  /** A relation to a hypothetical record instead of the stored one; null or absent: none. */
  relation?(field: string): RecordValue | null;
}

/** Records fetched only when needed, by the store as far as possible. */
export interface Records extends KnowingRecords {
  where(predicate: Node, variable: string | null, scope: Scope): Records;
  /** A sorted part of the records. */
  page(options: PageOptions): Page;
  /**
   * The sums of numeric fields (integer, decimal, money, duration) over the records in which the
   * person sees them. Null if the values cannot be added, or if more than `most` records had to be
   * read one by one.
   */
  sums(fields: readonly string[], search: Query['search'], most: number): ReadonlyMap<string, Value>;
  /**
   * Like Store.groups; null also if one of the fields may be hidden from the person in some record.
   */
  groups(by: string, measured: string | null): readonly Group[] | null;
}

/** What section 6 grants a person for an operation, over all roles. */
export type Grant =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly at: Span | null; readonly because: string; readonly permission: PermissionKey }
  | { readonly kind: 'when'; readonly cells: readonly GrantCell[] };

export interface GrantCell {
  readonly expression: Expression;
  readonly span: Span;
  /** Whether it uses `old`; then it is evaluated once, after the change. */
  readonly old: boolean;
}

/** Section 6 for one person. */
export interface Access {
  forget(): void;
  /** The roles whose Is holds for the person. */
  roles(): ReadonlySet<string>;
  /** The records on which the person has the role; empty if the role does not belong to records. */
  recordsOf(role: string): readonly RecordValue[];
  /**
   * Whether the person has one of these roles. With `record`, a role of a record counts only for
   * that record; without it, for any record. An empty list means everyone.
   */
  hasRole(names: readonly { readonly text: string }[], record?: RecordValue | null): boolean;
  /** Opens a record by its secret: its roles by link apply until the operation ends. */
  unlock(record: RecordValue, parameter: { readonly name: string; readonly text: string }): void;
  /** The record that this parameter of the address opened, and the secret in it. */
  keyOf(parameter: string): { readonly record: RecordValue; readonly text: string } | null;
  isUnlocked(record: RecordValue): boolean;
  /**
   * Called before each step of an action and before its answer, because earlier steps may have
   * given the person roles of records.
   */
  beginStep(): void;
  /** Null only with a field: no row covers this operation on it. */
  grant(entity: string, operation: string, field: string): Grant | null;
  grant(entity: string, operation: string): Grant;
  /**
   * Whether the grant holds for the record in its current state. `value` is the added or removed
   * member. A cell with `old` holds if some change could fulfil it: only the parts that read just
   * `old` and the person are evaluated.
   */
  isGranted(grant: Grant, record: RecordValue, value?: Value): boolean;
  /**
   * The cell by which a grant holds for the current record; prefers one without `old`.
   */
  cellFor(grant: Grant, record: RecordValue, value?: Value): GrantCell | null;
  /** After a change: whether one of these cells allows the current record. */
  holdsAfter(cells: readonly GrantCell[], record: RecordValue, old: RecordValue, value?: Value): boolean;
  mayRead(record: RecordValue): boolean;
  /**
   * Notes that a list of readable records contained this record, so it needs no check until the
   * next write.
   */
  foundReadable(entity: string, id: string): void;
  /** Invalidates cached permissions after a write; without `change`, all of them. */
  wrote(change?: Change): void;
  /**
   * Whether the person may read this field of this record: the entity's row must grant it, and so
   * must the field's rows, if any.
   */
  seesField(record: RecordValue, field: string): boolean;
  /** Fields that the person may read in this answer and never again. */
  shownOnce(record: RecordValue): readonly string[];
  /** Notes that the person created this record: this transaction may show them its secrets. */
  made(entity: string, id: string): void;
  /**
   * Whether no role of the person may ever see the field. Sorting, searching and filtering then
   * ignore it.
   */
  neverSees(entity: string, field: string): boolean;
  /** Whether the field may be hidden from the person in some record. */
  mayBeHidden(entity: string, field: string): boolean;
  /** Whether the field leads to records whose labels may be hidden from the person. */
  labelMayBeHidden(entity: string, field: string): boolean;
  /** Like `labelMayBeHidden`, for any value of this type. */
  labelOfTypeMayBeHidden(type: Type): boolean;
  /** Narrows a query to the records that the person may read. */
  readable(query: Query): Query;
  /**
   * Whether the store may evaluate this condition of a person's list. The store sees everything, so
   * the answer is no if the condition reads records or fields that the person may not read.
   */
  mayPush(node: Node): boolean;
}
