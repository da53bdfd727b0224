import { expect, test } from 'vitest';
import { databases } from '../../../benchmarks/store/databases.ts';
import { whyNoServer } from '../../../testing/postgres/postgres-server.ts';
import { productOver } from '../../../testing/product.ts';
import { type Statement, spiedConnection } from '../../../testing/store/spied-connection.ts';
import { create } from '../../engine/operations/create.ts';
import { nobody } from '../../engine/world/world.ts';
import { timestampFromMilliseconds } from '../../expression/values/time.ts';
import type { Value } from '../../expression/values/value.ts';
import { attachStore, openStore } from './document-store.ts';

const text = `# Specification: Reminders

## 3. Entities

### Reminder

| Field | Type |
|---|---|
| due | datetime |
| status | state |

## 4. States

### Reminder.status

| From | Event | To |
|---|---|---|
| | | open |
| open | at \`due\` | sent |
`;

test.each(['SQLite', whyNoServer() === null ? 'Postgres' : 'PGlite'])(
  'on %s the earliest timers come from an index on their moment',
  async (name) => {
    const database = await databases[name]?.();
    if (database === undefined) throw new Error(`there is no database ${name}`);
    try {
      const { connection } = database;
      const asked: Statement[] = [];
      const spied = spiedConnection(connection, { rows: (statement) => /ORDER BY .*due/i.test(statement.sql) && asked.push(statement) });
      const { product, clock } = productOver(text, (model) => openStore(attachStore(spied, database.sqlEngine), model));
      for (let number = 0; number < 2000; number++) {
        const values = new Map<string, Value>([['due', timestampFromMilliseconds(clock.now() + ((number * 7919) % 2000) * 60_000)]]);
        product.perform(nobody, create, { entity: 'Reminder', values, authority: 'product' });
      }
      if (name !== 'SQLite') connection.run('ANALYZE "Reminder"');
      product.timers.lookAgain();
      expect(product.timers.next()).toBe(clock.now());
      const last = asked.at(-1);
      if (last === undefined) throw new Error('no statement sorts by the moment');
      // A lower limit, as if the table were large.
      const few = { ...last, parameters: last.parameters.map((value) => (value === 1000 || value === 1000n ? 10 : value)) };
      const plan = connection
        .rows(`${name === 'SQLite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN (COSTS OFF)'} ${few.sql}`, few.parameters)
        .map((row) => String(row.at(-1)))
        .join('\n');
      expect(plan).toMatch(/~order \w+/);
      expect(plan).not.toMatch(/TEMP B-TREE|Sort(?! Key)|Seq Scan|SCAN t1(?! USING INDEX)/);
    } finally {
      await database.close();
    }
  },
);
