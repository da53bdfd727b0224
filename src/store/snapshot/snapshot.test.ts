import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { postgresStores } from '../../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { comment, fullTicket, idOf, suiteModel, ticket, user } from '../../../testing/store/store-records.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { openStore } from '../sql/document-store.ts';
import { openSqliteStore } from '../sqlite/store.ts';
import type { DocumentStore, Snapshot, StoredRecord } from '../store.ts';
import { NotASnapshot, openSnapshot, readSnapshot, writeSnapshot } from './lines.ts';
import type { StreamingStore } from './sink.ts';

const { model } = suiteModel();
let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});
const makePostgres = postgresStores();

const stores: Readonly<Record<string, () => StreamingStore>> = {
  memory: () => createMemoryStore(model),
  SQLite: () => openSqliteStore(makeDatabase(), model),
  Postgres: () => openStore(makePostgres(), model),
};
const names = Object.keys(stores);
const make = (name: string): StreamingStore => (stores[name] as () => StreamingStore)();

const insert = (store: DocumentStore, entity: string, record: StoredRecord): void => store.apply({ kind: 'insert', entity, record });

/** A store with one of everything it can contain. */
function filled(name: string): StreamingStore {
  const store = make(name);
  store.transaction(() => {
    insert(store, 'User', user(1, { boss: null }));
    insert(store, 'User', user(2, { boss: idOf(1) }));
    insert(store, 'Ticket', fullTicket(11, idOf(1)));
    insert(store, 'Ticket', ticket(12, idOf(2)));
    insert(store, 'Comment', comment(21, idOf(11), idOf(1)));
    for (const member of [2, 1]) store.apply({ kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(11), member: idOf(member) });
    store.setEnteredAt('Ticket', 'status', idOf(11), 1_767_603_600_123);
    store.nextSerial('Ticket', 'number');
    const entry = {
      at: 5,
      by: idOf(1),
      entity: 'Ticket',
      record: idOf(11),
      operation: 'create',
      changes: { subject: { from: null, to: 'a' } },
    };
    store.audit(entry);
    store.audit({ ...entry, by: null, operation: 'after' });
    store.saveSession({ tokenHash: 'ab', account: idOf(1), began: 1, expires: 2 });
    store.putFile('file-1', Uint8Array.of(0, 255, 10, 13));
    store.putFile('empty', new Uint8Array());
    store.setMeta('document', '# “Ünïcode”\n😀');
  });
  return store;
}

/** A comparable form, without the order of settings and files. */
const plain = (snapshot: Snapshot): unknown => ({
  ...snapshot,
  settings: [...snapshot.settings].sort(),
  files: [...snapshot.files].sort(),
});

const pairs = names.flatMap((from) => names.map((to) => [from, to] as const));

describe('snapshots', () => {
  test.each(pairs)('a snapshot of %s restored in %s contains the same', (from, to) => {
    const taken = filled(from).snapshot();
    const read = readSnapshot(writeSnapshot(taken));
    expect(plain(read)).toEqual(plain(taken));
    const target = filled(to);
    target.transaction(() => insert(target, 'User', user(3)));
    target.restore(model, read);
    expect(plain(target.snapshot())).toEqual(plain(taken));
    expect(target.record('User', idOf(3))).toBeNull();
    expect(target.members('Ticket', 'watchers', idOf(11))).toEqual([idOf(2), idOf(1)]);
  });

  test.each(names)('%s continues after restoring: serial numbers, the trail, constraints', (name) => {
    const store = make(name);
    store.restore(model, filled('memory').snapshot());
    store.transaction(() => {
      expect(store.nextSerial('Ticket', 'number')).toBe(14);
      store.audit({ at: 9, by: null, entity: 'Ticket', record: idOf(11), operation: 'update', changes: {} });
    });
    expect(store.trail('Ticket', idOf(11), 10).map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    expect(() => store.transaction(() => insert(store, 'User', user(4, { email: 'user1@example.com' })))).toThrow('email must be unique');
    expect(() => store.transaction(() => insert(store, 'Comment', comment(22, idOf(99), idOf(1))))).toThrow('Comment.ticket');
  });

  test.each(names)('%s keeps its data if a snapshot cannot be restored', (name) => {
    const store = filled(name);
    const good = store.snapshot();
    const records = new Map([...good.records, ['User', [{ ...user(7), name: null }]]]);
    expect(() => store.restore(model, { ...good, records })).toThrow();
    expect(plain(store.snapshot())).toEqual(plain(good));
    expect(() => store.transaction(() => store.restore(model, good))).toThrow('inside a transaction');
  });

  test.each(names)('beyond one page, %s returns the same, each record once', (name) => {
    const people = Array.from({ length: 1203 }, (_, index) => idOf(index + 100));
    const large = (of: string): DocumentStore => {
      const store = filled(of);
      store.withoutRuleChecks(() => {
        for (let number = 100; number < 100 + people.length; number++) insert(store, 'User', user(number));
        // The second page of the lists begins inside a list.
        for (const ticket of [12, 11]) {
          for (const member of [...people].reverse().slice(ticket))
            store.apply({ kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(ticket), member });
        }
      });
      return store;
    };
    const store = large(name);
    expect(plain(store.snapshot())).toEqual(plain(large('memory').snapshot()));
    const all = store.query({ entity: 'User', conditions: [] });
    expect(store.query({ entity: 'User', conditions: [], beyond: people[600] ?? '' })).toEqual(all.slice(603));
  });

  test.each(names)('%s is restored from a file a page at a time, whatever the order of its lines', (name) => {
    const store = filled('memory');
    store.transaction(() => {
      for (let number = 100; number < 2700; number++) insert(store, 'User', user(number));
    });
    const taken = store.snapshot();
    const [head = '', ...rest] = new TextDecoder().decode(writeSnapshot(taken)).trimEnd().split('\n');
    const end = JSON.parse(rest.pop() ?? '') as { readonly lines: number };
    // Swap pairs of lines, so that kinds mix at their boundaries.
    const mixed = rest.flatMap((line, place) =>
      place % 2 === 1 ? [line, rest[place - 1] ?? ''] : place === rest.length - 1 ? [line] : [],
    );
    for (const lines of [rest, mixed]) {
      const body = [head, ...lines].map((line) => `${line}\n`).join('');
      const sha256 = createHash('sha256').update(body).digest('hex');
      const bytes = new TextEncoder().encode(`${body}${JSON.stringify({ ...end, sha256 })}\n`);
      const read: number[] = [];
      const pieces = openSnapshot({
        length: bytes.length,
        subarray(from = 0, to = bytes.length) {
          read.push(to - from);
          return bytes.subarray(from, to);
        },
      });
      expect(pieces.records).toBe(2605);
      const target = filled(name);
      target.restoreFrom(model, pieces);
      const sorted = (snapshot: Snapshot): unknown => ({
        ...(plain(snapshot) as object),
        records: new Map([...snapshot.records].map(([entity, all]) => [entity, [...all].sort((a, b) => (a.id < b.id ? -1 : 1))])),
        trail: [...snapshot.trail].sort((a, b) => a.sequence - b.sequence),
      });
      expect(sorted(target.snapshot())).toEqual(sorted(taken));
      expect(Math.max(...read)).toBeLessThan(bytes.length / 2);
    }
  });

  test('refuses a file that is no snapshot, incomplete or changed, with a clear message', () => {
    const bytes = writeSnapshot(filled('memory').snapshot());
    const text = new TextDecoder().decode(bytes);
    const lines = text.trimEnd().split('\n');
    const said = (given: string | Uint8Array): string => {
      try {
        readSnapshot(typeof given === 'string' ? new TextEncoder().encode(given) : given);
        return 'read';
      } catch (error) {
        if (!(error instanceof NotASnapshot)) throw error;
        return error.message;
      }
    };
    expect(said(bytes)).toBe('read');
    expect(said('')).toBe('this is not a snapshot of a product’s data');
    expect(said('# Specification: x\n# y\n')).toBe('this is not a snapshot of a product’s data, or it was changed after it was taken');
    expect(said(Uint8Array.of(0x89, 0x50, 0x0a, 0x0a))).toBe('this is not a snapshot of a product’s data: it is not text');
    expect(said(`${lines.slice(0, -1).join('\n')}\n`)).toBe('this snapshot is not whole: its end is missing');
    expect(said(`${[...lines.slice(0, 3), lines.at(-1)].join('\n')}\n`)).toMatch(/^this snapshot is not whole: it has 3 lines of \d+$/);
    expect(said(text.replace('User 1', 'User 9'))).toBe('this snapshot was changed after it was taken: its checksum differs');
    expect(said(text.replace('"version":1,"schema"', '"version":7,"schema"'))).toMatch('of version 7');
  });
});
