import { own } from '../../base/own.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { RunModel } from '../../model/run-model.ts';
import { inPages, type Page } from '../in-pages.ts';
import { linkFor, type Schema } from '../schema.ts';
import type { Phase, SnapshotPieces, SnapshotSink } from '../snapshot/sink.ts';
import type { AuditEntry } from '../store.ts';
import { createCodec } from './codec.ts';
import { conditionsOf } from './conditions.ts';
import type { Connection } from './connection.ts';
import { identifier } from './identifier.ts';
import { databaseKeys, keepSchema } from './meta.ts';
import { createInbox, entryColumns, entryOf } from './outbox.ts';
import type { SqlEngine } from './sql-engine.ts';
import { currencyOf } from './write.ts';

/** How many rows are read at once. */
const page = 1000;

/**
 * Passes everything in a database, as of one moment, to the sink. `currency` is the document's.
 * Each page is a step, so that even over a network only one page is in memory.
 */
export function takeSnapshot(connection: Connection, schema: Schema, currency: string, sink: SnapshotSink): void {
  connection.transaction(() => {
    const codec = createCodec(currency);
    connection.step(() => {
      sink.begin(schema);
      for (const [key, value] of connection.rows('SELECT "key", "value" FROM "_meta" ORDER BY "key"'))
        if (!databaseKeys.includes(String(key))) sink.setting(String(key), String(value));
    });
    for (const table of schema.tables) {
      const columns = table.columns.map(({ column }) => column);
      eachRow(connection, table.table, columns, ['id'], (row) => sink.record(table.entity, codec.record(table, row)));
    }
    for (const { entity, field, table } of schema.links)
      memberLists(connection, table, (id, members) => sink.members({ entity, field, id, members }));
    eachRow(connection, '_serial', ['entity', 'field', 'last'], ['entity', 'field'], ([entity, field, last]) =>
      sink.serial({ entity: String(entity), field: String(field), last: Number(last) }),
    );
    eachRow(connection, '_entered', ['entity', 'field', 'record', 'at'], ['entity', 'field', 'record'], ([entity, field, record, at]) =>
      sink.entered({ entity: String(entity), field: String(field), record: String(record), at: Number(at) }),
    );
    eachRow(connection, '_audit', trailColumns, ['sequence'], (row) => sink.trail(trailEntry(row)));
    eachRow(connection, '_session', ['token_hash', 'account', 'began', 'expires'], ['token_hash'], ([tokenHash, account, began, expires]) =>
      sink.session({ tokenHash: String(tokenHash), account: String(account), began: Number(began), expires: Number(expires) }),
    );
    eachRow(connection, '_inbox', entryColumns, ['id'], (row) => sink.inbox(entryOf(row)));
    eachRow(connection, '_file', ['id'], ['id'], ([id]) => {
      connection.step(() => {
        const bytes = connection.bytes('SELECT "bytes" FROM "_file" WHERE "id" = ?', [String(id)]);
        // Copied, because a connection may lend its own memory.
        if (bytes !== null) sink.file(String(id), bytes.slice());
      });
    });
  });
}

type Row = readonly SqlScalar[];

/** Reads the rows of a table in the order of its key, page by page. */
function eachRow(
  connection: Connection,
  table: string,
  columns: readonly string[],
  key: readonly string[],
  each: (row: Row) => void,
): void {
  const names = key.map(identifier);
  const select = `SELECT ${columns.map(identifier).join(', ')} FROM ${identifier(table)}`;
  const order = ` ORDER BY ${names.join(', ')} LIMIT ${page}`;
  const beyond = ` WHERE (${names.join(', ')}) > (${names.map(() => '?').join(', ')})`;
  const places = key.map((name) => columns.indexOf(name));
  inPages(connection, (from: Row | null): Page<Row> => {
    const rows = from === null ? connection.rows(select + order) : connection.rows(select + beyond + order, from);
    for (const row of rows) each(row);
    const last = rows.at(-1);
    return { next: last === undefined || rows.length < page ? null : places.map((place) => last[place] ?? null) };
  });
}

/** Reads the lists in a link table; a list may span several pages. */
function memberLists(connection: Connection, table: string, each: (id: string, members: readonly string[]) => void): void {
  const deliver = (open: OpenList | null): void => {
    if (open !== null)
      each(
        open.owner,
        [...open.members].sort(([a], [b]) => a - b).map(([, member]) => member),
      );
  };
  const select = `SELECT "owner", "member", "position" FROM ${identifier(table)}`;
  const order = ` ORDER BY "owner", "member" LIMIT ${page}`;
  inPages(connection, (from: { readonly at: Row; readonly open: OpenList } | null): Page<{ readonly at: Row; readonly open: OpenList }> => {
    const rows =
      from === null ? connection.rows(select + order) : connection.rows(`${select} WHERE ("owner", "member") > (?, ?)${order}`, from.at);
    let open: OpenList | null = from === null ? null : { owner: from.open.owner, members: [...from.open.members] };
    for (const [owner, member, position] of rows) {
      if (open === null || open.owner !== owner) {
        deliver(open);
        open = { owner: String(owner), members: [] };
      }
      open.members.push([Number(position), String(member)]);
    }
    const last = rows.at(-1);
    if (last !== undefined && open !== null && rows.length === page) return { next: { at: last.slice(0, 2), open } };
    deliver(open);
    return { next: null };
  });
}

interface OpenList {
  readonly owner: string;
  /** Each with its position. */
  readonly members: [number, string][];
}

const trailColumns = ['sequence', 'at', 'by', 'entity', 'record', 'operation', 'changes'];

const trailEntry = ([sequence, at, by, entity, record, operation, changes]: Row): AuditEntry => ({
  sequence: Number(sequence),
  at: Number(at),
  by: by == null ? null : String(by),
  entity: String(entity),
  record: String(record),
  operation: String(operation),
  changes: JSON.parse(String(changes)) as AuditEntry['changes'],
});

/**
 * Replaces everything with the snapshot, in one transaction. `model`: the snapshot's document. Each
 * page is a step, and is sent before the next is read.
 */
export function putSnapshot(connection: Connection, sqlEngine: SqlEngine, model: RunModel, pieces: SnapshotPieces): void {
  const { schema } = pieces;
  const conditions = conditionsOf(model, schema, sqlEngine);
  const runAll = (statements: readonly string[]): void => {
    for (const statement of statements) connection.run(statement);
  };
  const sink = putSink(connection, sqlEngine, model, schema);
  const pour = (phase: Phase): void =>
    void inPages(connection, (from: number | null): Page<number> => {
      const next = connection.step(() => pieces.page(phase, from, sink));
      // A query, because writes are sent together with the next query.
      connection.step(() => connection.row('SELECT 1'));
      return { next };
    });
  sqlEngine.clear(connection, () => {
    pour('settings');
    for (const table of schema.tables) runAll([sqlEngine.createTable(schema, table)]);
    pour('records');
    // Triggers and indexes come after the records, so that they only check later writes, as after a
    // migration.
    for (const table of schema.tables) runAll(sqlEngine.completeTable(schema, table, conditions));
    for (const link of schema.links) runAll(sqlEngine.createLink(schema, link));
    pour('members');
    runAll(sqlEngine.createReferences(schema));
    pour('rest');
    const last = connection.row('SELECT max("sequence") FROM "_audit"')?.[0] ?? null;
    if (last !== null) sqlEngine.continueTrail(connection, Number(last));
    keepSchema(connection, schema);
  });
}

function putSink(connection: Connection, sqlEngine: SqlEngine, model: RunModel, schema: Schema): SnapshotSink {
  const codec = createCodec(currencyOf(model));
  const tables = new Map(
    schema.tables.map((table) => {
      const names = table.columns.map((column) => identifier(column.column));
      const text = `INSERT INTO ${identifier(table.table)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      return [table.entity, { table, text }];
    }),
  );
  const inbox = createInbox(connection);
  return {
    begin: () => undefined,
    setting: (key, value) => connection.run('INSERT INTO "_meta" ("key", "value") VALUES (?, ?)', [key, value]),
    record(entity, record) {
      const known = tables.get(entity);
      if (known === undefined) return;
      const { table, text } = known;
      connection.run(
        text,
        table.columns.map((column) => codec.encode(table, column, own(record, column.field) ?? null)),
      );
    },
    members({ entity, field, id, members }) {
      const link = linkFor(schema, entity, field);
      if (link === null) return;
      for (const member of members) connection.run(`INSERT INTO ${identifier(link.table)} ("owner", "member") VALUES (?, ?)`, [id, member]);
    },
    serial: ({ entity, field, last }) =>
      connection.run('INSERT INTO "_serial" ("entity", "field", "last") VALUES (?, ?, ?)', [entity, field, last]),
    entered: ({ entity, field, record, at }) =>
      connection.run('INSERT INTO "_entered" ("entity", "field", "record", "at") VALUES (?, ?, ?, ?)', [entity, field, record, at]),
    trail: ({ sequence, at, by, entity, record, operation, changes }) =>
      connection.run(sqlEngine.putTrail, [sequence, at, by, entity, record, operation, JSON.stringify(changes)]),
    session: ({ tokenHash, account, began, expires }) =>
      connection.run('INSERT INTO "_session" ("token_hash", "account", "began", "expires") VALUES (?, ?, ?, ?)', [
        tokenHash,
        account,
        began,
        expires,
      ]),
    inbox: (entry) => inbox.add(entry),
    file: (id, bytes) => connection.run('INSERT INTO "_file" ("id", "bytes") VALUES (?, ?)', [id, bytes]),
  };
}
