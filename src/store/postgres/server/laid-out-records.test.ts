import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installed, laidOutStores, layoutScript, realCitus, runScript } from '../../../../testing/postgres/citus-stand-in.ts';
import { onPostgres } from '../../../../testing/postgres/postgres-stores.ts';
import { idOf, stamps } from '../../../../testing/store/store-records.ts';
import { Timestamp, type Value } from '../../../expression/values/value.ts';
import { readModel } from '../../../model/read.ts';
import { DocumentChanged } from '../../errors.ts';
import { openStore, type UnopenedStore } from '../../sql/document-store.ts';
import { type Change, OverlapConflict, ReferenceConflict, type Store, UniqueConflict, ValueConflict } from '../../store.ts';

const sample = readFileSync(new URL('../../../../tests/samples/divided.md', import.meta.url), 'utf8');
const model = readModel(sample);

const insert = (entity: string, number: number, values: Readonly<Record<string, Value>>): Change => ({
  kind: 'insert',
  entity,
  record: { ...stamps, ...values, id: idOf(number) },
});
const task = (number: number, project: number, more: Readonly<Record<string, Value>> = {}): Change =>
  insert('Task', number, {
    project: idOf(project),
    title: `Task ${number}`,
    status: 'open',
    after: null,
    from: null,
    until: null,
    ...more,
  });
const write = (store: Store, ...changes: Change[]): void =>
  store.transaction(() => {
    for (const change of changes) store.apply(change);
  });
const at = (hour: number): Timestamp => new Timestamp(hour * 3600, 0);

/** Two workspaces (11, 12), each with a project (21, 22); three tasks (31, 32; 33). */
function fill(store: Store): void {
  write(
    store,
    insert('User', 1, { name: 'Ana', email: 'ana@example.com', password: 'x' }),
    ...[11, 12].map((id) => insert('Workspace', id, { name: `Workspace ${id}` })),
    ...[11, 12].map((of) => insert('Project', of + 10, { workspace: idOf(of), number: of, title: `Project ${of + 10}`, lead: idOf(1) })),
    task(31, 21),
    task(32, 21, { after: idOf(31) }),
    task(33, 22),
    insert('Note', 41, { task: idOf(31), author: idOf(1), text: 'said' }),
    { kind: 'add', entity: 'Task', field: 'helpers', id: idOf(31), member: idOf(1) },
    { kind: 'add', entity: 'Task', field: 'related', id: idOf(31), member: idOf(32) },
  );
  store.setEnteredAt('Task', 'status', idOf(31), 1);
  store.setEnteredAt('Task', 'status', idOf(33), 1);
}

onPostgres(
  (stores) => {
    const laidOut = laidOutStores(() => stores.server.address);
    beforeAll(() => installed(stores.server.address, 'laid out in use', 'laid out once'), 60_000);
    afterAll(() => laidOut.close());

    /** The number of the root of each record in a table, by the number of the record. */
    const roots = async (schema: string, table: string): Promise<Record<string, number>> => {
      const sql = postgres(stores.server.address, { max: 1 });
      const rows = await sql.unsafe(`SELECT * FROM "${schema}"."${table}"`);
      await sql.end();
      const number = (id: unknown): number => Number(String(id).slice(-4));
      return Object.fromEntries(rows.map((row) => [number(row['id'] ?? row['member']), number(row['~root'])]));
    };

    describe('records that belong to one of two workspaces', () => {
      const schema = 'laid out workspaces';
      let store: UnopenedStore;
      beforeEach(async () => {
        store = await laidOut.open(model, schema, 'Workspace');
        fill(store);
      }, 60_000);

      test('each has its workspace in an additional column', async () => {
        expect(await roots(schema, 'Task')).toEqual({ 31: 11, 32: 11, 33: 12 });
        expect(await roots(schema, 'Note')).toEqual({ 41: 11 });
        expect(await roots(schema, 'Task.helpers')).toEqual({ 1: 11 });
        expect(store.members('Task', 'related', idOf(31))).toEqual([idOf(32)]);
      });

      test('refuses one whose parent does not exist', () => {
        expect(() => write(store, task(39, 29))).toThrow(new ReferenceConflict('Task', 'project', idOf(29)));
      });

      test('refuses relations to another workspace', () => {
        expect(() => write(store, { kind: 'update', entity: 'Task', id: idOf(32), values: { after: idOf(33) } })).toThrow(
          new ReferenceConflict('Task', 'after', idOf(33)),
        );
        expect(() => write(store, { kind: 'add', entity: 'Task', field: 'related', id: idOf(31), member: idOf(33) })).toThrow(
          ReferenceConflict,
        );
      });

      test('refuses to move a record to another workspace', () => {
        const move = (project: number): Change => ({
          kind: 'update',
          entity: 'Task',
          id: idOf(31),
          values: { project: idOf(project), title: 'new' },
        });
        expect(() => write(store, move(22))).toThrow(ValueConflict);
        expect(store.record('Task', idOf(31))).toMatchObject({ title: 'Task 31' });
        write(store, move(21));
        expect(store.record('Task', idOf(31))).toMatchObject({ title: 'new', project: idOf(21) });
      });

      test('enforces unique values and non-overlapping times within each root', () => {
        expect(() => write(store, task(34, 21, { title: 'Task 31' }))).toThrow(
          new UniqueConflict('Task', ['project', 'title'], 'title once'),
        );
        write(store, task(34, 22, { title: 'Task 31' }));
        write(store, task(35, 21, { from: at(1), until: at(3) }), task(36, 22, { from: at(2), until: at(4) }));
        expect(() => write(store, task(37, 21, { from: at(2), until: at(4) }))).toThrow(OverlapConflict);
        write(store, task(37, 21, { from: at(3), until: at(4) }));
      });

      test('deleting a record deletes what depends on it, and clears references to it', () => {
        write(store, { kind: 'delete', entity: 'Task', id: idOf(31) });
        expect(store.record('Task', idOf(32))).toMatchObject({ after: null });
        expect(store.count({ entity: 'Note', conditions: [] })).toBe(0);
        expect([...store.entered('Task', 'status').keys()]).toEqual([idOf(33)]);
        write(store, { kind: 'delete', entity: 'Workspace', id: idOf(11) });
        expect(store.query({ entity: 'Task', conditions: [] }).map(({ id }) => id)).toEqual([idOf(33)]);
        expect(store.query({ entity: 'Project', conditions: [] }).map(({ id }) => id)).toEqual([idOf(22)]);
      });

      test('a refused deletion changes nothing', () => {
        expect(() => write(store, { kind: 'delete', entity: 'User', id: idOf(1) })).toThrow(ReferenceConflict);
        expect(store.record('Project', idOf(21))).toMatchObject({ lead: idOf(1) });
      });

      test('refuses to rebuild tables, but allows changes that rebuild none', () => {
        const wider = readModel(sample.replace('| lead |', '| budget | money | | | |\n| lead |'));
        expect(() => store.migrate(wider, store.plan(wider))).toThrow(/laid out on several machines, where rebuilding a table is not done/);
        expect(() => store.clear()).toThrow(/laid out on several machines/);
        expect(() => store.restore(model, store.snapshot())).toThrow(/laid out on several machines/);
        const ruled = readModel(sample.replace('< 50', '< 60'));
        store.migrate(ruled, store.plan(ruled));
        const loosened = readModel(sample.replace('| Project.workspace: update | no | no |\n', ''));
        expect(() => store.migrate(loosened, store.plan(loosened))).toThrow(
          /laid out by Workspace, and this document cannot be divided so any more/,
        );
      });
    });

    describe('tables in use', () => {
      test('get the workspace of every record, and open stores reload the document', async () => {
        const schema = 'laid out in use';
        const store = await stores.open(schema);
        openStore(store, model);
        fill(store);
        await runScript(stores.server.address, layoutScript(model, schema, 'Workspace').script);
        expect(await roots(schema, 'Task')).toEqual({ 31: 11, 32: 11, 33: 12 });
        expect(() => write(store, task(34, 21))).toThrow(DocumentChanged);
        store.look();
        store.adopt(model);
        write(store, task(34, 22));
        expect(await roots(schema, 'Task')).toMatchObject({ 34: 12 });
      }, 60_000);

      test('are distributed only once, and only by their own document', async () => {
        const schema = 'laid out once';
        const { script } = layoutScript(model, schema, 'Workspace');
        openStore(await stores.open(schema), model);
        const other = readModel(sample.replace('| lead |', '| budget | money | | | |\n| lead |'));
        await expect(runScript(stores.server.address, layoutScript(other, schema, 'Workspace').script)).rejects.toThrow(
          /another version of the document/,
        );
        await runScript(stores.server.address, script);
        await expect(runScript(stores.server.address, script)).rejects.toThrow(/laid out already/);
      }, 60_000);
    });

    describe.skipIf(realCitus !== null)('the replacement for Citus', () => {
      test.each([
        ['a key without the column', 'CREATE UNIQUE INDEX "title" ON "Task" ("title")', /do not include the partition column/],
        [
          'a trigger',
          'CREATE TRIGGER "t" AFTER INSERT ON "Task" FOR EACH ROW EXECUTE FUNCTION "_forget_entered"()',
          /triggers are not supported/,
        ],
        [
          'a trigger on a copied table',
          'CREATE TRIGGER "t" AFTER INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION "_forget_entered"()',
          /triggers are not supported/,
        ],
        [
          'a key to a table that stays',
          'ALTER TABLE "Task" ADD COLUMN "l" text COLLATE "C" REFERENCES "Label" ("id")',
          /must be a distributed table or a reference table/,
        ],
        [
          'a key that empties the column',
          'ALTER TABLE "Task" ADD FOREIGN KEY ("~root", "after") REFERENCES "Task" ("~root", "id") ON DELETE SET NULL ("after")',
          /SET NULL/,
        ],
        ['another root', `UPDATE "Project" SET "workspace" = 'x'`, /modifying the partition value/],
      ])('refuses %s', async (_, statement, why) => {
        await laidOut.open(model, 'laid out workspaces', 'Workspace');
        await expect(
          runScript(
            stores.server.address,
            `SET search_path TO "laid out workspaces"; INSERT INTO "Workspace" ("id", "name", "createdAt", "updatedAt") VALUES ('w', 'w', 0, 0);
           INSERT INTO "Project" ("id", "workspace", "title", "createdAt", "updatedAt") VALUES ('p', 'w', 'p', 0, 0); ${statement}`,
          ),
        ).rejects.toThrow(why);
      });

      test('refuses a table with a key without the column, and one to which a copied table refers', async () => {
        const refuses = (statements: string, why: RegExp): Promise<void> =>
          expect(
            runScript(
              stores.server.address,
              `DROP SCHEMA IF EXISTS "alone" CASCADE; CREATE SCHEMA "alone"; SET search_path TO "alone"; ${statements}`,
            ),
          ).rejects.toThrow(why);
        const divided = `CREATE TABLE a (id text PRIMARY KEY, r text); SELECT create_distributed_table('a', 'id', colocate_with => 'none');`;
        const other = 'CREATE TABLE b (id text PRIMARY KEY, a text);';
        const leads = 'ALTER TABLE b ADD FOREIGN KEY (a) REFERENCES a (id)';
        await refuses(
          `CREATE TABLE a (id text PRIMARY KEY, r text); SELECT create_distributed_table('a', 'r')`,
          /do not include the partition column/,
        );
        await refuses(`${divided} ${other} ${leads}`, /from local tables to distributed tables/);
        await refuses(`${divided} ${other} SELECT create_reference_table('b'); ${leads}`, /from reference tables to distributed tables/);
        await refuses(`${divided} ${other} SELECT create_distributed_table('b', 'id', colocate_with => 'none'); ${leads}`, /not colocated/);
        await refuses(
          `${divided} ${other} SELECT create_distributed_table('b', 'id', colocate_with => 'a'); ${leads}`,
          /in the same ordinal/,
        );
        await refuses(
          `${divided} CREATE TABLE n (id bigint PRIMARY KEY); SELECT create_distributed_table('n', 'id', colocate_with => 'a')`,
          /cannot colocate tables/,
        );
      });
    });
  },
  [],
  realCitus,
);
