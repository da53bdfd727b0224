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
import type { Operating } from '../jobs/operating.ts';

/** The acting person: an account's id, or null for a visitor; and the session token, if any. */
export interface Person {
  readonly account: string | null;
  readonly token: string | null;
  /**
   * The source of the request, by which password guesses are counted. Absent if only one person can
   * be there (browser data).
   */
  readonly origin?: Origin | null;
}

/** Where a request comes from. */
export interface Origin {
  /** An IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly network: string;
  /** What the browser keeps since it signed in (devices.ts), as it came. */
  readonly device?: string | null;
  /** False: wrong passwords are not slowed down. */
  readonly throttled?: boolean;
}

export const nobody: Person = { account: null, token: null };

/** The person after a sign-out: a visitor from the same place. */
export const signedOut = ({ origin }: Person): Person => (origin === undefined ? nobody : { ...nobody, origin });

/**
 * Whose visibility applies: sections 2 and 7 see what the person may read, all others everything.
 */
export type Visibility = 'person' | 'product';

/** Whose authority applies: a person's (section 6), or the product's own (effects, timers). */
export type Authority = 'person' | 'product';

export interface PageOptions extends Pick<Query, 'sort' | 'limit' | 'offset' | 'search'> {
  /** `total` is always requested. */
  readonly counts?: boolean;
  /** `total` is at most so many: then `more` tells whether there are more. Without it, exact. */
  readonly most?: number;
}

export interface Page {
  readonly records: readonly RecordValue[];
  /** How many there are before limit and offset. */
  readonly total: number;
  /** There are more than `total`; how many was not counted. */
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
  /** What the operation may still spend on expressions and on lists of records. */
  readonly budget: Budget;
  readonly access: Access;
  /** Milliseconds since the epoch: one moment for the whole operation. */
  readonly milliseconds: number;
  readonly now: Timestamp;
  readonly today: PlainDate;
  readonly timeZone: string;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Who sees the jobs in the product's screens. */
  readonly operating: Operating;
  /** A file name means a placeholder file (examples, scenarios). */
  readonly placeholders: boolean;
  /** Files created while deciding; the engine stores them when it applies the changes. */
  readonly newFiles: { readonly file: FileValue; readonly bytes: Uint8Array }[];

  /** The record of the person acting; null when signed out, or when the account is gone. */
  me(visibility?: Visibility): RecordValue | null;
  /** After a sign-in or sign-out the rest of the operation belongs to another person. */
  become(person: Person): void;

  /** The same moment for another account. */
  seenBy(account: string): World;

  stored(entity: string, id: string): StoredRecord | null;
  /**
   * Records from a query need not be read again; and what is read of one will be read of the
   * others.
   */
  found(query: Query): readonly StoredRecord[];
  /** What the caller has read in this transaction; null: it is not there. */
  know(entity: string, id: string, stored: StoredRecord | null): void;
  /** As Store.searched; the records need not be read again either. */
  searched(query: Query, most: number): SearchedPage | null;
  /** The records that a relation leads to, for all that were found together. */
  readTogether(entity: string, id: string, relation: string, target: string): void;
  /** The computed fields that ask the store, for all that were found together. */
  computeTogether(entity: string, id: string, field: string): void;
  /** Is a record in a stored list of another? */
  hasMember(entity: string, id: string, membership: Membership): boolean;
  /** Called before a write: reads that usually follow and do not depend on it can be sent now. */
  beforeWriting(): void;
  /** Something was written: this, or anything at all. */
  forget(change?: Change): void;
  /** Is it a list of a record that was only just made? It is still empty. */
  isYetEmpty(query: Query): boolean;

  /** The current record; null if it is gone. */
  record(entity: string, id: string, visibility?: Visibility): RecordValue | null;
  /** A value of another world in this one: records are read again. */
  here(value: Value, visibility?: Visibility): Value;
  /** A record as it would be, or as it was. */
  imagined(entity: string, id: string, source: RecordSource, visibility?: Visibility): RecordValue;
  list(query: Query, visibility?: Visibility): Records;
  /**
   * All records of an entity, or those that the person may read, except the record being created
   * (`except`).
   */
  entity(name: string, visibility: Visibility, except?: string): Records;

  evaluationContext(visibility: Visibility): EvaluationContext;
  /** In a rule on create the new record is not yet in the list of its entity. */
  contextWithout(entity: string, id: string): EvaluationContext;
  scope(self: RecordValue | null, bound?: ReadonlyMap<string, Value>, visibility?: Visibility): Scope;
  /** URL-safe characters. */
  randomText(count: number): string;

  keepFile(file: FileValue, bytes: Uint8Array): void;
  /** Passwords given in this transaction: the rules see them, nothing else does. */
  plainPassword(entity: string, id: string, field: string): string | null;
  keepPlain(entity: string, id: string, field: string, text: string): void;
  /**
   * Computes a field once; null if it cannot be evaluated. Fields that need each other have no
   * value.
   */
  computed(what: Computing, compute: () => Value): Value;
}

/**
 * What is being computed from a record: a field of the stored record, or of another state of it
 * (not cached), or a view (not cached either).
 */
export interface Computing {
  readonly kind: 'field' | 'imagined' | 'view';
  readonly entity: string;
  readonly id: string;
  /** Of the field or the view. */
  readonly name: string;
}

/** The source of a record's values if it is not the store: a draft, or the former record. */
export interface RecordSource {
  stored(): StoredRecord;
  /** Members of a list of records; null: as in the store. */
  members(field: string): readonly string[] | null;
  /** Called before a field is read: a draft fills in its default. */
  need(field: string): void;
  /** A password as it was given. */
  plain(field: string): string | null;
  /** A relation to a record as it would be, which is not the one in the store; absent: none. */
  relation?(field: string): RecordValue | null;
}

/** Records fetched only when needed, by the store as far as possible. */
export interface Records extends KnowingRecords {
  where(predicate: Node, variable: string | null, scope: Scope): Records;
  /** In order, and only some. */
  page(options: PageOptions): Page;
  /**
   * The sums of numeric fields (integer, decimal, money, duration) over the records in which the
   * person sees them; null if one cannot be summed, or only record by record for more than `most`
   * records.
   */
  sums(fields: readonly string[], search: Query['search'], most: number): ReadonlyMap<string, Value>;
  /** As Store.groups; null also where the person may not see one of the fields in every record. */
  groups(by: string, measured: string | null): readonly Group[] | null;
}

/** What section 6 says about an operation to a person, all roles taken together. */
export type Grant =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly at: Span | null; readonly because: string; readonly permission: PermissionKey }
  | { readonly kind: 'when'; readonly cells: readonly GrantCell[] };

export interface GrantCell {
  readonly expression: Expression;
  readonly span: Span;
  /** Does it use `old`? Then it is evaluated once, on the record as it will be. */
  readonly old: boolean;
}

/** Section 6 for one person. */
export interface Access {
  forget(): void;
  /** The roles whose Is holds for the person. */
  roles(): ReadonlySet<string>;
  /** The records of which the person has the role; empty where it belongs to no record. */
  recordsOf(role: string): readonly RecordValue[];
  /**
   * Whether the person has one of these roles: a role of a record where this record belongs to it,
   * without a record anywhere. An empty list means everyone.
   */
  hasRole(names: readonly { readonly text: string }[], record?: RecordValue | null): boolean;
  /** The secret of a record gives its roles by link until the operation ends. */
  unlock(record: RecordValue, parameter: { readonly name: string; readonly text: string }): void;
  /** What this parameter of the address opened, and the secret in it. */
  keyOf(parameter: string): { readonly record: RecordValue; readonly text: string } | null;
  isUnlocked(record: RecordValue): boolean;
  /**
   * Before a step of an action, and before its answer: the steps before it may have given the
   * person roles of records.
   */
  beginStep(): void;
  /** Null only with a field: no row says anything about this operation on it. */
  grant(entity: string, operation: string, field: string): Grant | null;
  grant(entity: string, operation: string): Grant;
  /**
   * Whether the grant holds for this record as it is. `value` is the added or removed member. A
   * cell with `old` holds if some change may fulfil it: only the parts that read only `old`
   * and the person are evaluated.
   */
  holds(grant: Grant, record: RecordValue, value?: Value): boolean;
  /**
   * The cell by which a grant holds for the current record; one with `old` only if no other does.
   */
  cellFor(grant: Grant, record: RecordValue, value?: Value): GrantCell | null;
  /** After a change: whether these cells allow the current record. */
  holdsAfter(cells: readonly GrantCell[], record: RecordValue, old: RecordValue, value?: Value): boolean;
  mayRead(record: RecordValue): boolean;
  /**
   * A list of readable records contained this record: no check is needed until something is
   * written.
   */
  foundReadable(entity: string, id: string): void;
  /** Something was written: who may read what may have changed. Absent: it is unknown what. */
  wrote(change?: Change): void;
  /**
   * Whether the person may read this field of this record: the entity's row must grant it, and the
   * field's rows, if any.
   */
  seesField(record: RecordValue, field: string): boolean;
  /** Fields that the person reads in this answer and never again. */
  shownOnce(record: RecordValue): readonly string[];
  /** The person has created this record: this transaction may show them its secrets. */
  made(entity: string, id: string): void;
  /**
   * Whether no role of the person may see the field at all: it is then hidden from sorting,
   * searching and filtering.
   */
  neverSees(entity: string, field: string): boolean;
  /** Is there any record in which the field is hidden? */
  mayMiss(entity: string, field: string): boolean;
  /** Does the field lead to records, and may what they are called be hidden from the person? */
  mayMissLabel(entity: string, field: string): boolean;
  /** The same of any value of this type. */
  mayMissLabelOf(type: Type): boolean;
  /** A query that finds only what the person may read. */
  readable(query: Query): Query;
  /**
   * Whether the store may evaluate this condition of a person's list. The store sees everything, so
   * not if the condition reads records or fields that the person may not read.
   */
  mayPush(node: Node): boolean;
}
