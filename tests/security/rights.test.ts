import { readdirSync, readFileSync } from 'node:fs';
import postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher, tokenHash } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import { nobody, type Person } from '../../src/engine/world/world.ts';
import type { Model } from '../../src/model/model.ts';
import { readModel } from '../../src/model/read.ts';
import { seenName } from '../../src/store/postgres/defences.ts';
import { postgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import { createRights } from '../../src/store/postgres/rights.ts';
import { schemaOf } from '../../src/store/schema.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { attachStore, openStore } from '../../src/store/sql/document-store.ts';
import { identifier, textLiteral } from '../../src/store/sql/identifier.ts';
import { withFewExamples } from '../../testing/few-examples.ts';
import { connectAs } from '../../testing/postgres/blocking.ts';
import { onPostgres } from '../../testing/postgres/postgres-stores.ts';
import { openEmbedded, postgresConnections } from '../../testing/postgres/test-databases.ts';
import { definers } from './definers.ts';

/*
 * Section 6 for everyone who asks Postgres itself: as each person, what the views show is what the
 * engine shows, and nothing else can be read or written.
 */

const folder = new URL('../../specs/', import.meta.url);
const specs = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, model: readModel(withFewExamples(name, readFileSync(new URL(name, folder), 'utf8'))) }));

const onServer = postgresConnections();
const inPglite = postgresConnections(openEmbedded);

interface Desk {
  readonly connection: Connection;
  readonly product: Product;
  /** Someone of the server's own, not of the product: what they are told. */
  as<T>(token: string | null, ask: () => T): T;
  /** Every person of the examples, and a signed-out one. */
  readonly people: readonly (readonly [token: string | null, person: Person])[];
  readonly role: string;
}

function desk(model: Model, connect = onServer): Desk {
  const connection = connect();
  const store = openStore(attachStore(connection, postgresEngine), model);
  const clock = fixedPlatform();
  const product = createProduct({ model, store, platform: clock, hasher: cheapHasher, placeholders: true });
  expect(seedExamples(product)).toEqual([]);
  const role = `desk of ${String(connection.row('SELECT current_schema()')?.[0])}`;
  connection.run(`CREATE ROLE ${identifier(role)}`);
  connection.run(`SELECT "_admit"(${textLiteral(role)})`);
  const account = model.account?.entity.text;
  const accounts = Object.entries(exampleRecords(product)).filter(([, { entity }]) => entity === account);
  const expires = Date.UTC(2100, 0, 1);
  const people = accounts.map(([name, { id }]) => {
    store.saveSession({ tokenHash: tokenHash(name), account: id, began: 0, expires });
    return [name, { account: id, token: name }] as const;
  });
  return {
    connection,
    product,
    role,
    people: [[null, nobody], ...people],
    as(token, ask) {
      connection.run(`SET ninefold.token = ${textLiteral(token ?? '')}`);
      connection.run(`SET ROLE ${identifier(role)}`);
      try {
        return ask();
      } finally {
        connection.run('RESET ROLE');
      }
    },
  };
}

const refusal = (ask: () => unknown): string => {
  try {
    ask();
    return 'done';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

// PGlite takes several times as long as a server, so it gets one of the documents.
const places = [
  ...specs.map((spec) => ({ ...spec, connect: onServer })),
  ...specs.filter(({ name }) => name === 'helpdesk.md').map(({ model }) => ({ name: 'helpdesk.md in PGlite', model, connect: inPglite })),
];

describe.each(places)('$name', ({ model, connect }) => {
  let at: Desk;
  beforeAll(() => {
    at = desk(model, connect);
  }, 60_000);
  const schema = schemaOf(model);

  test('every permission to read can be said in SQL', () => {
    expect(createRights('ninefold', model, schema).untold).toEqual([]);
  });

  test('as everybody, the views show the records and the fields that the engine shows', () => {
    const { connection, product, people, as } = at;
    let compared = 0;
    for (const [token, person] of people) {
      const world = product.world(person, Date.now());
      for (const table of schema.tables) {
        const fields = table.columns.filter(({ declared }) => declared !== 'password');
        const columns = fields.map(({ column }) => `${identifier(column)} IS NOT NULL`).join(', ');
        const rows = as(token, () => connection.rows(`SELECT "id", ${columns} FROM ${identifier(seenName(table.table))} ORDER BY "id"`));
        const readable = world
          .entity(table.entity, 'person')
          .records()
          .filter((record) => world.access.mayRead(record))
          .sort((a, b) => (a.id < b.id ? -1 : 1));
        const told = rows.map(([id, ...there]) => [
          id,
          ...fields.filter((_, index) => String(there[index]) === 'true' || there[index] === 1).map(({ field }) => field),
        ]);
        const wanted = readable.map((record) => {
          const stored = world.stored(table.entity, record.id);
          const seen = fields.filter(
            ({ field }) => (stored?.[field] ?? null) !== null && (field === 'id' || world.access.seesField(record, field)),
          );
          return [record.id, ...seen.map(({ field }) => field)];
        });
        expect(told).toEqual(wanted);
        compared += wanted.length;
      }
    }
    expect(compared).toBeGreaterThan(4);
  });

  test('every function that looks with the owner’s eyes says where it looks, names its tables in full, and is not everybody’s', () => {
    const { connection } = at;
    const within = String(connection.row('SELECT current_schema()')?.[0]);
    const found = definers(connection, within);
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['~keep me']));
    const tables = connection.rows('SELECT "tablename" FROM pg_tables WHERE "schemaname" = ?', [within]).map(([name]) => String(name));
    for (const { name, searchPath, isPublic, body } of found) {
      expect([name, searchPath, isPublic]).toEqual([name, `search_path=${identifier(within)}, pg_temp`, false]);
      for (const table of tables)
        expect(body.replaceAll(`${identifier(within)}.${identifier(table)}`, '')).not.toMatch(
          new RegExp(`(?:FROM|JOIN|INTO|UPDATE|DECLARE "~row") ${identifier(table)}`),
        );
    }
  });

  test('lists of records hold what may be read of both ends', () => {
    const { connection, product, people, as } = at;
    for (const [token, person] of people) {
      const world = product.world(person, Date.now());
      for (const { entity, field, table, target } of schema.links) {
        const rows = as(token, () => connection.rows(`SELECT "owner", "member" FROM ${identifier(seenName(table))}`));
        const pairs = world
          .entity(entity, 'person')
          .records()
          .filter((record) => world.access.seesField(record, field))
          .flatMap((record) => product.store.members(entity, field, record.id).map((member) => [record.id, member]))
          .filter(([, member]) => {
            const other = world.record(target, member ?? '');
            return other !== null && world.access.mayRead(other);
          });
        expect(rows.map((row) => row.join()).sort()).toEqual(pairs.map((pair) => pair.join()).sort());
      }
    }
  });

  // Signed out, and as one person: the database knows only the role, which is the same for all.
  test('no table can be read, and nothing written, by anybody', () => {
    const { connection, people, as, role } = at;
    const own = [
      '_meta',
      '_session',
      '_attempt',
      '_answer',
      '_job',
      '_inbox',
      '_serial',
      '_entered',
      '_file',
      '_audit',
      '_pardon',
      '_admitted',
    ];
    for (const [token] of people.slice(0, 2)) {
      as(token, () => {
        for (const table of [...schema.tables.map((one) => one.table), ...schema.links.map((one) => one.table), ...own]) {
          const name = identifier(table);
          for (const sql of [
            `SELECT 1 FROM ${name}`,
            `SELECT count(*) FROM ${name}`,
            `DELETE FROM ${name}`,
            `INSERT INTO ${name} DEFAULT VALUES`,
            `TRUNCATE ${name}`,
            `COPY ${name} TO STDOUT`,
            `ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`,
            `DROP TABLE ${name}`,
          ])
            expect(refusal(() => connection.run(sql))).toMatch(/permission denied|must be owner/);
        }
        for (const { table } of schema.tables) {
          const name = identifier(seenName(table));
          for (const sql of [`DELETE FROM ${name}`, `UPDATE ${name} SET "id" = 'x'`, `INSERT INTO ${name} ("id") VALUES ('x')`])
            expect(refusal(() => connection.run(sql))).toMatch(/permission denied/);
        }
        expect(refusal(() => connection.run(`SELECT "_admit"(${textLiteral(role)})`))).toMatch(/permission denied/);
      });
    }
  });

  test('where the owner grants access to the tables, the policies show the same rows', () => {
    const { connection, product, people, as, role } = at;
    const names = schema.tables.map(({ table }) => identifier(table)).join(', ');
    connection.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${names} TO ${identifier(role)}`);
    for (const [token, person] of people) {
      const world = product.world(person, Date.now());
      for (const { table, entity } of schema.tables) {
        const rows = as(token, () => connection.rows(`SELECT "id" FROM ${identifier(table)}`));
        const readable = world.entity(entity, 'person').records();
        expect(rows.map(([id]) => String(id)).sort()).toEqual(readable.map(({ id }) => id).sort());
        // No policy lets anything be written.
        expect(as(token, () => refusal(() => connection.run(`INSERT INTO ${identifier(table)} ("id") VALUES ('x')`)))).not.toBe('done');
        as(token, () => connection.run(`DELETE FROM ${identifier(table)}`));
      }
    }
    connection.run(`REVOKE ALL ON ${names} FROM ${identifier(role)}`);
    for (const { table, entity } of schema.tables)
      expect(Number(connection.row(`SELECT count(*) FROM ${identifier(table)}`)?.[0])).toBe(
        product.store.count({ entity, conditions: [] }),
      );
  });
});

describe('helpdesk.md', () => {
  const helpdesk = withFewExamples('helpdesk.md', readFileSync(new URL('helpdesk.md', folder), 'utf8'));

  test('an ended session and an unknown token count as signed out; a dismissed role sees nothing', () => {
    const { connection, product, as, role, people } = desk(readModel(helpdesk));
    const [, [token, { account }] = [null, nobody]] = people;
    const ana = token ?? '';
    const count = (said: string | null): number => as(said, () => Number(connection.row('SELECT count(*) FROM "Ticket seen"')?.[0]));
    expect(count(ana)).toBeGreaterThan(0);
    expect([count('forged'), count(''), count(tokenHash(ana))]).toEqual([0, 0, 0]);
    product.store.saveSession({ tokenHash: tokenHash(ana), account: account ?? '', began: 0, expires: 1 });
    expect(count(ana)).toBe(0);
    connection.run(`SELECT "_dismiss"(${textLiteral(role)})`);
    expect(refusal(() => count(null))).toMatch(/permission denied|does not exist/);
  });

  test('a field that only some may read is empty for the others, in the records where it is', () => {
    const rows = '| Ticket.body: read | no | `status == "open"` | yes | yes |\n| Ticket: delete |';
    const { connection, product, as, people } = desk(readModel(helpdesk.replace('| Ticket: delete |', rows)));
    const told = people.map(([token]) => [
      token,
      as(token, () => connection.rows('SELECT "subject", "body" IS NULL FROM "Ticket seen" ORDER BY "subject"')).map((row) =>
        row.join(': '),
      ),
    ]);
    const wanted = people.map(([token, person]) => {
      const world = product.world(person, Date.now());
      const records = world.entity('Ticket', 'person').page({ sort: [{ field: 'subject', descending: false }] }).records;
      return [
        token,
        records.map((record) => {
          const stored = world.stored('Ticket', record.id);
          return `${String(stored?.['subject'])}: ${stored?.['body'] == null || !world.access.seesField(record, 'body')}`;
        }),
      ];
    });
    expect(
      told.map(([who, lines]) => [
        who,
        (lines as string[]).map((line) =>
          line.replace(/: t$/, ': true').replace(/: f$/, ': false').replace(/: 1$/, ': true').replace(/: 0$/, ': false'),
        ),
      ]),
    ).toEqual(wanted);
    expect(JSON.stringify(wanted)).toContain('true');
    expect(JSON.stringify(wanted)).toContain('false');
  });

  test('a filter that reveals its arguments sees no more than the rows', () => {
    const { connection, as } = desk(readModel(helpdesk));
    connection.run(`CREATE FUNCTION pg_temp.tell(text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS
      $$ BEGIN RAISE EXCEPTION 'it says %', $1; END $$`);
    expect(as(null, () => refusal(() => connection.rows('SELECT 1 FROM "Ticket seen" WHERE pg_temp.tell("subject")')))).toBe('done');
  });
});

describe('a real server', () => {
  onPostgres((stores) => {
    test('a client with a database role of its own sees what the person of the token sees', async () => {
      const schema = `seen ${process.pid}`;
      const model = readModel(withFewExamples('helpdesk.md', readFileSync(new URL('helpdesk.md', folder), 'utf8')));
      const store = await stores.open(schema);
      store.begin(model);
      const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher, placeholders: true });
      expect(seedExamples(product)).toEqual([]);
      const owner = connectAs(stores.server.address);
      const role = `desk_${process.pid}`;
      owner.run(`CREATE ROLE ${role} LOGIN PASSWORD 'a secret of its own'`);
      try {
        owner.run(`SELECT ${identifier(schema)}."_admit"('${role}')`);
        const account = exampleRecords(product)['Ana']?.id ?? '';
        store.saveSession({ tokenHash: tokenHash('the token of Ana'), account, began: 0, expires: Date.UTC(2100, 0, 1) });
        const address = new URL(stores.server.address);
        address.username = role;
        address.password = 'a secret of its own';
        const desk = postgres(address.href.replace(/\?.*$/, ''), { ssl: false, max: 1, onnotice: () => undefined });
        await desk.unsafe(`SET search_path = ${identifier(schema)}; SET ninefold.token = 'the token of Ana'`);
        const mine = product.world({ account, token: null }, Date.now()).entity('Ticket', 'person').records();
        expect((await desk.unsafe('SELECT "id" FROM "Ticket seen"')).map(({ id }) => String(id)).sort()).toEqual(
          mine.map(({ id }) => id).sort(),
        );
        expect(mine.length).toBeGreaterThan(0);
        await expect(desk.unsafe('SELECT 1 FROM "Ticket"')).rejects.toThrow('permission denied');
        await expect(desk.unsafe('SET ROLE ninefold')).rejects.toThrow('permission denied');
        await desk.end();
      } finally {
        store.clear();
        owner.run(`DROP SCHEMA ${identifier(schema)} CASCADE`);
        owner.run(`DROP ROLE ${role}`);
        owner.close();
      }
    });
  });
});
