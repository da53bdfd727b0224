import { own } from '../../base/own.ts';
import type { EvaluationContext } from '../../expression/evaluate/scope.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { KeptAnswer } from '../kept-answer.ts';
import { compareBy, compareIds, isMet, matches, pageOf } from '../meaning.ts';
import { namePeriods, readRenamings, renamingsKey, renamingsOf, withCurrentNames } from '../migration/former-names.ts';
import { renamesOf } from '../migration/known-renames.ts';
import { type MigrationPlan, planMigration } from '../migration/plan.ts';
import type { Renamed } from '../migration/renamed.ts';
import { type RecordValues, recordValues } from '../record-values.ts';
import { columnFor, linkFor, type Schema, schemaOf } from '../schema.ts';
import { readSnapshotPieces, type SnapshotPieces, type SnapshotSink, type StreamingStore, writeSnapshotTo } from '../snapshot/sink.ts';
import type {
  AuditEntry,
  Change,
  ComputedRecords,
  DocumentStore,
  Query,
  RowValue,
  Snapshot,
  StoredRecord,
  StoredSession,
} from '../store.ts';
import type { Attempts, EnteredPage } from '../system-values.ts';
import { applyChange, type Tables } from './apply-change.ts';
import { existingData, migrated } from './migrate.ts';
import { memoryInbox, memoryJobs } from './outbox.ts';
import { plainContext } from './plain-context.ts';
import type { ReadObserver } from './read-observer.ts';
import { RecordTable } from './record-table.ts';
import { filledTables, keyed, recordsInOrder, unkeyed } from './snapshot.ts';
import { LoggedMap, UndoLog } from './undo-log.ts';

/**
 * Stores everything in maps: for scenarios, the explorer, tests, and browsers without persistent
 * storage. `reads` is called for everything that is read, until the document changes.
 */
export function createMemoryStore(model: RunModel, reads: ReadObserver | null = null): StreamingStore {
  return new MemoryStore(model, reads);
}

class MemoryStore implements StreamingStore {
  readonly #log = new UndoLog();
  #model: RunModel;
  #schema: Schema;
  #tables: Tables;
  #serials = new LoggedMap<number>(this.#log);
  #sessions = new LoggedMap<StoredSession>(this.#log);
  #attempts = new LoggedMap<Attempts>(this.#log);
  #answers = new LoggedMap<KeptAnswer>(this.#log);
  #entered = new LoggedMap<number>(this.#log);
  #files = new LoggedMap<Uint8Array>(this.#log);
  #meta = new LoggedMap<string>(this.#log);
  #trails = new LoggedMap<readonly AuditEntry[]>(this.#log);
  jobs = memoryJobs(this.#log);
  inbox = memoryInbox(this.#log);
  #nowhere: EvaluationContext;
  #sequence = 0;
  // One per evaluation context: the value of a computed field is cached while the query runs.
  #views = new WeakMap<EvaluationContext, RecordValues>();

  readonly #reads: ReadObserver | null;

  constructor(model: RunModel, reads: ReadObserver | null) {
    this.#model = model;
    this.#reads = reads;
    this.#schema = schemaOf(model);
    this.#nowhere = plainContext(model);
    this.#tables = this.#emptyTables();
  }

  #emptyTables(): Tables {
    return {
      model: this.#model,
      schema: this.#schema,
      records: new Map(this.#schema.tables.map((table) => [table.entity, new RecordTable(table, this.#log, this.#reads)])),
      links: new LoggedMap<readonly string[]>(this.#log),
      reader: this,
    };
  }

  plan(model: RunModel, renames: readonly Renamed[] = []): MigrationPlan {
    return planMigration(this.#schema, schemaOf(model), existingData(this.#tables), renamesOf(model, renames));
  }

  migrate(model: RunModel, plan: MigrationPlan, note?: () => void): void {
    this.#outsideTransaction('a migration');
    const tables = this.#log.transaction(() => {
      const made = migrated(this.#tables, plan, this.#log, [this.#serials, this.#entered]);
      note?.();
      return made;
    });
    const more = renamingsOf(plan, this.#sequence);
    if (more.length > 0) this.setMeta(renamingsKey, JSON.stringify([...readRenamings(this.meta(renamingsKey)), ...more]));
    this.#model = model;
    this.#schema = plan.schema;
    this.#tables = { model, schema: plan.schema, ...tables, reader: this };
    this.#nowhere = plainContext(model);
    this.#views = new WeakMap();
  }

  clear(): void {
    this.#outsideTransaction('clearing the store');
    this.#tables = this.#emptyTables();
    this.#serials = new LoggedMap(this.#log);
    this.#sessions = new LoggedMap(this.#log);
    this.#attempts = new LoggedMap(this.#log);
    this.#answers = new LoggedMap(this.#log);
    this.#entered = new LoggedMap(this.#log);
    this.#files = new LoggedMap(this.#log);
    this.#meta = new LoggedMap(this.#log);
    this.#trails = new LoggedMap(this.#log);
    this.jobs = memoryJobs(this.#log);
    this.inbox = memoryInbox(this.#log);
  }

  snapshot(): Snapshot {
    return {
      schema: this.#schema,
      records: new Map(this.#schema.tables.map(({ entity }) => [entity, recordsInOrder(this.#tables.records.get(entity))])),
      members: unkeyed(this.#tables.links).map(({ entity, field, record, value }) => ({ entity, field, id: record, members: value })),
      serials: unkeyed(this.#serials).map(({ entity, field, value }) => ({ entity, field, last: value })),
      entered: unkeyed(this.#entered).map(({ entity, field, record, value }) => ({ entity, field, record, at: value })),
      trail: [...this.#trails.values()].flat().sort((a, b) => a.sequence - b.sequence),
      sessions: [...this.#sessions.values()],
      inbox: this.inbox.all(),
      files: new Map([...this.#files.keys()].map((id) => [id, this.#files.get(id) ?? new Uint8Array()])),
      settings: new Map([...this.#meta.keys()].map((key) => [key, this.#meta.get(key) ?? ''])),
    };
  }

  snapshotInto(sink: SnapshotSink): void {
    writeSnapshotTo(this.snapshot(), sink);
  }

  restoreFrom(model: RunModel, pieces: SnapshotPieces): void {
    this.restore(model, readSnapshotPieces(pieces));
  }

  restore(model: RunModel, snapshot: Snapshot): void {
    this.#outsideTransaction('putting a snapshot back');
    // Created first, so that a record that does not fit is refused while the old data still exists.
    const records = filledTables(snapshot, this.#log, this.#reads);
    this.#model = model;
    this.#schema = snapshot.schema;
    this.#nowhere = plainContext(model);
    this.#views = new WeakMap();
    this.clear();
    this.#tables = { ...this.#tables, records };
    for (const { entity, field, id, members } of snapshot.members) this.#tables.links.set(keyed(entity, field, id), members);
    for (const { entity, field, last } of snapshot.serials) this.#serials.set(keyed(entity, field), last);
    for (const { entity, field, record, at } of snapshot.entered) this.#entered.set(keyed(entity, field, record), at);
    for (const entry of snapshot.trail) {
      const key = `${entry.entity}/${entry.record}`;
      this.#trails.set(key, [...(this.#trails.get(key) ?? []), entry]);
      this.#sequence = Math.max(this.#sequence, entry.sequence);
    }
    for (const session of snapshot.sessions) this.#sessions.set(session.tokenHash, session);
    for (const entry of snapshot.inbox) this.inbox.add(entry);
    for (const [id, bytes] of snapshot.files) this.#files.set(id, bytes);
    for (const [key, value] of snapshot.settings) this.#meta.set(key, value);
  }

  #outsideTransaction(what: string): void {
    if (this.#log.open) throw new Error(`${what} cannot stand inside a transaction`);
  }

  record(entity: string, id: string): StoredRecord | null {
    return this.#tables.records.get(entity)?.get(id) ?? null;
  }

  query(query: Query): readonly StoredRecord[] {
    const found = this.#found(query);
    const compare = compareBy(query.sort ?? [], this.#schema);
    const views = this.#viewsOf(query);
    const sorted = found
      .map((stored) => ({ stored, record: views.of(query.entity, stored) }))
      .sort((a, b) => compare(a.record, b.record))
      .map(({ stored }) => stored);
    return pageOf(sorted, query);
  }

  count(query: Query): number {
    const count = this.#found(query).length;
    const rest = Math.max(0, count - (query.offset ?? 0));
    return query.limit === undefined ? rest : Math.min(rest, query.limit);
  }

  /** True for types with an order. */
  ordersBy(_entity: string, { node }: RowValue): boolean {
    return !['list', 'map', 'view', 'json', 'file', 'bytes', 'any'].includes(node.type.kind);
  }

  /** Leaves computed fields out: evaluating them record by record costs no round trips here. */
  queryWith(query: Query): ComputedRecords {
    return { records: this.query(query), computed: new Map(), related: [] };
  }

  sessionOf(tokenHash: string, entity: string): ReturnType<DocumentStore['sessionOf']> {
    const session = this.session(tokenHash);
    return session === null ? null : { session, account: this.record(entity, session.account) };
  }

  computed(): ReturnType<DocumentStore['computed']> {
    return new Map();
  }

  /** The same applies to sums and groups. */
  sums(): ReturnType<DocumentStore['sums']> {
    return new Map();
  }

  groups(): ReturnType<DocumentStore['groups']> {
    return null;
  }

  textsIn(): ReturnType<DocumentStore['textsIn']> {
    return null;
  }

  searched(): null {
    return null;
  }

  #found(query: Query): StoredRecord[] {
    const { conditions, anyOf, search } = query;
    return this.#candidates(query).filter((stored) => {
      if (stored.id === query.except) return false;
      if (query.beyond !== undefined && compareIds(stored.id, query.beyond) <= 0) return false;
      const as = (evaluationContext: EvaluationContext): RecordValue => this.#view(evaluationContext).of(query.entity, stored);
      if (!conditions.every((condition) => isMet(condition, as(condition.scope.evaluationContext)))) return false;
      if (anyOf && !anyOf.every((list) => list.some((condition) => isMet(condition, as(condition.scope.evaluationContext))))) return false;
      return search === undefined || search.text === '' || matches(search, this.#viewsOf(query).of(query.entity, stored), this.#schema);
    });
  }

  #candidates(query: Query): StoredRecord[] {
    const table = this.#tables.records.get(query.entity);
    if (table === undefined) return [];
    let ids: readonly string[] | null = query.ids ?? null;
    const within = (more: readonly string[]): void => {
      const known = ids === null ? null : new Set(ids);
      ids = known === null ? more : more.filter((id) => known.has(id));
    };
    if (query.related) within(this.#related(query.entity, query.related));
    if (query.membersOf) within(this.members(query.membersOf.entity, query.membersOf.field, query.membersOf.id));
    if (ids === null) return table.all();
    return [...new Set<string>(ids)].flatMap((id) => table.get(id) ?? []);
  }

  #related(entity: string, related: NonNullable<Query['related']>): readonly string[] {
    const table = this.#tables.records.get(entity);
    if (table === undefined) return [];
    if (columnFor(table.schema, related.field) !== null) return table.referring(related.field, related.id);
    if (linkFor(this.#schema, entity, related.field) === null) return [];
    return table
      .all()
      .filter((stored) => this.members(entity, related.field, stored.id).includes(related.id))
      .map((stored) => stored.id);
  }

  #view(evaluationContext: EvaluationContext): RecordValues {
    const known = this.#views.get(evaluationContext);
    if (known !== undefined) return known;
    const views = recordValues(this, this.#model, evaluationContext);
    this.#views.set(evaluationContext, views);
    return views;
  }

  /** For sorting and searching: without person and time, unless the query has a scope. */
  #viewsOf(query: Query): RecordValues {
    if (query.scope !== undefined) return this.#view(query.scope.evaluationContext);
    this.#nowhere.budget.renew();
    return this.#view(this.#nowhere);
  }

  members(entity: string, field: string, id: string): readonly string[] {
    this.#reads?.record(entity, id);
    return this.#tables.links.get(`${entity}.${field}/${id}`) ?? [];
  }

  nextSerial(entity: string, field: string): number {
    this.#reads?.serial(entity, field);
    const next = (this.#serials.get(`${entity}.${field}`) ?? 0) + 1;
    this.#serials.set(`${entity}.${field}`, next);
    return next;
  }

  raiseSerial(entity: string, field: string, number: number): void {
    const key = `${entity}.${field}`;
    if (number > (this.#serials.get(key) ?? 0)) this.#serials.set(key, number);
  }

  transaction<T>(body: () => T): T {
    return this.#log.transaction(body);
  }

  step<T>(body: () => T): T {
    return body();
  }

  /** The same as a transaction: memory makes none of the checks that it would skip. */
  withoutRuleChecks<T>(body: () => T): T {
    return this.transaction(body);
  }

  apply(change: Change): void {
    if (!this.#log.open) throw new Error(`a ${change.kind} of ${change.entity} outside a transaction`);
    // A savepoint, so that a change that is refused halfway (a cascade) leaves nothing behind.
    this.#log.transaction(() => {
      applyChange(this.#tables, this.#entered, change);
      if (change.kind === 'insert') this.#raiseSerials(change);
    });
  }

  /** Raises the counters, because a number that was written must not be issued again. */
  #raiseSerials({ entity, record }: Extract<Change, { kind: 'insert' }>): void {
    for (const column of this.#tables.records.get(entity)?.schema.columns ?? []) {
      const number = column.serial ? Number(own(record, column.field)) : Number.NaN;
      if (Number.isSafeInteger(number)) this.raiseSerial(entity, column.field, number);
    }
  }

  audit(entry: Omit<AuditEntry, 'sequence'>): void {
    const key = `${entry.entity}/${entry.record}`;
    this.#sequence++;
    this.#trails.set(key, [...(this.#trails.get(key) ?? []), { ...entry, sequence: this.#sequence }]);
  }

  trail(entity: string, id: string, limit: number): readonly AuditEntry[] {
    const renamings = readRenamings(this.meta(renamingsKey));
    const entries = namePeriods(renamings, entity).flatMap((era) =>
      [...(this.#trails.get(`${era.entity}/${id}`) ?? [])].reverse().filter(({ sequence }) => sequence > era.after && sequence <= era.upTo),
    );
    return entries.slice(0, limit).map((entry) => withCurrentNames(renamings, entry));
  }

  saveSession(session: StoredSession): void {
    for (const { tokenHash, expires } of [...this.#sessions.values()]) if (expires <= session.began) this.#sessions.delete(tokenHash);
    this.#sessions.set(session.tokenHash, session);
  }

  session(tokenHash: string): StoredSession | null {
    this.#reads?.other();
    return this.#sessions.get(tokenHash) ?? null;
  }

  sessions(account: string): readonly StoredSession[] {
    this.#reads?.other();
    return [...this.#sessions.values()]
      .filter((session) => session.account === account)
      .sort((a, b) => b.began - a.began || (a.tokenHash < b.tokenHash ? -1 : 1));
  }

  deleteSession(tokenHash: string): void {
    this.#sessions.delete(tokenHash);
  }

  attempts(key: string): Attempts | null {
    this.#reads?.other();
    return this.#attempts.get(key) ?? null;
  }

  setAttempts(key: string, attempts: Attempts | null, forget: number): void {
    for (const one of [...this.#attempts.keys()]) if ((this.#attempts.get(one)?.last ?? forget) < forget) this.#attempts.delete(one);
    if (attempts === null) this.#attempts.delete(key);
    else this.#attempts.set(key, attempts);
  }

  keptAnswer(key: string): KeptAnswer | null {
    this.#reads?.other();
    return this.#answers.get(key) ?? null;
  }

  keepAnswer(answer: KeptAnswer, forget: number): void {
    for (const one of [...this.#answers.keys()]) if ((this.#answers.get(one)?.at ?? forget) < forget) this.#answers.delete(one);
    this.#answers.set(answer.key, answer);
  }

  enteredAt(entity: string, field: string, id: string): number | null {
    this.#reads?.record(entity, id);
    return this.#entered.get(`${entity}.${field}/${id}`) ?? null;
  }

  entered(entity: string, field: string, page?: EnteredPage): ReadonlyMap<string, number> {
    this.#reads?.other();
    const prefix = `${entity}.${field}/`;
    const ids = [...this.#entered.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
    const { beyond = null, most = ids.length } = page ?? {};
    const some =
      page === undefined
        ? ids
        : ids
            .filter((id) => beyond === null || id > beyond)
            .sort()
            .slice(0, most);
    return new Map(some.map((id) => [id, this.#entered.get(prefix + id) ?? 0]));
  }

  /** Leaves it to the caller, since all records are in memory anyway. */
  enteredFirst(): null {
    return null;
  }

  setEnteredAt(entity: string, field: string, id: string, at: number): void {
    this.#entered.set(`${entity}.${field}/${id}`, at);
  }

  putFile(id: string, bytes: Uint8Array): void {
    this.#reads?.other();
    this.#files.set(id, bytes);
  }

  deleteFile(id: string): void {
    this.#files.delete(id);
  }

  file(id: string): Uint8Array | null {
    this.#reads?.other();
    return this.#files.get(id) ?? null;
  }

  meta(key: string): string | null {
    this.#reads?.other();
    return this.#meta.get(key) ?? null;
  }

  setMeta(key: string, value: string | null): void {
    this.#reads?.other();
    if (value === null) this.#meta.delete(key);
    else this.#meta.set(key, value);
  }

  metaUnder(beginning: string): ReadonlyMap<string, string> {
    this.#reads?.other();
    const keys = [...this.#meta.keys()].filter((key) => key.startsWith(beginning)).sort();
    return new Map(keys.map((key) => [key.slice(beginning.length), this.#meta.get(key) ?? '']));
  }

  close(): void {
    // There is nothing to release.
  }
}
