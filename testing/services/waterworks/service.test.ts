import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { WaterFault } from './faults.ts';
import { waterService } from './service.ts';

const people = ['mona', 'cora', 'rosa', 'rita', 'kit', 'kim', 'hugo', 'ida'];

/** The waterworks with their people signed in, and helpers that lead supplies on. */
async function works(fault: WaterFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => waterService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, people);
  let token = (who: string): string => who;
  const on = {
    ask: (who: string | null, call: string, body?: Body) => ask(who === null ? null : token(who), call, body),
    done: (who: string, call: string, body?: Body) => done(token(who), call, body),
    refused: (who: string | null, call: string, body?: Body) => refused(who === null ? null : token(who), call, body),
  };
  /** Lets days pass, and signs everyone in again. */
  const pass = async (days: number): Promise<void> => {
    ahead += days * 86_400_000;
    const tokens = new Map<string, string>();
    for (const name of people) {
      const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
      tokens.set(name, String(body['token']));
    }
    token = (who) => tokens.get(who) ?? who;
  };
  const store = (serial: string, more: Body = {}): Promise<Body> =>
    on.done('cora', 'POST /meters', { serial, size: 'small', sealedUntil: day(1500), ...more });
  /** A connection with a meter, `A-100`, that has a customer. */
  const supplied = async (customer: number, more: Body = {}): Promise<void> => {
    await on.done('cora', 'POST /connections', { code: 'MILL-1', street: 'Mill Lane 1', zone: 'hill', rate: 'H1', persons: 2, ...more });
    await store('A-100');
    await on.done('cora', 'POST /connections/MILL-1/customer', { person: customer });
    await on.done('kit', 'POST /meters/A-100/install', { code: 'MILL-1' });
  };
  /** Hugo's first bill, for 70 cubic metres. */
  const billed = async (): Promise<void> => {
    await supplied(7);
    await on.done('hugo', 'POST /connections/MILL-1/readings', { shown: 70 });
    await on.done('cora', 'POST /connections/MILL-1/bills');
  };
  return { ...on, pass, store, supplied, billed };
}

test('a meter is installed, read and billed', async () => {
  const { done, refused, supplied, pass } = await works();
  await supplied(7);
  expect(await done('hugo', 'GET /connections/MILL-1')).toMatchObject({
    customer: 'Hugo Householder',
    state: 'supplied',
    nextBill: '2026-06-02',
  });
  expect(await refused('ida', 'GET /connections/MILL-1')).toBe('404 NOT_FOUND');
  expect(await refused('hugo', 'POST /connections/MILL-1/readings', { shown: -1 })).toBe('422 BELOW_DIAL');
  expect(await refused('hugo', 'POST /connections/MILL-1/readings', { shown: 1, readOn: day(1) })).toBe('422 FUTURE');
  expect(await done('hugo', 'POST /connections/MILL-1/readings', { shown: 70 })).toMatchObject({ used: 70, state: 'accepted' });
  expect(await refused('hugo', 'POST /connections/MILL-1/readings', { shown: 71 })).toBe('429 TOO_SOON');
  const doubtful = await done('rosa', 'POST /connections/MILL-1/readings', { shown: 311 });
  expect(doubtful).toMatchObject({ state: 'doubtful', source: 'reader', reporter: 'Rosa Reader' });
  expect(await refused('rosa', `POST /readings/${doubtful['number']}/accept`)).toBe('403 FORBIDDEN');
  await done('cora', `POST /readings/${doubtful['number']}/reject`, { reply: 'It shows 111' });
  expect(await done('cora', 'POST /connections/MILL-1/bills')).toMatchObject({ unbilled: 0, bills: 1 });
  expect(await refused('cora', 'POST /connections/MILL-1/bills')).toBe('409 NOTHING_USED');
  const first = { volume: 70, water: 155, amount: 216, owed: 216, due: day(21), tariff: 'H1' };
  expect(await done('hugo', 'GET /bills')).toMatchObject({ bills: [first], total: 1, owed: 216 });
  await pass(92);
  expect(await done('hugo', 'GET /bills?estimated=true')).toMatchObject({ bills: [{ volume: 60, amount: 174, billedOn: '2026-06-02' }] });
  expect(await done('cora', 'GET /connections/MILL-1')).toMatchObject({ carried: -60, nextBill: '2026-09-02' });
});

test('a supply is shut and opened again', async () => {
  const { done, refused, billed, pass } = await works();
  await billed();
  expect(await refused('cora', 'POST /connections/MILL-1/announce')).toBe('409 NO_GROUND');
  await pass(36);
  expect(await done('hugo', 'GET /bills/1')).toMatchObject({ state: 'final notice', fees: 17, owed: 233 });
  expect(await done('cora', 'POST /connections/MILL-1/announce')).toMatchObject({ state: 'announced', closeOn: day(50) });
  expect(await refused('kit', 'POST /connections/MILL-1/shut')).toBe('409 TOO_EARLY');
  await pass(17);
  expect(await refused('kit', 'POST /connections/MILL-1/shut')).toBe('409 WEEKEND');
  await pass(3);
  expect(await done('kit', 'POST /connections/MILL-1/shut')).toMatchObject({ state: 'shut', bills: 0 });
  expect(await refused('kit', 'POST /connections/MILL-1/reopen')).toBe('402 STILL_OWED');
  expect(await refused('hugo', 'POST /bills/1/payments', { amount: 278.01 })).toBe('422 OVERPAID');
  await done('hugo', 'POST /bills/1/payments', { amount: '278.00', method: 'card' });
  expect(await done('kit', 'POST /connections/MILL-1/reopen')).toMatchObject({ state: 'supplied', closeOn: null });
  expect(await done('cora', 'POST /payments/1/bounce')).toMatchObject({ state: 'bounced', payer: 'Hugo Householder' });
  expect(await done('hugo', 'GET /bills/1')).toMatchObject({ state: 'reminded', owed: 282, settledOn: null });
});

test('a payment calls the closing off', async () => {
  const { done, billed, pass } = await works();
  await billed();
  await pass(36);
  await done('mona', 'POST /connections/MILL-1/announce');
  await done('hugo', 'POST /bills/1/payments', { amount: 233 });
  expect(await done('hugo', 'GET /connections/MILL-1')).toMatchObject({ state: 'supplied', closeOn: null, dunned: false });
});

test('a bill is paid in parts, and one is missed', async () => {
  const { done, refused, billed, pass } = await works();
  await billed();
  expect(await refused('hugo', 'POST /bills/1/split', { parts: 7 })).toBe('422 BAD_PARTS');
  const { instalments } = await done('hugo', 'POST /bills/1/split', { parts: 5 });
  expect((instalments as Body[]).map(({ amount }) => amount)).toEqual([43.2, 43.2, 43.2, 43.2, 43.2]);
  expect((instalments as Body[]).map(({ due }) => due).slice(0, 2)).toEqual(['2026-04-02', '2026-05-02']);
  expect(await refused('hugo', 'POST /bills/1/payments', { amount: 1 })).toBe('409 BY_PARTS');
  expect(await refused('hugo', 'POST /instalments/2/pay')).toBe('409 NOT_NEXT');
  expect(await done('hugo', 'POST /instalments/1/pay')).toMatchObject({ state: 'paid', paidOn: day(0) });
  await pass(61);
  expect(await done('hugo', 'GET /bills/1')).toMatchObject({ state: 'in parts', owed: 172.8 });
  await pass(1);
  const states = ['paid', 'missed', 'void', 'void', 'void'].map((state) => ({ state }));
  expect(await done('hugo', 'GET /bills/1')).toMatchObject({ state: 'final notice', owed: 184.8, instalments: states });
});

test('an objection is decided', async () => {
  const { done, refused, billed, pass } = await works();
  await billed();
  expect(await refused('hugo', 'POST /bills/1/objections', { reason: 'Too much ' })).toBe('422 SHORT_REASON');
  const reason = { reason: 'The meter runs fast', claimed: 40 };
  await done('hugo', 'POST /bills/1/objections', reason);
  expect(await refused('hugo', 'POST /bills/1/payments', { amount: 1 })).toBe('409 CONFLICT');
  await pass(21);
  expect(await done('mona', 'GET /objections?urgent=true')).toMatchObject({ objections: [{ claimed: 40, customer: 'Hugo Householder' }] });
  expect(await refused('mona', 'POST /objections/1/uphold', { credit: 216.01 })).toBe('422 BAD_CREDIT');
  expect(await done('cora', 'POST /objections/1/dismiss', { reply: 'We tested it' })).toMatchObject({ state: 'dismissed' });
  expect(await done('hugo', 'GET /bills/1')).toMatchObject({ state: 'open', due: day(42) });
  expect(await refused('hugo', 'POST /bills/1/objections', reason)).toBe('409 DECIDED');
});

test('meters are exchanged and taken out, and nothing that was used is lost', async () => {
  const { done, refused, supplied, store } = await works();
  await supplied(8);
  await store('A-200', { dial: 500 });
  await store('B-300', { size: 'large' });
  expect(await refused('kit', 'POST /meters/A-100/exchange', { successor: 'B-300', final: 12 })).toBe('422 WRONG_SIZE');
  const next = { serial: 'A-200', connection: 'MILL-1', dial: 500, state: 'installed' };
  expect(await done('kit', 'POST /meters/A-100/exchange', { successor: 'A-200', final: 12 })).toMatchObject(next);
  expect(await done('cora', 'GET /connections/MILL-1')).toMatchObject({ carried: 12, unbilled: 12, meter: ['A-200'] });
  await done('kit', 'POST /meters/A-200/take-out', { final: 508 });
  expect(await done('ida', 'GET /bills')).toMatchObject({ bills: [{ volume: 20, amount: 78 }] });
  expect(await done('mona', 'GET /connections/MILL-1')).toMatchObject({ carried: 0, state: 'dry', nextBill: null });
  expect(await refused('mona', 'POST /connections/MILL-1/dismantle', { reason: 'Burnt down' })).toBe('409 STILL_LET');
  expect(await refused('kit', 'POST /meters/B-300/scrap', { reason: 'Rust' })).toBe('403 FORBIDDEN');
  expect(await done('mona', 'POST /meters/A-100/reseal', { sealedUntil: day(900) })).toMatchObject({ state: 'in store', connection: null });
});

test('a leak is repaired twice, and the customer gets relief', async () => {
  const { done, refused, supplied, pass } = await works();
  await supplied(8);
  const leak = await done('ida', 'POST /connections/MILL-1/leaks', { place: 'Cellar', severity: 'flow' });
  expect(leak).toMatchObject({ zone: 'hill', connection: 'MILL-1', reporter: 'Ida Innkeeper', urgent: false, state: 'reported' });
  expect(leak).not.toHaveProperty('cost');
  await pass(2);
  expect(await done('kit', 'POST /leaks/1/take')).toMatchObject({ urgent: true, crew: 'Kit Crew', reporter: null });
  expect(await refused('kim', 'POST /leaks/1/repair', { result: 'New sleeve', cost: 340 })).toBe('404 NOT_FOUND');
  expect(await done('kit', 'POST /leaks/1/repair', { result: 'New sleeve', cost: 340 })).toMatchObject({ repairedOn: day(2), cost: 340 });
  expect(await done('cora', 'GET /connections/MILL-1')).toMatchObject({ carried: -10 });
  expect(await done('ida', 'POST /leaks/1/complain', { note: 'Still wet' })).toMatchObject({ state: 'reported', returns: 1, crew: null });
  await done('cora', 'POST /leaks/1/assign', { person: 6 });
  await done('kim', 'POST /leaks/1/repair', { result: 'New pipe', cost: 90 });
  await pass(7);
  expect(await done('ida', 'GET /leaks')).toMatchObject({ leaks: [{ state: 'done', result: 'New pipe' }] });
});

test('sessions end after two weeks', async () => {
  const { ask, pass } = await works();
  const { body } = await ask(null, 'POST /session', { email: 'ida@example.com', password: 'correct-horse' });
  await pass(13);
  expect((await ask(String(body['token']), 'GET /me')).status).toBe(200);
  await pass(1);
  expect((await ask(String(body['token']), 'GET /me')).status).toBe(401);
});

type Works = Awaited<ReturnType<typeof works>>;

/** What shows a fault of each class. */
const visible: readonly (readonly [fault: WaterFault, prepare: 'supplied' | 'billed', show: (on: Works) => Promise<unknown>])[] = [
  ['managersBill', 'billed', ({ refused }) => refused('mona', 'POST /connections/MILL-1/bills')],
  ['sameCustomerIsFine', 'supplied', ({ refused }) => refused('cora', 'POST /connections/MILL-1/customer', { person: 7 })],
  ['overIsIgnored', 'billed', ({ done }) => done('hugo', 'GET /bills/1')],
  ['noPersonIsFine', 'supplied', ({ refused }) => refused('hugo', 'PATCH /connections/MILL-1', { persons: 0 })],
  ['moneyIsText', 'supplied', async ({ ask }) => (await ask(null, 'GET /tariffs')).body],
  ['wordsMindCase', 'supplied', ({ done }) => done('cora', 'GET /connections?words=mill')],
];

test.each(visible)('a fault is visible: %s', async (fault, prepare, show) => {
  const played = async (one: WaterFault | null): Promise<unknown> => {
    const on = await works(one);
    await on[prepare](7);
    return show(on);
  };
  expect(await played(fault)).not.toEqual(await played(null));
});
