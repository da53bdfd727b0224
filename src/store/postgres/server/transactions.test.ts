import { describe, expect, test } from 'vitest';
import { connectAs } from '../../../../testing/postgres/blocking.ts';
import { onPostgres } from '../../../../testing/postgres/postgres-stores.ts';
import { idOf, suiteModel, ticket, user } from '../../../../testing/store/store-records.ts';
import { CommitUnknown } from '../../errors.ts';
import type { Connection } from '../../sql/connection.ts';
import { openStore, type UnopenedStore } from '../../sql/document-store.ts';
import { ReferenceConflict, type StoredRecord, UniqueConflict } from '../../store.ts';
import { DecideAgain } from '../decide-again.ts';

const { model } = suiteModel();
const ana = idOf(1);

const insert = (store: UnopenedStore, entity: string, record: StoredRecord): void => store.apply({ kind: 'insert', entity, record });
const update = (store: UnopenedStore, id: string, values: Record<string, string | number>): void =>
  store.apply({ kind: 'update', entity: 'Ticket', id, values });

onPostgres((stores) => {
  /** Two connections to one product with one customer and two tickets. */
  async function two(): Promise<[UnopenedStore, UnopenedStore]> {
    const schema = `two ${process.pid} ${++pairs}`;
    const first = await stores.open(schema);
    openStore(first, model);
    first.transaction(() => {
      insert(first, 'User', user(1));
      insert(first, 'Ticket', ticket(11, ana, { votes: 1 }));
      insert(first, 'Ticket', ticket(12, ana, { votes: 1 }));
    });
    const second = await stores.open(schema);
    openStore(second, model);
    return [first, second];
  }
  let pairs = 0;

  describe('writes whose result no caller waits for', () => {
    const line = (store: UnopenedStore, operation: string): void =>
      store.audit({ at: 1, by: null, entity: 'Ticket', record: idOf(11), operation, changes: {} });
    const lines = (store: UnopenedStore): readonly string[] => store.trail('Ticket', idOf(11), 10).map(({ operation }) => operation);

    test('are made by the end of the transaction, even without a later query, unless they are rolled back', async () => {
      const [a] = await two();
      a.transaction(() => line(a, 'first'));
      const give = () =>
        a.transaction(() => {
          a.transaction(() => line(a, 'second'));
          const inner = () =>
            a.transaction(() => {
              line(a, 'taken back');
              throw new Error('no');
            });
          expect(inner).toThrow('no');
          line(a, 'third');
          update(a, idOf(11), { votes: 2 });
          line(a, 'fourth');
        });
      give();
      expect(lines(a)).toEqual(['fourth', 'third', 'second', 'first']);
    });

    test('fail with their transaction, and the next transaction works', async () => {
      const [a] = await two();
      const fail = () =>
        a.transaction(() => {
          update(a, idOf(11), { votes: 9 });
          line(a, 'a NUL \0 that Postgres does not take');
        });
      expect(fail).toThrow(/0x00|invalid byte/);
      a.transaction(() => line(a, 'good'));
      expect(lines(a)).toEqual(['good']);
      expect(a.record('Ticket', idOf(11))?.['votes']).toBe(1);
    });
  });

  describe('two people writing concurrently', () => {
    test('count again as soon as the other has committed, not before', async () => {
      const [a, b] = await two();
      const count = () => a.count({ entity: 'Ticket', conditions: [] });
      expect([count(), count()]).toEqual([2, 2]);
      b.transaction(() => {
        insert(b, 'Ticket', ticket(13, ana));
        expect(count()).toBe(2);
        expect(b.count({ entity: 'Ticket', conditions: [] })).toBe(3);
      });
      expect([count(), count()]).toEqual([3, 3]);
      b.transaction(() => b.apply({ kind: 'delete', entity: 'Ticket', id: idOf(13) }));
      expect(count()).toBe(2);
    });

    test('decide again if the other has changed what the decision was based on', async () => {
      const [a, b] = await two();
      const seen: unknown[] = [];
      a.transaction(() => {
        const votes = Number(a.record('Ticket', idOf(11))?.['votes']);
        seen.push(votes);
        if (seen.length === 1) b.transaction(() => update(b, idOf(11), { votes: 5 }));
        update(a, idOf(11), { votes: votes + 1 });
      });
      expect(seen).toEqual([1, 5]);
      expect(b.record('Ticket', idOf(11))?.['votes']).toBe(6);
    });

    test('cannot break a rule over other records together', async () => {
      const [a, b] = await two();
      // At most three votes in total, and two people vote on two tickets.
      const vote = (store: UnopenedStore, id: string, meanwhile: () => void): boolean =>
        store.transaction(() => {
          const all = store.query({ entity: 'Ticket', conditions: [] });
          const sum = all.reduce((total, record) => total + Number(record['votes']), 0);
          meanwhile();
          if (sum >= 3) return false;
          update(store, id, { votes: 2 });
          return true;
        });
      let times = 0;
      const accepted = vote(a, idOf(11), () => {
        if (++times === 1) expect(vote(b, idOf(12), () => undefined)).toBe(true);
      });
      expect([accepted, times]).toEqual([false, 2]);
      expect(b.query({ entity: 'Ticket', conditions: [] }).map((record) => record['votes'])).toEqual([1, 2]);
    });

    test('a transaction that keeps colliding finally runs alone, and succeeds', async () => {
      const [a, b] = await two();
      let times = 0;
      a.transaction(() => {
        times++;
        const votes = Number(a.record('Ticket', idOf(11))?.['votes']);
        // The fourth attempt holds the lock, so b would wait, and this test with it.
        if (times < 4) b.transaction(() => update(b, idOf(11), { votes: votes + 10 }));
        update(a, idOf(11), { votes: votes + 1 });
      });
      expect(times).toBe(4);
      expect(a.record('Ticket', idOf(11))?.['votes']).toBe(32);
    });

    test('never get the same serial number, and leave none out', async () => {
      const [a, b] = await two();
      let times = 0;
      const drawn = a.transaction(() => {
        a.meta('x');
        const other = ++times === 1 ? b.transaction(() => b.nextSerial('Ticket', 'number')) : null;
        return [other, a.nextSerial('Ticket', 'number')];
      });
      // Inserting tickets 11 and 12 raised the counter.
      expect(b.nextSerial('Ticket', 'number')).toBe(15);
      expect(drawn).toEqual([null, 14]);
      expect(() =>
        b.transaction(() => {
          b.nextSerial('Ticket', 'number');
          throw new Error('taken back');
        }),
      ).toThrow('taken back');
      expect(a.nextSerial('Ticket', 'number')).toBe(16);
    });

    test('the second gets UniqueConflict, and may continue', async () => {
      const [a, b] = await two();
      let times = 0;
      const heard = a.transaction(() => {
        // Without this query, a would see what b commits before its first insert.
        a.count({ entity: 'User', conditions: [] });
        if (++times === 1) b.transaction(() => insert(b, 'User', user(7, { email: 'one@example.com' })));
        try {
          insert(a, 'User', user(8, { email: 'one@example.com' }));
          return null;
        } catch (error) {
          if (!(error instanceof UniqueConflict)) throw error;
          // The transaction is still usable for queries and writes.
          insert(a, 'User', user(9, { email: 'two@example.com' }));
          return error.fields;
        }
      });
      expect(heard).toEqual(['email']);
      expect(b.record('User', idOf(9))?.['email']).toBe('two@example.com');
      expect(b.record('User', idOf(8))).toBeNull();
    });

    test('a relation to a record that was deleted meanwhile is refused', async () => {
      const [a, b] = await two();
      b.transaction(() => insert(b, 'User', user(5)));
      let times = 0;
      expect(() =>
        a.transaction(() => {
          a.record('User', idOf(5));
          if (++times === 1) b.transaction(() => b.apply({ kind: 'delete', entity: 'User', id: idOf(5) }));
          insert(a, 'Ticket', ticket(13, idOf(5)));
        }),
      ).toThrow(ReferenceConflict);
    });

    test('an error in a body is passed on, and the transaction is rolled back', async () => {
      const [a, b] = await two();
      const stop = new Error('stop');
      expect(() =>
        a.transaction(() => {
          update(a, idOf(11), { votes: 9 });
          a.transaction(() => update(a, idOf(12), { votes: 9 }));
          throw stop;
        }),
      ).toThrow(stop);
      expect(b.query({ entity: 'Ticket', conditions: [] }).map((record) => record['votes'])).toEqual([1, 1]);
    });

    test('a caught failure does not commit half of a transaction', async () => {
      const [a] = await two();
      let times = 0;
      a.transaction(() => {
        times++;
        update(a, idOf(11), { votes: 9 });
        try {
          insert(a, 'User', user(1));
        } catch (error) {
          // Against the rule that only the store may catch this error.
          expect(times > 1 || error instanceof DecideAgain).toBe(true);
        }
      });
      expect(times).toBe(2);
      expect(a.record('Ticket', idOf(11))?.['votes']).toBe(9);
    });
  });

  describe('losing the server', () => {
    let administrator: Connection;
    const administer = async (): Promise<void> => {
      administrator = connectAs(stores.server.address);
    };
    /** Ends every other session of the database, and waits until they have ended. */
    const endSessions = (): void =>
      void administrator.rows(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name = 'ninefold' AND clock_timestamp() > ?`,
        ['2000-01-01'],
      );

    test('and finding it again: queries are repeated, transactions are decided again', async ({ skip }) => {
      const { control } = stores.server;
      if (control === null) return skip('the server of DATABASE_URL is not ours to stop');
      const [a] = await two();
      await control.stop();
      await control.start();
      expect(a.record('Ticket', idOf(11))?.['votes']).toBe(1);
      await control.kill();
      await control.start();
      a.transaction(() => update(a, idOf(11), { votes: 2 }));
      expect(a.record('Ticket', idOf(11))?.['votes']).toBe(2);
    });

    test('in the middle of a transaction: it begins again', async ({ skip }) => {
      if (stores.server.control === null) return skip('others may use the server of DATABASE_URL');
      await administer();
      const [a, b] = await two();
      let times = 0;
      a.transaction(() => {
        update(a, idOf(11), { votes: 5 });
        if (++times === 1) endSessions();
        update(a, idOf(12), { votes: 5 });
      });
      expect(times).toBe(2);
      expect(b.query({ entity: 'Ticket', conditions: [] }).map((record) => record['votes'])).toEqual([5, 5]);
    });

    test('during a commit: the outcome is unknown', async ({ skip }) => {
      if (stores.server.control === null) return skip('others may use the server of DATABASE_URL');
      await administer();
      const [a, b] = await two();
      expect(() =>
        a.transaction(() => {
          update(a, idOf(11), { votes: 5 });
          endSessions();
        }),
      ).toThrow(CommitUnknown);
      // The next transaction gets a new session.
      a.transaction(() => update(a, idOf(11), { votes: 6 }));
      expect(b.record('Ticket', idOf(11))?.['votes']).toBe(6);
    });

    test('for good: it is reported after the given time', async ({ skip }) => {
      const { control } = stores.server;
      if (control === null) return skip('the server of DATABASE_URL is not ours to stop');
      const schema = `gone ${process.pid}`;
      const store = await stores.open(schema, { reopening: 100 });
      openStore(store, model);
      await control.stop();
      expect(() => store.record('Ticket', idOf(11))).toThrow('cannot be reached');
      expect(() => store.transaction(() => insert(store, 'User', user(1)))).toThrow('cannot be reached');
      await control.start();
      store.transaction(() => insert(store, 'User', user(1)));
      expect(store.record('User', idOf(1))).not.toBeNull();
    });
  });
});
