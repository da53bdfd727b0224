import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { lendingMessages } from '../../../testing/services/lending/messages.ts';
import { inboxName } from '../data-change.ts';
import { create } from '../operations/create.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import { SessionHost } from '../session-host.ts';

function lending() {
  const at = productInMemory(lendingMessages);
  const { product, as } = at;
  for (const item of ['Drill', 'Saw']) {
    const made = product.perform(as('Ana'), create, { entity: 'Loan', values: new Map([['item', item]]), authority: 'person' });
    const id = made.ok ? made.value.id : '';
    product.perform(as('Bo'), triggerEvent, { entity: 'Loan', id, event: 'approve', parameters: new Map(), authority: 'person' });
  }
  const session = (who: string | null) => new SessionHost(product, { remembers: false, person: who === null ? product.as(null) : as(who) });
  return { ...at, session };
}

test('people read, count and mark only their own messages', async () => {
  const { session, id } = lending();
  const ana = session('Ana');
  const { entries } = await ana.inbox();
  expect(entries.map(({ subject, read, address }) => [subject, read, address?.screen])).toEqual([
    ['Saw is yours, Ana Díaz', false, 'Loan'],
    ['Drill is yours, Ana Díaz', false, 'Loan'],
  ]);
  expect((await ana.inbox(entries[0]?.id)).entries).toHaveLength(1);
  expect((await ana.person()).unread).toBe(2);
  const ids = entries.map((entry) => entry.id);
  for (const other of ['Bo', null]) {
    const session2 = session(other);
    expect((await session2.inbox()).entries).toEqual([]);
    expect((await session2.inbox(ids[0])).entries).toEqual([]);
    await session2.run({ kind: 'read-messages', ids });
    await session2.run({ kind: 'read-messages', ids: null });
    await session2.run({ kind: 'mute', message: 'APPROVED', way: 'app', off: true });
  }
  expect((await ana.person()).unread).toBe(2);
  expect((await ana.inbox()).kinds[0]).toEqual({
    message: 'APPROVED',
    ways: [
      { way: 'app', off: false },
      { way: 'mail', off: false },
    ],
  });
  await ana.run({ kind: 'read-messages', ids: ids.slice(0, 1) });
  expect((await ana.person()).unread).toBe(1);
  await ana.run({ kind: 'read-messages', ids: null });
  await ana.run({ kind: 'mute', message: 'APPROVED', way: 'mail', off: true });
  const after = await ana.inbox();
  expect([after.entries.every(({ read }) => read), after.kinds[0]?.ways[1]?.off]).toEqual([true, true]);
  const view = await ana.open({ address: null, parts: [] });
  expect(view.reads).toContain(inboxName(id('Ana')));
});

test('signed-out people, and documents without messages in the product, have no count', async () => {
  expect((await lending().session(null).person()).unread).toBeUndefined();
});
