import { describe, expect, test } from 'vitest';
import { postgresConnections, postgresStores } from '../../../testing/postgres/test-databases.ts';
import { before, change, fill, model, ticket } from '../../../testing/store/changing-document.ts';
import { type Statement, spiedConnection } from '../../../testing/store/spied-connection.ts';
import { idOf, incompressible, stamps } from '../../../testing/store/store-records.ts';
import { readModel } from '../../model/read.ts';
import { attachStore, openStore } from '../sql/document-store.ts';
import { type DocumentStore, type SortKey, UniqueConflict, ValueConflict } from '../store.ts';
import { postgresEngine } from './postgres-engine.ts';

const open = postgresConnections();

/** A document with a screen for each order. */
const notes = (orders: Readonly<Record<string, string>>): string => `# Specification: Notes

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
${Object.keys(orders)
  .map((name) => `| ${name} | /${name.toLowerCase()} | |`)
  .join('\n')}

${Object.entries(orders)
  .map(([name, order]) => `### ${name}\n\n- list of Note: title\n  - sort ${order}`)
  .join('\n\n')}

## 3. Entities and their fields

### Note

| Field | Type | Required | Unique | Computed |
|---|---|---|---|---|
| title | text | yes | | |
| kind | text | | | |
| body | text(5000) | | | |
| code | text(20) | | | |
| heading | text | | | \`kind + title\` |
`;

const up = (field: string): SortKey => ({ field, descending: false });
const down = (field: string): SortKey => ({ field, descending: true });
const orders: Readonly<Record<string, { readonly text: string; readonly sort: readonly SortKey[] }>> = {
  Titles: { text: 'title asc', sort: [up('title')] },
  Kinds: { text: 'kind desc, title asc', sort: [down('kind'), up('title')] },
  Bodies: { text: 'body asc', sort: [up('body')] },
  Headings: { text: 'heading asc', sort: [up('heading')] },
  Several: { text: 'kind asc, title asc, body asc, code asc', sort: [up('kind'), up('title'), up('body'), up('code')] },
};
const document = notes(Object.fromEntries(Object.entries(orders).map(([name, { text }]) => [name, text])));

function opened() {
  const connection = open();
  let asked: Statement = { sql: '', parameters: [] };
  const spied = spiedConnection(connection, {
    rows(statement) {
      asked = statement;
    },
  });
  const store = openStore(attachStore(spied, postgresEngine), readModel(document));
  const plan = (): string => connection.rows(`EXPLAIN (COSTS OFF) ${asked.sql}`, asked.parameters).join('\n');
  return { connection, store, plan };
}

test('stores a text that is longer than an index entry, and sorts it by its beginning', () => {
  const { store } = opened();
  const long = incompressible(10_000);
  const empty = { ...stamps, kind: null, body: null, code: null };
  store.transaction(() => {
    for (const [number, values] of [
      { title: 'z', kind: 'b' },
      { title: `${long}b`, kind: `${long}b`, body: long.slice(0, 4_900), code: 'x' },
      { title: `${long}a`, kind: `${long}a`, body: null, code: 'y' },
      { title: 'A', kind: 'a' },
    ].entries())
      store.apply({ kind: 'insert', entity: 'Note', record: { ...empty, ...values, id: idOf(number + 1) } });
  });
  const found = (sort: readonly SortKey[]): number[] =>
    store.query({ entity: 'Note', conditions: [], sort }).map(({ id }) => Number(id.slice(-4)));
  expect(Object.values(orders).map(({ sort }) => found(sort))).toEqual([
    [4, 1, 2, 3],
    [2, 3, 1, 4],
    [2, 1, 3, 4],
    [4, 1, 2, 3],
    [4, 1, 2, 3],
  ]);
  expect(store.record('Note', idOf(2))?.['title']).toBe(`${long}b`);
});

test('a page costs only what it shows, even if many texts are alike', () => {
  const { connection, store, plan } = opened();
  connection.run(
    `INSERT INTO "Note" ("id", "createdAt", "updatedAt", "title", "kind", "body", "code")
     SELECT n, 0, 0, 'title ' || n % 3, 'kind ' || n % 3, 'body ' || n % 3, n FROM generate_series(1, 3000) AS n`,
  );
  connection.run('ANALYZE "Note"');
  const { Several, ...wholly } = orders;
  const planOf = (sort: readonly SortKey[] = []): string => {
    expect(store.query({ entity: 'Note', conditions: [], sort, limit: 10 })).toHaveLength(10);
    return plan();
  };
  for (const { sort } of Object.values(wholly)) {
    expect(planOf(sort)).toMatch(/Index Scan using "~order/);
    expect(planOf(sort)).not.toMatch(/Sort/);
  }
  // An entry can contain two texts of any length; the others are sorted within equal values.
  expect(planOf(Several?.sort)).toMatch(/Incremental Sort.*Index Scan using "~order/s);
});

describe('a field that becomes unique', () => {
  const open = postgresStores();
  const unique = ticket({ notes: 'text^' });
  const filled = () => fill(openStore(open(), model(before)), {});
  const note = (store: DocumentStore, number: number, notes: string): void =>
    store.transaction(() => store.apply({ kind: 'update', entity: 'Ticket', id: idOf(number), values: { notes } }));

  test('if a text is too long for an index, the plan names the record, and duplicates are still refused', () => {
    const store = filled();
    note(store, 12, incompressible(3000));
    const { plan } = change(store, unique, 'notes');
    expect(plan).toMatchObject({
      changes: [expect.stringMatching(/^“notes” of Ticket must be unique, but 1 ticket has more text there than an index can hold/)],
      losses: [],
    });
    expect(plan.changes[0]).toContain(`(${idOf(12)}): shorten it to at most 2400 bytes.`);
    expect(() => note(store, 13, '11')).toThrow(UniqueConflict);
    expect(() => note(store, 13, incompressible(3000))).toThrow(ValueConflict);
    store.transaction(() => store.apply({ kind: 'update', entity: 'Ticket', id: idOf(12), values: { priority: 'low' } }));
    // Planned again, there is nothing new to report.
    expect(store.plan(model(unique))).toMatchObject({ changes: [], losses: [], steps: [] });
    note(store, 12, 'short');
    const { plan: later } = change(store, unique, 'notes');
    expect(later.steps.map(({ kind }) => kind)).toEqual(['rebuild-table']);
    expect(() => note(store, 13, incompressible(3000))).toThrow(ValueConflict);
    expect(() => note(store, 13, 'short')).toThrow(UniqueConflict);
  });

  test('a text that fits an index entry, possibly compressed, causes no change', () => {
    const store = filled();
    note(store, 12, 'a'.repeat(50_000));
    note(store, 13, incompressible(665));
    const { plan } = change(store, unique, 'notes');
    expect(plan.changes).toEqual([]);
    expect(() => note(store, 13, '11')).toThrow(UniqueConflict);
  });
});
