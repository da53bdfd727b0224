import { expect } from 'vitest';
import type { StoreKit, StoreTest } from './suite-kit.ts';

/** Jobs and inboxes. */
export function outboxTests({ model, ana, bo, filled, makeStore }: StoreKit, test: StoreTest): void {
  const job = (id: string, dueAt: number, kind = 'mail') => ({ id, kind, payload: `{"of":"${id} ünï"}`, createdAt: 1, dueAt });

  test('a job is claimed once, settled by its claim only, and retried', async () => {
    const store = await makeStore(model);
    const { jobs } = store;
    store.transaction(() => {
      jobs.add(job('a', 20));
      jobs.add(job('b', 10));
      jobs.add(job('c', 10, 'call'));
      jobs.add(job('d', 200));
    });
    expect(() =>
      store.transaction(() => {
        jobs.add(job('e', 5));
        throw new RangeError('rolled back');
      }),
    ).toThrow(RangeError);
    expect(jobs.job('e')).toBeNull();
    const mine = { kinds: ['mail'], now: 100, until: 150, most: 1 };
    expect(jobs.claim(mine)).toEqual([{ ...job('b', 150), attempts: 1, status: 'waiting', lastError: null }]);
    expect(jobs.claim({ ...mine, most: 5 }).map(({ id }) => id)).toEqual(['a']);
    expect([jobs.claim(mine), jobs.claim({ ...mine, kinds: [] })]).toEqual([[], []]);

    // The first claim of b expired, and another worker claimed it.
    expect(jobs.claim({ ...mine, now: 150, until: 200 }).map(({ id, attempts }) => [id, attempts])).toEqual([['a', 2]]);
    expect(jobs.claim({ ...mine, now: 150, until: 200 }).map(({ id, attempts }) => [id, attempts])).toEqual([['b', 2]]);
    const done = { status: 'done', dueAt: 160, lastError: null } as const;
    expect(jobs.settle({ id: 'b', attempts: 1 }, done)).toBe(false);
    expect(store.transaction(() => jobs.settle({ id: 'b', attempts: 2 }, done))).toBe(true);
    expect(jobs.settle({ id: 'b', attempts: 2 }, done)).toBe(false);
    expect(jobs.settle({ id: 'a', attempts: 2 }, { status: 'failed', dueAt: 170, lastError: 'no “such” host' })).toBe(true);
    expect(jobs.list(['failed', 'done'], null, 5).map(({ id, status, lastError }) => [id, status, lastError])).toEqual([
      ['b', 'done', null],
      ['a', 'failed', 'no “such” host'],
    ]);
    expect(jobs.list(['waiting'], ['mail'], 5).map(({ id }) => id)).toEqual(['d']);
    expect([jobs.count('waiting'), jobs.count('failed')]).toEqual([2, 1]);

    expect([jobs.retry('a', 180), jobs.retry('b', 180), jobs.retry('x', 180)]).toEqual([true, false, false]);
    expect(jobs.claim({ ...mine, now: 180 })).toMatchObject([{ id: 'a', attempts: 1 }]);
    expect([jobs.drop('d'), jobs.drop('b'), jobs.drop('d')]).toEqual([true, false, false]);
    jobs.forgetDone(160);
    expect(jobs.job('b')).not.toBeNull();
    jobs.forgetDone(161);
    expect(jobs.job('b')).toBeNull();
  });

  test('an inbox is one person’s: others read, count, mark and forget nothing of it', async () => {
    const store = await filled();
    const entry = (id: string, account: string) => ({
      id,
      account,
      message: 'APPROVED',
      entity: 'Ticket',
      record: 'r',
      subject: 'Öl “läuft”',
      text: '**Bo** said yes.',
      at: 7,
      read: false,
    });
    store.transaction(() => {
      for (const id of ['m1', 'm2', 'm3']) store.inbox.add(entry(id, ana));
      store.inbox.add(entry('m4', bo));
    });
    const { inbox } = store;
    expect(inbox.of(ana, 2)).toEqual([entry('m3', ana), entry('m2', ana)]);
    expect(inbox.of(ana, 5, 'm2').map(({ id }) => id)).toEqual(['m1']);
    expect([inbox.unread(ana, 99), inbox.unread(ana, 2), inbox.unread(bo, 99)]).toEqual([3, 2, 1]);
    expect(inbox.markRead(bo, ['m1', 'm2'])).toBe(false);
    expect(inbox.markRead(ana, [])).toBe(false);
    expect([inbox.markRead(ana, ['m1', 'm4']), inbox.unread(ana, 99), inbox.unread(bo, 99)]).toEqual([true, 2, 1]);
    expect([inbox.markRead(ana, null), inbox.markRead(ana, null), inbox.unread(ana, 99)]).toEqual([true, false, 0]);
    inbox.forget(ana);
    expect([inbox.of(ana, 5), inbox.all().map(({ id, read }) => [id, read])]).toEqual([[], [['m4', false]]]);
  });
}
