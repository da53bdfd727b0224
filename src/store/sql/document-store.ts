import type { RunModel } from '../../model/run-model.ts';
import { renamesOf } from '../migration/known-renames.ts';
import { planMigration } from '../migration/plan.ts';
import { type Schema, schemaOf } from '../schema.ts';
import { gatherSnapshot, piecesOf, type SnapshotPieces, type SnapshotSink, type StreamingStore } from '../snapshot/sink.ts';
import type { Store } from '../store.ts';
import { conditionsOf } from './conditions.ts';
import type { Connection } from './connection.ts';
import { tuneDefences } from './defences.ts';
import type { Conditions } from './kept-conditions.ts';
import { keepSchema, keptSchema, layoutKey, metaUnder, readMeta, writeMeta } from './meta.ts';
import { applyMigration, existingData } from './migrate.ts';
import { createStore } from './model-store.ts';
import { putSnapshot, takeSnapshot } from './snapshot.ts';
import type { SqlEngine } from './sql-engine.ts';
import { tuneIndexes } from './tuned-indexes.ts';
import { currencyOf } from './write.ts';

/**
 * The store of a document: creates the tables in an empty database; refuses a database whose data
 * has another schema.
 */
export function openStore(store: UnopenedStore, model: RunModel): StreamingStore {
  if (store.keptSchema() === null) store.begin(model);
  else store.adopt(model);
  return store;
}

/** A database whose document is not known yet: first call `begin`, `adopt` or `migrate`. */
export interface UnopenedStore extends StreamingStore {
  /** The schema of the stored data; null if there is no data. */
  keptSchema(): Schema | null;
  /** Creates the tables. */
  begin(model: RunModel): void;
  /** Uses the existing data; throws if it has another schema. */
  adopt(model: RunModel): void;
  /** Schema parts that were missing on opening and have been recreated, one sentence each. */
  readonly mended: readonly string[];
  /**
   * Advice for the database administrator, where this connection lacks rights (SqlEngine.guard).
   */
  readonly unguarded: readonly string[];
  /**
   * The position of the database's log when this store last wrote; null if it has not written, or
   * no replica needs it.
   */
  readonly position: string | null;
  /** For a replica: whether it has replayed the log up to this position. */
  reached(position: string): boolean;
  /**
   * After DocumentChanged: accepts the tables in their current form. Then read their document and
   * adopt it.
   */
  look(): void;
}

/** The store over a connection whose database already has the store's own tables. */
export function attachStore(connection: Connection, sqlEngine: SqlEngine): UnopenedStore {
  let inner: Store | null = null;
  let opened: RunModel | null = null;
  let mended: readonly string[] = [];
  let unguarded: readonly string[] = [];
  const current = (): Store => {
    if (inner === null) throw new Error('the store has no document yet');
    return inner;
  };
  const outsideTransaction = (what: string): void => {
    if (connection.inTransaction) throw new Error(`${what} cannot stand inside a transaction`);
  };
  const notLaidOut = (what: string): void => {
    if (readMeta(connection, layoutKey) !== null)
      throw new Error(
        `the tables are laid out on several machines, where ${what} is not done: take a snapshot, put it into an empty database, and lay that out`,
      );
  };
  const use = (model: RunModel, schema: Schema): void => {
    const laidOut = sqlEngine.laidOut(connection, model, schema);
    // A store that can write maintains them; a replica gets them with everything else.
    if (connection.keepsTables) {
      // Distributed tables have other keys (layout/).
      if (laidOut === null) mended = sqlEngine.complete(connection, model, schema);
      tuneIndexes(connection, sqlEngine, model, schema);
      tuneDefences(connection, sqlEngine, model, schema, laidOut !== null);
      unguarded = sqlEngine.guard(connection);
    }
    opened = model;
    inner = createStore(connection, sqlEngine, model, schema, laidOut);
  };
  const adopt = (model: RunModel): void => {
    const [schema, wanted] = [keptSchema(connection), schemaOf(model)];
    if (schema === null || withoutLeniency(schema) !== withoutLeniency(wanted)) {
      throw new Error(
        `the data was made under another schema (${schema?.tables.length ?? 0} tables; the document asks for ${wanted.tables.length}): migrate it`,
      );
    }
    use(model, schema);
  };

  const begin = (model: RunModel): void => {
    const schema = schemaOf(model);
    const made = connection.transaction(() => {
      // Another process may have created the tables at the same moment.
      if (keptSchema(connection) !== null) return false;
      for (const statement of createSchema(sqlEngine, schema, conditionsOf(model, schema, sqlEngine))) connection.run(statement);
      keepSchema(connection, schema);
      return true;
    });
    if (made) use(model, schema);
    else adopt(model);
  };

  const snapshotInto = (sink: SnapshotSink, under = opened ?? undefined): void => {
    const schema = keptSchema(connection);
    if (schema === null || under === undefined) throw new Error('there is no data to take a snapshot of');
    takeSnapshot(connection, schema, currencyOf(under), sink);
  };

  const restoreFrom = (model: RunModel, pieces: SnapshotPieces): void => {
    outsideTransaction('putting a snapshot back');
    notLaidOut('putting a snapshot back');
    putSnapshot(connection, sqlEngine, model, pieces);
    use(model, pieces.schema);
  };

  return {
    keptSchema: () => keptSchema(connection),
    begin,
    adopt,
    get mended() {
      return mended;
    },
    get unguarded() {
      return unguarded;
    },
    look: () => connection.look(),
    get position() {
      return connection.position;
    },
    reached: (position) => connection.reached(position),
    plan(model, renames = []) {
      const schema = keptSchema(connection);
      if (schema === null) throw new Error('there is no data to bring along');
      return planMigration(schema, schemaOf(model), existingData(connection, sqlEngine, schema), renamesOf(model, renames));
    },
    migrate(model, plan, note) {
      outsideTransaction('a migration');
      const schema = keptSchema(connection);
      if (schema === null) throw new Error('there is no data to bring along');
      if (plan.steps.length === 0) {
        // Writing nothing leaves other processes undisturbed, which matters because every process
        // starts with an unchanged document. And the schema of a large document is long.
        const isKept = JSON.stringify(plan.schema) === JSON.stringify(schema);
        if (note !== undefined || !isKept)
          connection.changing(() => {
            if (!isKept) keepSchema(connection, plan.schema);
            note?.();
          });
      } else {
        notLaidOut('rebuilding a table');
        applyMigration(connection, sqlEngine, conditionsOf(model, plan.schema, sqlEngine), schema, plan, note);
      }
      use(model, plan.schema);
    },
    clear() {
      outsideTransaction('clearing the store');
      notLaidOut('clearing everything');
      sqlEngine.clear(connection);
      inner = null;
      if (opened !== null) begin(opened);
    },
    snapshot(under) {
      // The same object each time the body is re-run, because finished steps do not pour their
      // records again.
      const gathered = connection.fixed('snapshot', gatherSnapshot);
      return connection.transaction(() =>
        connection.step(() => {
          snapshotInto(gathered, under);
          return gathered.snapshot();
        }),
      );
    },
    snapshotInto,
    restore: (model, snapshot) => restoreFrom(model, piecesOf(snapshot)),
    restoreFrom,
    record: (entity, id) => current().record(entity, id),
    query: (query) => current().query(query),
    count: (query, most) => current().count(query, most),
    sums: (query, fields) => current().sums(query, fields),
    ordersBy: (entity, value) => current().ordersBy(entity, value),
    groups: (query, by, measured) => current().groups(query, by, measured),
    textsIn: (query, field) => current().textsIn(query, field),
    computed: (entity, fields, ids, scope) => current().computed(entity, fields, ids, scope),
    queryWith: (query, fields, scope, relations, memberships) => current().queryWith(query, fields, scope, relations, memberships),
    sessionOf: (tokenHash, entity) => current().sessionOf(tokenHash, entity),
    members: (entity, field, id) => current().members(entity, field, id),
    nextSerial: (entity, field) => current().nextSerial(entity, field),
    raiseSerial: (entity, field, number) => current().raiseSerial(entity, field, number),
    transaction: (body, of, undone) => (inner ?? connection).transaction(body, of, undone),
    withoutRuleChecks: (body) => current().withoutRuleChecks(body),
    step: (body) => connection.step(body),
    apply: (change) => current().apply(change),
    audit: (entry) => current().audit(entry),
    trail: (entity, id, limit) => current().trail(entity, id, limit),
    saveSession: (session) => current().saveSession(session),
    session: (tokenHash) => current().session(tokenHash),
    sessions: (account) => current().sessions(account),
    deleteSession: (tokenHash) => current().deleteSession(tokenHash),
    attempts: (key) => current().attempts(key),
    setAttempts: (key, attempts, forget) => current().setAttempts(key, attempts, forget),
    keptAnswer: (key) => current().keptAnswer(key),
    keepAnswer: (answer, forget) => current().keepAnswer(answer, forget),
    enteredAt: (entity, field, id) => current().enteredAt(entity, field, id),
    entered: (entity, field, page) => current().entered(entity, field, page),
    searched: (query, most) => current().searched(query, most),
    enteredFirst: (query, field, most) => current().enteredFirst(query, field, most),
    setEnteredAt: (entity, field, id, at) => current().setEnteredAt(entity, field, id, at),
    putFile: (id, bytes) => current().putFile(id, bytes),
    file: (id) => current().file(id),
    deleteFile: (id) => current().deleteFile(id),
    get jobs() {
      return current().jobs;
    },
    get inbox() {
      return current().inbox;
    },
    // Settings are readable before the document is known, because they may contain it.
    meta: (key) => readMeta(connection, key),
    setMeta: (key, value) => writeMeta(connection, key, value),
    metaUnder: (beginning) => metaUnder(connection, beginning),
    close: () => connection.close(),
  };
}

/** The statements that create a document's tables, with everything that belongs to them. */
export const createSchema = (sqlEngine: SqlEngine, schema: Schema, conditions: Conditions): string[] => [
  ...schema.tables.flatMap((table) => [sqlEngine.createTable(schema, table), ...sqlEngine.completeTable(schema, table, conditions)]),
  ...schema.links.flatMap((link) => sqlEngine.createLink(schema, link)),
  ...sqlEngine.createReferences(schema),
];

const withoutLeniency = (schema: Schema): string =>
  JSON.stringify(schema, (key, value: unknown) => (key === 'lenient' || key === 'unindexed' ? undefined : value));
