import { expect, test } from 'vitest';
import webshop from '../../../specs/webshop.md?raw';
import { productInMemory } from '../../../testing/product.ts';
import { lendingMessages } from '../../../testing/services/lending/messages.ts';
import type { Value } from '../../expression/values/value.ts';
import { runCommand } from '../commands.ts';
import type { Given } from '../operation.ts';
import { create } from '../operations/create.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import { SessionHost } from '../session-host.ts';
import { nobody, type Person } from '../world/world.ts';
import { noOperators } from './operating.ts';

function lent(document = lendingMessages) {
  const made = productInMemory(document);
  const { product } = made;
  const loan = product.perform(made.as('Ana'), create, { entity: 'Loan', values: new Map([['item', 'Drill']]), authority: 'person' });
  const id = loan.ok ? loan.value.id : '';
  product.perform(made.as('Bo'), triggerEvent, { entity: 'Loan', id, event: 'approve', parameters: new Map(), authority: 'person' });
  const [job] = product.store.jobs.list(['waiting'], ['mail'], 9);
  const session = (person: Person) => new SessionHost(product, { remembers: false, person });
  const act = (person: Person, step: 'retry' | 'drop' | 'open') => runCommand(product, person, { kind: 'job', job: job?.id ?? '', step });
  return { ...made, job: job?.id ?? '', session, act };
}

test('a person who is not an operator cannot see, retry or drop a job', async () => {
  const { product, as, session, act } = lent();
  for (const person of [nobody, as('Ana'), as('Bo')]) {
    expect(await session(person).jobs()).toMatchObject({ ok: false, refusals: [{ because: expect.stringContaining('Operators') }] });
    for (const step of ['retry', 'drop', 'open'] as const) expect(act(person, step).ok).toBe(false);
    expect((await session(person).person()).operates).toBeUndefined();
  }
  expect(product.store.jobs.count('waiting')).toBe(1);
});

test('an operator sees a mail as it will look, retries a failed one, and drops one', async () => {
  const { product, as, id, session, act, job } = lent();
  product.operating = { ...noOperators, everyone: true };
  const { jobs } = product.store;
  const seen = await session(as('Bo')).jobs();
  expect(seen).toMatchObject({
    ok: true,
    value: {
      counts: { waiting: 1, failed: 0, done: 0 },
      jobs: [{ id: job, status: 'waiting', mail: { to: 'ana@example.com', subject: 'Drill is yours, Ana Díaz', link: 'none' } }],
    },
  });
  expect((await session(as('Bo')).person()).operates).toBe(true);
  const [claimed] = jobs.claim({ kinds: ['mail'], now: Number.MAX_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER, most: 1 });
  jobs.settle(claimed ?? { id: '', attempts: 0 }, { status: 'failed', dueAt: 0, lastError: 'no such mailbox' });
  expect(act(as('Bo'), 'retry').ok).toBe(true);
  expect(jobs.job(job)).toMatchObject({ status: 'waiting', attempts: 0 });
  expect(act(as('Bo'), 'drop').ok).toBe(true);
  expect(jobs.job(job)).toBeNull();
  expect(act(as('Bo'), 'drop')).toMatchObject({ ok: false });
  // The trail of the mail's record names the operator.
  const [loan] = product.store.query({ entity: 'Loan', conditions: [] });
  const trail = product.store.trail('Loan', loan?.id ?? '', 2).map(({ operation, by }) => [operation, by]);
  expect(trail).toEqual([
    ['drop mail', id('Bo')],
    ['retry mail', id('Bo')],
  ]);
});

test('a role makes operators, and signed-out people never are', async () => {
  const { product, as, session } = lent();
  const [role] = product.model.roles;
  product.operating = { ...noOperators, roles: [role?.name.text ?? '', ...product.model.roles.map(({ name }) => name.text)] };
  expect((await session(as('Bo')).jobs()).ok).toBe(true);
  expect((await session(nobody).jobs()).ok).toBe(false);
});

test('a waiting request that is dropped has failed: its record continues, even if the failure event is refused', () => {
  const { product, as, id } = productInMemory(webshop);
  const { store } = product;
  product.operating = { ...noOperators, everyone: true };
  const order = () => store.record('Order', id('Breakfast'));
  const happens = (event: string, parameters: Given = new Map()) =>
    expect(
      product.perform(nobody, triggerEvent, { entity: 'Order', id: id('Breakfast'), event, parameters, authority: 'product' }).ok,
    ).toBe(true);
  const pay = () => {
    happens('pay');
    return store.jobs.list(['waiting'], ['send'], 1)[0]?.id ?? '';
  };
  const drop = (job: string) => runCommand(product, as('Tor'), { kind: 'job', job, step: 'drop' });
  expect(drop(pay())).toMatchObject({ ok: true });
  expect(order()).toMatchObject({ status: 'open', problem: 'The payment service does not answer.' });
  // The record has continued without the answer, so the event would be refused.
  const job = pay();
  happens(
    'charged',
    new Map<string, Value>([
      ['status', 201n],
      [
        'body',
        new Map([
          ['status', 'succeeded'],
          ['id', 'ch_1'],
        ]),
      ],
    ]),
  );
  expect(drop(job)).toMatchObject({ ok: true });
  expect(store.jobs.job(job)).toBeNull();
  expect(order()?.['status']).toBe('paid');
});
