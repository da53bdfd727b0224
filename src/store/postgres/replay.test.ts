import fc from 'fast-check';
import { serialize } from 'pg-protocol';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Given, type Program, prepare, program, state, times, told } from '../../../testing/asking-programs.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../../testing/postgres-server.ts';
import type { Connection } from '../sql/connection.ts';
import type { AskedSession } from './asked-session.ts';
import { Replay } from './replay.ts';
import { connectPostgres } from './server/open-postgres.ts';
import { readAddress } from './server/server-address.ts';
import { openServerSession, type ServerSession } from './server/server-session.ts';
import { sessionSettings } from './session.ts';
import { sharedTurn } from './turn.ts';

/* What a thread that must not wait finds out by running a body again is what one that waits is told. */

const missing = whyNoServer();
let server: TestServer;
let plain: Connection;
/** The same table in another schema. */
let other: Connection;
const schema = `replay ${process.pid}`;
const opened: ServerSession[] = [];

/** Sessions that know nothing yet. */
const sessions = (): Promise<ServerSession[]> =>
  Promise.all(
    [0, 1].map(async () => {
      const session = await openServerSession(readAddress(server.address, undefined));
      opened.push(session);
      await session.exchange(serialize.query(sessionSettings(schema)));
      return session;
    }),
  );

beforeAll(async () => {
  if (missing !== null) return;
  server = await startPostgres();
  plain = await connectPostgres(server.address, { schema });
  prepare(plain);
  other = await connectPostgres(server.address, { schema: `other ${process.pid}` });
  prepare(other);
}, 60_000);
afterEach(() => {
  for (const session of opened.splice(0)) session.close();
});
afterAll(async () => {
  plain?.close();
  other?.close();
  await server?.close();
});

type Deed = 'given' | 'last' | 'all' | 'none';

function look(connection: Connection, deeds: readonly Deed[], given: number): unknown[] {
  let last = given;
  return deeds.map((deed) => {
    if (deed === 'all') return connection.rows('SELECT "n", "next" FROM "thing" ORDER BY "n"');
    if (deed === 'none') return connection.row('SELECT "n" FROM "thing" WHERE "next" = ?', [-given]);
    const row = connection.row('SELECT "next", "n" FROM "thing" WHERE "n" = ?', [deed === 'last' ? last : given]);
    last = Number(row?.[0]);
    return row;
  });
}

/** Counts what goes to the server. */
function counted(inner: readonly ServerSession[]): { readonly sessions: AskedSession[]; asked: number } {
  const counts = {
    asked: 0,
    sessions: inner.map(
      (session): AskedSession => ({
        exchange(request) {
          counts.asked++;
          return session.exchange(request);
        },
        get open() {
          return session.open;
        },
      }),
    ),
  };
  return counts;
}

describe.skipIf(missing !== null)('bodies that only look', () => {
  const deeds = fc.array(fc.constantFrom<Deed>('given', 'last', 'all', 'none'), { maxLength: 5 });
  const several = fc.array(fc.record({ which: fc.constantFrom(0, 0, 1), given: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 2,
    maxLength: 8,
  });

  test('are told the same, also many at once under one habit', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, deeds, several, async (first, second, all) => {
        const { connection, ...replay } = bare(new Replay({ looking: await sessions() }));
        const habit = {};
        const found = await Promise.all(
          all.map(({ which, given }) =>
            replay.run(() => connection.accustomed(habit, [String(given)], () => look(connection, which === 0 ? first : second, given))),
          ),
        );
        expect(found).toEqual(all.map(({ which, given }) => ({ value: look(plain, which === 0 ? first : second, given) })));
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  test('ask once for what they asked the last time', async () => {
    const counts = counted(await sessions());
    const { connection, ...replay } = bare(new Replay({ looking: counts.sessions }));
    const habit = {};
    const asked: number[] = [];
    for (const given of [1, 2, 3, 1, 2, 3]) {
      const before = counts.asked;
      await replay.run(() => connection.accustomed(habit, [String(given)], () => look(connection, ['given', 'last', 'all'], given)));
      asked.push(counts.asked - before);
    }
    expect(asked[0]).toBe(3);
    expect(asked.slice(3)).toEqual([1, 1, 1]);
  });

  test('are for somebody else when they write, fail or ask for too much, and are then left alone a while', async () => {
    const { connection, ...replay } = bare(new Replay({ looking: await sessions() }));
    const bodies: readonly (() => unknown)[] = [
      () => connection.run('UPDATE "thing" SET "next" = 0'),
      () => connection.transaction(() => connection.rows('SELECT 1')),
      () => connection.row('SELECT 1 / ("next" - 2) FROM "thing" WHERE "n" = 1'),
      () => connection.row(`SELECT repeat('x', 70000)`),
      () => Array.from({ length: 20 }, (_, index) => connection.row('SELECT ?::bigint', [index])),
    ];
    for (const body of bodies) {
      const habit = {};
      let ran = 0;
      const once = () =>
        replay.run(() =>
          connection.accustomed(habit, [], () => {
            ran++;
            return body();
          }),
        );
      for (let count = 0; count < 3; count++) expect(await once()).toBeNull();
      const before = ran;
      expect(before).toBeGreaterThanOrEqual(3);
      expect(await once()).toBeNull();
      expect(ran).toBe(before);
    }
    // What failed has spoiled nothing.
    expect(await replay.run(() => look(connection, ['given', 'all'], 2))).toEqual({ value: look(plain, ['given', 'all'], 2) });
    expect(look(plain, ['given'], 1)).toEqual([[2, 1]]);
  });

  test('hear of other tables by their columns', async () => {
    plain.run('CREATE TABLE "shape" ("a" bigint NOT NULL)');
    plain.run('INSERT INTO "shape" VALUES (1)');
    const { connection, ...replay } = bare(new Replay({ looking: await sessions() }));
    const ask = () => replay.run(() => connection.rows('SELECT * FROM "shape"'));
    expect(await ask()).toEqual({ value: [[1]] });
    plain.run('ALTER TABLE "shape" ALTER COLUMN "a" TYPE text');
    // Each session notices for itself that it was prepared for another shape.
    const seen = [await ask(), await ask(), await ask(), await ask()];
    expect(seen.at(-1)).toEqual({ value: [['1']] });
    expect(seen.filter((one) => one !== null).every(({ value }) => typeof value[0]?.[0] === 'string')).toBe(true);
  });

  test('know of columns what was said of them, also when an error made them forget it meanwhile', async () => {
    const [session] = await sessions();
    const { connection, ...replay } = bare(new Replay({ looking: session === undefined ? [] : [session] }));
    const ask = () => replay.run(() => connection.row('SELECT "n", "next" FROM "thing" WHERE "n" = 1'));
    const fail = () => replay.run(() => connection.row('SELECT 1 / ("n" - 1) FROM "thing" WHERE "n" = 1'));
    const found = [await ask(), ...(await Promise.all([fail(), ask()])), await ask()];
    expect(found).toEqual([{ value: [1, 2] }, null, { value: [1, 2] }, { value: [1, 2] }]);
  });

  test('that make a mistake of their own throw it', async () => {
    const replay = new Replay({ looking: await sessions() });
    await expect(
      replay.run(() => {
        replay.connection.row('SELECT 1');
        throw new Error('mine');
      }),
    ).rejects.toThrow('mine');
  });

  test('are for somebody else when the server is gone', async () => {
    const session = await openServerSession(readAddress(server.address, undefined));
    const replay = new Replay({ looking: [session] });
    session.close();
    expect(await replay.run(() => replay.connection.row('SELECT 1'))).toBeNull();
  });
});

describe.skipIf(missing !== null)('bodies that write', () => {
  const turn = sharedTurn(schema);
  const writing = async (): Promise<Replay> =>
    new Replay({ looking: await sessions(), writing: await sessions(), begin: () => turn.begin('beside') });
  const anew = (): void => {
    for (const connection of [plain, other]) connection.run('UPDATE "thing" SET "next" = "n" % 5 + 1');
  };
  let here = 0;

  test('write the same, or nothing', async () => {
    const changing: [Program, Program, Given[]] = [
      {
        deeds: [
          { kind: 'ask', of: 'given' },
          { kind: 'set', to: 4 },
          { kind: 'ask', of: 'last' },
          { kind: 'later', to: 2 },
        ],
        inTransaction: true,
      },
      { deeds: [{ kind: 'later', to: 3 }], inTransaction: true },
      [0, 0, 1, 0].map((which, index) => ({ which, given: index + 1 })),
    ];
    await fc.assert(
      fc.asyncProperty(program, program, times, async (first, second, all) => {
        anew();
        const replay = await writing();
        const key = {};
        for (const { which, given } of all) {
          const one = which === 0 ? first : second;
          const found = await replay.run(() =>
            replay.connection.accustomed(key, [String(given)], () => told(replay.connection, one, given)),
          );
          if (found !== null) here++;
          // What is not answered here is for somebody else: nothing has been done.
          expect(found?.value ?? told(plain, one, given)).toEqual(told(other, one, given));
          expect(state(plain)).toEqual(state(other));
        }
        for (const session of opened.splice(0)) session.close();
      }),
      { numRuns: 60, examples: [changing] },
    );
    expect(here).toBeGreaterThan(20);
  }, 60_000);

  test('draw the same from elsewhere, however often they run', async () => {
    anew();
    const replay = await writing();
    let drawn = 0;
    let ran = 0;
    const found = await replay.run(() => {
      ran++;
      return replay.connection.transaction(() => {
        const to = replay.once(() => ++drawn);
        replay.connection.row('SELECT "next" FROM "thing" WHERE "n" = 1');
        replay.connection.run('UPDATE "thing" SET "next" = ? WHERE "n" = 1', [to]);
        return [to, replay.connection.changes()];
      });
    });
    expect([ran, found]).toEqual([3, { value: [1, 1] }]);
    expect(plain.row('SELECT "next" FROM "thing" WHERE "n" = 1')).toEqual([1]);
  });

  test('what they take back themselves is taken back, and thrown', async () => {
    anew();
    const replay = await writing();
    const { connection } = replay;
    const failing = replay.run(() =>
      connection.transaction(() => {
        connection.run('UPDATE "thing" SET "next" = 0');
        connection.row('SELECT 1');
        throw new Error('mine');
      }),
    );
    await expect(failing).rejects.toThrow('mine');
    // Its session is free again, for as many as come.
    const after = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        replay.run(() => connection.transaction(() => connection.row('SELECT "next" FROM "thing" WHERE "n" = ?', [n]))),
      ),
    );
    expect(after.map((one) => one?.value?.[0])).toEqual([2, 3, 4, 5, 1]);
  });

  test('what goes on after a transaction is for somebody else, as a whole', async () => {
    anew();
    const replay = await writing();
    const { connection } = replay;
    const next = (): unknown => connection.row('SELECT "next" FROM "thing" WHERE "n" = 1')?.[0];
    const add = (): void => connection.transaction(() => connection.later('UPDATE "thing" SET "next" = "next" + 1 WHERE "n" = 1'));
    for (const more of [next, add]) {
      const found = await replay.run(() => {
        add();
        more();
      });
      expect(found).toBeNull();
    }
    expect(plain.row('SELECT "next" FROM "thing" WHERE "n" = 1')).toEqual([2]);
    // One that was taken back is no hindrance.
    const found = await replay.run(() => {
      const before = next();
      try {
        connection.transaction(() => {
          add();
          throw new Error('mine');
        });
      } catch (error) {
        if (!(error instanceof Error) || error.message !== 'mine') throw error;
      }
      add();
      return before;
    });
    expect(found).toEqual({ value: 2 });
    expect(plain.row('SELECT "next" FROM "thing" WHERE "n" = 1')).toEqual([3]);
  });

  test('who collides leaves it to somebody else, and comes again', async () => {
    anew();
    const replay = await writing();
    const { connection } = replay;
    const habit = {};
    const both = await Promise.all(
      [1, 2].map((n) =>
        replay.run(() =>
          connection.accustomed(habit, [], () =>
            connection.transaction(() => {
              const sum = connection.row('SELECT sum("next")::bigint FROM "thing"')?.[0];
              connection.run('UPDATE "thing" SET "next" = ? WHERE "n" = ?', [Number(sum), n]);
              return sum;
            }),
          ),
        ),
      ),
    );
    expect(both.filter((one) => one !== null)).toEqual([{ value: 15 }]);
    expect(plain.row('SELECT count(*) FROM "thing" WHERE "next" = 15')).toEqual([1]);
    expect(await replay.run(() => connection.accustomed(habit, [], () => connection.row('SELECT 1')))).toEqual({ value: [1] });
  });

  test('under another document none can begin', async () => {
    const replay = await writing();
    plain.changing(() => plain.run('SELECT 1'));
    const found = await replay.run(() => replay.connection.transaction(() => replay.connection.row('SELECT 1')));
    expect([found, replay.outdated]).toEqual([null, true]);
  });
});

const bare = (replay: Replay): { readonly connection: Connection; run: Replay['run'] } => ({
  connection: replay.connection,
  run: (body) => replay.run(body),
});
