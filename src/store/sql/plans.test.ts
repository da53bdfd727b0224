import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCustomer } from '../../../benchmarks/store/as-customer.ts';
import { databases, type OpenDatabase } from '../../../benchmarks/store/databases.ts';
import { agent, customer, epoch, fill, idOf } from '../../../benchmarks/store/fill.ts';
import { whyNoServer } from '../../../testing/postgres/postgres-server.ts';
import { type Statement, spiedConnection } from '../../../testing/store/spied-connection.ts';
import { systemPlatform } from '../../base/platform.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { create } from '../../engine/operations/create.ts';
import { createProduct } from '../../engine/product.ts';
import { partData } from '../../engine/view.ts';
import { rowMatches } from '../../engine/world/row-query.ts';
import { nobody } from '../../engine/world/world.ts';
import { queueOf } from '../../model/queue.ts';
import { readModel } from '../../model/read.ts';
import { schemaOf } from '../schema.ts';
import type { Query, Store } from '../store.ts';
import type { Parameter } from './connection.ts';
import { attachStore, openStore } from './document-store.ts';
import { tuneIndexes } from './tuned-indexes.ts';

const model = readModel(readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8'));
const tickets = 5000;
const up = (field: string) => ({ field, descending: false });
const down = (field: string) => ({ field, descending: true });

/** A real server if available, because it is several times as fast as PGlite. */
const postgres = whyNoServer() === null ? 'Postgres' : 'PGlite';

/**
 * A page of a long list must cost only what the page costs: the database reads an index, and sorts
 * only within equal values.
 */
describe.each(['SQLite', postgres])('%s reads lists by an index', (name) => {
  let database: OpenDatabase;
  let store: Store;
  let asked: Statement;
  /** The statement that returned the last single row. */
  let figure = '';
  let counted: readonly Parameter[] = [];
  /** All statements that returned a single row. */
  const single: Statement[] = [];
  beforeAll(async () => {
    const open = databases[name];
    if (open === undefined) throw new Error(`there is no database ${name}`);
    database = await open();
    const { connection } = database;
    const spied = spiedConnection(connection, {
      rows(statement) {
        asked = statement;
      },
      row(statement) {
        single.push(statement);
        figure = statement.sql;
        counted = statement.parameters;
      },
    });
    store = openStore(attachStore(spied, database.sqlEngine), model);
    fill(database, tickets);
  }, 60_000);
  afterAll(() => database.close());

  /** The steps of the query plan, as the database describes them. */
  function plan(query: Partial<Query>): string {
    store.query({ entity: 'Ticket', conditions: [], limit: 25, ...query });
    return planned();
  }

  /** The plan of the last statement. */
  function planned({ sql, parameters } = asked): string {
    const explain = name === 'SQLite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN (COSTS OFF)';
    return database.connection
      .rows(`${explain} ${sql}`, parameters)
      .map((row) => String(row.at(-1)))
      .join('\n');
  }
  const scansAll = name === 'SQLite' ? /SCAN t1(?! USING INDEX)/ : /Seq Scan on "Ticket"/;
  const sortsAll = name === 'SQLite' ? /USE TEMP B-TREE FOR ORDER BY/ : /(?<!Incremental )Sort(?! Key)/;

  test.each<[string, Partial<Query>]>([
    ['an order of the document, by an enum and a computed field', { sort: [down('priority'), up('due')] }],
    ['another order of the document', { sort: [down('createdAt')] }],
    ['what is unique', { sort: [up('number')] }],
    ['the order of creation', {}],
  ])('%s', (_, query) => {
    expect(plan(query)).not.toMatch(scansAll);
    expect(plan(query)).not.toMatch(sortsAll);
  });

  test('with a filter and a permission', () => {
    const { where } = asCustomer(model, store);
    const [open, mine] = [where('status != "closed"'), where('customer == me')];
    const filtered = { conditions: [open], anyOf: [[mine]], sort: [down('createdAt')] };
    expect(plan(filtered)).not.toMatch(scansAll);
    expect(plan({ conditions: [open], sort: [down('priority'), up('due')] })).not.toMatch(sortsAll);
  });

  test('by the other side of a relation, and by a state', () => {
    expect(plan({ related: { field: 'customer', id: idOf(0, customer) } })).toMatch(/by customer|~rule/);
    const { where } = asCustomer(model, store);
    expect(plan({ conditions: [where('status == "resolved"')], sort: [down('createdAt')] })).not.toMatch(scansAll);
  });

  test('counts the few waiting records of a queue in an index', () => {
    const screen = model.screens.find(({ name }) => name.text === 'Queue');
    const queue = screen === undefined ? null : queueOf(model, screen);
    expect([...(queue?.states ?? [])]).toEqual(['open', 'assigned', 'resolved']);
    const { where, scope } = asCustomer(model, store);
    const node = queue?.condition;
    if (node === undefined) throw new Error('the screen has a queue');
    database.connection.run('BEGIN');
    try {
      // Gives Postgres statistics about each state.
      if (name !== 'SQLite')
        for (const sql of [
          'ALTER TABLE "Ticket" DISABLE TRIGGER USER',
          `UPDATE "Ticket" SET "status" = 'closed' WHERE "number" > 50`,
          'ANALYZE "Ticket"',
        ])
          database.connection.run(sql);
      const waiting = [where('status != "closed"'), { node, variable: null, scope }];
      expect(store.count({ entity: 'Ticket', conditions: waiting })).toBe(
        store.count({ entity: 'Ticket', conditions: waiting.slice(0, 1) }),
      );
      store.count({ entity: 'Ticket', conditions: waiting });
      expect(planned({ sql: figure, parameters: counted })).toMatch(
        name === 'SQLite' ? /SEARCH t1 USING COVERING INDEX ~order|SEARCH t1 USING INDEX ~order \w+ \(status/ : /by status/,
      );
    } finally {
      database.connection.run('ROLLBACK');
    }
  });

  test('reads the last page like the first', () => {
    const query = { sort: [down('priority'), up('due')], fromEnd: true };
    expect(plan(query)).not.toMatch(scansAll);
    expect(plan(query)).not.toMatch(sortsAll);
  });

  test.runIf(name !== 'SQLite').each([
    ['the order of another record’s label', { sort: [up('customer')] }],
    ['the same from the other end', { sort: [up('customer')], fromEnd: true }],
    ['the other way round, with a filter', { sort: [down('customer'), up('number')], filtered: true }],
  ])('%s', (_, { filtered, ...query }: Partial<Query> & { filtered?: boolean }) => {
    const conditions = filtered === true ? [asCustomer(model, store).where('status != "closed"')] : [];
    const steps = plan({ ...query, conditions });
    expect(steps).toMatch(/Incremental Sort/);
    expect(steps).toMatch(/using "~order \w+" on "User"/);
    expect(steps).not.toMatch(scansAll);
    const page = store.query({ entity: 'Ticket', ...query, conditions, limit: 25 });
    const labels = new Map(store.query({ entity: 'User', conditions: [] }).map(({ id, name }) => [id, String(name)]));
    const names = page.map(({ customer }) => labels.get(String(customer)) ?? '');
    const [downwards, fromEnd] = [query.sort?.[0]?.descending === true, query.fromEnd === true];
    expect(fromEnd ? names.at(-1) : names[0]).toBe(downwards || fromEnd ? 'User 999' : 'User 1');
    expect(names).toEqual(downwards ? [...names].sort().reverse() : [...names].sort());
    expect(store.count({ entity: 'Ticket', conditions: [], ...query })).toBe(tickets);
  });

  test.runIf(name !== 'SQLite')('a label may be longer than an index entry', () => {
    database.connection.run('BEGIN');
    try {
      let long = '';
      for (let number = 1; long.length < 9000; number++) long += `${Math.sin(number)}`;
      const rename = (number: number, label: string): void =>
        database.connection.run('UPDATE "User" SET "name" = ? WHERE "id" = ?', [label, idOf(0, number)]);
      rename(7, `User 10-b${long}`);
      rename(8, `User 10-a${long}`);
      const page = store.query({ entity: 'Ticket', conditions: [], sort: [up('customer')], limit: 20 });
      expect(page.map(({ customer }) => customer)).toEqual(['1', '10', '8', '7'].flatMap((one) => Array(5).fill(idOf(0, Number(one)))));
    } finally {
      database.connection.run('ROLLBACK');
    }
  });

  test.runIf(name !== 'SQLite')('by the label of another record that may be missing', () => {
    const assigned = (from: number, to: string): void =>
      database.connection.run(`UPDATE "Ticket" SET "assignee" = ${to} WHERE "number" % 50 = ${from}`);
    database.connection.run('BEGIN');
    assigned(1, `(SELECT "id" FROM "User" WHERE "name" = 'User 2')`);
    assigned(2, `(SELECT "id" FROM "User" WHERE "name" = 'User 10')`);
    database.connection.run('ANALYZE "Ticket"');
    try {
      const conditions = [asCustomer(model, store).where('status != "closed"')];
      const pages = [up('assignee'), down('assignee')].flatMap((by) =>
        [false, true].flatMap((fromEnd) =>
          [0, 95, 2400].map((offset): Partial<Query> => ({ sort: [by, down('number')], fromEnd, offset, limit: 30, conditions })),
        ),
      );
      for (const page of pages) {
        const { limit = 0, offset = 0, ...unpaged } = page;
        const all = store.query({ entity: 'Ticket', conditions: [], ...unpaged, fromEnd: false });
        const [from, to] = page.fromEnd === true ? [all.length - offset - limit, all.length - offset] : [offset, offset + limit];
        const expected = all.slice(Math.max(0, from), to);
        expect(store.query({ entity: 'Ticket', conditions: [], ...page }).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }
      const steps = plan({ sort: [up('assignee')], conditions });
      expect(steps).toMatch(/using "~order \w+" on "User"/);
      expect(steps).not.toMatch(scansAll);
    } finally {
      database.connection.run('ROLLBACK');
    }
  });

  test('reads a page of the second half from the end', () => {
    const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
    const sort = [down('priority'), up('due')];
    const found = product
      .world(nobody)
      .entity('Ticket', 'product')
      .page({ sort, offset: tickets - 30, limit: 25 });
    expect(asked.parameters).not.toContain(tickets - 30);
    const ids = store.query({ entity: 'Ticket', conditions: [], sort }).map(({ id }) => id);
    expect(found.records.map(({ id }) => id)).toEqual(ids.slice(-30, -5));
    expect(found.total).toBe(tickets);
    const beyond = product
      .world(nobody)
      .entity('Ticket', 'product')
      .page({ sort, offset: tickets + 5, limit: 25 });
    expect([beyond.records, beyond.total]).toEqual([[], tickets]);
  });

  test('a page counts no further than necessary, unless it is far in', () => {
    const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
    const all = product.world(nobody).entity('Ticket', 'product');
    const counted = (offset: number, most: number): unknown => {
      const { total, more } = all.page({ offset, limit: 25, most });
      return { total, more };
    };
    expect(counted(0, 100)).toEqual({ total: 100, more: true });
    expect(figure).toMatch(/count\(\*\) FROM \(SELECT 1 .* LIMIT/s);
    expect(counted(25, 100)).toEqual({ total: 100, more: true });
    expect(counted(50, 100)).toEqual({ total: tickets, more: false });
    expect(counted(0, tickets)).toEqual({ total: tickets, more: false });
    expect(counted(0, tickets - 1)).toEqual({ total: tickets - 1, more: true });
  });

  test('a list counts no further than it shows, and so do its filters', () => {
    const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
    const person = product.as(idOf(0, agent));
    single.length = 0;
    const read = (screen: string, id: string) =>
      partData({ product, person, world: product.world(person) }, { screen, parameters: {} }, id, {});
    expect(read('Queue', '1.0.0')).toMatchObject({ kind: 'list', total: 3750, filters: [{}, {}, { field: 'assignee', more: true }] });
    const counts = single.filter(({ sql }) => /count\(\*\)/.test(sql));
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.map(({ sql }) => sql).filter((sql) => !/LIMIT/.test(sql))).toEqual([]);
  });

  test('by a calendar’s time, which is a computed field', () => {
    const { where } = asCustomer(model, store);
    const from = '2026-01-03T00:00:00Z';
    const conditions = [where(`due >= timestamp("${from}")`), where('due < timestamp("2026-01-04T00:00:00Z")')];
    const steps = plan({ conditions, sort: [up('due')] });
    expect(steps).toMatch(name === 'SQLite' ? /SEARCH t1 USING INDEX ~order/ : /Index Cond: .*createdAt.*>=.*<.*/s);
    expect(steps).not.toMatch(sortsAll);
    expect(store.count({ entity: 'Ticket', conditions })).toBe((24 * 60) / 3);
  });

  test('for a column of a board, whose records are in one state', () => {
    const { where } = asCustomer(model, store);
    for (const state of ['open', 'resolved']) {
      const column = plan({ conditions: [where(`status == "${state}"`)], limit: 50 });
      expect(column).toMatch(/~order/);
      expect(column).not.toMatch(scansAll);
      expect(column).not.toMatch(sortsAll);
    }
  });

  test.each(['status', 'assignee', 'createdAt'])('a chart by %s reads each record once, and sorts none', (by) => {
    const { scope } = asCustomer(model, store);
    const groups = store.groups({ entity: 'Ticket', conditions: [], scope }, by, null);
    expect((groups ?? []).reduce((sum, { records }) => sum + records, 0)).toBe(tickets);
    const steps = planned().split('\n');
    expect(steps.filter((step) => /"?(?:Ticket|User)"?|t\d/.test(step) && /scan|search/i.test(step))).toHaveLength(1);
    expect(steps.join('\n')).not.toMatch(/SubPlan|SUBQUERY|Nested Loop|Join/i);
    if (name !== 'SQLite') expect(steps.join('\n')).toMatch(/HashAggregate|Group.*Index Only Scan/s);
  });

  test('counts the records of an inverse list that are in a state', () => {
    store.computed('User', ['openTickets'], [idOf(0, agent), idOf(0, customer)], asCustomer(model, store).scope);
    expect(planned()).toMatch(/~count \w+/);
  });

  test('a rule over someone’s recent records reads those alone', () => {
    const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
    const values = new Map([['subject', 'It drips']]);
    single.length = 0;
    const made = product.perform(product.as(idOf(0, customer)), create, { entity: 'Ticket', values, authority: 'person' });
    expect(made.ok).toBe(true);
    const [rule, ...others] = single.filter(({ sql }) => /^SELECT count\(\*\) FROM "Ticket"/.test(sql));
    expect(others).toEqual([]);
    const range = name === 'SQLite' ? /~rule \w+ \(customer=\? AND createdAt>\?\)/ : /~rule.*\n.*customer.*createdAt.*>/;
    expect(planned(rule)).toMatch(range);
    database.connection.run('DELETE FROM "Ticket" WHERE "number" > ?', [tickets]);
  });

  test.runIf(name === 'SQLite')('no index of one column stays beside a longer one that begins with it, but that which counts all', () => {
    const indexes = (): string[] =>
      database.connection.rows(`SELECT "name" FROM sqlite_schema WHERE "tbl_name" = 'Ticket' AND "type" = 'index'`).map(String).sort();
    const plain = () => indexes().filter((index) => index.startsWith('Ticket.by '));
    expect(plain()).toEqual(['Ticket.by createdAt', 'Ticket.by createdBy']);
    // Without the rule and the lists, the indexes of the schema are needed again.
    tuneIndexes(database.connection, database.sqlEngine, { ...model, rules: [], screens: [], calls: [], entities: [] }, schemaOf(model));
    expect(plain()).toEqual(['assignee', 'createdAt', 'createdBy', 'customer', 'status'].map((field) => `Ticket.by ${field}`));
    tuneIndexes(database.connection, database.sqlEngine, model, schemaOf(model));
    expect(plain()).toEqual(['Ticket.by createdAt', 'Ticket.by createdBy']);
  });

  test('by the longest time in a state', () => {
    const { where } = asCustomer(model, store);
    const query = { entity: 'Ticket', conditions: [where('status in ["resolved"]')] };
    store.transaction(() => {
      for (const [number, at] of [
        [2, 7],
        [6, 5],
        [7, 1],
      ] as const)
        store.setEnteredAt('Ticket', 'status', idOf(1, number), at);
    });
    const made = epoch / 1000 - 60_000 * 5000;
    expect(store.enteredFirst(query, 'status', 3)).toEqual([
      { id: idOf(1, 6), at: 5 },
      { id: idOf(1, 2), at: 7 },
      // The oldest record without a known state time.
      { id: idOf(1, 4998), at: made + 2 * 60_000 },
    ]);
    expect(planned()).not.toMatch(scansAll);
  });

  test('by a field that only one related record matches', () => {
    const { where } = asCustomer(model, store);
    const theirs = [where(`customer.email == "user${customer}@example.com"`)];
    expect(plan({ conditions: theirs, sort: [down('createdAt')] })).not.toMatch(scansAll);
    expect(plan({ conditions: theirs })).toMatch(/by customer|~rule/);
    expect(store.query({ entity: 'Ticket', conditions: theirs })).toEqual(
      store.query({ entity: 'Ticket', conditions: [where('customer == me')] }),
    );
    expect(store.count({ entity: 'Ticket', conditions: [where('customer.email == "nobody"')] })).toBe(0);
  });

  test.runIf(name !== 'SQLite')('a search finds records before it sorts them, instead of reading all in order', () => {
    const search = { text: '4711', fields: ['subject', 'body'] };
    expect(plan({ search, sort: [down('createdAt')] })).not.toMatch(/Index Scan.*~order/);
    expect(store.query({ entity: 'Ticket', conditions: [], search, sort: [down('createdAt')], limit: 25 })).toHaveLength(1);
  });

  test('a page of a search and its count read the records once, unless too many are found', () => {
    const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
    const sort = [down('priority'), up('due')];
    const found = (text: string, offset = 0) => {
      const search = { text, fields: ['subject', 'body'] };
      asked = { sql: '', parameters: [] };
      figure = '';
      const { records, total, more } = product
        .world(nobody)
        .entity('Ticket', 'product')
        .page({ search, sort, offset, limit: 10, most: 100 });
      const all = store.query({ entity: 'Ticket', conditions: [], search, sort });
      const ids = records.map(({ id }) => id);
      expect(ids).toEqual(all.slice(offset, offset + 10).map(({ id }) => id));
      return { total, more, counts: figure !== '' };
    };
    const twice = name === 'SQLite';
    expect(found('471')).toEqual({ total: 15, more: false, counts: twice });
    expect(found('471', 5)).toEqual({ total: 15, more: false, counts: twice });
    expect(found('4711')).toEqual({ total: 1, more: false, counts: false });
    expect(found('no such word')).toEqual({ total: 0, more: false, counts: false });
    expect(found('7')).toEqual({ total: 100, more: true, counts: twice });
    expect(found('4711', 30)).toEqual({ total: 1, more: false, counts: true });
  });

  test.runIf(name !== 'SQLite')('by an email address, ignoring case', () => {
    const node = rowMatches(
      createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher }).world(nobody),
      'User',
      'email',
      `USER${customer}@Example.com`,
    );
    const conditions = [{ node, variable: null, scope: asCustomer(model, store).scope }];
    // Otherwise the planner scans the small table.
    database.connection.run('SET enable_seqscan = off');
    expect(plan({ entity: 'User', conditions })).toMatch(/User\.unique~1/);
    database.connection.run('RESET enable_seqscan');
    expect(store.query({ entity: 'User', conditions })).toHaveLength(1);
  });

  test('the cost of a page does not depend on the length of the list', () => {
    expect(store.query({ entity: 'Ticket', conditions: [], limit: 25, sort: [down('priority'), up('due')] })).toHaveLength(25);
    // Every third ticket is urgent, and the last ones are the oldest.
    const [first] = store.query({ entity: 'Ticket', conditions: [], limit: 1, sort: [down('priority'), up('due')] });
    expect(first?.id).toBe(idOf(1, tickets));
  });

  test.runIf(name !== 'SQLite')('plans a repeated statement only once', () => {
    const scope = asCustomer(model, store).scope;
    const ids = [1, 2, 3].map((number) => idOf(1, number));
    for (let times = 0; times < 20; times++) {
      store.query({ entity: 'Ticket', conditions: [], limit: 20, sort: [down('createdAt')] });
      store.queryWith({ entity: 'Ticket', conditions: [], limit: 20, sort: [down('createdAt')] }, ['late'], scope, []);
      store.query({ entity: 'Ticket', conditions: [], ids });
      store.computed('Ticket', ['late'], ids, scope);
      store.computed('Ticket', ['late'], ids.slice(0, 1), scope);
    }
    const kept = database.connection
      .rows(`SELECT "statement" FROM pg_prepared_statements WHERE "generic_plans" >= 10`)
      .map(String)
      .filter((one) => one.includes('"Ticket"'));
    const again = database.connection.rows(`SELECT "statement" FROM pg_prepared_statements WHERE "custom_plans" > 10`).map(String);
    expect(kept).toHaveLength(5);
    expect(again).toEqual([]);
  });
});
