import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import { type StorageFault, storageFaults } from './faults.ts';
import { storageService } from './service.ts';

/** The company with its people signed in, and helpers that lead removals and rentals on. */
async function company(fault: StorageFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => storageService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, ['olga', 'fred', 'fay', 'stan', 'cara', 'carl']);
  const numberOf = async (who: string, call: string, body: Body): Promise<unknown> => (await done(who, call, body))['number'];
  const asked = (who: string, days: number, more: Body = {}): Promise<unknown> =>
    numberOf(who, 'POST /removals', { origin: '1 Hill Road', destination: '9 Quay', day: day(days), volume: 20, ...more });
  /** The number of a removal whose quote of 600.00 for five hours was accepted. */
  const accepted = async (who: string, days: number, more: Body = {}): Promise<unknown> => {
    const removal = await asked(who, days, more);
    await done('olga', `POST /removals/${removal}/quote`, { price: 600, planned: 5 });
    await done(who, `POST /removals/${removal}/accept`);
    return removal;
  };
  const morning = { plate: 'LU-30', leader: 2, begins: '08:00', ends: '13:00' };
  const planned = async (who: string, days: number, more: Body = {}): Promise<unknown> => {
    const removal = await accepted(who, days);
    await done('olga', `POST /removals/${removal}/assign`, { ...morning, ...more });
    return removal;
  };
  const pass = (days: number): void => {
    ahead += days * 86_400_000;
  };
  /** The number of a removal that Fred finished after some hours, on the day after the first. */
  const finished = async (hours: number): Promise<unknown> => {
    const removal = await planned('cara', 1);
    pass(1);
    await done('fred', `POST /removals/${removal}/begin`);
    await done('fred', `POST /removals/${removal}/finish`, { hours });
    return removal;
  };
  /** The number of a rental that is paid for. */
  const rented = async (who: string, code: string, deposit: number): Promise<unknown> => {
    const rental = await numberOf(who, 'POST /rentals', { code });
    await done(who, `POST /rentals/${rental}/deposit`, { payment: deposit });
    return rental;
  };
  const rental = async (number: unknown): Promise<Body> => {
    const { rentals } = await done('stan', 'GET /rentals');
    return (rentals as Body[]).find((one) => one['number'] === number) ?? {};
  };
  /** The token of a new session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, asked, accepted, planned, finished, rented, rental, morning, pass, again };
}

test('a removal is quoted, planned, done and paid for', async () => {
  const { done, refused, asked, morning, pass } = await company();
  const removal = await asked('cara', 10, { floors: 3 });
  expect(await done('olga', `GET /removals/${removal}`)).toMatchObject({ estimate: 605, price: null, van: null });
  expect(await refused('olga', `POST /removals/${removal}/quote`, { price: 483.99, planned: 5 })).toBe('422 TOO_CHEAP');
  expect(await refused('cara', `POST /removals/${removal}/accept`)).toBe('409 CONFLICT');
  await done('olga', `POST /removals/${removal}/quote`, { price: '484.00', planned: 5 });
  expect(await done('cara', `POST /removals/${removal}/accept`)).toMatchObject({ state: 'accepted', price: 484, lapsesOn: day(7) });
  const assign = `POST /removals/${removal}/assign`;
  expect(await refused('olga', assign, { ...morning, plate: 'PX-12' })).toBe('409 VAN_TOO_SMALL');
  expect(await refused('olga', assign, { ...morning, ends: '08:00' })).toBe('422 TIMES_REVERSED');
  expect(await refused('olga', assign, { ...morning, leader: 4 })).toBe('404 NOT_FOUND');
  expect(await done('olga', assign, morning)).toMatchObject({ van: 'LU-30', foreman: 'Fred Foreman', state: 'planned' });
  expect(await done('cara', `GET /removals/${removal}`)).toMatchObject({ van: null, foreman: 'Fred Foreman', begins: '08:00' });
  expect(await refused('fay', `POST /removals/${removal}/begin`)).toBe('404 NOT_FOUND');
  expect(await refused('fred', `POST /removals/${removal}/begin`)).toBe('409 NOT_TODAY');
  pass(10);
  await done('fred', `POST /removals/${removal}/begin`);
  expect(await refused('fred', `POST /removals/${removal}/finish`, { hours: 6.25 })).toBe('422 BAD_HOURS');
  const finished = await done('fred', `POST /removals/${removal}/finish`, { hours: 6.5, report: 'Narrow stairs' });
  expect(finished).toMatchObject({ hours: 6.5, report: 'Narrow stairs', doneOn: day(10) });
  expect(finished).not.toHaveProperty('extra');
  expect(await done('cara', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 559, due: day(24), kind: 'removal' }], owed: 559 });
  expect(await refused('cara', 'POST /invoices/1/pay', { payment: 559.01 })).toBe('422 BAD_AMOUNT');
  expect(await done('cara', 'POST /invoices/1/pay', { payment: 500 })).toMatchObject({ state: 'open', rest: 59 });
  expect(await done('cara', 'POST /invoices/1/pay', { payment: 59 })).toMatchObject({ state: 'settled', settledOn: day(10) });
});

test('a van and a foreman are in one place at a time', async () => {
  const { done, refused, planned, accepted, morning } = await company();
  const first = await planned('cara', 5);
  const second = await accepted('carl', 5);
  const assign = `POST /removals/${second}/assign`;
  expect(await refused('olga', assign, { ...morning, leader: 3 })).toBe('409 VAN_TAKEN');
  await done('olga', 'POST /vans', { plate: 'BI-60', name: 'Big one', capacity: 60 });
  expect(await refused('olga', assign, { ...morning, plate: 'BI-60' })).toBe('409 FOREMAN_TAKEN');
  await done('olga', assign, { ...morning, begins: '13:00', ends: '18:30' });
  expect(await refused('olga', 'PATCH /vans/LU-30', { sold: true })).toBe('409 VAN_IN_USE');
  expect(await done('fay', 'GET /vans?least=30')).toMatchObject({ vans: [{ plate: 'BI-60' }, { plate: 'LU-30', removals: 0 }], total: 2 });
  const postponed = await done('cara', `POST /removals/${first}/postpone`, { day: day(6) });
  expect(postponed).toMatchObject({ state: 'accepted', day: day(6), foreman: null, begins: null });
  await done('olga', assign, morning);
});

test('late cancelling costs, quotes lapse, and no one comes', async () => {
  const { done, refused, asked, accepted, pass } = await company();
  const early = await accepted('cara', 3);
  expect(await done('cara', `POST /removals/${early}/cancel`, {})).toMatchObject({ fee: 0, state: 'cancelled', reason: null });
  const late = await accepted('cara', 2);
  expect(await done('cara', `POST /removals/${late}/cancel`, { reason: 'We stay' })).toMatchObject({ fee: 240, reason: 'We stay' });
  const request = await asked('carl', 2);
  const missed = await accepted('carl', 1);
  expect(await refused('carl', 'POST /removals', { origin: 'A', destination: 'B', day: day(9), volume: 5 })).toBe('429 TOO_MANY');
  pass(2);
  expect(await done('carl', `GET /removals/${request}`)).toMatchObject({ state: 'lapsed' });
  expect(await done('carl', `GET /removals/${missed}`)).toMatchObject({ state: 'missed' });
  pass(13);
  expect(await done('cara', 'GET /invoices')).toMatchObject({ invoices: [{ kind: 'cancellation', amount: 240, state: 'overdue' }] });
  pass(14);
  expect(await done('olga', 'GET /customers?blocked=true')).toMatchObject({ customers: [{ name: 'Cara Customer', owes: 240 }], total: 1 });
  expect(await refused('cara', 'POST /rentals', { code: 'A1' })).toBe('403 BLOCKED');
});

test('damages are assessed, and settled against the invoice', async () => {
  const { done, refused, finished, pass } = await company();
  const removal = await finished(5);
  const report = `POST /removals/${removal}/damages`;
  await done('cara', report, { item: 'Lamp', claimed: 400 });
  await done('cara', report, { item: 'Piano', claimed: 700 });
  expect(await refused('olga', 'POST /damages/1/settle', { settlement: 1 })).toBe('409 CONFLICT');
  expect(await refused('fay', 'POST /damages/1/assess', { finding: 'Broken', assessed: 1 })).toBe('404 NOT_FOUND');
  expect(await refused('fred', 'POST /damages/1/assess', { finding: 'Broken', assessed: 401 })).toBe('422 BAD_ASSESSMENT');
  await done('fred', 'POST /damages/1/assess', { finding: 'Broken', assessed: 300 });
  expect((await done('cara', 'GET /damages?least=400'))['damages']).toMatchObject([{ item: 'Piano' }, { item: 'Lamp', state: 'assessed' }]);
  expect(JSON.stringify(await done('cara', 'GET /damages'))).not.toContain('Broken');
  await done('cara', 'POST /invoices/1/pay', { payment: 400 });
  expect(await done('olga', 'POST /damages/1/settle', { settlement: 350 })).toMatchObject({ paidOut: 150, state: 'settled' });
  expect(await done('cara', 'GET /invoices')).toMatchObject({ invoices: [{ credited: 200, rest: 0, state: 'settled' }] });
  pass(7);
  expect(await done('cara', 'GET /damages?urgent=true')).toMatchObject({ damages: [{ item: 'Piano' }], claimed: 700 });
  expect(await refused('cara', report, { item: 'Chair', claimed: 9 })).toBe('409 REPORTED_LATE');
  await done('fred', 'POST /damages/2/assess', { finding: 'Scratched', assessed: 500 });
  expect(await refused('olga', 'POST /damages/2/settle', { settlement: 150.01 })).toBe('409 OVER_LIMIT');
  await done('olga', 'POST /damages/2/decline', { reason: 'Old scratch' });
  expect(await done('cara', `GET /removals/${removal}`)).toMatchObject({ compensated: 350, damages: 2 });
});

test('arrears lock a unit until all that is late is paid', async () => {
  const { done, refused, rented, rental, pass, again } = await company();
  const number = await rented('carl', 'A1', 80);
  expect(await refused('cara', 'POST /rentals', { code: 'A1' })).toBe('409 NOT_FREE');
  await done('carl', `POST /rentals/${number}/put-in`, { numbers: [12, 4, 7] });
  expect(await refused('carl', `POST /rentals/${number}/put-in`, { numbers: [8, 7] })).toBe('409 SAME_BOX');
  expect(await refused('carl', `POST /rentals/${number}/put-in`, { numbers: [1, 2, 3, 5] })).toBe('409 FULL');
  expect(await rental(number)).toMatchObject({ boxes: [4, 7, 12], nextBill: '2026-04-02', state: 'active' });
  pass(15);
  expect(await rental(number)).toMatchObject({ state: 'locked' });
  expect(await refused('carl', `POST /rentals/${number}/take-out`, { numbers: [4] })).toBe('402 UNIT_LOCKED');
  await done('carl', 'POST /invoices/1/pay', { payment: 40 });
  await done('carl', `POST /rentals/${number}/take-out`, { numbers: [4, 12] });
  await done('olga', 'PATCH /units/A1', { monthly: 55 });
  await done('carl', `POST /rentals/${number}/notice`);
  expect(await refused('stan', `POST /rentals/${number}/end`)).toBe('409 TOO_EARLY');
  pass(16);
  const [stan, carl] = [await again('stan'), await again('carl')];
  expect(await refused(stan, `POST /rentals/${number}/end`)).toBe('409 NOT_EMPTY');
  await done(carl, `POST /rentals/${number}/take-out`, { numbers: [7] });
  expect(await done(stan, `POST /rentals/${number}/end`)).toMatchObject({ state: 'ended', refund: 74 });
  expect(await done(carl, 'GET /units?free=true')).toMatchObject({
    units: [
      { code: 'A1', rentals: 1 },
      { code: 'B1', rentals: 0 },
    ],
  });
});

test('months are billed, and what no one fetches is cleared', async () => {
  const { done, rented, pass, again } = await company();
  const number = await rented('cara', 'B1', 140);
  await done('cara', `POST /rentals/${number}/put-in`, { numbers: [3] });
  pass(46);
  const [cara, stan, olga] = [await again('cara'), await again('stan'), await again('olga')];
  expect(await done(stan, 'GET /invoices')).toMatchObject({ invoices: [{ state: 'overdue' }, { state: 'collection' }], owed: 140 });
  await done(olga, 'POST /invoices/1/pay', { payment: 70 });
  expect(await done(cara, 'GET /rentals')).toMatchObject({ rentals: [{ state: 'locked' }] });
  await done(olga, 'POST /invoices/2/pay', { payment: 70 });
  expect(await done(olga, `POST /rentals/${number}/notice`)).toMatchObject({ state: 'leaving', boxes: null, nextBill: '2026-05-02' });
  pass(24);
  expect(await done(cara, 'GET /rentals')).toMatchObject({ rentals: [{ state: 'leaving', boxes: [3], nextBill: '2026-05-02' }] });
  pass(11);
  expect(await done(await again('cara'), 'GET /rentals')).toMatchObject({ rentals: [{ state: 'cleared', boxes: [], refund: 0 }] });
});

test('a reservation lapses after two days', async () => {
  const { ask, done, refused, pass } = await company();
  await done('cara', 'POST /rentals', { code: 'A1' });
  await done('stan', 'PATCH /units/B1', { closed: true, note: 'Damp' });
  expect((await ask(null, 'GET /units')).body).toMatchObject({ units: [{ code: 'A1', state: 'occupied', rentals: 0 }], total: 1 });
  expect(await refused('stan', 'PATCH /units/B1', { monthly: 60 })).toBe('403 FORBIDDEN');
  pass(2);
  expect((await ask(null, 'GET /units')).body).toMatchObject({ units: [{ code: 'A1', state: 'free' }] });
  expect(await refused('cara', 'POST /rentals/1/deposit', { payment: 80 })).toBe('409 CONFLICT');
});

/** What a fault answers instead of the service. */
const seen: Partial<Record<StorageFault, readonly [right: string, wrong: string, play: (fault: StorageFault | null) => Promise<string>]>> =
  {
    clerksAccept: [
      '403 FORBIDDEN',
      '409 CONFLICT',
      async (fault) => {
        const { asked, refused } = await company(fault);
        return refused('olga', `POST /removals/${await asked('cara', 4)}/accept`);
      },
    ],
    sameDayIsLater: [
      '422 NOT_LATER',
      '200 undefined',
      async (fault) => {
        const { planned, refused } = await company(fault);
        return refused('cara', `POST /removals/${await planned('cara', 4)}/postpone`, { day: day(4) });
      },
    ],
    hoursAreStarted: [
      '675',
      '700',
      async (fault) => {
        const { done, finished } = await company(fault);
        await finished(6.5);
        return String((await done('cara', 'GET /invoices'))['owed']);
      },
    ],
    touchingIsOverlap: [
      '200 undefined',
      '409 VAN_TAKEN',
      async (fault) => {
        const { planned, accepted, refused, morning } = await company(fault);
        await planned('cara', 4);
        const other = await accepted('carl', 4);
        return refused('olga', `POST /removals/${other}/assign`, { ...morning, begins: '13:00', ends: '15:00' });
      },
    ],
    rentalRulesFirst: [
      '409 NOT_FREE',
      '403 BLOCKED',
      async (fault) => {
        const { done, refused } = await company(fault);
        await done('carl', 'POST /rentals', { code: 'A1' });
        await done('olga', 'PATCH /customers/5', { blocked: true });
        return refused('cara', 'POST /rentals', { code: 'A1' });
      },
    ],
    foremenCountAllRemovals: [
      '0',
      '1',
      async (fault) => {
        const { done, planned } = await company(fault);
        await planned('cara', 4);
        const { vans } = await done('fay', 'GET /vans');
        return String((vans as Body[])[0]?.['removals']);
      },
    ],
  };

test('a fault of each class is visible', async () => {
  for (const faults of Object.values(storageFaults)) {
    const shown = faults.find((fault) => seen[fault] !== undefined);
    const [right, wrong, play] = (shown && seen[shown]) ?? [];
    expect(await play?.(null)).toBe(right);
    expect(await play?.(shown ?? null)).toBe(wrong);
  }
});
