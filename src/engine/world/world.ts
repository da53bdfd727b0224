import type { Span } from '../../base/span.ts';
import type { Budget } from '../../expression/evaluate/budget.ts';
import type { EvaluationContext, Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { FileValue, KnowingRecords, PlainDate, RecordValue, Timestamp, Value } from '../../expression/values/value.ts';
import type { Change, Query, Store, StoredRecord } from '../../store/store.ts';
import type { PermissionKey } from '../access/permission-key.ts';
import type { Hasher } from '../account/hasher.ts';
import type { ModelIndex } from '../document/model-index.ts';

/** Who acts: an account's id, or nobody; and the token of the session, where there is one. */
export interface Person {
  readonly account: string | null;
  readonly token: string | null;
  /** Where the request comes from: guesses of passwords are counted by it. Absent where only one person can be there (a browser's own data). */
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

/** Who somebody is after signing out: nobody, at the same place. */
export const signedOut = ({ origin }: Person): Person => (origin === undefined ? nobody : { ...nobody, origin });

/** Who looks at the records: sections 2 and 7 see what the person may read, all others everything. */
export type Visibility = 'person' | 'product';

/** With whose authority something is done: a person's (section 6 asks), or the product's own (effects, timers). */
export type Authority = 'person' | 'product';

export interface PageOptions extends Pick<Query, 'sort' | 'limit' | 'offset' | 'search'> {
  /** `total` is asked for in any case. */
  readonly counts?: boolean;
}

/** One moment and one person: all that a decision looks at. Reads through to the store, remembers until something is written. */
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
  /** The name of a file stands for a placeholder file (examples, scenarios). */
  readonly placeholders: boolean;
  /** Files that came into being while deciding; the engine puts them into the store when it applies the changes. */
  readonly newFiles: { readonly file: FileValue; readonly bytes: Uint8Array }[];

  /** The record of the person acting; null when nobody is signed in, or the account is gone. */
  me(visibility?: Visibility): RecordValue | null;
  /** After signing in or out the rest of the operation is somebody else's. */
  become(person: Person): void;

  stored(entity: string, id: string): StoredRecord | null;
  /** What a query finds need not be read again; and what one of these records is asked for, the others will be asked for too. */
  found(query: Query): readonly StoredRecord[];
  /** The records that a relation leads to, for all that were found together. */
  readTogether(entity: string, id: string, relation: string, target: string): void;
  /** The computed fields that ask the store, for all that were found together. */
  computeTogether(entity: string, id: string, field: string): void;
  /** Something is about to be written: what is usually asked only afterwards, and will be the same, can be asked now. */
  beforeWriting(): void;
  /** Something was written: this, or anything at all. */
  forget(change?: Change): void;
  /** Is it a list of a record that was only just made? Nobody can have got into it. */
  isYetEmpty(query: Query): boolean;

  /** The record as it is at each moment; null when there is none. */
  record(entity: string, id: string, visibility?: Visibility): RecordValue | null;
  /** A value of another world in this one: records are read anew. */
  here(value: Value, visibility?: Visibility): Value;
  /** A record as it would be, or as it was. */
  imagined(entity: string, id: string, source: RecordSource, visibility?: Visibility): RecordValue;
  list(query: Query, visibility?: Visibility): Records;
  /** All records of an entity, or those that the person may read; `except` is the record that is just being made. */
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
  /** Works out a computed field once; null when it cannot be evaluated. Fields that need each other have no value. */
  computed(what: Computing, compute: () => Value): Value;
}

/** What is being worked out of a record: a computed field of it as it is, or as it would be or was (which is not kept), or a view of it (nor is that). */
export interface Computing {
  readonly kind: 'field' | 'imagined' | 'view';
  readonly entity: string;
  readonly id: string;
  /** Of the field or the view. */
  readonly name: string;
}

/** Where a record's values come from when it is not the one in the store: a draft, or the record as it was. */
export interface RecordSource {
  stored(): StoredRecord;
  /** Members of a list of records; null: as in the store. */
  members(field: string): readonly string[] | null;
  /** Called before a field is read: a draft fills in its default. */
  need(field: string): void;
  /** A password as it was given. */
  plain(field: string): string | null;
}

/** Records that are asked for only when needed, in the store's own language as far as possible. */
export interface Records extends KnowingRecords {
  where(predicate: Node, variable: string | null, scope: Scope): Records;
  /** In order, and only some; `total` is the count before limit and offset. */
  page(options: PageOptions): { readonly records: readonly RecordValue[]; readonly total: number };
  /**
   * What numeric fields (integer, decimal, money, duration) add up to over the records in which the person sees them; null where one cannot be
   * added up, or would have to be for more records than `most` one by one.
   */
  sums(fields: readonly string[], search: Query['search'], most: number): ReadonlyMap<string, Value>;
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
  /** Has the person one of these roles? An empty list is everybody. */
  hasRole(names: readonly { readonly text: string }[]): boolean;
  /** Null only with a field: no row says anything about this operation on it. */
  grant(entity: string, operation: string, field: string): Grant | null;
  grant(entity: string, operation: string): Grant;
  /**
   * Does the grant hold for this record as it is? `value` is the member that is added or removed. A cell that uses `old` holds while some change may fulfil
   * it: only what looks at nothing but `old` and the person is evaluated.
   */
  holds(grant: Grant, record: RecordValue, value?: Value): boolean;
  /** The cell by which a grant holds for the record as it is; one that uses `old` only where no other does. */
  cellFor(grant: Grant, record: RecordValue, value?: Value): GrantCell | null;
  /** After a change: do these cells let the record be as it is now? */
  holdsAfter(cells: readonly GrantCell[], record: RecordValue, old: RecordValue, value?: Value): boolean;
  mayRead(record: RecordValue): boolean;
  /** A list of what the person may read found this record: it need not be asked again until something is written. */
  foundReadable(entity: string, id: string): void;
  /** Something was written: who may read what may have changed. */
  wrote(): void;
  /** May the person read this field of this record? The entity's row must grant it, and the field's rows where there are any. */
  seesField(record: RecordValue, field: string): boolean;
  /** Does no cell let any of the person's roles see the field? Then it is absent from sorting, searching and filtering. */
  neverSees(entity: string, field: string): boolean;
  /** Is there any record in which the field is hidden? */
  mayMiss(entity: string, field: string): boolean;
  /** Does the field lead to records, and may what they are called be hidden from the person? */
  mayMissLabel(entity: string, field: string): boolean;
  /** A query that finds only what the person may read. */
  readable(query: Query): Query;
  /**
   * May the store be asked this condition of a person's list? It sees everything, so not when the condition goes through records
   * or fields that this person may not read.
   */
  mayPush(node: Node): boolean;
}
