import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import type { ListOptions } from '../../src/engine/part-data.ts';
import { createProduct } from '../../src/engine/product.ts';
import type { Json } from '../../src/engine/record-data.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import type { Model } from '../../src/model/model.ts';
import { readModel } from '../../src/model/read.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { postgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import { attachStore, openStore } from '../../src/store/sql/document-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { postgresConnections } from '../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';

/*
 * A client may name any field in any place of a list's options: whatever its type, it is answered
 * or refused, and never a mistake of ours.
 */

const document = `# Specification: All types

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Things | / | |

### Things

- list of Thing: name, tags, friends
  - search name, tags, data, photo, owner, friends, count, secret
  - filter name, tags, data, photo, owner, friends, count, price, born, at, long, kind, status, flag, secret, doubled, firstTag, boss, owned
- board of Thing by kind: name
- calendar of Thing by born: name
- chart of count of Thing by tags as bar
- chart of sum of Thing.count by friends as bar

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | |
| email | email | yes | yes |
| password | password | | |
| owned | list of Thing by owner | | |

| Example | name | email | password |
|---|---|---|---|
| Ana | Ana | ana@example.com | ana-ana-ana |
| Bo | Bo | bo@example.com | bo-bo-bo-bo |

### Thing

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text | yes | | |
| body | markdown | | | |
| count | integer | | | |
| price | money | | | |
| ratio | decimal | | | |
| flag | boolean | | | |
| born | date | | | |
| clock | time | | | |
| at | datetime | | | |
| long | duration | | | |
| kind | enum one, two | | | |
| status | state | | | |
| tags | list of text | | | |
| counts | list of integer | | | |
| photo | image | | | |
| papers | list of file | | | |
| data | json | | | |
| link | url | | | |
| secret | password | | | |
| owner | Person | | | |
| friends | list of Person | | | |
| doubled | integer = \`count * 2\` | | | |
| firstTag | text = \`tags[0]\` | | | |
| boss | Person = \`owner\` | | | |
| labels | list of text = \`tags\` | | | |
| twice | list of integer = \`counts.map(c, c * 2)\` | | | |
| mates | list of Person = \`friends\` | | | |
| others | list of Person = \`Person.filter(p, p != owner)\` | | | |
| raw | json = \`data\` | | | |
| face | image = \`photo\` | | | |
| sort | enum one, two = \`kind\` | | | |
| later | date = \`born\` | | | |
| costs | money = \`price * 2\` | | | |
| ends | datetime = \`at + long\` | | | |
| none | text = \`owner.name\` | | | |

| Example | name | count | price | born | tags | owner | friends | kind |
|---|---|---|---|---|---|---|---|---|
| One | one | 1 | 2 | 2026-01-01 | a, b | Ana | Ana, Bo | one |
| Two | two | | | | | | | |

## 4. States and transitions

### Thing.status

| From | Event | To |
|---|---|---|
| | | open |
| open | finish | done |

## 6. Roles and permissions

| Role | Is | Includes |
|---|---|---|
| member | \`me != null\` | |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |

| Permission | member |
|---|---|
| Person: read | yes |
| Thing: read | yes |
| Thing: create, update, delete | yes |
`;

const databases = await memoryDatabases();
const postgres = postgresConnections();
const open: DocumentStore[] = [];
afterAll(() => {
  for (const store of open) store.close();
});

const stores: Readonly<Record<string, (model: Model) => DocumentStore>> = {
  memory: createMemoryStore,
  SQLite: (model) => openSqliteStore(databases(), model),
  Postgres: (model) => openStore(attachStore(postgres(), postgresEngine), model),
};

const odd: readonly Json[] = ['a', 1.5, true, '2026-01-01', ['a'], { a: 1 }];

function* questions(field: string): Generator<ListOptions> {
  yield { sort: [{ field, descending: false }] };
  yield { sort: [{ field, descending: true }], group: field };
  yield { group: field, fields: [field], totals: [field] };
  yield { fields: [field], sort: [{ field: 'name', descending: false }], search: 'a' };
  yield { filters: { [field]: { contains: 'a' } } };
  yield { range: { from: field, to: '2026-01-01' } };
}

function* oddQuestions(field: string): Generator<ListOptions> {
  for (const value of odd) {
    yield { filters: { [field]: [value] } };
    yield { filters: { [field]: { not: [value] }, name: ['a'] }, match: 'any' };
    yield { filters: { [field]: { from: value, to: value } } };
  }
}

describe.each(Object.entries(stores))('%s', (_name, openOne) => {
  const model = readModel(document);
  const mistakes: unknown[] = [];
  let host: SessionHost;
  beforeAll(() => {
    const store = openOne(model);
    open.push(store);
    const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher, placeholders: true });
    expect(seedExamples(product)).toEqual([]);
    const person = product.as(exampleRecords(product)['Ana']?.id ?? null);
    host = new SessionHost(product, { remembers: false, person, mistake: (error) => mistakes.push(error) });
  });
  const unknown = ['nothing', 'owner.name', '__proto__', 'constructor', 'toString', ''];
  const names = [...new Set(model.entities.flatMap((entity) => [...entity.byName.keys()])), ...unknown];
  // Each part reads records the same way: one of them gets the odd values too.
  const [list, ...others] = model.screens.flatMap(({ name, parts }) =>
    parts.map(({ id }) => ({ address: { screen: name.text, parameters: {} }, part: id })),
  );
  if (list === undefined) throw new Error('the screen has no list');

  test.each(names)('%s', async (field) => {
    const having = model.entities.filter(({ byName }) => byName.has(field) || unknown.includes(field)).map(({ name }) => name.text);
    const few = [...questions(field)];
    for (const options of [...few, ...oddQuestions(field)]) {
      for (const entity of having) {
        const answer = await host.records(entity, options);
        expect([JSON.stringify(options), mistakes]).toEqual([JSON.stringify(options), []]);
        expect(answer.ok || answer.refusals[0]?.status).not.toBe(500);
      }
      for (const part of few.includes(options) ? [list, ...others] : [list]) {
        await host.part(part, options);
        expect([part.part, JSON.stringify(options), mistakes]).toEqual([part.part, JSON.stringify(options), []]);
      }
    }
  });
});
