import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { CoopFault } from './faults.ts';
import { coopService } from './service.ts';

/** The cooperative with its people signed in, and helpers that lead records on. */
async function cooperative(fault: CoopFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => coopService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, ['cora', 'bob', 'pete', 'paula', 'ella', 'mia', 'max', 'tara', 'tom']);
  const pass = (days: number): void => {
    ahead += days * 86_400_000;
  };
  const numberOf = async (who: string, call: string, body: Body): Promise<unknown> => (await done(who, call, body))['number'];
  /** The number of a new repair of Tara's, whose tenancy is 1. */
  const reported = (more: Body = {}): Promise<unknown> =>
    numberOf('tara', 'POST /tenancies/1/repairs', { what: 'Tap drips', trade: 'plumbing', ...more });
  /** The number of a repair that Pete has, with an estimate. */
  const quoted = async (estimate: number): Promise<unknown> => {
    const repair = await reported();
    await done('cora', `POST /repairs/${repair}/assign`, { person: 3 });
    await done('pete', `POST /repairs/${repair}/quote`, { estimate });
    return repair;
  };
  /** The moment a number of hours after the test's, which is at 10:00. */
  const at = (hours: number): string => new Date(Date.parse('2026-03-02T10:00:00Z') + hours * 3_600_000).toISOString();
  const wash = (starts: number, ends: number): Body => ({ place: 'laundry', starts: at(starts), ends: at(ends) });
  const housed = async (): Promise<void> => {
    await done('cora', 'POST /tenancies/1/handover', { reading: 120 });
    await done('cora', 'POST /tenancies/2/handover', { reading: 310 });
  };
  return { ask, done, refused, pass, numberOf, reported, quoted, at, wash, housed };
}

test('a vacant flat is offered to the first in line, and let', async () => {
  const { ask, done, refused, pass } = await cooperative();
  expect((await ask(null, 'GET /flats')).body).toMatchObject({ flats: [{ code: 'Q-1', rent: 480, lettings: 0 }], total: 1 });
  await done('mia', 'PUT /me/wish', { rooms: 2 });
  expect(await done('max', 'PUT /me/wish', { rooms: 2 })).toMatchObject({ points: 40, waitsSince: day(0) });
  expect(await done('bob', 'GET /people?rooms=2')).toMatchObject({ people: [{ name: 'Max Member' }, { name: 'Mia Member' }], total: 2 });
  expect(await refused('cora', 'POST /flats/Q-1/offers', { person: 6 })).toBe('409 OUT_OF_TURN');
  expect(await refused('cora', 'POST /flats/Q-1/offers', { person: 8 })).toBe('409 WRONG_ROOMS');
  expect(await done('cora', 'POST /flats/Q-1/offers', { person: 7 })).toMatchObject({ number: 1, points: 40, until: day(10) });
  expect(await refused('cora', 'POST /flats/Q-1/offers', { person: 6 })).toBe('409 NOT_VACANT');
  expect(await refused('max', 'DELETE /me/wish')).toBe('409 HAS_OFFER');
  expect(await refused('mia', 'POST /offers/1/accept', { begins: day(1) })).toBe('404 NOT_FOUND');
  pass(11);
  expect(await done('max', 'GET /offers')).toMatchObject({ offers: [{ state: 'lapsed', flat: 'Q-1' }] });
  expect(await done('max', 'GET /me')).toMatchObject({ refusals: 1, points: 30 });
  expect(await done('cora', 'POST /flats/Q-1/offers', { person: 6 })).toMatchObject({ number: 2, points: 30 });
  expect(await refused('mia', 'POST /offers/2/accept', { begins: day(72) })).toBe('422 TOO_FAR');
  await done('mia', 'POST /offers/2/accept', { begins: day(71) });
  expect(await done('mia', 'GET /tenancies')).toMatchObject({ tenancies: [{ number: 3, flat: 'Q-1', rent: 480, begins: day(71) }] });
  expect(await done('mia', 'GET /me')).toMatchObject({ wants: null, waitsSince: null, points: 0 });
  expect(await refused('cora', 'POST /tenancies/3/handover', { reading: 10 })).toBe('409 TOO_EARLY');
});

test('three refusals end the wait', async () => {
  const { done, refused } = await cooperative();
  await done('max', 'PUT /me/wish', { rooms: 2 });
  for (const number of [1, 2, 3]) {
    await done('cora', 'POST /flats/Q-1/offers', { person: 7 });
    await done('max', `POST /offers/${number}/decline`, { reason: 'Too dark' });
  }
  expect(await done('max', 'GET /me')).toMatchObject({ wants: null, refusals: 0 });
  expect(await refused('max', 'DELETE /me/wish')).toBe('409 NOT_WAITING');
});

test('rent falls due each month until the flat is taken back', async () => {
  const { done, refused, pass, housed, at } = await cooperative();
  await housed();
  expect(await done('tara', 'GET /rents')).toMatchObject({ rents: [{ kind: 'rent', amount: 550, due: day(10) }], owed: 550 });
  expect(await refused('tara', 'POST /tenancies/1/notice', { ends: day(89) })).toBe('422 TOO_SOON');
  await done('tara', 'POST /tenancies/1/notice', { ends: day(90) });
  await done('tom', 'POST /tenancies/2/bookings', { place: 'guestroom', starts: at(24), ends: at(49) });
  pass(90);
  const { rents } = await done('cora', 'GET /rents?tenancy=1');
  expect((rents as Body[]).map(({ due, amount, owed, state }) => [due, amount, owed, state])).toEqual([
    [day(10), 550, 560, 'overdue'],
    ['2026-04-11', 550, 560, 'overdue'],
    ['2026-05-11', 550, 560, 'overdue'],
  ]);
  expect(await done('tom', 'GET /rents?kind=booking')).toMatchObject({ rents: [{ amount: 50 }], total: 1 });
  expect(await refused('cora', 'POST /tenancies/1/return', { reading: 119 })).toBe('422 READING_LOW');
  expect(await done('cora', 'POST /tenancies/1/return', { reading: 220 })).toMatchObject({ used: 100, arrears: 1680, state: 'ended' });
  expect(await done('tara', 'GET /rents?kind=usage')).toMatchObject({ rents: [{ amount: 180, state: 'open' }] });
  expect(await done('cora', 'GET /flats?state=vacant&most=550')).toMatchObject({ flats: [{ code: 'A-1', meter: 220 }, { code: 'Q-1' }] });
  expect(await refused('tara', 'POST /tenancies/1/repairs', { what: 'Door', trade: 'joinery' })).toBe('403 FORBIDDEN');
});

test('arrears are paid by a plan, which may be broken', async () => {
  const { done, refused, pass, housed } = await cooperative();
  await housed();
  expect(await refused('tom', 'POST /rents/2/plan', { parts: 3 })).toBe('409 CONFLICT');
  pass(11);
  await done('tom', 'POST /rents/2/plan', { parts: 3 });
  expect(await refused('cora', 'POST /rents/2/agree')).toBe('403 FORBIDDEN');
  expect(await done('bob', 'POST /rents/2/agree')).toMatchObject({ rate: 220, nextPart: day(41), state: 'planned' });
  expect(await refused('tom', 'POST /rents/2/pay', { amount: 219.99 })).toBe('422 BELOW_RATE');
  expect(await done('tom', 'POST /rents/2/pay', { amount: '220.00' })).toMatchObject({ paid: 220, owed: 440, nextPart: day(71) });
  pass(61);
  expect(await done('tom', 'GET /rents?least=450')).toMatchObject({ rents: [{ number: 2, owed: 450, broken: true, fee: 20 }, {}, {}] });
  expect(await refused('tom', 'POST /rents/2/plan', { parts: 2 })).toBe('409 PLAN_BROKEN');
  expect(await refused('bob', 'POST /rents/2/waive', { reply: 'Hardship' })).toBe('409 TOO_MUCH');
  await done('tom', 'POST /rents/2/pay', { amount: 400 });
  expect(await done('bob', 'POST /rents/2/waive', { reply: 'Hardship' })).toMatchObject({ owed: 50, state: 'waived' });
});

test('a repair is quoted, approved, reopened and accepted', async () => {
  const { done, refused, pass, housed, reported } = await cooperative();
  await housed();
  const repair = await reported({ urgency: 'low' });
  pass(3);
  expect(await done('cora', 'GET /repairs?urgency=high')).toMatchObject({
    repairs: [{ number: repair, flat: 'A-1', tenant: 'Tara Tenant' }],
  });
  expect(await refused('cora', `POST /repairs/${repair}/assign`, { person: 5 })).toBe('409 WRONG_TRADE');
  expect(await refused('cora', `POST /repairs/${repair}/assign`, { person: 6 })).toBe('422 NOT_CRAFTSMAN');
  await done('cora', `POST /repairs/${repair}/assign`, { person: 3 });
  expect(await refused('paula', `POST /repairs/${repair}/quote`, { estimate: 100 })).toBe('404 NOT_FOUND');
  expect(await done('pete', `POST /repairs/${repair}/quote`, { estimate: 500.01 })).toMatchObject({ state: 'quoted', tenant: null });
  expect(await done('bob', `POST /repairs/${repair}/send-back`, { reply: 'Too dear' })).toMatchObject({
    estimate: null,
    state: 'assigned',
  });
  expect(await done('pete', `POST /repairs/${repair}/quote`, { estimate: 500 })).toMatchObject({ state: 'working' });
  expect(await refused('pete', `POST /repairs/${repair}/finish`, { cost: 550.01 })).toBe('409 OVER_ESTIMATE');
  expect(await done('pete', `POST /repairs/${repair}/finish`, { cost: 550 })).toMatchObject({ doneOn: day(3), state: 'done' });
  const reopened = await done('tara', `POST /repairs/${repair}/reopen`, { complaint: 'Still drips' });
  expect(reopened).toMatchObject({ reopened: 1, doneOn: null, craftsman: 'Pete Pipe' });
  expect(reopened).not.toHaveProperty('cost');
  await done('pete', `POST /repairs/${repair}/finish`, { cost: 550 });
  pass(7);
  expect(await done('tara', 'GET /repairs?open=false')).toMatchObject({ repairs: [{ number: repair, stars: null }], total: 1 });
});

test('the laundry and the guest room are booked one at a time', async () => {
  const { done, refused, housed, wash, numberOf } = await cooperative();
  expect(await refused('tara', 'POST /tenancies/1/bookings', wash(2, 4))).toBe('403 FORBIDDEN');
  await housed();
  const booking = await numberOf('tara', 'POST /tenancies/1/bookings', { ...wash(30, 32), note: 'Curtains' });
  expect(await refused('tom', 'POST /tenancies/2/bookings', wash(31, 33))).toBe('409 PLACE_TAKEN');
  expect(await done('tom', 'POST /tenancies/2/bookings', wash(32, 33))).toMatchObject({ price: 2.5, tenant: 'Tom Tenant' });
  const { bookings } = await done('tom', 'GET /bookings?place=laundry');
  expect((bookings as Body[])[0]).toMatchObject({ number: booking, tenant: null, flat: null });
  expect((bookings as Body[])[0]).not.toHaveProperty('note');
  expect(await refused('tom', `POST /bookings/${booking}/cancel`)).toBe('403 FORBIDDEN');
  expect(await done('tara', `POST /bookings/${booking}/cancel`)).toMatchObject({ state: 'cancelled', note: 'Curtains' });
  await done('tom', 'POST /tenancies/2/bookings', wash(23, 25));
  expect(await refused('tom', 'POST /tenancies/2/bookings', wash(40, 41))).toBe('429 TOO_MANY');
  expect(await refused('tom', 'POST /bookings/3/cancel')).toBe('409 TOO_LATE');
  expect(await done('cora', 'POST /bookings/3/call-off', { reason: 'Machine broken' })).toMatchObject({ reason: 'Machine broken' });
});

/** What a call answers with a fault, once `play` has led there. */
type Play = (on: Awaited<ReturnType<typeof cooperative>>) => Promise<unknown>;

const plays: Readonly<Partial<Record<CoopFault, Play>>> = {
  membersBuyShares: ({ refused }) => refused('mia', 'POST /people/6/shares', { count: 3 }),
  craftsmenGetNoRemarks: ({ refused }) => refused('cora', 'PATCH /people/3', { remark: 'Good' }),
  neighboursReport: async ({ housed, refused }) => {
    await housed();
    return refused('tom', 'POST /tenancies/1/repairs', { what: 'Noise', trade: 'joinery' });
  },
  clerkLimitIsStrict: async ({ housed, done, pass, refused }) => {
    await housed();
    pass(11);
    await done('tara', 'POST /rents/1/pay', { amount: 160 });
    await done('tara', 'POST /rents/1/plan', { parts: 2 });
    return refused('cora', 'POST /rents/1/agree');
  },
  anyCraftsmanFinishes: async ({ housed, quoted, refused }) => {
    await housed();
    return refused('paula', `POST /repairs/${await quoted(100)}/finish`, { cost: 90 });
  },
  turnIgnoresTime: async ({ done, pass, refused }) => {
    await done('cora', 'POST /people/6/shares', { count: 2 });
    await done('max', 'PUT /me/wish', { rooms: 2 });
    pass(1);
    await done('mia', 'PUT /me/wish', { rooms: 2 });
    return refused('cora', 'POST /flats/Q-1/offers', { person: 6 });
  },
  roomSharesAreStrict: async ({ done, refused }) => {
    await done('mia', 'PUT /me/wish', { rooms: 2 });
    await done('cora', 'POST /flats/Q-1/offers', { person: 6 });
    return refused('mia', 'POST /offers/1/accept', { begins: day(1) });
  },
  limitIsDear: async ({ housed, quoted, done }) => {
    await housed();
    await quoted(500);
    return done('pete', 'GET /repairs');
  },
  billedAfterTheEnd: async ({ housed, done, pass }) => {
    await housed();
    await done('tom', 'POST /tenancies/2/notice', { ends: day(91) });
    pass(95);
    return done('tom', 'GET /rents');
  },
  movedOutKeepsBookings: async ({ housed, done, pass, at }) => {
    await housed();
    await done('tom', 'POST /tenancies/2/notice', { ends: day(90) });
    pass(90);
    for (const number of [2, 4, 6]) await done('tom', `POST /rents/${number}/pay`, { amount: 660 });
    await done('tom', 'POST /tenancies/2/bookings', { place: 'laundry', starts: at(2200), ends: at(2202) });
    await done('cora', 'POST /tenancies/2/return', { reading: 310 });
    return done('tom', 'GET /bookings');
  },
  rateIgnoresFee: async ({ housed, done, pass }) => {
    await housed();
    pass(11);
    await done('tom', 'POST /rents/2/plan', { parts: 2 });
    return done('bob', 'POST /rents/2/agree');
  },
  startedNightsAreFree: async ({ housed, done, at }) => {
    await housed();
    return done('tom', 'POST /tenancies/2/bookings', { place: 'guestroom', starts: at(5), ends: at(40) });
  },
  areaIgnoresRooms: ({ refused }) => refused('cora', 'POST /flats', { code: 'C-1', rooms: 4, area: 39, base: 100 }),
  touchingIsTaken: async ({ housed, done, refused, wash }) => {
    await housed();
    await done('tara', 'POST /tenancies/1/bookings', wash(2, 4));
    return refused('tom', 'POST /tenancies/2/bookings', wash(4, 5));
  },
  whatCountsSpaces: async ({ housed, refused }) => {
    await housed();
    return refused('tara', 'POST /tenancies/1/repairs', { what: 'T    ', trade: 'plumbing' });
  },
  rulesBeforeVacancy: ({ refused }) => refused('cora', 'POST /flats/A-1/offers', { person: 6 }),
  sessionsLastAMonth: ({ refused, pass }) => {
    pass(31);
    return refused('mia', 'GET /me');
  },
  emptyPatchIsFine: ({ refused }) => refused('cora', 'PATCH /flats/A-1', {}),
  bookingsShowNotes: async ({ housed, done, wash }) => {
    await housed();
    await done('tara', 'POST /tenancies/1/bookings', { ...wash(2, 4), note: 'Curtains' });
    return done('tom', 'GET /bookings');
  },
  waitIsNoOrder: async ({ done, pass }) => {
    await done('cora', 'POST /people/6/shares', { count: 2 });
    await done('max', 'PUT /me/wish', { rooms: 2 });
    pass(1);
    await done('mia', 'PUT /me/wish', { rooms: 2 });
    return done('bob', 'GET /people?waiting=true');
  },
  craftsmenSeeTheirTrade: async ({ housed, reported, done }) => {
    await housed();
    await reported();
    return done('paula', 'GET /repairs');
  },
};

test.each(Object.keys(plays) as CoopFault[])('%s is a fault that people can see', async (fault) => {
  const play = plays[fault] as Play;
  const right = await play(await cooperative());
  expect(await play(await cooperative(fault))).not.toEqual(right);
});
