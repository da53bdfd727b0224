import { EvaluationError, type Scope, type Surroundings } from '../expression/scope.ts';
import { dateIn, timestampFromMilliseconds } from '../expression/time.ts';
import { type FileValue, isRecord, isRecordList, PlainDate, type RecordValue, Timestamp, type Value } from '../expression/value.ts';
import type { Field } from '../model/facts/entities.ts';
import { isStored } from '../store/schema.ts';
import type { Change, Query, Store, StoredRecord } from '../store/store.ts';
import { SectionSix } from './access.ts';
import type { Facts } from './facts.ts';
import type { Hasher } from './hasher.ts';
import { urlSafeText } from './hasher.ts';
import { LiveList } from './live-list.ts';
import { LiveRecord } from './live-record.ts';
import { viewOf } from './views.ts';
import type { Access, Eyes, Habits, Person, RecordSource, Records, World } from './world.ts';

export interface WorldParts {
  readonly facts: Facts;
  readonly store: Store;
  readonly hasher: Hasher;
  readonly person: Person;
  /** Milliseconds since the epoch: one moment for the whole operation. */
  readonly milliseconds: number;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  /** The name of a file stands for a placeholder file (examples, scenarios). */
  readonly placeholders: boolean;
  /** Of whatever is done with this world, over and over. */
  readonly habits?: Habits;
  /** The record of who acts, as it is in this transaction. */
  readonly me?: StoredRecord | null;
}

/** Records that were found together, and what has been asked for all of them: relations by name, and all computed fields. */
interface Page {
  readonly ids: readonly string[];
  readonly done: Set<string>;
}

/** No relation is called so. */
const allComputed = '=';

/** Is a value read back from every database as it was written? Finer times are cut off, and numbers may come back in another form. */
function isKeptAsItIs(value: Value, field: Field | undefined): boolean {
  if (Array.isArray(value)) return (value as readonly Value[]).every((item) => typeof item === 'string');
  if (value instanceof Timestamp) return value.nanos % 1000 === 0;
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (Number.isSafeInteger(value) && (field?.type.kind === 'integer' || field?.type.kind === 'serial'))
  );
}

/** More than these are not asked about at once: whoever looks at a thousand may stop at the tenth. */
const together = 200;

/** One moment and one person: all that a decision looks at. Reads through to the store, remembers until something is written. */
export class StoreWorld implements World {
  readonly facts: Facts;
  readonly store: Store;
  readonly hasher: Hasher;
  readonly milliseconds: number;
  readonly now: Timestamp;
  readonly today: PlainDate;
  readonly timeZone: string;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly placeholders: boolean;
  readonly access: Access;
  #person: Person;
  readonly #habits: Habits;
  readonly #stored = new Map<string, StoredRecord | null>();
  /** How a record was found, by entity and id. */
  readonly #ways = new Map<string, string>();
  /** By entity and id: the records that one was found with. */
  readonly #pages = new Map<string, Page>();
  readonly #computed = new Map<string, Value>();
  readonly #computing = new Set<string>();
  /** Files that came into being while deciding; the engine puts them into the store when it applies the changes. */
  readonly newFiles: { readonly file: FileValue; readonly bytes: Uint8Array }[] = [];
  /** Passwords given in this transaction: the rules see them, nothing else does. */
  readonly #plain = new Map<string, string>();
  #surroundings: { person: Surroundings | null; product: Surroundings | null } = { person: null, product: null };

  constructor(parts: WorldParts) {
    this.facts = parts.facts;
    this.store = parts.store;
    this.hasher = parts.hasher;
    this.milliseconds = parts.milliseconds;
    this.newId = parts.newId;
    this.randomBytes = parts.randomBytes;
    this.placeholders = parts.placeholders;
    this.#person = parts.person;
    this.timeZone = parts.facts.timeZone;
    this.now = timestampFromMilliseconds(parts.milliseconds);
    this.today = dateIn(this.timeZone, this.now) ?? dateIn('UTC', this.now) ?? new PlainDate(0);
    this.access = new SectionSix(this);
    this.#habits = parts.habits ?? new Set();
    const account = parts.facts.model.account?.entity.text;
    if (parts.me && account !== undefined) this.#stored.set(`${account}/${parts.me.id}`, parts.me);
  }

  get person(): Person {
    return this.#person;
  }

  /** After signing in or out the rest of the operation is somebody else's. */
  become(person: Person): void {
    this.#person = person;
    this.access.forget();
    this.#surroundings = { person: null, product: null };
  }

  /** The record of the person acting; null when nobody is signed in, or the account is gone. */
  me(eyes: Eyes = 'product'): RecordValue | null {
    const entity = this.facts.model.account?.entity.text ?? null;
    return entity === null || this.#person.account === null ? null : this.record(entity, this.#person.account, eyes);
  }

  stored(entity: string, id: string): StoredRecord | null {
    const key = `${entity}/${id}`;
    const known = this.#stored.get(key);
    if (known !== undefined) return known;
    const way = `${entity} record`;
    this.#ways.set(key, way);
    if (this.#habits.has(way)) return this.#askedWith({ entity, conditions: [], ids: [id] }, way)[0] ?? this.#nothing(key);
    const found = this.store.record(entity, id);
    this.#stored.set(key, found);
    return found;
  }

  #nothing(key: string): null {
    this.#stored.set(key, null);
    return null;
  }

  /** What a query finds need not be read again; and what one of these records is asked for, the others will be asked for too. */
  found(query: Query): readonly StoredRecord[] {
    const way = `${query.entity} list`;
    if (this.#habits.has(way)) return this.#askedWith(query, way);
    const found = this.store.query(query);
    for (const { id } of found) this.#ways.set(`${query.entity}/${id}`, way);
    this.#remember(query.entity, found);
    return found;
  }

  /** Records, with the computed fields that they were asked for before. */
  #askedWith(query: Query, way: string): readonly StoredRecord[] {
    const { entity } = query;
    const { records, computed } = this.store.queryWith(query, this.facts.askingFields(entity), this.scope(null));
    this.#remember(entity, records);
    for (const { id } of records) {
      const key = `${entity}/${id}`;
      this.#ways.set(key, way);
      const page = this.#pages.get(key) ?? { ids: [id], done: new Set<string>() };
      this.#pages.set(key, page);
      page.done.add(allComputed);
      for (const [name, values] of computed) this.#computed.set(`${key}.${name}`, values.get(id) ?? null);
    }
    return records;
  }

  #remember(entity: string, records: readonly StoredRecord[]): void {
    for (let from = 0; from < records.length; from += together) {
      const some = records.slice(from, from + together);
      const page: Page = { ids: some.map(({ id }) => id), done: new Set() };
      for (const record of some) {
        this.#stored.set(`${entity}/${record.id}`, record);
        if (some.length > 1) this.#pages.set(`${entity}/${record.id}`, page);
      }
    }
  }

  /** The records that a relation leads to, for all that were found together: one question to the store instead of one for each. */
  readTogether(entity: string, id: string, relation: string, target: string): void {
    const page = this.#pages.get(`${entity}/${id}`);
    if (page === undefined || page.done.has(relation)) return;
    page.done.add(relation);
    const ids = new Set<string>();
    for (const one of page.ids) {
      const value = this.#stored.get(`${entity}/${one}`)?.[relation];
      if (typeof value === 'string' && !this.#stored.has(`${target}/${value}`)) ids.add(value);
    }
    if (ids.size < 2) return;
    for (const one of ids) this.#stored.set(`${target}/${one}`, null);
    const query: Query = { entity: target, conditions: [], ids: [...ids] };
    const way = `${target} record`;
    for (const one of ids) this.#ways.set(`${target}/${one}`, way);
    if (this.#habits.has(way)) this.#askedWith(query, way);
    else this.#remember(target, this.store.query(query));
  }

  /** The computed fields that ask the store, for all that were found together, as far as the store can say them. */
  computeTogether(entity: string, id: string, field: string): void {
    const asking = this.facts.askingFields(entity);
    if (!asking.includes(field)) return;
    const page = this.#pages.get(`${entity}/${id}`) ?? { ids: [id], done: new Set<string>() };
    if (page.done.has(allComputed)) return;
    page.done.add(allComputed);
    const way = this.#ways.get(`${entity}/${id}`);
    if (way !== undefined) this.#habits.add(way);
    this.#pages.set(`${entity}/${id}`, page);
    for (const [name, values] of this.store.computed(entity, asking, page.ids, this.scope(null))) {
      for (const one of page.ids) this.#computed.set(`${entity}/${one}.${name}`, values.get(one) ?? null);
    }
  }

  /** Something was written. A deletion may take others along; any other change is to one record, and to what is worked out of it. */
  forget(change?: Change): void {
    if (change === undefined || change.kind === 'delete') this.#stored.clear();
    else if (change.kind === 'insert') this.#wrote(change.entity, change.record.id, {}, change.record);
    else if (change.kind === 'update')
      this.#wrote(change.entity, change.id, this.#stored.get(`${change.entity}/${change.id}`) ?? null, change.values);
    this.#pages.clear();
    this.#computed.clear();
  }

  /** What was written is what would be read, unless a database keeps it in another form; `before`: null where it is not known. */
  #wrote(entity: string, id: string, before: Readonly<Record<string, Value>> | null, values: Readonly<Record<string, Value>>): void {
    const key = `${entity}/${id}`;
    const fields = this.facts.entity(entity)?.byName;
    if (
      before === null ||
      fields === undefined ||
      !Object.entries(values).every(([name, value]) => isKeptAsItIs(value, fields.get(name)))
    ) {
      this.#stored.delete(key);
      return;
    }
    const record: Record<string, Value> = {};
    for (const field of fields.values())
      if (isStored(field)) record[field.name.text] = values[field.name.text] ?? before[field.name.text] ?? null;
    for (const [name, value] of Object.entries(values)) record[name] = value;
    this.#stored.set(key, { ...record, id });
  }

  /** The record as it is at each moment; null when there is none. */
  record(entity: string, id: string, eyes: Eyes = 'product'): RecordValue | null {
    return this.stored(entity, id) === null ? null : new LiveRecord(this, entity, id, eyes, null);
  }

  /** A value of another world in this one: records are read anew. */
  here(value: Value, eyes: Eyes = 'product'): Value {
    if (isRecord(value)) return new LiveRecord(this, value.entity, value.id, eyes, null);
    if (isRecordList(value)) return value.records().map((record) => this.here(record, eyes));
    return Array.isArray(value) ? (value as readonly Value[]).map((item) => this.here(item, eyes)) : value;
  }

  /** A record as it would be, or as it was. */
  imagined(entity: string, id: string, source: RecordSource, eyes: Eyes = 'product'): RecordValue {
    return new LiveRecord(this, entity, id, eyes, source);
  }

  list(query: Query, eyes: Eyes = 'product'): Records {
    return new LiveList(this, query, eyes, []);
  }

  /** All records of an entity, or those that the person may read; `except` is the record that is just being made. */
  entity(name: string, eyes: Eyes, except?: string): Records {
    if (this.facts.entity(name) === null) throw new EvaluationError(`there is no entity ${name}`, 0, 0);
    const query: Query = { entity: name, conditions: [], ...(except === undefined ? {} : { except }) };
    return this.list(eyes === 'person' ? this.access.readable(query) : query, eyes);
  }

  surroundings(eyes: Eyes): Surroundings {
    return (this.#surroundings[eyes] ??= this.#makeSurroundings(eyes, null));
  }

  /** In a rule on create the new record is not yet in the list of its entity. */
  surroundingsWithout(entity: string, id: string): Surroundings {
    return this.#makeSurroundings('product', { entity, id });
  }

  #makeSurroundings(eyes: Eyes, except: { readonly entity: string; readonly id: string } | null): Surroundings {
    const me = (): RecordValue | null => this.me(eyes);
    let known: RecordValue | null | undefined;
    return {
      // Who does not ask for it is not made to wait for it.
      get me() {
        if (known === undefined) known = me();
        return known;
      },
      now: this.now,
      today: this.today,
      timeZone: this.timeZone,
      token: this.#person.token,
      constant: (name) => this.facts.constant(name)?.value,
      entity: (name) => this.entity(name, eyes, except?.entity === name ? except.id : undefined),
      view: (name, record) => viewOf(this, name, record),
      random: (count) => this.randomText(count),
    };
  }

  scope(self: RecordValue | null, bound: ReadonlyMap<string, Value> = new Map(), eyes: Eyes = 'product'): Scope {
    return { surroundings: this.surroundings(eyes), self, row: null, old: null, bound };
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

  /** Works out a computed field once; null when it cannot be evaluated. Fields that need each other have no value. */
  computed(key: string | null, guard: string, compute: () => Value): Value {
    const known = key === null ? undefined : this.#computed.get(key);
    if (known !== undefined) return known;
    if (this.#computing.has(guard)) throw new EvaluationError('computed fields need each other without end', 0, 0);
    this.#computing.add(guard);
    let value: Value = null;
    try {
      value = compute();
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
    } finally {
      this.#computing.delete(guard);
    }
    if (key !== null) this.#computed.set(key, value);
    return value;
  }
}
