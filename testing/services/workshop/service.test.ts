import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { WorkshopFault } from './faults.ts';
import { workshopService } from './service.ts';

/** The workshop with its people signed in, and helpers that lead repair orders on. */
async function workshop(fault: WorkshopFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => workshopService(() => now() + ahead, fault);
  const names = ['marta', 'rosa', 'milo', 'mina', 'moe', 'stan', 'carla', 'cem', 'cleo'];
  const { ask, done, refused } = await opened(served, names);
  await done('carla', 'POST /vehicles', { plate: 'AB-12', make: 'Volta', year: 2019, fuel: 'petrol', mileage: 50_000 });
  const pads = { code: 'PAD-10', name: 'Brake pads', price: 45.5, cost: 20, stock: 3, minimum: 2, supplier: 'Brakes Ltd' };
  await done('stan', 'POST /parts', pads);
  const numberOf = async (who: string, call: string, body?: Body): Promise<unknown> => (await done(who, call, body))['number'];
  const hours = { bay: 'lift', day: day(0), starts: 10, ends: 12 };
  const booked = (body: Body = {}): Promise<unknown> => numberOf('carla', 'POST /vehicles/AB-12/appointments', { ...hours, ...body });
  /** An order with one item that is priced, with two brake pads. */
  const estimated = async (minutes = 90, skill = 'general'): Promise<{ job: unknown; item: unknown }> => {
    const job = await numberOf('rosa', 'POST /vehicles/AB-12/jobs', { complaint: 'Brakes squeal', mileage: 50_100 });
    const item = await numberOf('rosa', `POST /jobs/${job}/items`, { words: 'New brake pads', minutes, skill });
    await done('rosa', `PUT /items/${item}/part`, { code: 'PAD-10', quantity: 2 });
    await done('rosa', `POST /items/${item}/quote`);
    await done('rosa', `POST /jobs/${job}/estimate`);
    return { job, item };
  };
  const ordered = async (): Promise<{ job: unknown; item: unknown }> => {
    const found = await estimated();
    await done('carla', `POST /items/${found.item}/approve`);
    await done('carla', `POST /jobs/${found.job}/order`);
    return found;
  };
  const started = async (): Promise<{ job: unknown; item: unknown }> => {
    const found = await ordered();
    await done('carla', `POST /jobs/${found.job}/deposit`, { amount: 65.1 });
    await done('moe', `POST /jobs/${found.job}/start`);
    return found;
  };
  const billed = async (): Promise<unknown> => {
    const { job, item } = await started();
    await done('stan', `POST /items/${item}/issue`);
    await done('moe', `POST /items/${item}/finish`, { spent: 80 });
    await done('moe', `POST /jobs/${job}/drive`, { distance: 12 });
    await done('rosa', `POST /jobs/${job}/bill`);
    return job;
  };
  const collected = async (): Promise<unknown> => {
    const job = await billed();
    await done('carla', 'POST /invoices/1/pay', { amount: 151.9 });
    await done('rosa', `POST /jobs/${job}/collect`);
    return job;
  };
  const pass = (days: number): void => {
    ahead += days * 86_400_000;
  };
  /** The token of a new session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, numberOf, booked, estimated, ordered, started, billed, collected, pass, again };
}

test('an appointment becomes a repair order', async () => {
  const { done, refused, booked } = await workshop();
  const number = await booked();
  expect(await refused('cem', `GET /jobs/${number}`)).toBe('404 NOT_FOUND');
  const taken = { bay: 'lift', day: day(0), starts: 11, ends: 13 };
  expect(await refused('rosa', 'POST /vehicles/AB-12/appointments', taken)).toBe('409 BAY_TAKEN');
  expect(await refused('carla', 'POST /vehicles/AB-12/appointments', { ...taken, starts: 12, ends: 17 })).toBe('422 TOO_LONG');
  expect(await refused('carla', 'POST /vehicles/AB-12/appointments', { ...taken, day: day(6) })).toBe('422 CLOSED');
  expect(await done('moe', 'GET /appointments')).toMatchObject({ total: 0 });
  await done('rosa', `POST /appointments/${number}/confirm`);
  const shown = { number, plate: 'AB-12', customer: null, reminded: true, state: 'confirmed' };
  expect(await done('moe', 'GET /appointments')).toMatchObject({ appointments: [shown] });
  const arrival = { mileage: 50_100, complaint: 'Brakes squeal' };
  expect(await refused('rosa', `POST /appointments/${number}/arrive`, { ...arrival, mileage: 49_999 })).toBe('422 MILEAGE_BACK');
  expect(await done('rosa', `POST /appointments/${number}/arrive`, arrival)).toMatchObject({ state: 'arrived', jobs: [1] });
  expect(await done('carla', 'GET /jobs/1')).toMatchObject({ plate: 'AB-12', mileage: 50_100, state: 'intake', items: [] });
  expect(await refused('carla', 'POST /jobs/1/cancel', { reason: 'Sold' })).toBe('403 FORBIDDEN');
});

test('a customer decides on each item, and pays a deposit', async () => {
  const { done, refused, estimated } = await workshop();
  const { job, item } = await estimated();
  expect(await done('carla', `GET /jobs/${job}`)).toMatchObject({ total: 0, items: [{ price: 217, cost: 217, part: 'PAD-10' }] });
  expect(await refused('carla', `POST /jobs/${job}/order`)).toBe('409 UNDECIDED');
  await done('carla', `POST /items/${item}/approve`);
  expect(await done('carla', `POST /jobs/${job}/order`)).toMatchObject({ total: 217, deposit: 65.1, state: 'ordered' });
  expect(await refused('moe', `POST /jobs/${job}/start`)).toBe('402 NO_DEPOSIT');
  expect(await refused('carla', `POST /jobs/${job}/deposit`, { amount: '65.11' })).toBe('422 BAD_AMOUNT');
  await done('carla', `POST /jobs/${job}/deposit`, { amount: '65.10' });
  const seen = await done('moe', `POST /jobs/${job}/start`);
  expect(seen).toMatchObject({ mechanic: 'Moe Mechanic', customer: null, workload: 90 });
  expect(seen).not.toHaveProperty('total');
  expect(await done('moe', 'GET /me')).toMatchObject({ load: 90, capacity: 480 });
});

test('parts leave the store, and new ones are planned', async () => {
  const { done, refused, started } = await workshop();
  const { item } = await started();
  expect(await refused('moe', `POST /items/${item}/finish`, { spent: 80 })).toBe('409 NOT_ISSUED');
  expect(await done('stan', `POST /items/${item}/issue`)).toMatchObject({ issued: true });
  expect(await refused('stan', `POST /items/${item}/issue`)).toBe('409 ALREADY_ISSUED');
  expect(await done('rosa', 'GET /parts?low=true')).toMatchObject({ parts: [{ stock: 1, reserved: 0, free: 1 }] });
  expect(await done('carla', 'GET /parts?low=true')).toMatchObject({ total: 0 });
  const planned = { part: 'PAD-10', quantity: 3, price: 20, received: 0, state: 'planned' };
  expect(await done('stan', 'GET /supplies')).toMatchObject({ supplies: [planned], value: 60 });
  await done('stan', 'POST /supplies/1/order', { expected: day(4) });
  expect(await done('stan', 'POST /supplies/1/receive', { count: 2 })).toMatchObject({ received: 2, state: 'ordered' });
  expect(await refused('stan', 'POST /supplies/1/cancel', { reason: 'Late' })).toBe('409 PARTLY_RECEIVED');
  expect(await done('stan', 'POST /supplies/1/receive', { count: 1 })).toMatchObject({ state: 'received' });
  expect(await done('stan', 'GET /parts')).toMatchObject({ parts: [{ stock: 4 }] });
});

test('a finding needs an answer, and lapses without one', async () => {
  const { done, refused, started, numberOf, pass } = await workshop();
  const { job, item } = await started();
  const found = await numberOf('moe', `POST /jobs/${job}/items`, { words: 'Worn disc', minutes: 30, urgent: true });
  expect(await refused('moe', `POST /jobs/${job}/ask`)).toBe('409 NOTHING_NEW');
  await done('rosa', `POST /items/${found}/quote`);
  expect(await done('moe', `POST /jobs/${job}/ask`)).toMatchObject({ state: 'waiting', rounds: 1 });
  expect(await refused('carla', `POST /items/${found}/decline`, {})).toBe('422 NO_REASON');
  expect(await refused('carla', `POST /jobs/${job}/resume`)).toBe('409 UNDECIDED');
  pass(3);
  const declined = { number: found, finding: true, reason: 'No answer', state: 'declined' };
  expect(await done('carla', `GET /jobs/${job}`)).toMatchObject({ state: 'in work', items: [{ number: item }, declined] });
});

test('a vehicle leaves when half is paid, and comes back on warranty', async () => {
  const { done, refused, billed } = await workshop();
  const job = await billed();
  expect(await done('carla', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 151.9, kind: 'repair', due: day(14) }], owed: 151.9 });
  expect(await refused('carla', 'POST /invoices/1/pay', { amount: 19.99 })).toBe('422 TOO_LITTLE');
  await done('carla', 'POST /invoices/1/pay', { amount: 75.94 });
  expect(await refused('rosa', `POST /jobs/${job}/collect`)).toBe('402 UNPAID_INVOICE');
  await done('carla', 'POST /invoices/1/pay', { amount: 75.96 });
  expect(await done('rosa', `POST /jobs/${job}/collect`)).toMatchObject({ collectedOn: day(0), mileage: 50_112 });
  await done('carla', `POST /jobs/${job}/claims`, { words: 'They squeal again' });
  expect(await refused('carla', `POST /jobs/${job}/claims`, { words: 'Again' })).toBe('409 CLAIMED');
  expect(await refused('marta', 'POST /claims/1/accept', { mileage: 55_113 })).toBe('409 TOO_FAR_DRIVEN');
  expect(await done('marta', 'POST /claims/1/accept', { mileage: 51_000 })).toMatchObject({ state: 'accepted', jobs: [2], answer: null });
  expect(await done('carla', 'GET /jobs?warranty=true')).toMatchObject({ jobs: [{ number: 2, complaint: 'They squeal again' }] });
});

test('a vehicle is stored, an invoice is reminded of, and its payment unblocks', async () => {
  const { done, billed, pass, again } = await workshop();
  const job = await billed();
  pass(7);
  expect(await done('carla', `GET /jobs/${job}`)).toMatchObject({ state: 'in storage', storedOn: day(7) });
  pass(8);
  expect(await done('carla', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 156.9, reminders: 1, state: 'overdue' }] });
  pass(10);
  expect(await done('carla', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 161.9, reminders: 2, state: 'notice' }] });
  expect(await done('carla', 'GET /me')).toMatchObject({ blocked: true });
  await done('carla', 'POST /invoices/1/pay', { amount: 161.9 });
  expect(await done('carla', 'GET /me')).toMatchObject({ blocked: false });
  expect(await done('rosa', `POST /jobs/${job}/collect`)).toMatchObject({ storage: 216 });
  pass(20);
  const carla = await again('carla');
  expect(await done(carla, 'GET /invoices?kind=storage')).toMatchObject({ invoices: [{ amount: 221, due: day(39) }] });
});

test('a loan car comes back late', async () => {
  const { done, refused, ordered, pass } = await workshop();
  const { job } = await ordered();
  await done('marta', 'POST /cars', { plate: 'LC-1', make: 'Mini', daily: 25 });
  expect(await refused('rosa', 'POST /cars/LC-1/lend', { order: job, backBy: day(15) })).toBe('422 BAD_RETURN');
  expect(await done('rosa', 'POST /cars/LC-1/lend', { order: job, backBy: day(4) })).toMatchObject({ order: job, lentOn: day(0) });
  expect(await refused('carla', `POST /jobs/${job}/cancel`, { reason: 'Too dear' })).toBe('409 NOT_RETURNED');
  pass(6);
  expect(await done('carla', 'GET /cars')).toMatchObject({ cars: [{ plate: 'LC-1', state: 'overdue' }] });
  expect(await done('rosa', 'POST /cars/LC-1/back', { mileage: 420 })).toMatchObject({ order: null, backBy: null, state: 'free' });
  expect(await done('carla', `GET /jobs/${job}`)).toMatchObject({ loan: 202 });
  expect(await done('carla', `POST /jobs/${job}/cancel`, { reason: 'Too dear' })).toMatchObject({ fee: 40, refund: 0 });
  expect(await done('carla', 'GET /invoices')).toMatchObject({ invoices: [{ kind: 'cancellation', amount: 40 }] });
});

test('a sold vehicle takes no history along', async () => {
  const { done, refused, collected } = await workshop();
  const job = await collected();
  await done('rosa', 'POST /vehicles/AB-12/owner', { person: 8 });
  expect(await done('carla', `GET /jobs/${job}`)).toMatchObject({ plate: null, customer: 'Carla Client' });
  expect(await refused('cem', `GET /jobs/${job}`)).toBe('404 NOT_FOUND');
  expect(await done('cem', 'GET /vehicles')).toMatchObject({ vehicles: [{ owner: 'Cem Client', mileage: 50_112, jobs: 0 }] });
  expect(await done('milo', 'GET /vehicles')).toMatchObject({ vehicles: [{ owner: null, jobs: 0 }] });
});

test('missed appointments block', async () => {
  const { done, refused, booked, pass } = await workshop();
  await booked();
  await booked({ bay: 'pit', day: day(1) });
  expect(await refused('carla', 'POST /vehicles/AB-12/appointments', { bay: 'pit', day: day(2), starts: 8, ends: 9 })).toBe('429 TOO_MANY');
  pass(2);
  expect(await done('carla', 'GET /me')).toMatchObject({ misses: 2, blocked: true });
  const next = { bay: 'pit', day: day(3), starts: 8, ends: 9 };
  expect(await refused('carla', 'POST /vehicles/AB-12/appointments', next)).toBe('403 BLOCKED');
  await done('rosa', 'PATCH /people/7', { blocked: false });
  await done('carla', 'POST /vehicles/AB-12/appointments', next);
  expect(await done('carla', 'POST /appointments/3/cancel')).toMatchObject({ state: 'cancelled', fee: 30 });
});

/** What each of these faults makes of a few calls. */
const visible: readonly (readonly [WorkshopFault, (one: Awaited<ReturnType<typeof workshop>>) => Promise<unknown>])[] = [
  ['managersAddJobs', ({ refused }) => refused('marta', 'POST /vehicles/AB-12/jobs', { complaint: 'Noise', mileage: 50_000 })],
  ['mechanicsListInvoices', ({ refused }) => refused('milo', 'GET /invoices')],
  [
    'waitingIsNotAsked',
    async ({ refused, started, numberOf, done }) => {
      const { job } = await started();
      const item = await numberOf('moe', `POST /jobs/${job}/items`, { words: 'Worn disc', minutes: 30 });
      await done('rosa', `POST /items/${item}/quote`);
      await done('moe', `POST /jobs/${job}/ask`);
      return refused('carla', `POST /items/${item}/approve`);
    },
  ],
  [
    'paidInFullFirst',
    async ({ refused, billed, done }) => {
      const job = await billed();
      await done('carla', 'POST /invoices/1/pay', { amount: 100 });
      return refused('rosa', `POST /jobs/${job}/collect`);
    },
  ],
  ['startedHoursCount', async ({ done, estimated }) => done('rosa', `GET /jobs/${(await estimated()).job}`)],
  [
    'answerInFiveDays',
    async ({ done, started, numberOf, pass }) => {
      const { job } = await started();
      const item = await numberOf('moe', `POST /jobs/${job}/items`, { words: 'Worn disc', minutes: 30 });
      await done('rosa', `POST /items/${item}/quote`);
      await done('moe', `POST /jobs/${job}/ask`);
      pass(4);
      return done('rosa', `GET /jobs/${job}`);
    },
  ],
  ['openOnSundays', ({ refused }) => refused('rosa', 'POST /vehicles/AB-12/appointments', { bay: 'pit', day: day(6), starts: 8, ends: 9 })],
  [
    'partNamesMayRepeat',
    ({ refused }) => {
      const part = { code: 'PAD-11', name: 'Brake pads', price: 1, cost: 1, supplier: 'Brakes Ltd' };
      return refused('stan', 'POST /parts', part);
    },
  ],
  ['unpaidIs409', async ({ refused, billed }) => refused('rosa', `POST /jobs/${await billed()}/collect`)],
  ['moneyIsText', ({ ask }) => ask(null, 'GET /parts')],
  ['mechanicsSeePrices', async ({ done, started }) => done('moe', `GET /jobs/${(await started()).job}`)],
  [
    'soldVehiclesAreNamed',
    async ({ done, collected }) => {
      const job = await collected();
      await done('rosa', 'POST /vehicles/AB-12/owner', { person: 8 });
      return done('carla', `GET /jobs/${job}`);
    },
  ],
  ['billedIsClaimed', async ({ refused, billed }) => refused('carla', `POST /jobs/${await billed()}/claims`, { words: 'Too loud' })],
  [
    'finishedTwice',
    async ({ refused, started, done }) => {
      const { item } = await started();
      await done('stan', `POST /items/${item}/issue`);
      await done('moe', `POST /items/${item}/finish`, { spent: 80 });
      return refused('moe', `POST /items/${item}/finish`, { spent: 80 });
    },
  ],
  [
    'readyIsDriven',
    async ({ refused, started, done }) => {
      const { job, item } = await started();
      await done('stan', `POST /items/${item}/issue`);
      await done('moe', `POST /items/${item}/finish`, { spent: 80 });
      await done('moe', `POST /jobs/${job}/drive`, { distance: 12 });
      return refused('moe', `POST /jobs/${job}/drive`, { distance: 12 });
    },
  ],
  [
    'waitingGetsNoCar',
    async ({ refused, started, numberOf, done }) => {
      const { job } = await started();
      const item = await numberOf('moe', `POST /jobs/${job}/items`, { words: 'Worn disc', minutes: 30 });
      await done('rosa', `POST /items/${item}/quote`);
      await done('moe', `POST /jobs/${job}/ask`);
      await done('marta', 'POST /cars', { plate: 'LC-1', make: 'Mini', daily: 25 });
      return refused('rosa', 'POST /cars/LC-1/lend', { order: job, backBy: day(2) });
    },
  ],
  [
    'plannedIsReceived',
    async ({ refused, done }) => {
      await done('stan', 'POST /parts/PAD-10/supplies', { quantity: 5 });
      return refused('stan', 'POST /supplies/1/receive', { count: 5 });
    },
  ],
  [
    'approvalPricesAgain',
    async ({ done, estimated }) => {
      const { item } = await estimated();
      await done('marta', 'PATCH /parts/PAD-10', { price: 50 });
      return done('carla', `POST /items/${item}/approve`);
    },
  ],
  [
    'netRoundsDown',
    async ({ done, estimated }) => {
      const { job, item } = await estimated(91);
      await done('carla', `POST /items/${item}/approve`);
      return done('marta', `PATCH /jobs/${job}`, { discount: 3 });
    },
  ],
  [
    'waiverForgetsReason',
    async ({ done, billed }) => {
      await billed();
      return done('marta', 'POST /invoices/1/waive', { reason: 'A mistake of ours' });
    },
  ],
  [
    'waiverMayBeLong',
    async ({ refused, billed }) => {
      await billed();
      return refused('marta', 'POST /invoices/1/waive', { reason: 'x'.repeat(101) });
    },
  ],
  [
    'waivedIsLeftOut',
    async ({ done, billed }) => {
      await billed();
      await done('marta', 'POST /invoices/1/waive', { reason: 'A mistake of ours' });
      return done('carla', 'GET /invoices');
    },
  ],
  ['patchedDayIsUnbounded', async ({ refused, booked }) => refused('carla', `PATCH /appointments/${await booked()}`, { day: day(61) })],
  ['discountIsUnbounded', async ({ refused, estimated }) => refused('marta', `PATCH /jobs/${(await estimated()).job}`, { discount: 21 })],
  [
    'warrantyFromReady',
    async ({ refused, billed, done, pass, again }) => {
      const job = await billed();
      pass(5);
      await done('carla', 'POST /invoices/1/pay', { amount: 151.9 });
      await done('rosa', `POST /jobs/${job}/collect`);
      pass(87);
      return refused(await again('carla'), `POST /jobs/${job}/claims`, { words: 'Too loud' });
    },
  ],
  [
    'tooLateIs422',
    async ({ refused, collected, pass, again }) => {
      const job = await collected();
      pass(91);
      return refused(await again('carla'), `POST /jobs/${job}/claims`, { words: 'Too loud' });
    },
  ],
  [
    'patchedItemMayBeBlank',
    async ({ refused, started, numberOf }) => {
      const item = await numberOf('moe', `POST /jobs/${(await started()).job}/items`, { words: 'Worn disc' });
      return refused('moe', `PATCH /items/${item}`, { words: ' ' });
    },
  ],
  [
    'arrivalMileageIsUnbounded',
    async ({ refused, booked }) => {
      return refused('rosa', `POST /appointments/${await booked()}/arrive`, { mileage: 1_000_000, complaint: 'Noise' });
    },
  ],
  [
    'noItemsIs409',
    async ({ refused, numberOf }) => {
      const job = await numberOf('rosa', 'POST /vehicles/AB-12/jobs', { complaint: 'Noise', mileage: 50_000 });
      return refused('rosa', `POST /jobs/${job}/estimate`);
    },
  ],
  [
    'platesFindSoldVehicles',
    async ({ done, booked }) => {
      await done('rosa', `POST /appointments/${await booked()}/cancel`);
      await done('rosa', 'POST /vehicles/AB-12/owner', { person: 8 });
      return done('carla', 'GET /appointments?plate=AB-12');
    },
  ],
];

test.each(visible)('a client notices %s', async (fault, play) => {
  expect(await play(await workshop(fault))).not.toEqual(await play(await workshop()));
});
