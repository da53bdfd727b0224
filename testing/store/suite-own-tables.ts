import { expect } from 'vitest';
import { idOf } from './store-records.ts';
import type { StoreKit, StoreTest } from './suite-kit.ts';

/** The trail, settings, sessions, files and answers. */
export function ownTableTests({ model, ana, bo, write, filled, makeStore }: StoreKit, test: StoreTest): void {
  test('writes the trail, newest first', async () => {
    const store = await makeStore(model);
    const entry = { by: null, entity: 'Ticket', record: idOf(11), changes: { subject: { from: null, to: 'a' } } };
    store.transaction(() => {
      store.audit({ ...entry, at: 1, operation: 'create' });
      store.audit({ ...entry, at: 2, by: ana, operation: 'update' });
      store.audit({ ...entry, at: 3, operation: 'create', record: idOf(12) });
    });
    expect(store.trail('Ticket', idOf(11), 10)).toMatchObject([
      { at: 2, by: ana, operation: 'update', changes: { subject: { from: null, to: 'a' } } },
      { at: 1, by: null, operation: 'create' },
    ]);
    expect(store.trail('Ticket', idOf(11), 1)).toHaveLength(1);
    const [newest, oldest] = store.trail('Ticket', idOf(11), 2);
    expect(newest?.sequence).toBeGreaterThan(oldest?.sequence ?? 0);
  });

  test('keeps settings, sessions, files and when a state was entered', async () => {
    const store = await filled();
    store.setMeta('a', '1');
    store.setMeta('a', '2');
    expect([store.meta('a'), store.meta('b')]).toEqual(['2', null]);
    for (const key of ['u:b', 'u:a', 'u', 'u;', 'U:c', 'u:ü']) store.setMeta(key, key);
    expect([...store.metaUnder('u:')]).toEqual([
      ['a', 'u:a'],
      ['b', 'u:b'],
      ['ü', 'u:ü'],
    ]);
    store.setMeta('u:b', null);
    store.setMeta('nothing', null);
    expect([store.meta('u:b'), [...store.metaUnder('u:').keys()]]).toEqual([null, ['a', 'ü']]);
    expect(store.metaUnder('').get('u:a')).toBe(store.meta('u:a'));

    store.saveSession({ tokenHash: 'h', account: ana, began: 0, expires: 5 });
    store.saveSession({ tokenHash: 'h', account: bo, began: 1, expires: 6 });
    expect(store.session('h')).toEqual({ tokenHash: 'h', account: bo, began: 1, expires: 6 });
    store.saveSession({ tokenHash: 'i', account: bo, began: 2, expires: 9 });
    expect(store.sessions(bo).map(({ tokenHash, began }) => [tokenHash, began])).toEqual([
      ['i', 2],
      ['h', 1],
    ]);
    store.saveSession({ tokenHash: 'j', account: ana, began: 6, expires: 12 });
    expect([store.session('h'), store.session('i')?.expires]).toEqual([null, 9]);
    store.deleteSession('j');
    expect([store.session('j'), store.sessions(ana)]).toEqual([null, []]);

    store.setAttempts('a', { count: 1, last: 100 }, 0);
    store.setAttempts('a', { count: 2, last: 200 }, 0);
    store.setAttempts('b', { count: 1, last: 300 }, 0);
    expect([store.attempts('a'), store.attempts('b'), store.attempts('c')]).toEqual([
      { count: 2, last: 200 },
      { count: 1, last: 300 },
      null,
    ]);
    store.setAttempts('c', { count: 1, last: 301 }, 201);
    store.setAttempts('b', null, 201);
    expect([store.attempts('a'), store.attempts('b'), store.attempts('c')]).toEqual([null, null, { count: 1, last: 301 }]);

    store.putFile('f', Uint8Array.of(0, 1, 255));
    expect([...(store.file('f') ?? [])]).toEqual([0, 1, 255]);
    expect(store.file('g')).toBeNull();
    store.deleteFile('f');
    store.deleteFile('g');
    expect(store.file('f')).toBeNull();

    store.setEnteredAt('Ticket', 'status', idOf(11), 7);
    store.setEnteredAt('Ticket', 'status', idOf(11), 8);
    expect(store.enteredAt('Ticket', 'status', idOf(11))).toBe(8);
    write(store, { kind: 'delete', entity: 'Ticket', id: idOf(11) });
    expect(store.enteredAt('Ticket', 'status', idOf(11))).toBeNull();
  });

  test('keeps answers by their keys, and forgets old ones', async () => {
    const store = await filled();
    const answer = (key: string, at: number) =>
      ({
        key,
        fingerprint: `of ${key}`,
        at,
        status: 201,
        headers: { 'content-type': 'application/json' },
        body: '{"ünïcode": "🐘"}',
      }) as const;
    store.transaction(() => store.keepAnswer(answer('a', 100), 0));
    store.transaction(() => store.keepAnswer({ ...answer('b', 200), body: null }, 50));
    expect([store.keptAnswer('a'), store.keptAnswer('b'), store.keptAnswer('c')]).toEqual([
      answer('a', 100),
      { ...answer('b', 200), body: null },
      null,
    ]);
    store.transaction(() => store.keepAnswer(answer('c', 300), 150));
    expect([store.keptAnswer('a'), store.keptAnswer('c')]).toEqual([null, answer('c', 300)]);
  });
}
