import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepare, program, state, times, told } from '../../../testing/postgres/asking-programs.ts';
import { openEmbedded, postgresConnections } from '../../../testing/postgres/test-databases.ts';
import { rounds as runs } from '../../../testing/rounds.ts';
import { pending, together } from '../../base/pending.ts';
import { BodyChanged } from './body-changed.ts';
import { connectEmbedded } from './embedded/connect-embedded.ts';
import { type Embedded, openPglite } from './embedded/pglite.ts';
import type { Request } from './exchange.ts';
import { openStore, type RunStore } from './open-store.ts';

/*
 * A body that is re-run for each answer must get the same answers as one that waits, and must act
 * once.
 */

const waiting = postgresConnections(openEmbedded);
let database: Embedded;
let opened: RunStore;
let made = 0;
/** The requests to the database since the last look. */
let asked: Request[] = [];

async function open(): Promise<RunStore> {
  const sessions = await connectEmbedded(() => database.socket(), `driver ${++made}`);
  const perform = sessions.perform.bind(sessions);
  sessions.perform = (request) => {
    asked.push(request);
    return perform(request);
  };
  const store = await openStore({ sessions, schema: `driver ${made}`, shared: false });
  await store.run(() => prepare(store.connection));
  asked = [];
  return store;
}
const rounds = (): readonly (readonly string[])[] => {
  const seen = asked.map((request) => ('questions' in request ? request.questions.map(({ sql }) => sql.split(' ')[0] ?? '') : []));
  asked = [];
  return seen;
};

beforeAll(async () => {
  database = await openPglite(null);
  opened = await open();
}, 60_000);
afterAll(async () => {
  await opened.close();
  await database.close();
});

test('a body that is re-run gets the same answers as one that waits', async () => {
  await fc.assert(
    fc.asyncProperty(program, program, times, async (first, second, all) => {
      const [plain, driven] = [waiting(), await open()];
      prepare(plain);
      for (const { which, given } of all) {
        const one = which === 0 ? first : second;
        expect(await driven.run(() => told(driven.connection, one, given))).toEqual(told(plain, one, given));
      }
      expect(await driven.run(() => state(driven.connection))).toEqual(state(plain));
      await driven.close();
    }),
    { numRuns: runs(10) },
  );
}, 120_000);

describe('a body', () => {
  const count = (n: number): number => Number(opened.connection.row('SELECT count(*) FROM "thing" WHERE "n" = ?', [n])?.[0]);
  const add = (n: number): void => opened.connection.run('INSERT INTO "thing" ("n", "next") VALUES (?, 0)', [n]);

  test('that writes in several transactions writes once, with the same ids', async () => {
    const drawn = new Set<number>();
    let passes = 0;
    const body = () => {
      passes++;
      const [first, second] = [1, 2].map(() =>
        opened.connection.transaction(() => {
          const n = 1000 + opened.driver.draw('number', () => drawn.add(drawn.size).size);
          expect(count(n)).toBe(0);
          add(n);
          return n;
        }),
      );
      return [first, second, count(first ?? 0), count(second ?? 0)];
    };
    expect(await opened.run(body)).toEqual([1001, 1002, 1, 1]);
    expect(passes).toBeGreaterThan(3);
    expect(drawn.size).toBe(2);
  });

  test('needs two round trips for a transaction: one for its first reads, one for its writes and COMMIT', async () => {
    rounds();
    await opened.run(() =>
      opened.connection.transaction(() => {
        if (count(2000) === 0) {
          add(2000);
          add(2001);
        }
      }),
    );
    expect(rounds()).toEqual([
      ['BEGIN', 'SELECT'],
      ['INSERT', 'INSERT', 'COMMIT'],
    ]);
  });

  test('is not re-run for COMMIT, and a transaction that only read does not wait for it', async () => {
    let passes = 0;
    const body = (writes: boolean) => () =>
      opened.connection.transaction(() => {
        passes++;
        const seen = count(2100);
        if (writes) add(2100);
        return seen;
      });
    rounds();
    expect(await opened.run(body(true))).toBe(0);
    // The first pass, and the one with the answer.
    expect(passes).toBe(2);
    expect(rounds()).toEqual([
      ['BEGIN', 'SELECT'],
      ['INSERT', 'COMMIT'],
    ]);
    expect(await opened.run(body(false))).toBe(1);
    expect(passes).toBe(4);
    expect(rounds()).toEqual([['BEGIN', 'SELECT'], ['COMMIT']]);
    expect(await opened.run(() => count(2100))).toBe(1);
  });

  test('that fails after a failing write gets the error of the write first, however late that was sent', async () => {
    const heard: unknown[] = [];
    const body = () =>
      opened.connection.transaction(() => {
        try {
          opened.connection.run('INSERT INTO "thing" ("n", "next") VALUES (2002, NULL)');
        } catch (error) {
          if (error !== pending) heard.push(error);
          throw error;
        }
        throw new RangeError('after it');
      });
    await expect(opened.run(body)).rejects.toMatchObject({ code: '23502' });
    expect(heard).not.toEqual([]);
  });

  test('that is refused at COMMIT passes its result to `undone`', async () => {
    await opened.run(() => opened.connection.run('CREATE TABLE "late" ("n" integer UNIQUE DEFERRABLE INITIALLY DEFERRED)'));
    const undone: string[] = [];
    const body = (times: number) => () =>
      opened.connection.transaction(
        () => {
          for (let n = 0; n < times; n++) opened.connection.run('INSERT INTO "late" ("n") VALUES (2010)');
          return `${times} written`;
        },
        undefined,
        (found) => undone.push(found),
      );
    await expect(opened.run(body(2))).rejects.toMatchObject({ code: '23505' });
    expect(new Set(undone)).toEqual(new Set(['2 written']));
    undone.length = 0;
    expect(await opened.run(body(1))).toBe('1 written');
    expect(undone).toEqual([]);
  });

  test('sends independent queries together', async () => {
    rounds();
    await opened.run(() => {
      together([() => void count(1), () => void count(2)]);
      return count(1) + count(2);
    });
    expect(rounds()).toEqual([['SELECT', 'SELECT']]);
  });

  test('that catches “pending” decides nothing by it', async () => {
    const body = () => {
      try {
        return opened.connection.transaction(() => {
          const seen = count(3000);
          add(3000);
          return seen;
        });
      } catch {
        add(3001);
        return null;
      }
    };
    expect(await opened.run(body)).toBe(0);
    expect(await opened.run(() => [count(3000), count(3001)])).toEqual([1, 0]);
  });

  test('does not repeat finished steps of a long transaction', async () => {
    const steps: number[] = [];
    await opened.run(() =>
      opened.connection.transaction(() => {
        for (let n = 4000; n < 4020; n++) {
          opened.connection.step(() => {
            if (count(n) > 0) return;
            add(n);
            steps.push(n);
          });
        }
      }),
    );
    expect(steps).toEqual(Array.from({ length: 20 }, (_, index) => 4000 + index));
  });

  test('releases the queries of a finished step, but no others', async () => {
    rounds();
    const body = () =>
      opened.connection.transaction(() => {
        const before = count(4100);
        const inside = [0, 1].map(() =>
          opened.connection.step(() => [opened.connection.step(() => count(4101)), opened.connection.step(() => count(4101))]),
        );
        return [before, inside, count(4100)];
      });
    expect(await opened.run(body)).toEqual([
      0,
      [
        [0, 0],
        [0, 0],
      ],
      0,
    ]);
    const all = rounds().flat();
    expect(all.filter((sql) => sql === 'SELECT')).toHaveLength(3);
  });

  test('that throws is rolled back, and its error is passed on', async () => {
    const stop = new Error('stop');
    const body = () =>
      opened.connection.transaction(() => {
        add(5000);
        count(5000);
        throw stop;
      });
    await expect(opened.run(body)).rejects.toBe(stop);
    expect(await opened.run(() => count(5000))).toBe(0);
  });

  test('does not commit a rolled-back transaction in a later pass', async () => {
    let fails = 1;
    const body = () => {
      try {
        opened.connection.transaction(() => {
          add(6000);
          count(6000);
          if (fails-- === 1) throw new RangeError('this time only');
        });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
      return count(1);
    };
    await opened.run(body);
    expect(await opened.run(() => count(6000))).toBe(1);
  });

  test('that depends on changing memory never gets the result of another transaction: it rejects', async () => {
    const due = [7000];
    const body = () => {
      const [first] = due.splice(0);
      if (first !== undefined) opened.connection.transaction(() => void add(first));
      // In the second pass, this transaction has the number of the earlier one.
      return opened.connection.transaction(() => {
        add(7001);
        return 'saved';
      });
    };
    await expect(opened.run(body)).rejects.toBeInstanceOf(BodyChanged);

    const more = [7002];
    const leaves = () => {
      const written = more.splice(0).map((n) =>
        opened.connection.transaction(() => {
          add(n);
          return `a body of more characters than anybody wants to read in a message about it: ${n}`;
        }),
      );
      return written.length;
    };
    // The message contains only the beginning of the key, which is a function.
    await expect(opened.run(leaves)).rejects.toThrow(/did not come to its transaction again: .{1,80}$/s);
    expect(await opened.run(() => [7000, 7001, 7002].map(count))).toEqual([0, 0, 0]);

    const writes = [7003, 7004];
    await expect(opened.run(() => add(writes.shift() ?? 0))).rejects.toThrow('its write 0 was');
  });

  test('cannot hide the mistake by catching it', async () => {
    const due = [7100];
    const body = () => {
      try {
        for (const n of due.splice(0)) opened.connection.transaction(() => void add(n));
        return opened.connection.transaction(() => count(7101));
      } catch {
        return 0;
      }
    };
    await expect(opened.run(body)).rejects.toBeInstanceOf(BodyChanged);
  });

  test('draws the same values again, separately for each kind and transaction', async () => {
    const made: string[] = [];
    const draw = (kind: string) => opened.driver.draw(kind, () => `${kind} ${made.push(kind)}`);
    const body = () => {
      const inside = opened.connection.transaction(() => {
        add(8000);
        return draw('a');
      });
      const outside = draw('b');
      count(8000);
      return [inside, outside, draw('c')];
    };
    expect(await opened.run(body)).toEqual(['a 1', 'b 2', 'c 3']);
    let passes = 0;
    const shifted = () => {
      draw(passes++ === 0 ? 'a' : 'b');
      return count(8001);
    };
    await expect(opened.run(shifted)).rejects.toThrow('it drew a and then b');
  });

  test('cannot begin inside another one, whose ids and time it would use up', async () => {
    let inner: Promise<unknown> = Promise.resolve();
    const body = () => {
      inner = opened.run(() => count(1));
      inner.catch(() => undefined);
      return count(1);
    };
    await expect(opened.run(body)).rejects.toThrow('it began another body inside itself');
    await expect(inner).rejects.toBeInstanceOf(BodyChanged);
  });

  test('waits for other parts of the machine in the same way', async () => {
    let made = 0;
    const answer = async () => ++made;
    expect(await opened.run(() => [count(1) >= 0, opened.driver.wait('a', answer), opened.driver.wait('a', answer)])).toEqual([true, 1, 1]);
    expect(() => opened.driver.wait('a', answer)).toThrow('only inside a run');
    expect(pending.message).toContain('runs again');
  });
});
