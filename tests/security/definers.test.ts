import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher, tokenHash } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import { changeDocument } from '../../src/engine/document/change-document.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import { readModel } from '../../src/model/read.ts';
import { TrailNotOwned } from '../../src/store/postgres/guard.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import type { UnopenedStore } from '../../src/store/sql/document-store.ts';
import { textLiteral } from '../../src/store/sql/identifier.ts';
import { connectAs, openPostgres } from '../../testing/postgres/blocking.ts';
import { onPostgres } from '../../testing/postgres/postgres-stores.ts';
import { definers } from './definers.ts';

/*
 * What a role of the server can do that was let in with `_admit`, and the engine's own role, by
 * SQL: on a server with roles as an administrator makes them. The database belongs to the
 * administrator, so that every role may make temporary objects: this is what the functions must
 * hold out against.
 */

const helpdesk = readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const withoutRule = helpdesk.replace(/\| subject is short \|.*\n/, '');

/** What happened: `done`, or the database's refusal. */
const outcome = (connection: Connection, statement: string): string => {
  try {
    connection.run(statement);
    return 'done';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('a server with roles', () => {
  onPostgres((stores) => {
    const name = `roles_${process.pid}`;
    const [engine, thief] = [`engine_${process.pid}`, `thief_${process.pid}`];
    const opened: { close(): void }[] = [];

    const addressOf = (role: string | null, database = name): string => {
      const address = new URL(stores.server.address);
      address.pathname = `/${database}`;
      if (role !== null) {
        address.username = role;
        address.password = 'a secret of its own';
      }
      return address.href;
    };
    const session = async (role: string | null, database = name): Promise<Connection> => {
      const connection = connectAs(addressOf(role, database));
      opened.push(connection);
      return connection;
    };
    const openStore = async (role: string | null = engine): Promise<UnopenedStore> => {
      const store = await openPostgres(addressOf(role), { platform: fixedPlatform() });
      opened.push(store);
      return store;
    };
    const productOver = (store: UnopenedStore): Product =>
      createProduct({ model: readModel(helpdesk), store, platform: fixedPlatform(), hasher: cheapHasher, placeholders: true });

    let administrator: Connection;
    let owner: Connection;
    let store: UnopenedStore;
    let product: Product;
    let ana = '';

    beforeAll(async () => {
      const first = await session(null, new URL(stores.server.address).pathname.slice(1));
      for (const role of [engine, thief]) first.run(`CREATE ROLE ${role} LOGIN PASSWORD 'a secret of its own'`);
      first.run(`CREATE DATABASE ${name}`);
      administrator = await session(null);
      administrator.run('CREATE EXTENSION btree_gist');
      administrator.run(`GRANT CREATE ON DATABASE ${name} TO ${engine}`);
      store = await openStore();
      store.begin(readModel(helpdesk));
      product = productOver(store);
      expect(seedExamples(product)).toEqual([]);
      ana = exampleRecords(product)['Ana']?.id ?? '';
      owner = await session(engine);
      owner.run(`SELECT ninefold."_admit"('${thief}')`);
    }, 60_000);

    afterAll(async () => {
      for (const one of opened) one.close();
      const last = await session(null, new URL(stores.server.address).pathname.slice(1));
      last.run(`DROP DATABASE ${name} WITH (FORCE)`);
      for (const role of [engine, thief]) last.run(`DROP ROLE ${role}`);
      last.close();
    });

    test('the engine says what it may not do, and goes on', () => {
      expect(store.unguarded).toEqual([
        expect.stringMatching(/^any role may make temporary tables .*REVOKE TEMPORARY ON DATABASE "roles_\d+" FROM PUBLIC/),
        expect.stringMatching(/^the engine’s role owns the audit trail.*may not make roles/),
      ]);
    });

    describe('an admitted role with temporary objects', () => {
      const shown = (connection: Connection): string[] =>
        connection.rows(`SELECT "id" FROM ninefold."Ticket seen" ORDER BY "id"`).map(([id]) => String(id));
      const begun = async (): Promise<Connection> => {
        const connection = await session(thief);
        connection.run('SET search_path = ninefold');
        connection.run(`SET ninefold.token = 'forged'`);
        return connection;
      };

      test('forges no session with a table `_session`, and no account with a table of the account’s name', async () => {
        const mine = await begun();
        const before = shown(mine);
        mine.run('CREATE TEMP TABLE "_session" ("token_hash" text, "account" text, "expires" bigint)');
        mine.run(
          `INSERT INTO pg_temp."_session" VALUES (${textLiteral(tokenHash('forged'))}, ${textLiteral(ana)}, ${Date.UTC(2100, 0, 1)})`,
        );
        mine.run(`CREATE TEMP TABLE "User" ("id" text, "role" text, "name" text, "email" text)`);
        mine.run(`INSERT INTO pg_temp."User" VALUES (${textLiteral(ana)}, 'agent', 'Ana', 'ana@example.com')`);
        mine.run('GRANT ALL ON pg_temp."_session", pg_temp."User" TO PUBLIC');
        expect(shown(mine)).toEqual(before);
        // The same token in the product's own table is a session: the attack above had the right
        // shape.
        store.saveSession({ tokenHash: tokenHash('forged'), account: ana, began: 0, expires: Date.UTC(2100, 0, 1) });
        expect(shown(mine).length).toBeGreaterThan(before.length);
        store.deleteSession(tokenHash('forged'));
      });

      test.each(['_session', 'User', 'Ticket'])('runs no function of its own as the owner by a view `%s`', async (view) => {
        const mine = await begun();
        if (view !== '_session') {
          mine.run(
            `CREATE TEMP TABLE "_session" AS SELECT ${textLiteral(tokenHash('forged'))}::text AS "token_hash", 'x'::text AS "account", ${Date.UTC(2100, 0, 1)}::bigint AS "expires"`,
          );
          mine.run('GRANT ALL ON pg_temp."_session" TO PUBLIC');
        }
        mine.run('CREATE TEMP TABLE loot ("who" text)');
        mine.run('GRANT ALL ON pg_temp.loot TO PUBLIC');
        mine.run(`CREATE FUNCTION pg_temp.steal() RETURNS text LANGUAGE plpgsql AS
          $$ BEGIN INSERT INTO pg_temp.loot VALUES (current_user); RETURN 'x'; END $$`);
        mine.run(`CREATE TEMP VIEW "${view}" AS SELECT pg_temp.steal() AS "id", pg_temp.steal() AS "account", ${textLiteral(tokenHash('forged'))}::text AS "token_hash",
          ${Date.UTC(2100, 0, 1)}::bigint AS "expires", 'open'::text AS "status"`);
        mine.run(`GRANT ALL ON pg_temp."${view}" TO PUBLIC`);
        shown(mine);
        mine.row(`SELECT ninefold."~keep read Ticket"('x')`);
        expect(mine.rows('SELECT * FROM pg_temp.loot')).toEqual([]);
      });

      test('puts no functions or operators in place of others', async () => {
        const mine = await begun();
        const before = shown(mine);
        for (const statement of [
          `CREATE FUNCTION pg_temp."~keep me"() RETURNS text LANGUAGE sql AS $$ SELECT ${textLiteral(ana)} $$`,
          `CREATE FUNCTION pg_temp."~keep read Ticket"(text) RETURNS boolean LANGUAGE sql AS 'SELECT TRUE'`,
          `CREATE FUNCTION pg_temp.current_setting(text, boolean) RETURNS text LANGUAGE sql AS 'SELECT ''x''::text'`,
          `CREATE FUNCTION pg_temp.always(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT TRUE'`,
          'CREATE OPERATOR pg_temp.= (LEFTARG = text, RIGHTARG = text, FUNCTION = pg_temp.always)',
        ])
          mine.run(statement);
        expect(shown(mine)).toEqual(before);
      });

      test('makes no trigger of the functions that look with the owner’s eyes, and nothing in the schema', async () => {
        const mine = await begun();
        mine.run('CREATE TEMP TABLE bait (LIKE ninefold."Ticket seen")');
        const found = definers(owner).filter(({ isTrigger }) => isTrigger);
        expect(found.length).toBeGreaterThan(0);
        for (const { name: of } of found)
          expect(outcome(mine, `CREATE TRIGGER t AFTER INSERT ON pg_temp.bait FOR EACH ROW EXECUTE FUNCTION ninefold."${of}"()`)).toMatch(
            /permission denied/,
          );
        expect(outcome(mine, 'CREATE TABLE ninefold.mine ()')).toMatch(/permission denied/);
        expect(outcome(mine, `SELECT ninefold."~keep me"()`)).toMatch(/permission denied/);
      });

      test('sees nothing once it is dismissed, and the views when it is let in again', async () => {
        const mine = await begun();
        owner.run(`SELECT ninefold."_dismiss"('${thief}')`);
        expect(outcome(mine, 'SELECT 1 FROM ninefold."Ticket seen"')).toMatch(/permission denied/);
        expect(outcome(mine, `SELECT ninefold."~keep read Ticket"('x')`)).toMatch(/permission denied/);
        owner.run(`SELECT ninefold."_admit"('${thief}')`);
        expect(outcome(mine, 'SELECT 1 FROM ninefold."Ticket seen"')).toBe('done');
      });
    });

    describe('the audit trail', () => {
      test('is handed over where the engine’s role may act for its owner, and the engine says what is left to do', async () => {
        administrator.run('DO $$ BEGIN CREATE ROLE ninefold_trail NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$');
        administrator.run(`GRANT ninefold_trail TO ${engine}`);
        administrator.run(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
        const again = await openStore();
        again.adopt(readModel(helpdesk));
        expect(again.unguarded).toEqual([expect.stringContaining(`REVOKE ninefold_trail FROM "${engine}"`)]);
        administrator.run(`REVOKE ninefold_trail FROM ${engine}`);
        const last = await openStore();
        last.adopt(readModel(helpdesk));
        expect(last.unguarded).toEqual([]);
      });

      test('cannot be changed, emptied or replaced by the engine’s role', () => {
        const lines = owner.rows('SELECT * FROM ninefold."_audit"');
        expect(lines.length).toBeGreaterThan(0);
        for (const statement of [
          `UPDATE ninefold."_audit" SET "by" = NULL`,
          'DELETE FROM ninefold."_audit"',
          'TRUNCATE ninefold."_audit"',
          'DROP TABLE ninefold."_audit"',
          'DROP SCHEMA ninefold CASCADE',
          'ALTER SCHEMA ninefold RENAME TO old',
          'ALTER TABLE ninefold."_audit" DISABLE TRIGGER ALL',
          'ALTER TABLE ninefold."_audit" RENAME TO old',
          `ALTER TABLE ninefold."_audit" OWNER TO ${engine}`,
          'DROP TRIGGER "_audit_change" ON ninefold."_audit"',
          'CREATE RULE gone AS ON INSERT TO ninefold."_audit" DO INSTEAD NOTHING',
          `CREATE OR REPLACE FUNCTION ninefold."_not_rewritten"() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
          'DROP FUNCTION ninefold."_not_rewritten"() CASCADE',
          'SET ROLE ninefold_trail',
          'SET session_replication_role = replica',
          `INSERT INTO ninefold."_audit" ("sequence", "at", "entity", "record", "operation", "changes") OVERRIDING SYSTEM VALUE VALUES (0, 0, 'x', 'x', 'x', '[]')`,
          `SELECT setval(pg_get_serial_sequence('ninefold."_audit"', 'sequence'), 1)`,
        ])
          expect(outcome(owner, statement), statement).toMatch(/permission denied|must be owner|must be able to SET ROLE/);
        expect(owner.rows('SELECT * FROM ninefold."_audit"')).toEqual(lines);
      });

      test('is written and read as before, also after the document has changed', async () => {
        const again = await openStore();
        again.adopt(readModel(helpdesk));
        const running = productOver(again);
        const before = Number(owner.row('SELECT count(*) FROM ninefold."_audit"')?.[0]);
        expect(changeDocument(running, again, readModel(withoutRule), false)).toMatchObject({ applied: true });
        again.transaction(() => again.audit({ at: 0, by: null, entity: 'Ticket', record: 'x', operation: 'test', changes: {} }));
        expect(again.trail('Ticket', 'x', 10)).toHaveLength(1);
        expect(Number(owner.row('SELECT count(*) FROM ninefold."_audit"')?.[0])).toBe(before + 1);
        owner.run(`SELECT ninefold."_dismiss"('${thief}')`);
        owner.run(`SELECT ninefold."_admit"('${thief}')`);
      });

      test('is replaced with everything else only by a role that may', async () => {
        const again = await openStore();
        again.adopt(readModel(withoutRule));
        const snapshot = again.snapshot();
        expect(() => again.clear()).toThrow(TrailNotOwned);
        administrator.run(`GRANT ninefold_trail TO ${engine}`);
        again.restore(readModel(withoutRule), snapshot);
        administrator.run(`REVOKE ninefold_trail FROM ${engine}`);
        expect(again.snapshot().trail).toEqual(snapshot.trail);
        expect(outcome(owner, 'DELETE FROM ninefold."_audit"')).toMatch(/permission denied/);
      });
    });

    test('an engine that may make roles, and owns its database, does all of it itself, also for a database from before', async () => {
      const other = `${name}_own`;
      administrator.run(`ALTER ROLE ${engine} CREATEROLE`);
      administrator.run(`CREATE DATABASE ${other} OWNER ${engine}`);
      try {
        const own = await openPostgres(addressOf(engine, other), { platform: fixedPlatform() });
        try {
          own.begin(readModel(helpdesk));
          expect(own.unguarded).toEqual([]);
          const there = await session(engine, other);
          // As the functions were made before.
          there.run('ALTER FUNCTION ninefold."~keep me"() SET search_path = ninefold');
          there.run('GRANT EXECUTE ON FUNCTION ninefold."~keep me"() TO PUBLIC');
          there.run(`UPDATE ninefold."_meta" SET "value" = 'before' WHERE "key" = 'defences'`);
          const next = await openPostgres(addressOf(engine, other), { platform: fixedPlatform() });
          next.adopt(readModel(helpdesk));
          next.close();
          for (const { searchPath, isPublic } of definers(there))
            expect([searchPath, isPublic]).toEqual(['search_path=ninefold, pg_temp', false]);
          expect(definers(there).length).toBeGreaterThan(5);
          expect(outcome(there, 'DELETE FROM ninefold."_audit"')).toMatch(/permission denied/);
          const stranger = await session(thief, other);
          expect(outcome(stranger, 'CREATE TEMP TABLE t ()')).toMatch(/permission denied/);
          there.close();
          stranger.close();
        } finally {
          own.close();
        }
      } finally {
        administrator.run(`DROP DATABASE ${other} WITH (FORCE)`);
        administrator.run(`ALTER ROLE ${engine} NOCREATEROLE`);
      }
    });
  });
});
