import { create } from '../../src/engine/operations/create.ts';
import { triggerEvent } from '../../src/engine/operations/trigger-event.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { Product } from '../../src/engine/product.ts';
import type { SqlScalar } from '../../src/expression/sql/represent.ts';
import type { Model } from '../../src/model/model.ts';
import type { Query, Store } from '../../src/store/store.ts';
import { asCustomer } from './as-customer.ts';
import { agent, epoch, idOf, people } from './fill.ts';
import type { BenchDatabase } from './kinds.ts';

/**
 * The same thing by the store or the engine, and by SQL as someone would write it who knows this
 * one product.
 */
export interface Task {
  readonly name: string;
  ours(): unknown;
  byHand(): unknown;
}

const newest = [{ field: 'createdAt', descending: true }];

export function readingTasks(model: Model, store: Store, { connection }: BenchDatabase): Task[] {
  const { me, scope, where } = asCustomer(model, store);
  const [open, mine, late] = [where('status != "closed"'), where('customer == me'), where('late')];
  const list = (query: Partial<Query>): (() => unknown) => {
    const asked: Query = { entity: 'Ticket', conditions: [], scope, limit: 25, ...query };
    return () => store.query(asked);
  };
  const rows =
    (sql: string, ...parameters: SqlScalar[]): (() => unknown) =>
    () =>
      connection.rows(sql, parameters);
  const all = 'SELECT * FROM "Ticket"';
  const byPriority = `CASE "priority" WHEN 'low' THEN 0 WHEN 'normal' THEN 1 ELSE 2 END`;
  const due = `"createdAt" + CASE "priority" WHEN 'high' THEN 14400000000 ELSE 259200000000 END`;
  return [
    {
      name: 'get by id',
      ours: () => store.record('Ticket', idOf(1, 5000)),
      byHand: rows(`${all} WHERE "id" = ?`, idOf(1, 5000)),
    },
    {
      name: 'list of 25, newest first',
      ours: list({ sort: newest }),
      byHand: rows(`${all} ORDER BY "createdAt" DESC, "id" LIMIT 25`),
    },
    {
      name: 'list of 25 with filter, sort and a permission',
      ours: list({ conditions: [open], anyOf: [[mine]], sort: newest }),
      byHand: rows(`${all} WHERE "status" <> 'closed' AND "customer" = ? ORDER BY "createdAt" DESC, "id" LIMIT 25`, me.id),
    },
    {
      name: 'list of 25 with filter, by priority and when it is due',
      ours: list({
        conditions: [open],
        sort: [
          { field: 'priority', descending: true },
          { field: 'due', descending: false },
        ],
      }),
      byHand: rows(`${all} WHERE "status" <> 'closed' ORDER BY ${byPriority} DESC, ${due}, "id" LIMIT 25`),
    },
    {
      name: 'list of 25 that hold a word',
      ours: list({ search: { text: 'VALVE', fields: ['subject', 'body'] }, sort: newest }),
      byHand: rows(`${all} WHERE lower("subject") LIKE '%valve%' OR lower("body") LIKE '%valve%' ORDER BY "createdAt" DESC, "id" LIMIT 25`),
    },
    {
      name: 'how many (count)',
      ours: () => store.count({ entity: 'Ticket', conditions: [open] }),
      byHand: rows(`SELECT count(*) FROM "Ticket" WHERE "status" <> 'closed'`),
    },
    {
      name: 'how many are late (a computed field)',
      ours: () => store.count({ entity: 'Ticket', conditions: [late] }),
      byHand: rows(`SELECT count(*) FROM "Ticket" WHERE "status" IN ('open', 'assigned') AND ${due} < ?`, epoch),
    },
  ];
}

/**
 * Whole operations of the engine: permissions, rules, defaults, the audit trail. By hand the same
 * reads and writes, without the thinking.
 */
export function writingTasks(product: Product, tickets: number, { connection }: BenchDatabase): Task[] {
  let person = 2;
  // The rule allows so many tickets a day for each.
  const nextPerson = (): string => idOf(0, (person = (person % people) + 1) === agent ? (person = 3) : person);
  let assigned = 1;
  const nextAssigned = (): string => idOf(1, (assigned += 4) % tickets);
  let made = 0;
  const roleOf = (account: string): unknown => connection.row('SELECT "role" FROM "User" WHERE "id" = ?', [account])?.[0];
  const entered = (record: string, at: number): void =>
    connection.run(
      `INSERT INTO "_entered" ("entity", "field", "record", "at") VALUES ('Ticket', 'status', ?, ?)
       ON CONFLICT ("entity", "field", "record") DO UPDATE SET "at" = excluded."at"`,
      [record, at],
    );
  const audit = (record: string, by: string, at: number, operation: string, changes: object): void =>
    connection.run(`INSERT INTO "_audit" ("at", "by", "entity", "record", "operation", "changes") VALUES (?, ?, 'Ticket', ?, ?, ?)`, [
      at,
      by,
      record,
      operation,
      JSON.stringify(changes),
    ]);

  const createByHand = (): void => {
    const [account, id, now] = [nextPerson(), idOf(1, 5_000_000 + ++made), Date.now()];
    connection.transaction(() => {
      if (roleOf(account) !== 'customer') throw new Error('not a customer');
      const [today] = connection.row('SELECT count(*) FROM "Ticket" WHERE "customer" = ? AND "createdAt" > ?', [
        account,
        (now - 86_400_000) * 1000,
      ]) ?? [0];
      if (Number(today) >= 20) throw new Error('too many');
      const [number = null] = needed(
        connection.row(`UPDATE "_serial" SET "last" = "last" + 1 WHERE "entity" = 'Ticket' AND "field" = 'number' RETURNING "last"`),
      );
      connection.run(
        `INSERT INTO "Ticket" ("id", "createdAt", "updatedAt", "createdBy", "number", "subject", "priority", "status", "customer", "tags")
         VALUES (?, ?, ?, ?, ?, ?, 'high', 'open', ?, '[]')`,
        [id, now * 1000, now * 1000, account, number, 'It drips', account],
      );
      entered(id, now);
      audit(id, account, now, 'create', { subject: { from: null, to: 'It drips' }, priority: { from: null, to: 'high' } });
    });
  };
  const resolveByHand = (): void => {
    const [id, account, now] = [nextAssigned(), idOf(0, agent), Date.now()];
    connection.transaction(() => {
      if (roleOf(account) !== 'agent') throw new Error('not an agent');
      const [status] = connection.row('SELECT "status", "customer", "priority" FROM "Ticket" WHERE "id" = ?', [id]) ?? [];
      const answered = connection.row(
        `SELECT 1 FROM "Comment" AS c JOIN "User" AS u ON u."id" = c."author" WHERE c."ticket" = ? AND u."role" <> 'customer' LIMIT 1`,
        [id],
      );
      if (status !== 'assigned' || answered === null) throw new Error('not now');
      connection.run(`UPDATE "Ticket" SET "status" = 'resolved', "resolvedAt" = ?, "updatedAt" = ? WHERE "id" = ?`, [
        now * 1000,
        now * 1000,
        id,
      ]);
      entered(id, now);
      audit(id, account, now, 'resolve', { status: { from: 'assigned', to: 'resolved' } });
    });
  };
  const values = new Map([
    ['subject', 'It drips'],
    ['priority', 'high'],
  ]);
  return [
    {
      name: 'create with rules',
      ours: () => accepted(product.perform(product.as(nextPerson()), create, { entity: 'Ticket', values, authority: 'person' })),
      byHand: createByHand,
    },
    {
      name: 'event with a guard over a relation',
      ours: () =>
        accepted(
          product.perform(product.as(idOf(0, agent)), triggerEvent, {
            entity: 'Ticket',
            id: nextAssigned(),
            event: 'resolve',
            parameters: new Map(),
            authority: 'person',
          }),
        ),
      byHand: resolveByHand,
    },
  ];
}

function accepted(outcome: Outcome<unknown>): void {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusals)}`);
}

function needed<T>(value: T | null): T {
  if (value === null) throw new Error('the data for measuring is not there');
  return value;
}
