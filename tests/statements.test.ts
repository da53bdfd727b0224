import { expect, test } from 'vitest';
import { fixedPlatform } from '../src/base/platform.ts';
import { cheapHasher } from '../src/engine/account/hasher.ts';
import { create } from '../src/engine/operations/create.ts';
import { triggerEvent } from '../src/engine/operations/trigger-event.ts';
import type { Outcome } from '../src/engine/outcome.ts';
import { createProduct } from '../src/engine/product.ts';
import { readModel } from '../src/model/read.ts';
import type { Connection } from '../src/store/sql/connection.ts';
import { attachStore, openStore } from '../src/store/sql/document-store.ts';
import { prepareDatabase } from '../src/store/sqlite/open.ts';
import { sqliteEngine } from '../src/store/sqlite/sqlite-engine.ts';
import helpdesk from '../testing/documents/helpdesk.md?raw';
import { memoryDatabases } from '../testing/store/sqlite-database.ts';

/* What a write costs on SQLite, in statements: each record is read once. */

/** Notes what is done to which table. */
function noting(connection: Connection, statements: string[]): Connection {
  const noted =
    <Rest extends unknown[], R>(ask: (sql: string, ...rest: Rest) => R) =>
    (sql: string, ...rest: Rest): R => {
      const table = /(?:FROM|INTO|UPDATE) "(\w+)"/.exec(sql)?.[1];
      // Of a list that is asked for one record only, the rest is not read.
      const one = sql.includes('LIMIT 1)') ? ' one' : '';
      statements.push(`${sql.slice(0, sql.indexOf(' '))} ${table}${one}`);
      return ask(sql, ...rest);
    };
  const { row, rows, run, later } = connection;
  return Object.assign(connection, { row: noted(row), rows: noted(rows), run: noted(run), later: noted(later) });
}

test('a create and an event read each record once', async () => {
  const statements: string[] = [];
  const connection = noting(prepareDatabase((await memoryDatabases())()), statements);
  const model = readModel(helpdesk);
  const store = openStore(attachStore(connection, sqliteEngine), model);
  const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher });
  const accepted = <T>(outcome: Outcome<T>): T => {
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusals));
    return outcome.value;
  };
  const made = (by: string | null, entity: string, values: Record<string, string>): string => {
    const given = new Map(Object.entries(values));
    return accepted(product.perform(product.as(by), create, { entity, values: given, authority: by === null ? 'product' : 'person' })).id;
  };
  const person = (role: string): string =>
    made(null, 'User', { name: role, email: `${role}@example.com`, password: 'correct-horse', role });
  const [customer, agent] = [person('customer'), person('agent')];
  made(customer, 'Ticket', { subject: 'It drips' });

  statements.length = 0;
  const ticket = made(customer, 'Ticket', { subject: 'It still drips' });
  expect(statements).toEqual([
    'SELECT User',
    'UPDATE _serial',
    'INSERT Ticket',
    'INSERT _entered',
    'SELECT Ticket', // the rule about tickets a day counts the others
    'INSERT _audit',
    'SELECT _broken',
  ]);

  made(agent, 'Comment', { ticket, body: 'Look at the valve.' });
  statements.length = 0;
  accepted(
    product.perform(product.as(agent), triggerEvent, {
      entity: 'Ticket',
      id: ticket,
      event: 'resolve',
      parameters: new Map(),
      authority: 'person',
    }),
  );
  expect(statements).toEqual([
    'SELECT User',
    'SELECT Ticket',
    'SELECT Comment one', // the guard asks whether a comment exists
    'INSERT _entered',
    'INSERT _audit',
    'UPDATE Ticket', // the state, and what the effect changes
    'SELECT _broken',
  ]);
});
