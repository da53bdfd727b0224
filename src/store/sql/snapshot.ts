import { own } from '../../base/own.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { Schema } from '../schema.ts';
import type { AuditEntry, MemberList, Snapshot } from '../store.ts';
import { createCodec } from './codec.ts';
import { conditionsOf } from './conditions.ts';
import type { Connection } from './connection.ts';
import { identifier } from './identifier.ts';
import { databaseKeys, keepSchema } from './meta.ts';
import { createInbox } from './outbox.ts';
import type { SqlEngine } from './sql-engine.ts';
import { currencyOf } from './write.ts';

/** Everything in a database, as of one moment. `currency` is the document's. */
export function takeSnapshot(connection: Connection, schema: Schema, currency: string): Snapshot {
  return connection.transaction(() => {
    const codec = createCodec(currency);
    const records = schema.tables.map((table) => {
      const columns = table.columns.map((column) => identifier(column.column)).join(', ');
      const rows = connection.rows(`SELECT ${columns} FROM ${identifier(table.table)} ORDER BY "id"`);
      return [table.entity, rows.map((row) => codec.record(table, row))] as const;
    });
    const settings = connection.rows('SELECT "key", "value" FROM "_meta" ORDER BY "key"');
    return {
      schema,
      records: new Map(records),
      members: schema.links.flatMap(({ entity, field, table }) => memberLists(connection, entity, field, table)),
      serials: connection
        .rows('SELECT "entity", "field", "last" FROM "_serial" ORDER BY "entity", "field"')
        .map(([entity, field, last]) => ({ entity: String(entity), field: String(field), last: Number(last) })),
      entered: connection
        .rows('SELECT "entity", "field", "record", "at" FROM "_entered" ORDER BY "entity", "field", "record"')
        .map(([entity, field, record, at]) => ({ entity: String(entity), field: String(field), record: String(record), at: Number(at) })),
      trail: trailOf(connection),
      sessions: connection
        .rows('SELECT "token_hash", "account", "began", "expires" FROM "_session" ORDER BY "token_hash"')
        .map(([tokenHash, account, began, expires]) => ({
          tokenHash: String(tokenHash),
          account: String(account),
          began: Number(began),
          expires: Number(expires),
        })),
      inbox: createInbox(connection).all(),
      files: filesOf(connection),
      settings: new Map(
        settings.flatMap(([key, value]) => (databaseKeys.includes(String(key)) ? [] : [[String(key), String(value)] as const])),
      ),
    };
  });
}

function memberLists(connection: Connection, entity: string, field: string, table: string): MemberList[] {
  const lists = new Map<string, string[]>();
  for (const [owner, member] of connection.rows(`SELECT "owner", "member" FROM ${identifier(table)} ORDER BY "owner", "position"`)) {
    const members = lists.get(String(owner)) ?? [];
    members.push(String(member));
    lists.set(String(owner), members);
  }
  return [...lists].map(([id, members]) => ({ entity, field, id, members }));
}

const trailOf = (connection: Connection): AuditEntry[] =>
  connection
    .rows('SELECT "sequence", "at", "by", "entity", "record", "operation", "changes" FROM "_audit" ORDER BY "sequence"')
    .map(([sequence, at, by, entity, record, operation, changes]) => ({
      sequence: Number(sequence),
      at: Number(at),
      by: by == null ? null : String(by),
      entity: String(entity),
      record: String(record),
      operation: String(operation),
      changes: JSON.parse(String(changes)) as AuditEntry['changes'],
    }));

function filesOf(connection: Connection): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [id] of connection.rows('SELECT "id" FROM "_file" ORDER BY "id"')) {
    const bytes = connection.bytes('SELECT "bytes" FROM "_file" WHERE "id" = ?', [String(id)]);
    // A connection may lend its own memory.
    if (bytes !== null) files.set(String(id), bytes.slice());
  }
  return files;
}

/** Replaces everything by the snapshot, in one transaction. `model`: the snapshot's document. */
export function putSnapshot(connection: Connection, sqlEngine: SqlEngine, model: RunModel, snapshot: Snapshot): void {
  const { schema } = snapshot;
  const conditions = conditionsOf(model, schema, sqlEngine);
  const runAll = (statements: readonly string[]): void => {
    for (const statement of statements) connection.run(statement);
  };
  sqlEngine.clear(connection, () => {
    for (const table of schema.tables) runAll([sqlEngine.createTable(schema, table)]);
    putRecords(connection, model, snapshot);
    // What watches over a table watches what is written from now on, as after a migration.
    for (const table of schema.tables) runAll(sqlEngine.completeTable(schema, table, conditions));
    for (const link of schema.links) runAll(sqlEngine.createLink(schema, link));
    putMembers(connection, snapshot);
    runAll(sqlEngine.createReferences(schema));
    putOwn(connection, sqlEngine, snapshot);
    keepSchema(connection, schema);
  });
}

function putRecords(connection: Connection, model: RunModel, { schema, records }: Snapshot): void {
  const codec = createCodec(currencyOf(model));
  for (const table of schema.tables) {
    const names = table.columns.map((column) => identifier(column.column));
    const text = `INSERT INTO ${identifier(table.table)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    for (const record of records.get(table.entity) ?? []) {
      connection.run(
        text,
        table.columns.map((column) => codec.encode(table, column, own(record, column.field) ?? null)),
      );
    }
  }
}

function putMembers(connection: Connection, { schema, members }: Snapshot): void {
  for (const { entity, field, id, members: all } of members) {
    const link = schema.links.find((candidate) => candidate.entity === entity && candidate.field === field);
    if (link === undefined) continue;
    for (const member of all) connection.run(`INSERT INTO ${identifier(link.table)} ("owner", "member") VALUES (?, ?)`, [id, member]);
  }
}

function putOwn(connection: Connection, sqlEngine: SqlEngine, snapshot: Snapshot): void {
  for (const [key, value] of snapshot.settings) connection.run('INSERT INTO "_meta" ("key", "value") VALUES (?, ?)', [key, value]);
  for (const { entity, field, last } of snapshot.serials)
    connection.run('INSERT INTO "_serial" ("entity", "field", "last") VALUES (?, ?, ?)', [entity, field, last]);
  for (const { entity, field, record, at } of snapshot.entered)
    connection.run('INSERT INTO "_entered" ("entity", "field", "record", "at") VALUES (?, ?, ?, ?)', [entity, field, record, at]);
  for (const { sequence, at, by, entity, record, operation, changes } of snapshot.trail)
    connection.run(sqlEngine.putTrail, [sequence, at, by, entity, record, operation, JSON.stringify(changes)]);
  const last = snapshot.trail.at(-1);
  if (last !== undefined) sqlEngine.continueTrail(connection, last.sequence);
  for (const { tokenHash, account, began, expires } of snapshot.sessions)
    connection.run('INSERT INTO "_session" ("token_hash", "account", "began", "expires") VALUES (?, ?, ?, ?)', [
      tokenHash,
      account,
      began,
      expires,
    ]);
  const inbox = createInbox(connection);
  for (const entry of snapshot.inbox) inbox.add(entry);
  for (const [id, bytes] of snapshot.files) connection.run('INSERT INTO "_file" ("id", "bytes") VALUES (?, ?)', [id, bytes]);
}
