import { readFileSync } from 'node:fs';
import { checkExpression } from '../src/expression/check.ts';
import { parseText } from '../src/expression/parse.ts';
import type { Scope } from '../src/expression/scope.ts';
import { Timestamp } from '../src/expression/value.ts';
import type { Model } from '../src/model/model.ts';
import { readModel } from '../src/model/read.ts';
import { plainSurroundings } from '../src/store/memory/plain-surroundings.ts';
import { recordValues } from '../src/store/record-values.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import type { Condition, Query, Store, StoredRecord } from '../src/store/store.ts';
import { memoryDatabases } from '../testing/sqlite-database.ts';
import { idOf } from '../testing/store-records.ts';
import { type Benchmark, type Figure, time } from './benchmark.ts';

const tickets = 10_000;
const people = 100;
const now = 1_767_603_600;

/** The helpdesk's store with many tickets, beside SQL written by hand through the same driver. */
export const benchmark: Benchmark = {
  name: `store: SQLite, ${tickets} tickets`,
  async run() {
    const model = readModel(readFileSync(new URL('../specs/helpdesk.md', import.meta.url), 'utf8'));
    const makeDatabase = await memoryDatabases();
    const database = makeDatabase();
    const store = openSqliteStore(database, model);
    fill(store);

    const surroundings = { ...plainSurroundings(model), now: new Timestamp(now, 0) };
    const me = recordValues(store, model, surroundings).of('User', user(1));
    const scope: Scope = { surroundings: { ...surroundings, me }, self: null, row: null, old: null, bound: new Map() };
    const where = (source: string): Condition => condition(model, source, scope);
    const list =
      (query: Partial<Query>): (() => unknown) =>
      () =>
        store.query({ entity: 'Ticket', conditions: [], scope, limit: 25, ...query });
    const byHand = (sql: string, ...bind: (string | number)[]): (() => unknown) => {
      const statement = database.prepare(sql);
      return () => {
        const rows: unknown[] = [];
        if (bind.length > 0) statement.bind(bind);
        while (statement.step()) rows.push(statement.get([]));
        statement.reset();
        return rows;
      };
    };
    const all = 'SELECT * FROM "Ticket"';
    const figures: Figure[] = [];
    const beside = async (name: string, ours: () => unknown, sql: () => unknown): Promise<void> => {
      const [value, against] = [await time(ours), await time(sql)];
      figures.push({ name, value: value.warm, unit: 'ms', against: { name: 'SQL by hand', value: against.warm } });
    };

    await beside('get by id', () => store.record('Ticket', idOf(5000)), byHand(`${all} WHERE "id" = ?`, idOf(5000)));
    await beside(
      'list of 25, newest first',
      list({ sort: [{ field: 'createdAt', descending: true }] }),
      byHand(`${all} ORDER BY "createdAt" DESC, "id" LIMIT 25`),
    );
    await beside(
      'list of 25, filtered, by priority and newest',
      list({
        conditions: [where('status != "closed"')],
        sort: [
          { field: 'priority', descending: true },
          { field: 'createdAt', descending: false },
        ],
      }),
      byHand(
        `${all} WHERE "status" <> 'closed' ORDER BY CASE "priority" WHEN 'low' THEN 0 WHEN 'normal' THEN 1 ELSE 2 END DESC, "createdAt", "id" LIMIT 25`,
      ),
    );
    await beside(
      'list of 25 of one customer (a permission)',
      list({ conditions: [], anyOf: [[where('customer == me')]], sort: [{ field: 'createdAt', descending: true }] }),
      byHand(`${all} WHERE "customer" = ? ORDER BY "createdAt" DESC, "id" LIMIT 25`, idOf(1)),
    );
    await beside(
      'list of 25 by a computed field (due)',
      list({
        conditions: [where('status != "closed"')],
        sort: [
          { field: 'priority', descending: true },
          { field: 'due', descending: false },
        ],
      }),
      byHand(
        `${all} WHERE "status" <> 'closed' ORDER BY CASE "priority" WHEN 'low' THEN 0 WHEN 'normal' THEN 1 ELSE 2 END DESC,
         "createdAt" + CASE "priority" WHEN 'high' THEN 14400000000 ELSE 259200000000 END, "id" LIMIT 25`,
      ),
    );
    await beside(
      'list of 25 that hold a word',
      list({ search: { text: 'VALVE', fields: ['subject', 'body'] }, sort: [{ field: 'createdAt', descending: true }] }),
      byHand(`${all} WHERE "subject" LIKE '%valve%' OR "body" LIKE '%valve%' ORDER BY "createdAt" DESC, "id" LIMIT 25`),
    );
    await beside(
      'figure: how many are late',
      () => store.count({ entity: 'Ticket', conditions: [where('late')] }),
      byHand(
        `SELECT count(*) FROM "Ticket" WHERE "status" IN ('open', 'assigned') AND "createdAt" + CASE "priority" WHEN 'high' THEN 14400000000 ELSE 259200000000 END < ?`,
        now * 1_000_000,
      ),
    );
    await beside(
      'how many pages (count)',
      () => store.count({ entity: 'Ticket', conditions: [where('status != "closed"')] }),
      byHand(`SELECT count(*) FROM "Ticket" WHERE "status" <> 'closed'`),
    );
    let next = tickets;
    const insert = database.prepare(
      'INSERT INTO "Ticket" ("id", "createdAt", "updatedAt", "subject", "priority", "status", "customer", "number") VALUES (?, 1, 1, ?, ?, ?, ?, ?)',
    );
    await beside(
      'insert',
      () => store.transaction(() => store.apply({ kind: 'insert', entity: 'Ticket', record: ticket(++next) })),
      () => {
        database.exec('BEGIN');
        insert.bind([idOf(++next), 'x', 'low', 'open', idOf(1), next]).stepReset();
        database.exec('COMMIT');
      },
    );
    store.close();
    return figures;
  },
};

function fill(store: Store): void {
  store.transaction(() => {
    for (let n = 1; n <= people; n++) store.apply({ kind: 'insert', entity: 'User', record: user(n) });
    for (let n = 1; n <= tickets; n++) store.apply({ kind: 'insert', entity: 'Ticket', record: ticket(n) });
  });
}

const stamps = (n: number): object => ({ createdAt: new Timestamp(now - n * 60, 0), updatedAt: new Timestamp(now, 0), createdBy: null });

const user = (n: number): StoredRecord =>
  ({ ...stamps(n), name: `User ${n}`, email: `user${n}@example.com`, password: 'x', role: 'customer', id: idOf(n) }) as StoredRecord;

const ticket = (n: number): StoredRecord =>
  ({
    ...stamps(n),
    number: n,
    subject: n % 50 === 0 ? `The valve is stuck ${n}` : `The boiler makes a noise ${n}`,
    body: 'It hums at night, and the radiators stay cold.',
    photo: null,
    priority: ['low', 'normal', 'high'][n % 3],
    status: ['open', 'assigned', 'resolved', 'closed'][n % 4],
    customer: idOf((n % people) + 1),
    assignee: null,
    tags: ['a'],
    resolvedAt: null,
    id: idOf(n),
  }) as StoredRecord;

function condition(model: Model, source: string, scope: Scope): Condition {
  const environment = {
    bound: new Map(),
    row: 'Ticket',
    self: null,
    old: false,
    token: false,
    value: null,
    declarations: model.declarations,
  };
  const { node } = checkExpression(parseText(source), environment);
  if (node === null) throw new Error(`${source} does not parse`);
  return { node, variable: null, scope };
}
