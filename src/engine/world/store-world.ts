import { own, setOwn } from '../../base/own.ts';
import { Budget } from '../../expression/evaluate/budget.ts';
import { type EvaluationContext, EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import { dateIn, timestampFromMilliseconds } from '../../expression/values/time.ts';
import {
  type FileValue,
  isRecord,
  isRecordList,
  PlainDate,
  type RecordValue,
  type Timestamp,
  type Value,
} from '../../expression/values/value.ts';
import { isStored, linkFor } from '../../store/schema.ts';
import {
  type Change,
  type ComputedRecords,
  type Membership,
  membershipName,
  type Query,
  type SearchedPage,
  type Store,
  type StoredRecord,
} from '../../store/store.ts';
import { TableAccess } from '../access/access.ts';
import type { Hasher } from '../account/hasher.ts';
import { urlSafeText } from '../account/hasher.ts';
import { Refused, tooExpensive } from '../change/refusals.ts';
import type { ModelIndex } from '../document/model-index.ts';
import type { OperatorAccess } from '../jobs/operating.ts';
import { isStoredExactly, refersToItself } from './as-written.ts';
import { LiveList } from './live-list.ts';
import { LiveRecord } from './live-record.ts';
import { noReadPlan, type ReadPlan } from './read-plan.ts';
import type { Access, Computing, Person, RecordSource, Records, Visibility, World } from './world.ts';
import { WorldContext } from './world-context.ts';

export interface WorldParts {
  readonly index: ModelIndex;
  readonly store: Store;
  readonly hasher: Hasher;
  readonly person: Person;
  /** Milliseconds since the epoch: one moment for the whole operation. */
  readonly milliseconds: number;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Whether a file name means a placeholder file (examples, scenarios). */
  readonly placeholders: boolean;
  readonly operating: OperatorAccess;
  /** The read plan of the operation. */
  readonly plan?: ReadPlan | undefined;
  /** The acting person's record, as read in this transaction. */
  readonly me?: StoredRecord | null | undefined;
}

/** The cached state of one record. */
interface Known {
  /** Undefined: not read yet. */
  stored: StoredRecord | null | undefined;
  /** The records that were found together with it. */
  page: Page | null;
  /** By field name; memberships by `membershipName`. */
  computed: Map<string, Value> | null;
  /** The value of `#writes` when page and computed fields were read. */
  writes: number;
}

/**
 * Records found together, and what has been fetched for all of them: relations by name, and
 * computed fields.
 */
interface Page {
  readonly ids: readonly string[];
  readonly done: Set<string>;
}

/** A key in `done` for all computed fields; no relation has this name. */
const allComputed = '=';

/** At most this many are fetched together, because a loop over a thousand may stop at the tenth. */
const together = 200;

/**
 * One moment and one person: everything that a decision reads. Reads through to the store and
 * caches until something is written.
 */
export class StoreWorld implements World {
  readonly index: ModelIndex;
  readonly store: Store;
  readonly hasher: Hasher;
  readonly milliseconds: number;
  readonly now: Timestamp;
  readonly today: PlainDate;
  readonly timeZone: string;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly placeholders: boolean;
  readonly operating: OperatorAccess;
  readonly budget: Budget;
  readonly access: Access;
  readonly #parts: WorldParts;
  #person: Person;
  readonly #plan: ReadPlan;
  /** By entity, then by id. */
  readonly #known = new Map<string, Map<string, Known>>();
  /** Counts the writes: each one invalidates pages, and the computed fields that depend on it. */
  #writes = 0;
  /** By entity: the number of its last write. */
  readonly #lastWrites = new Map<string, number>();
  /**
   * The record inserted last, as long as nothing was written since: its lists are empty, and no
   * record refers to it.
   */
  #newborn: { readonly entity: string; readonly id: string } | null = null;
  readonly #computing: Computing[] = [];
  readonly #noNames: ReadonlyMap<string, Value> = new Map();
  /** Files created by decisions; the engine stores them when it applies the changes. */
  readonly newFiles: { readonly file: FileValue; readonly bytes: Uint8Array }[] = [];
  /** Passwords set in this transaction, visible only to the rules. */
  readonly #plain = new Map<string, string>();
  #contexts: { person: EvaluationContext | null; product: EvaluationContext | null } = { person: null, product: null };

  constructor(parts: WorldParts) {
    this.index = parts.index;
    this.store = parts.store;
    this.hasher = parts.hasher;
    this.milliseconds = parts.milliseconds;
    this.newId = parts.newId;
    this.randomBytes = parts.randomBytes;
    this.placeholders = parts.placeholders;
    this.operating = parts.operating;
    this.#parts = parts;
    this.#person = parts.person;
    this.timeZone = parts.index.timeZone;
    this.now = timestampFromMilliseconds(parts.milliseconds);
    this.today = dateIn(this.timeZone, this.now) ?? dateIn('UTC', this.now) ?? new PlainDate(0);
    this.budget = new Budget(() => new Refused([tooExpensive(this.index)]));
    this.access = new TableAccess(this);
    this.#plan = parts.plan ?? noReadPlan;
    const account = parts.index.model.account?.entity.text;
    if (parts.me && account !== undefined) this.#of(account, parts.me.id).stored = parts.me;
  }

  get person(): Person {
    return this.#person;
  }

  /** After a sign-in or sign-out the rest of the operation belongs to another person. */
  become(person: Person): void {
    this.#person = person;
    this.access.forget();
    this.#contexts = { person: null, product: null };
    // Computed values may depend on the acting person.
    for (const records of this.#known.values()) {
      for (const known of records.values()) {
        known.computed = null;
        known.page?.done.delete(allComputed);
      }
    }
  }

  seenBy(account: string): World {
    return new StoreWorld({ ...this.#parts, person: { account, token: null }, me: null });
  }

  /** The acting person's record; null if signed out or if the account no longer exists. */
  me(visibility: Visibility = 'product'): RecordValue | null {
    const entity = this.index.model.account?.entity.text ?? null;
    return entity === null || this.#person.account === null ? null : this.record(entity, this.#person.account, visibility);
  }

  #of(entity: string, id: string): Known {
    let records = this.#known.get(entity);
    if (records === undefined) this.#known.set(entity, (records = new Map()));
    let known = records.get(id);
    if (known === undefined) records.set(id, (known = { stored: undefined, page: null, computed: null, writes: this.#writes }));
    else if (known.writes !== this.#writes) {
      known.page = null;
      for (const name of known.computed?.keys() ?? []) if (!this.#isStillSo(entity, name, known.writes)) known.computed?.delete(name);
      known.writes = this.#writes;
    }
    return known;
  }

  /** Whether nothing that the computed field depends on was written since. */
  #isStillSo(entity: string, field: string, since: number): boolean {
    if (since === this.#writes) return true;
    const sight = this.index.dependenciesOf(entity, field);
    return sight !== null && [...sight].every((one) => (this.#lastWrites.get(one) ?? 0) <= since);
  }

  stored(entity: string, id: string): StoredRecord | null {
    const known = this.#of(entity, id);
    if (known.stored !== undefined) return known.stored;
    const found = this.#isPlanned(entity) ? this.#askedWith({ entity, conditions: [], ids: [id] })[0] : this.store.record(entity, id);
    known.stored = found ?? null;
    return known.stored;
  }

  /**
   * Finds records and caches them. Relations and computed fields are later fetched for all of them
   * together, because code that reads one usually reads the others.
   */
  found(query: Query): readonly StoredRecord[] {
    if (this.#isPlanned(query.entity)) return this.#askedWith(query);
    const found = this.store.query(query);
    this.#remember(query.entity, found);
    return found;
  }

  searched(query: Query, most: number): SearchedPage | null {
    if (this.#isPlanned(query.entity)) return null;
    const found = this.store.searched(query, most);
    if (found?.records != null) this.#remember(query.entity, found.records);
    return found;
  }

  #isPlanned(entity: string): boolean {
    return this.#plan.computed.has(entity) || this.#plan.relations.has(entity) || this.#plan.joined.has(entity);
  }

  /** Reads records with the computed fields and related records in the plan. */
  #askedWith(query: Query): readonly StoredRecord[] {
    const { entity } = query;
    const { computed, relations, joined } = this.#plan;
    const fields = computed.has(entity) ? this.index.askingFields(entity) : [];
    const { account } = this.#person;
    const memberships = account === null ? [] : (joined.get(entity) ?? []).map((field) => ({ field, member: account }));
    const found = this.store.queryWith(query, fields, this.scope(null), relations.get(entity) ?? [], memberships);
    this.#rememberWith(entity, found);
    for (const { relation, ...related } of found.related) this.#rememberWith(relation.entity, related);
    return found.records;
  }

  #rememberWith(entity: string, { records, computed }: Pick<ComputedRecords, 'records' | 'computed'>): void {
    this.#remember(entity, records);
    for (const { id } of records) {
      const known = this.#of(entity, id);
      if (this.#plan.computed.has(entity)) {
        known.page ??= { ids: [id], done: new Set() };
        known.page.done.add(allComputed);
      }
      known.computed ??= new Map();
      for (const [name, values] of computed) known.computed.set(name, values.get(id) ?? null);
    }
  }

  #remember(entity: string, records: readonly StoredRecord[]): void {
    for (let from = 0; from < records.length; from += together) {
      const some = records.length <= together ? records : records.slice(from, from + together);
      const page: Page | null = some.length > 1 ? { ids: some.map(({ id }) => id), done: new Set() } : null;
      for (const record of some) {
        const known = this.#of(entity, record.id);
        known.stored = record;
        if (page !== null) known.page = page;
      }
    }
  }

  cacheRecord(entity: string, id: string, stored: StoredRecord | null): void {
    this.#of(entity, id).stored = stored;
  }

  /** Fetches the records of a relation for all records found together, in one query. */
  readTogether(entity: string, id: string, relation: string, target: string): void {
    const { page } = this.#of(entity, id);
    if (page === null || page.done.has(relation)) return;
    const ids = new Set<string>();
    for (const one of page.ids) {
      const value = own(this.#of(entity, one).stored, relation);
      if (typeof value === 'string' && this.#of(target, value).stored === undefined) ids.add(value);
    }
    if (ids.size >= 2) {
      const query: Query = { entity: target, conditions: [], ids: [...ids] };
      if (this.#isPlanned(target)) this.#askedWith(query);
      else this.#remember(target, this.store.query(query));
      for (const one of ids) this.#of(target, one).stored ??= null;
    }
    page.done.add(relation);
  }

  /** Computes the store-backed fields of all records found together, as far as the store can. */
  computeTogether(entity: string, id: string, field: string): void {
    // Empty lists need no query. Searching for missing records would also conflict with every
    // transaction that creates one.
    const asking = this.#isNewborn(entity, id) ? this.index.askingAbroad(entity) : this.index.askingFields(entity);
    if (!asking.includes(field)) return;
    const known = this.#of(entity, id);
    if (known.computed?.has(field)) return;
    known.page ??= { ids: [id], done: new Set() };
    const { page } = known;
    if (page.done.has(allComputed)) return;
    const found = this.store.computed(entity, asking, page.ids, this.scope(null));
    page.done.add(allComputed);
    for (const [name, values] of found)
      for (const one of page.ids) (this.#of(entity, one).computed ??= new Map()).set(name, values.get(one) ?? null);
  }

  hasMember(entity: string, id: string, membership: Membership): boolean {
    const known = this.#of(entity, id).computed?.get(membershipName(membership));
    if (typeof known === 'boolean') return known;
    const target = linkFor(this.index.schema, entity, membership.field)?.target;
    if (target === undefined) return false;
    const membersOf = { entity, field: membership.field, id };
    return this.store.count({ entity: target, conditions: [], membersOf, ids: [membership.member] }) > 0;
  }

  beforeWriting(): void {
    const account = this.index.model.account?.entity.text;
    if (this.#writes > 0 || !this.#plan.me || account === undefined || this.#person.account === null) return;
    const [first] = this.index.askingFields(account);
    if (first !== undefined) this.computeTogether(account, this.#person.account, first);
  }

  /**
   * Invalidates the cache after a write. A deletion may delete other records; any other change
   * affects one record and what is computed from it.
   */
  forget(change?: Change): void {
    this.#writes++;
    this.access.wrote(change);
    if (change !== undefined) this.#lastWrites.set(change.entity, this.#writes);
    this.#newborn = change?.kind === 'insert' && !refersToItself(change.record) ? { entity: change.entity, id: change.record.id } : null;
    if (change === undefined || change.kind === 'delete') this.#known.clear();
    else if (change.kind === 'insert') this.#wrote(change.entity, change.record.id, null, change.record);
    else if (change.kind === 'update')
      this.#wrote(change.entity, change.id, this.#of(change.entity, change.id).stored ?? undefined, change.values);
  }

  #isNewborn(entity: string, id: string): boolean {
    return this.#newborn !== null && this.#newborn.id === id && this.#newborn.entity === entity;
  }

  isYetEmpty({ entity, membersOf, related }: Query): boolean {
    if (this.#newborn === null) return false;
    if (membersOf !== undefined && this.#isNewborn(membersOf.entity, membersOf.id)) return true;
    if (related === undefined) return false;
    const type = this.index.field(entity, related.field)?.type;
    return (type?.kind === 'relation' || type?.kind === 'members') && this.#isNewborn(type.entity.text, related.id);
  }

  /**
   * Caches the written values, unless a database may return them in another form. `before`: null if
   * it is new, undefined if unknown.
   */
  #wrote(entity: string, id: string, before: StoredRecord | null | undefined, values: Readonly<Record<string, Value>>): void {
    const known = this.#of(entity, id);
    const fields = this.index.entity(entity)?.byName;
    known.stored = undefined;
    if (before === undefined || fields === undefined) return;
    for (const name of Object.keys(values)) if (!isStoredExactly(values[name] ?? null, fields.get(name), this.index.currency)) return;
    const record: Record<string, Value> = {};
    if (before === null) for (const field of fields.values()) if (isStored(field)) setOwn(record, field.name.text, null);
    known.stored = { ...(before ?? record), ...values, id };
  }

  /** The current record; null if it does not exist. */
  record(entity: string, id: string, visibility: Visibility = 'product'): RecordValue | null {
    return this.stored(entity, id) === null ? null : new LiveRecord(this, entity, id, visibility, null);
  }

  /** Converts a value from another world: its records are read again in this one. */
  here(value: Value, visibility: Visibility = 'product'): Value {
    if (isRecord(value)) return new LiveRecord(this, value.entity, value.id, visibility, null);
    if (isRecordList(value)) return value.records().map((record) => this.here(record, visibility));
    return Array.isArray(value) ? (value as readonly Value[]).map((item) => this.here(item, visibility)) : value;
  }

  /** A record in a hypothetical or former state. */
  imagined(entity: string, id: string, source: RecordSource, visibility: Visibility = 'product'): RecordValue {
    return new LiveRecord(this, entity, id, visibility, source);
  }

  list(query: Query, visibility: Visibility = 'product'): Records {
    return new LiveList(this, query, visibility, []);
  }

  /**
   * All records of an entity, or those that the person may read; leaves out `except`, the record
   * being created.
   */
  entity(name: string, visibility: Visibility, except?: string): Records {
    if (this.index.entity(name) === null) throw new EvaluationError(`there is no entity ${name}`, 0, 0);
    const query: Query = { entity: name, conditions: [], ...(except === undefined ? {} : { except }) };
    return this.list(visibility === 'person' ? this.access.readable(query) : query, visibility);
  }

  evaluationContext(visibility: Visibility): EvaluationContext {
    return (this.#contexts[visibility] ??= new WorldContext(this, visibility));
  }

  /** For rules on create, where the list of the entity does not contain the new record yet. */
  contextWithout(entity: string, id: string): EvaluationContext {
    return new WorldContext(this, 'product', { entity, id });
  }

  scope(self: RecordValue | null, bound: ReadonlyMap<string, Value> = this.#noNames, visibility: Visibility = 'product'): Scope {
    return { evaluationContext: this.evaluationContext(visibility), self, row: null, old: null, bound };
  }

  randomText(count: number): string {
    return urlSafeText(this.randomBytes(Math.max(0, Math.min(count, 1024))));
  }

  keepFile(file: FileValue, bytes: Uint8Array): void {
    this.newFiles.push({ file, bytes });
  }

  plainPassword(entity: string, id: string, field: string): string | null {
    return this.#plain.get(`${entity}/${id}.${field}`) ?? null;
  }

  keepPlain(entity: string, id: string, field: string, text: string): void {
    this.#plain.set(`${entity}/${id}.${field}`, text);
  }

  /**
   * Computes a field once; null if it cannot be evaluated. Throws EvaluationError if it depends on
   * itself.
   */
  computed(what: Computing, compute: () => Value): Value {
    const { entity, id, name, kind } = what;
    const known = kind === 'field' ? this.#of(entity, id).computed?.get(name) : undefined;
    if (known !== undefined) return known;
    if (this.#computing.some((one) => one.id === id && one.name === name && one.entity === entity && one.kind === kind))
      throw new EvaluationError('computed fields need each other without end', 0, 0);
    this.#computing.push(what);
    let value: Value = null;
    try {
      value = compute();
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
    } finally {
      this.#computing.pop();
    }
    if (kind === 'field') (this.#of(entity, id).computed ??= new Map()).set(name, value);
    return value;
  }
}
