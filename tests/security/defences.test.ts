import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import { changeDocument } from '../../src/engine/document/change-document.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import type { Model } from '../../src/model/model.ts';
import { readModel } from '../../src/model/read.ts';
import { keptMoves } from '../../src/store/defences/kept-moves.ts';
import { keptRules } from '../../src/store/defences/kept-rules.ts';
import { postgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import { schemaOf } from '../../src/store/schema.ts';
import { conditionsOf } from '../../src/store/sql/conditions.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { attachStore, openStore } from '../../src/store/sql/document-store.ts';
import { identifier, textLiteral } from '../../src/store/sql/identifier.ts';
import { prepareDatabase } from '../../src/store/sqlite/open.ts';
import { sqliteEngine } from '../../src/store/sqlite/sqlite-engine.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { withFewExamples } from '../../testing/few-examples.ts';
import { openEmbedded, postgresConnections } from '../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';

/*
 * SQL that goes round the engine: what sections 4 and 5 do not allow, the database does not take.
 */

const folder = new URL('../../specs/', import.meta.url);
const specs = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, model: readModel(withFewExamples(name, readFileSync(new URL(name, folder), 'utf8'))) }));

const specOf = (name: string): Model => {
  const found = specs.find((spec) => spec.name === name);
  if (found === undefined) throw new Error(`there is no document ${name}`);
  return found.model;
};

const short = ['Ticket: subject is short', 'Ticket: body fits'];
const school = ['Course: a course has an end', 'Course: a course has seats'];
const booking = ['Booking: in order', 'Booking: not too long', 'Booking: note is short', 'Place: hourly is a price'];
const inventory = [
  'Movement: something moves',
  'Movement: what is taken goes out',
  'Movement: what comes goes in',
  'Order: something is ordered',
  'Part: minimum is a number of parts',
  'Part: price is a price',
];
/**
 * Those that look at one record. What trim() leaves is a function of ours in SQLite, which other
 * programs have not.
 */
const shop = ['OrderLine: at least one', 'Review: stars', 'Book: never below nothing'];
const clinic = ['Appointment: times in order', 'Person: insured somewhere'];
const articles = [
  'Article: title is required',
  'Article: description is required',
  'Article: body is required',
  'Comment: comment is required',
  'User: name is required',
];
const asked: Readonly<Record<string, { readonly SQLite: readonly string[]; readonly Postgres: readonly string[] }>> = {
  'booking.md': { SQLite: booking, Postgres: booking },
  'bookshop.md': { SQLite: shop, Postgres: [shop[0] ?? '', 'Order: five digits', ...shop.slice(1)] },
  'clinic.md': { SQLite: clinic, Postgres: clinic },
  'conduit.md': { SQLite: [], Postgres: articles },
  'conduit-strict.md': { SQLite: [], Postgres: articles },
  'helpdesk.md': { SQLite: short, Postgres: ['Ticket: subject is required', ...short, 'Comment: comment is required'] },
  'inventory.md': { SQLite: inventory, Postgres: inventory },
  'invoicing.md': {
    SQLite: [],
    Postgres: ['Line: at least a little', 'Invoice: a discount has its bounds', 'Invoice: a discount has a reason'],
  },
  'school.md': { SQLite: school, Postgres: school },
  'teamwork.md': { SQLite: [], Postgres: ['Task: a task has a title', 'Comment: a comment says something'] },
  'webshop.md': { SQLite: ['Line: at least one'], Postgres: ['Line: at least one', 'Order: four digits'] },
};

interface Opened {
  readonly connection: Connection;
  readonly product: Product;
}

const opened = (connection: Connection, store: DocumentStore, model: Model): Opened => {
  const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher, placeholders: true });
  expect(seedExamples(product)).toEqual([]);
  return { connection, product };
};

const inPostgres =
  (connect: () => Connection) =>
  async (model: Model): Promise<Opened> => {
    const connection = connect();
    return opened(connection, openStore(attachStore(connection, postgresEngine), model), model);
  };
const databases = {
  async SQLite(model: Model): Promise<Opened> {
    const connection = prepareDatabase((await memoryDatabases())());
    return opened(connection, openStore(attachStore(connection, sqliteEngine), model), model);
  },
  Postgres: inPostgres(postgresConnections()),
  PGlite: inPostgres(postgresConnections(openEmbedded)),
};

/** What the database says to statements that are one transaction: `taken`, or why not. */
function said(connection: Connection, ...statements: readonly string[]): string {
  try {
    // As another program would: the store's own transactions say more.
    connection.run('BEGIN');
    for (const statement of statements) connection.run(statement);
    connection.run('COMMIT');
    return 'taken';
  } catch (error) {
    connection.run('ROLLBACK');
    return error instanceof Error ? error.message : String(error);
  }
}

describe.each(Object.entries(databases))('%s', (database, open) => {
  // PGlite takes several times as long as a server, so it gets one of the documents.
  describe.each(specs.filter(({ name }) => database !== 'PGlite' || name === 'helpdesk.md'))('$name', ({ model }) => {
    let at: Opened;
    beforeAll(async () => {
      at = await open(model);
    });
    const schema = schemaOf(model);

    test('moves a record from state to state only as section 4 says', () => {
      const { connection } = at;
      let forbidden = 0;
      let refused = 0;
      for (const { table, column, pairs } of keptMoves(model, schema)) {
        const [name, field] = [identifier(table.table), identifier(column.column)];
        const ids = connection.rows(`SELECT "id", ${field} FROM ${name}`);
        for (const [id, state] of ids) {
          for (const to of column.values) {
            if (to === state || (pairs.get(String(state)) ?? []).includes(to)) continue;
            forbidden++;
            const why = said(connection, `UPDATE ${name} SET ${field} = ${textLiteral(to)} WHERE "id" = ${textLiteral(String(id))}`);
            if (why.includes(`no such transition: ${table.entity}.${column.field}`)) refused++;
          }
        }
      }
      expect(refused).toBe(forbidden);
    });

    test('loads its examples, and takes them again as they are', () => {
      const { connection, product } = at;
      for (const { table } of schema.tables) {
        const columns = product.index.schema.tables.find((one) => one.table === table)?.columns ?? [];
        const same = columns.map(({ column }) => `${identifier(column)} = ${identifier(column)}`).join(', ');
        expect(said(connection, `UPDATE ${identifier(table)} SET ${same}`)).toBe('taken');
      }
    });
  });

  test('keeps rules about one record at the end of a transaction, not half-way', async () => {
    const { connection, product } = await open(specOf('helpdesk.md'));
    const id = textLiteral(exampleRecords(product)['Boiler']?.id ?? '');
    const set = (length: number): string => `UPDATE "Ticket" SET "subject" = ${textLiteral('x'.repeat(length))} WHERE "id" = ${id}`;
    expect(said(connection, set(90))).toBe('taken');
    expect(said(connection, set(5000))).toMatch(/FOREIGN KEY|the rule “subject is short” does not hold/);
    expect(said(connection, set(5000), set(80))).toBe('taken');
    expect(said(connection, set(80), set(5000))).toMatch(/FOREIGN KEY|the rule “subject is short” does not hold/);
    expect(said(connection, set(5000), `UPDATE "Ticket" SET "body" = 'Something else.' WHERE "id" = ${id}`)).not.toBe('taken');
    expect(said(connection, set(5000), `DELETE FROM "Comment"`, `DELETE FROM "Ticket" WHERE "id" = ${id}`)).toBe('taken');
  });

  test('says which rule, where the store’s own transaction breaks it', async () => {
    const { product } = await open(specOf('helpdesk.md'));
    const id = exampleRecords(product)['Boiler']?.id ?? '';
    const { store } = product;
    const write = (): void =>
      store.transaction(() => store.apply({ kind: 'update', entity: 'Ticket', id, values: { subject: 'x'.repeat(5000) } }));
    expect(write).toThrow('Ticket: the rule “subject is short” is broken');
    expect(store.record('Ticket', id)?.['subject']).not.toBe('x'.repeat(5000));
    store.withoutRuleChecks(() => store.apply({ kind: 'update', entity: 'Ticket', id, values: { subject: 'x'.repeat(5000) } }));
    expect(store.record('Ticket', id)?.['subject']).toBe('x'.repeat(5000));
    // Older records that break a rule stay as they are while what it reads is unchanged.
    store.transaction(() => store.apply({ kind: 'update', entity: 'Ticket', id, values: { body: 'Really.' } }));
    expect(store.record('Ticket', id)?.['body']).toBe('Really.');
  });

  test('adds lines to the trail that cannot be changed or deleted', async () => {
    const { connection } = await open(specOf('helpdesk.md'));
    const lines = Number(connection.row('SELECT count(*) FROM "_audit"')?.[0]);
    expect(lines).toBeGreaterThan(0);
    for (const sql of [
      `UPDATE "_audit" SET "by" = 'somebody else'`,
      `UPDATE "_audit" SET "changes" = '{}' WHERE "sequence" = 1`,
      'DELETE FROM "_audit"',
      'DELETE FROM "_audit" WHERE "sequence" = 1',
      `INSERT INTO "_audit" SELECT * FROM "_audit" WHERE "sequence" = 1`,
    ])
      expect(said(connection, sql)).toMatch(/the audit trail is not rewritten|cannot insert/);
    expect(Number(connection.row('SELECT count(*) FROM "_audit"')?.[0])).toBe(lines);
  });

  test('follows a change of the document', async () => {
    const text = withFewExamples('helpdesk.md', readFileSync(new URL('helpdesk.md', folder), 'utf8'));
    const { connection, product } = await open(readModel(text));
    const id = exampleRecords(product)['Boiler']?.id ?? '';
    const long = `UPDATE "Ticket" SET "subject" = ${textLiteral('x'.repeat(5000))} WHERE "id" = ${textLiteral(id)}`;
    expect(said(connection, long)).not.toBe('taken');
    const without = text.replace(/\| subject is short \|.*\n/, '');
    const report = changeDocument(product, product.store as DocumentStore, readModel(without), false);
    expect(report).toMatchObject({ applied: true });
    expect(said(connection, long)).toBe('taken');
  });
});

test.each(specs)('$name: which rules the database asks, and why not the others', ({ name, model }) => {
  const schema = schemaOf(model);
  for (const [database, sqlEngine] of [
    ['SQLite', sqliteEngine],
    ['Postgres', postgresEngine],
  ] as const) {
    const { kept, unkept } = keptRules(model, schema, conditionsOf(model, schema, sqlEngine));
    expect(kept.map(({ table, rule }) => `${table.entity}: ${rule}`)).toEqual(asked[name]?.[database]);
    for (const { why } of unkept) expect(why).not.toContain('mistake');
  }
});
