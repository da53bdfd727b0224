import { beforeAll, describe, expect, test } from 'vitest';
import { postgresStores } from '../../../testing/postgres/test-databases.ts';
import { before, type Entities, fill, former, model, row, without } from '../../../testing/store/changing-document.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { idOf } from '../../../testing/store/store-records.ts';
import type { FormerName } from '../../model/ast/entities.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { openStore, type UnopenedStore } from '../sql/document-store.ts';
import { attachSqliteStore } from '../sqlite/store.ts';
import type { DocumentStore } from '../store.ts';
import { changesData } from './plan.ts';

let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});
const makePostgres = postgresStores();

/** A function that opens the same, initially empty database each time. */
type Open = () => UnopenedStore;

const databases: Readonly<Record<string, () => Open>> = {
  SQLite() {
    const database = makeDatabase();
    return () => attachSqliteStore(database);
  },
  Postgres() {
    const schema = `former names ${++schemas}`;
    return () => makePostgres(schema);
  },
};
let schemas = 0;

describe.each([...Object.keys(databases), 'memory'])('the table Was, %s', (name) => {
  const filled = (): DocumentStore =>
    fill(name === 'memory' ? createMemoryStore(model(before)) : openStore((databases[name] as () => Open)()(), model(before)), {});
  const said = (entities: Entities, rows: readonly FormerName[], entity = 'Ticket') => former(model(entities), entity, rows);

  test('renames a field, a list and a value without a question', () => {
    const store = filled();
    const entities = without('notes', { remarks: 'text', priority: 'enum low, urgent', viewers: 'list of User' });
    const { watchers: _, ...fields } = entities['Ticket'] ?? {};
    const to = said({ ...entities, Ticket: fields }, [
      row('notes', 'remarks'),
      row('priority.high', 'priority.urgent'),
      row('watchers', 'viewers'),
    ]);
    const plan = store.plan(to);
    expect(plan).toMatchObject({ losses: [], questions: [] });
    expect(changesData(plan)).toBe(true);
    store.migrate(to, plan);
    expect(store.record('Ticket', idOf(11))).toMatchObject({ remarks: '11', priority: 'urgent' });
    expect(store.members('Ticket', 'viewers', idOf(11))).toEqual([idOf(2)]);
    // Data that was already migrated is left alone.
    expect(store.plan(to)).toMatchObject({ changes: [], steps: [] });
  });

  test('drops a field, a list and a value: reported as changes, not as losses to accept', () => {
    const store = filled();
    const { watchers: _, ...fields } = without('notes', { priority: 'enum low' })['Ticket'] ?? {};
    const plan = store.plan(said({ ...before, Ticket: fields }, [row('notes', null), row('watchers', null), row('priority.high', null)]));
    expect(plan.losses).toEqual([]);
    expect(plan.changes).toEqual([
      'The field “notes” of Ticket is dropped with what it holds for 3 tickets',
      '“high” of Ticket.priority is dropped, with that of 3 tickets',
      'The list “watchers” of Ticket is dropped with 1 entry',
    ]);
    expect(changesData(plan)).toBe(true);
  });

  test('renames an entity with its fields', () => {
    const { Ticket, User } = before;
    const { subject, ...fields } = Ticket;
    const to = said({ User, Request: { title: subject, ...fields } }, [row('Ticket', 'Request'), row('subject', 'title')], 'Request');
    const store = filled();
    const plan = store.plan(to);
    expect(plan).toMatchObject({ losses: [], questions: [] });
    store.migrate(to, plan);
    expect(store.record('Request', idOf(11))).toMatchObject({ title: 'Ticket 11', notes: '11' });
  });

  test('takes data of an old version through every name in between', () => {
    const rows = [row('notes', 'remarks'), row('remarks', 'details'), row('priority', 'urgency'), row('priority.high', 'urgency.urgent')];
    const { priority: _, ...fields } = without('notes', { details: 'text', urgency: 'enum low, max' })['Ticket'] ?? {};
    const to = said({ ...before, Ticket: fields }, [...rows, row('urgency.urgent', 'urgency.max')]);
    const store = filled();
    store.migrate(to, store.plan(to));
    expect(store.record('Ticket', idOf(11))).toMatchObject({ details: '11', urgency: 'max' });
  });

  test('yields to what a person confirms', () => {
    const to = said(without('notes', { remarks: 'text', other: 'text' }), [row('notes', 'remarks')]);
    const store = filled();
    store.migrate(to, store.plan(to, [{ entity: 'Ticket', field: 'notes', value: null, to: 'other' }]));
    expect(store.record('Ticket', idOf(11))).toMatchObject({ remarks: null, other: '11' });
  });
});
