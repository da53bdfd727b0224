import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { FerryFault } from './faults.ts';
import { ferryService } from './service.ts';

const crew = ['marit', 'kjell', 'sunniva', 'ragna', 'per'];

/** The company at ten o'clock on a Monday, with its people signed in. */
async function company(fault: FerryFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => ferryService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, [...crew, 'pia', 'odd', 'hanne', 'hugo']);
  const numberOf = async (who: string, call: string, body: Body): Promise<number> => Number((await done(who, call, body))['number']);
  const crossing = (days: number, departs: string, more: Body = {}): Promise<number> =>
    numberOf('marit', 'POST /crossings', { ship: 'gannet', route: 'skerry', direction: 'out', day: day(days), departs, ...more });
  const booked = (who: string, on: number, more: Body = {}): Promise<number> =>
    numberOf(who, `POST /crossings/${on}/bookings`, { adults: 1, ...more });
  const paid = async (who: string, on: number, more: Body = {}): Promise<number> => {
    const one = await booked(who, on, more);
    const { price } = await done(who, `GET /bookings/${one}`);
    await done(who, `POST /bookings/${one}/pay`, { amount: price });
    return one;
  };
  /** Gives a crossing Kjell and Ragna as its crew. */
  const manned = async (on: number): Promise<void> => {
    await done('marit', `POST /crossings/${on}/duties`, { person: 2, post: 'captain' });
    await done('marit', `POST /crossings/${on}/duties`, { person: 4, post: 'purser' });
  };
  const pass = (minutes: number): void => {
    ahead += minutes * 60_000;
  };
  /** The token of a new session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, crossing, booked, paid, manned, pass, again };
}

test('a family crosses with a car, and cars go first', async () => {
  const { done, refused, crossing, booked, paid, manned, pass } = await company();
  const on = await crossing(1, '10:00', { route: 'holm' });
  await manned(on);
  const family = await booked('pia', on, { adults: 2, children: 2, car: 5, dogs: 1 });
  expect(await done('pia', `GET /bookings/${family}`)).toMatchObject({ price: 75, quote: 75, state: 'held' });
  expect(await refused('pia', `POST /bookings/${family}/pay`, { amount: 74.99 })).toBe('422 BAD_AMOUNT');
  await done('pia', `POST /bookings/${family}/pay`, { amount: '75.00' });
  const foot = await paid('odd', on);
  expect(await refused('sunniva', `POST /crossings/${on}/confirm`)).toBe('403 FORBIDDEN');
  await done('kjell', `POST /crossings/${on}/confirm`);
  expect(await refused('ragna', `POST /bookings/${foot}/check-in`)).toBe('409 TOO_EARLY');
  pass(23 * 60);
  expect(await refused('ragna', `POST /bookings/${foot}/check-in`)).toBe('409 CARS_FIRST');
  expect(await refused('per', `POST /bookings/${family}/check-in`)).toBe('404 NOT_FOUND');
  expect(await done('ragna', `POST /bookings/${family}/check-in`)).toMatchObject({ state: 'checked in', haulier: null });
  expect(await done('ragna', `POST /bookings/${foot}/check-in`)).toMatchObject({ passenger: 'Odd Islander' });
  expect(await refused('ragna', `POST /crossings/${on}/close`)).toBe('409 TOO_EARLY');
  pass(45);
  expect(await done('ragna', `POST /crossings/${on}/close`)).toMatchObject({ state: 'closed', bookings: 2 });
  expect(await refused('marit', `POST /crossings/${on}/cancel`, { reason: 'Storm' })).toBe('409 CONFLICT');
});

test('residents and groups pay less, and seasons and weekends cost more', async () => {
  const { done, crossing, booked } = await company();
  const price = async (who: string, on: number, more: Body): Promise<unknown> =>
    (await done(who, `GET /bookings/${await booked(who, on, more)}`))['price'];
  const sunday = await crossing(6, '08:00');
  expect(await price('pia', sunday, {})).toBe(10.8);
  expect(await price('odd', sunday, { children: 1 })).toBe(9.72);
  const summer = await crossing(120, '08:00', { route: 'outer', ship: 'tern' });
  expect(await price('pia', summer, { adults: 8 })).toBe(224.4);
  expect(await price('pia', summer, { kind: 'return', bicycles: 1 })).toBe(66.6);
  expect(await price('odd', summer, { adults: 8 })).toBe(158.4);
});

test('those who wait for the car deck move up, in their order', async () => {
  const { done, refused, crossing, booked, pass } = await company();
  const on = await crossing(10, '08:00');
  const lorry = await booked('hanne', on, { car: 18 });
  expect(await refused('pia', `POST /crossings/${on}/bookings`, { adults: 1, car: 8 })).toBe('422 LORRY');
  await done('hanne', `POST /bookings/${lorry}/charge`);
  const [first, second] = [await booked('hugo', on, { car: 15 }), await booked('pia', on, { car: 7 })];
  const third = await booked('odd', on, { car: 6 });
  expect(await done('odd', `GET /bookings/${third}`)).toMatchObject({ state: 'waiting' });
  expect(await done('pia', `GET /bookings/${second}`)).toMatchObject({ state: 'held' });
  expect(await done('hugo', `GET /bookings/${first}`)).toMatchObject({ state: 'waiting' });
  pass(30);
  expect(await done('odd', `GET /bookings/${third}`)).toMatchObject({ state: 'held' });
  expect(await done('pia', `GET /bookings/${second}`)).toMatchObject({ state: 'lapsed' });
  expect(await done('hugo', `GET /bookings/${lorry}`)).toMatchObject({ passenger: null, haulier: 'FISH', state: 'booked' });
  await done('hanne', `POST /bookings/${lorry}/cancel`);
  expect(await done('hugo', `GET /bookings/${first}`)).toMatchObject({ state: 'held' });
  expect(await done('pia', `GET /crossings/${on}`)).toMatchObject({ deckFree: 9, seatsFree: 22, bookings: 1 });
});

test('tickets cover crossings, and are given back when a storm comes', async () => {
  const { done, refused, crossing, booked, paid } = await company();
  const on = await crossing(2, '12:00', { route: 'outer', ship: 'tern' });
  const home = await crossing(3, '12:00', { route: 'outer', ship: 'tern', direction: 'home' });
  expect(await refused('pia', 'POST /passes', { kind: 'season', route: 'outer' })).toBe('403 NOT_RESIDENT');
  expect(await refused('pia', 'POST /passes', { kind: 'return', route: 'outer' })).toBe('403 FORBIDDEN');
  expect(await done('odd', 'POST /passes', { kind: 'season', route: 'outer' })).toMatchObject({ until: '2026-12-31', price: 240, left: 1 });
  const { number: ten } = await done('pia', 'POST /passes', { kind: 'ten', route: 'outer' });
  const three = await booked('pia', on, { adults: 3 });
  expect(await refused('odd', `POST /bookings/${three}/redeem`, { pass: ten })).toBe('404 NOT_FOUND');
  expect(await done('pia', `POST /bookings/${three}/redeem`, { pass: ten })).toMatchObject({ price: 0, pass: ten, state: 'booked' });
  const out = await paid('odd', on, { kind: 'return' });
  const { passes } = await done('odd', 'GET /passes?kind=return');
  const [back] = passes as Body[];
  expect(back).toMatchObject({ left: 1, until: day(32), booking: out, state: 'valid' });
  const way = await booked('odd', home);
  await done('odd', `POST /bookings/${way}/redeem`, { pass: back?.['number'] });
  expect(await refused('odd', `POST /bookings/${out}/cancel`)).toBe('409 RETURN_USED');
  await done('marit', `POST /crossings/${home}/cancel`, { reason: 'Storm' });
  await done('marit', `POST /crossings/${on}/cancel`, { reason: 'Storm' });
  expect(await done('odd', `GET /bookings/${out}`)).toMatchObject({ refund: 23.76, state: 'called off' });
  expect(await done('odd', 'GET /passes?kind=return')).toMatchObject({ passes: [{ state: 'void', left: 1 }] });
  expect(await done('pia', 'GET /passes')).toMatchObject({ passes: [{ left: 10 }], total: 1 });
});

test('bookings move for a fee, and are refunded by notice', async () => {
  const { done, refused, crossing, paid, pass } = await company();
  const [monday, sunday] = [await crossing(7, '09:00'), await crossing(6, '09:00')];
  const one = await paid('pia', monday);
  expect(await done('pia', `POST /bookings/${one}/move`, { crossing: sunday })).toMatchObject({ fee: 6.8, formerly: monday, price: 9 });
  expect(await refused('pia', `POST /bookings/${one}/move`, { crossing: sunday })).toBe('422 SAME_CROSSING');
  const [late, later] = [await paid('odd', sunday), await paid('hanne', sunday)];
  pass(4 * 24 * 60);
  expect(await done('pia', `POST /bookings/${one}/cancel`)).toMatchObject({ refund: 4.5, state: 'cancelled' });
  pass(24 * 60);
  expect(await done('odd', `POST /bookings/${late}/cancel`)).toMatchObject({ refund: 0 });
  pass(20 * 60);
  expect(await refused('hanne', `POST /bookings/${later}/move`, { crossing: monday })).toBe('409 TOO_LATE');
});

test('a crossing is late, or another takes its place', async () => {
  const { done, refused, crossing, booked, paid, manned } = await company();
  const [first, second] = [await crossing(1, '12:00'), await crossing(1, '15:00')];
  await manned(first);
  await manned(second);
  expect(await refused('kjell', `POST /crossings/${first}/delay`, { delay: 200, reason: 'Fog' })).toBe('409 BUSY');
  expect(await refused('kjell', `POST /crossings/${first}/delay`, { delay: 241, reason: ' ' })).toBe('409 SHIP_BUSY');
  await done('kjell', `POST /crossings/${first}/delay`, { delay: 90, reason: 'Fog' });
  expect(await done('ragna', `GET /duties?crossing=${first}`)).toMatchObject({ duties: [{ starts: `${day(1)}T13:30:00.000Z` }], total: 1 });
  const [paidOne, held, waiting] = [
    await paid('hanne', first, { car: 18 }),
    await booked('odd', first, { car: 7 }),
    await booked('pia', first, { car: 7 }),
  ];
  expect(await refused('marit', `POST /crossings/${first}/replace`, { reason: 'Fog', instead: first })).toBe('422 SAME_CROSSING');
  const stopped = await done('kjell', `POST /crossings/${first}/replace`, { reason: 'Fog', instead: second });
  expect(stopped).toMatchObject({ state: 'cancelled', bookings: 0 });
  expect(await done('hanne', `GET /bookings/${paidOne}`)).toMatchObject({ crossing: second, formerly: first, fee: 0, state: 'booked' });
  expect(await done('odd', `GET /bookings/${held}`)).toMatchObject({ crossing: second, state: 'held' });
  expect(await done('pia', `GET /bookings/${waiting}`)).toMatchObject({ crossing: first, state: 'called off' });
  expect(await done('marit', 'GET /duties')).toMatchObject({ total: 2 });
});

test('the crew has its posts, its rest and its limits', async () => {
  const { done, refused, crossing } = await company();
  const evening = await crossing(2, '22:00');
  const morning = await crossing(3, '06:00', { ship: 'tern' });
  const onBoard = (on: number, person: number, post: string): Promise<string> =>
    refused('marit', `POST /crossings/${on}/duties`, { person, post });
  expect(await onBoard(evening, 4, 'captain')).toBe('422 WRONG_POST');
  await done('marit', `POST /crossings/${evening}/duties`, { person: 2, post: 'captain' });
  expect(await onBoard(evening, 3, 'captain')).toBe('409 POST_TAKEN');
  expect(await onBoard(evening, 2, 'deck')).toBe('409 BUSY');
  expect(await onBoard(morning, 2, 'captain')).toBe('409 NO_REST');
});

test('a haulier is invoiced for what has sailed, and blocked when overdue', async () => {
  const { done, refused, crossing, booked, manned, pass, again } = await company();
  const on = await crossing(1, '07:00', { ship: 'tern', direction: 'home' });
  await manned(on);
  const [first, second, third] = [
    await booked('hanne', on, { car: 15 }),
    await booked('hanne', on, { car: 15 }),
    await booked('hanne', on, { car: 15 }),
  ];
  await done('hanne', `POST /bookings/${first}/charge`);
  await done('hanne', `POST /bookings/${second}/charge`);
  expect(await refused('hanne', `POST /bookings/${third}/charge`)).toBe('402 OVER_LIMIT');
  await done('kjell', `POST /crossings/${on}/confirm`);
  pass(24 * 60);
  expect(await done('hanne', `GET /bookings/${first}`)).toMatchObject({ state: 'missed' });
  expect(await done('hanne', 'GET /me')).toMatchObject({ misses: 2 });
  pass(44 * 24 * 60);
  const [hanne, hugo] = [await again('hanne'), await again('hugo')];
  const sent = { number: 1, amount: 198, due: '2026-04-15', state: 'overdue' };
  expect(await done(hugo, 'GET /invoices')).toMatchObject({ invoices: [sent], owed: 198 });
  expect(await done(hanne, 'GET /hauliers/FISH')).toMatchObject({ blocked: true, owed: 198, drivers: 1, billOn: '2026-05-01' });
  await done(hugo, 'POST /invoices/1/pay', { amount: 100 });
  expect(await refused(hugo, 'POST /invoices/1/pay', { amount: 98.01 })).toBe('422 BAD_AMOUNT');
  expect(await done(hugo, 'POST /invoices/1/pay', { amount: 98 })).toMatchObject({ state: 'paid', paid: 198 });
  expect(await done(hanne, 'GET /hauliers/FISH')).toMatchObject({ blocked: false, owed: 0 });
});

test('visitors see the timetable only', async () => {
  const { ask, crossing, refused, booked } = await company();
  const on = await crossing(3, '18:05', { remark: 'Swell' });
  await booked('pia', on);
  const { body } = await ask(null, 'GET /crossings');
  const shown = { number: on, ship: 'gannet', route: 'skerry', direction: 'out', day: day(3), departs: '18:05', delay: 0, fare: 9 };
  const times = { leaves: `${day(3)}T18:05:00.000Z`, docks: `${day(3)}T18:50:00.000Z` };
  expect(body).toEqual({ crossings: [{ ...shown, ...times, reason: null, state: 'planned', bookings: 0 }], total: 1 });
  expect((await ask(null, 'GET /crossings?metres=3')).body).toEqual({ crossings: [], total: 0 });
  expect(await refused(null, 'GET /bookings')).toBe('401 UNAUTHORIZED');
});

/** What a few situations show, with a fault or none: one for each class of faults. */
const situations: readonly (readonly [FerryFault, (at: Awaited<ReturnType<typeof company>>) => Promise<unknown>])[] = [
  ['pursersSetResidents', ({ refused }) => refused('ragna', 'PATCH /people/6', { resident: true })],
  [
    'lapsedIsPaid',
    async ({ refused, crossing, booked, pass }) => {
      const one = await booked('pia', await crossing(3, '08:00'));
      pass(31);
      return refused('pia', `POST /bookings/${one}/pay`, { amount: 9 });
    },
  ],
  [
    'holdIsAnHour',
    async ({ done, crossing, booked, pass }) => {
      const one = await booked('pia', await crossing(3, '08:00'));
      pass(31);
      return (await done('pia', `GET /bookings/${one}`))['state'];
    },
  ],
  ['oddMinutes', ({ crossing }) => crossing(3, '08:01').catch(() => null)],
  [
    'notOpenIs404',
    async ({ refused, crossing, pass }) => {
      const on = await crossing(1, '08:00');
      pass(22 * 60 - 14);
      return refused('pia', `POST /crossings/${on}/bookings`, { adults: 1 });
    },
  ],
  ['driversCountColleagues', async ({ done }) => (await done('hanne', 'GET /hauliers/FISH'))['drivers']],
];

test.each(situations)('%s shows', async (fault, shown) => {
  expect(await shown(await company(fault))).not.toEqual(await shown(await company()));
});
