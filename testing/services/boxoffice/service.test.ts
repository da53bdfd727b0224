import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import { type BoxFault, boxFaults } from './faults.ts';
import { boxService } from './service.ts';

/** The theatre with its people signed in, and helpers that lead bookings on. It is ten o’clock. */
async function theatre(fault: BoxFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => boxService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, ['magda', 'clive', 'carol', 'ulla', 'udo', 'cora', 'colin']);
  await done('magda', 'POST /productions', { code: 'FAUST', title: 'Faust', kind: 'drama', minutes: 180, note: 'Smoke' });
  await done('magda', 'POST /productions/FAUST/announce');
  /** The number of a performance on sale. */
  const onSale = async (days: number, slot = 'evening', salesFrom = 0): Promise<unknown> => {
    const { number } = await done('magda', 'POST /performances', { code: 'FAUST', day: day(days), slot, salesFrom: day(salesFrom) });
    await done('magda', `POST /performances/${number}/publish`);
    return number;
  };
  /** The number of a basket with these seats in row B. */
  const basket = async (who: string, performance: unknown, seats: readonly number[], more: Body = {}): Promise<unknown> => {
    const { number } = await done(who, 'POST /bookings', { performanceNumber: performance });
    for (const seat of seats) await done(who, `POST /bookings/${number}/tickets`, { rowCode: 'B', seat, ...more });
    return number;
  };
  const reserved = async (who: string, performance: unknown, seats: readonly number[], more: Body = {}): Promise<unknown> => {
    const number = await basket(who, performance, seats, more);
    await done(who, `POST /bookings/${number}/reserve`);
    return number;
  };
  const paid = async (who: string, performance: unknown, seats: readonly number[], more: Body = {}): Promise<unknown> => {
    const number = await reserved(who, performance, seats, more);
    const { due } = await done(who, `GET /bookings/${number}`);
    await done(who, `POST /bookings/${number}/pay`, { method: 'card', amount: due });
    return number;
  };
  /** The number of a ticket of a booking. */
  const ticketOf = async (booking: unknown, index = 0): Promise<unknown> => {
    const { tickets } = await done('magda', `GET /bookings/${booking}`);
    return (tickets as Body[])[index]?.['number'];
  };
  const pass = (hours: number): void => {
    ahead += hours * 3_600_000;
  };
  /** The token of a new session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, onSale, basket, reserved, paid, ticketOf, pass, again };
}

test('seats are chosen, reserved, paid and shown at the door', async () => {
  const { done, refused, onSale, basket, ticketOf, pass } = await theatre();
  const play = await onSale(1);
  const booking = await basket('cora', play, [1, 2]);
  expect(await refused('colin', `GET /bookings/${booking}`)).toBe('404 NOT_FOUND');
  const child = await ticketOf(booking, 1);
  expect(await done('cora', `PATCH /tickets/${child}`, { reduced: true })).toMatchObject({ fare: 16.8, price: 0, state: 'held' });
  expect(await done('cora', `POST /bookings/${booking}/reserve`)).toMatchObject({
    price: 40.8,
    due: 40.8,
    payBy: `${day(1)}T20:00:00.000Z`,
  });
  expect(await refused('cora', `PATCH /tickets/${child}`, { reduced: false })).toBe('403 FORBIDDEN');
  expect(await refused('cora', `POST /bookings/${booking}/pay`, { method: 'cash', amount: 40.8 })).toBe('422 CARD_ONLY');
  expect(await refused('clive', `POST /bookings/${booking}/pay`, { method: 'cash', amount: 40 })).toBe('402 BAD_AMOUNT');
  await done('clive', `POST /bookings/${booking}/pay`, { method: 'cash', amount: '40.80' });
  expect(await done('cora', 'GET /payments')).toMatchObject({ payments: [{ kind: 'sale', amount: 40.8, takenBy: null }], sum: 40.8 });
  expect(await done('clive', 'GET /desk')).toMatchObject({ tonight: 0, baskets: 0, unpaid: 0, cash: 40.8 });
  expect(await done('carol', 'GET /desk')).toMatchObject({ cash: 0 });
  expect(await refused('ulla', `POST /performances/${play}/doors`)).toBe('409 TOO_EARLY');
  pass(33.5);
  await done('ulla', `POST /performances/${play}/doors`);
  expect(await done('ulla', `POST /tickets/${child}/admit`)).toMatchObject({ booking: null, state: 'admitted', admittedBy: 'Ulla Usher' });
  expect(await refused('udo', `POST /tickets/${child}/send-back`)).toBe('403 FORBIDDEN');
  expect(await refused('udo', `POST /tickets/${child}/reseat`, { rowCode: 'B', seat: 3 })).toBe('409 CONFLICT');
  expect(await done('udo', `GET /performances/${play}/tickets?row=B`)).toMatchObject({ admitted: 1, tickets: [{ seat: 1 }, { seat: 2 }] });
  pass(1);
  expect(await done('magda', `GET /performances/${play}/sales`)).toEqual({
    ...{ number: play, sold: 2, admitted: 1, reduced: 1, takings: 40.8, fees: 0, lapsed: 0 },
  });
  expect(await done('cora', `GET /bookings/${booking}`)).toMatchObject({ tickets: [{ state: 'missed' }, { state: 'admitted' }] });
});

test('members come first, pay less and take more seats', async () => {
  const { ask, done, refused, onSale, basket, pass, again } = await theatre();
  const play = await onSale(30, 'matinee', 7);
  expect(await refused('cora', 'POST /bookings', { performanceNumber: play })).toBe('403 NOT_YET');
  expect(await done('cora', 'POST /me/membership')).toMatchObject({ member: true, memberUntil: day(365) });
  expect(await refused('cora', 'POST /me/membership')).toBe('409 ALREADY_MEMBER');
  const booking = await basket('cora', play, [1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await refused('cora', `POST /bookings/${booking}/tickets`, { rowCode: 'A', seat: 1 })).toBe('409 TOO_MANY_TICKETS');
  expect(await done('cora', `POST /bookings/${booking}/reserve`)).toMatchObject({ price: 130.56, quote: 130.56 });
  expect((await ask(null, `GET /performances/${play}`)).body).not.toHaveProperty('free');
  expect(await done('ulla', `GET /performances/${play}`)).toMatchObject({ capacity: 22, taken: 8, free: 14, soldOut: false });
  pass(366 * 24);
  expect(await done(await again('cora'), 'GET /me')).toMatchObject({ member: false, memberUntil: day(365) });
});

test('reservations lapse, and the third one bans', async () => {
  const { ask, done, refused, onSale, basket, reserved, pass } = await theatre();
  const play = await onSale(20);
  const lost = await basket('cora', play, [1]);
  expect(await refused('colin', 'POST /bookings', { performanceNumber: 99 })).toBe('404 NOT_FOUND');
  pass(0.5);
  expect(await done('cora', `GET /bookings/${lost}`)).toMatchObject({ state: 'abandoned', tickets: [{ state: 'void' }] });
  for (const seat of [1, 2, 3]) await reserved('cora', play, [seat]);
  expect(await refused('cora', 'POST /bookings', { performanceNumber: play })).toBe('429 TOO_MANY');
  pass(48);
  expect(await done('cora', 'GET /bookings?state=lapsed&limit=1')).toMatchObject({ bookings: [{ number: 4 }], total: 3, due: 0 });
  expect(await done('cora', 'GET /me')).toMatchObject({ strikes: 3, banned: true });
  expect(await refused('cora', 'POST /bookings', { performanceNumber: play })).toBe('403 BANNED');
  expect(await refused('clive', 'PATCH /customers/6', { banned: false })).toBe('403 FORBIDDEN');
  await done('magda', 'PATCH /customers/6', { banned: false, strikes: 0 });
  expect((await ask('cora', 'POST /bookings', { performanceNumber: play })).status).toBe(201);
});

test('vouchers pay in part, and come back with a refund', async () => {
  const { done, refused, onSale, reserved, paid } = await theatre();
  const [first, second, third] = [await onSale(5), await onSale(6), await onSale(4, 'matinee')];
  await done('clive', 'POST /customers/7/vouchers', { code: 'GIFT2026', value: 40 });
  expect(await refused('cora', 'GET /vouchers/GIFT2026')).toBe('404 NOT_FOUND');
  const booking = await reserved('colin', first, [11, 12]);
  expect(await done('colin', `POST /bookings/${booking}/voucher`, { code: 'GIFT2026' })).toMatchObject({ due: 8, state: 'reserved' });
  expect(await done('colin', 'GET /me/vouchers')).toMatchObject({ vouchers: [{ state: 'used', left: 0 }], left: 0 });
  await done('colin', `POST /bookings/${booking}/pay`, { method: 'card', amount: 8 });
  await paid('cora', second, [12]);
  expect(await refused('colin', `POST /bookings/${booking}/exchange`, { performanceNumber: second })).toBe('409 SEAT_TAKEN');
  expect(await done('colin', `POST /bookings/${booking}/exchange`, { performanceNumber: third })).toMatchObject({ fee: 3, moves: 1 });
  expect(await refused('colin', `POST /bookings/${booking}/exchange`, { performanceNumber: first })).toBe('409 DEARER');
  expect(await done('clive', `POST /bookings/${booking}/refund`, { reason: 'Ill' })).toMatchObject({ returned: 3, fee: 8, reason: 'Ill' });
  expect(await done('clive', 'GET /vouchers/GIFT2026')).toMatchObject({ left: 40, spent: 0, state: 'active', holder: 'Colin Customer' });
  expect(await done('magda', 'GET /payments?kind=refund')).toMatchObject({ payments: [{ amount: -3, takenBy: 'Clive Clerk' }], sum: -3 });
});

test('a performance is put off, another one cancelled', async () => {
  const { ask, done, refused, onSale, basket, paid, pass } = await theatre();
  const [first, second] = [await onSale(2), await onSale(3)];
  const [booking, other] = [await paid('cora', first, [1]), await paid('colin', second, [1])];
  const open = await basket('cora', second, [2]);
  expect(await refused('cora', `POST /bookings/${booking}/refund`, {})).toBe('409 TOO_LATE');
  expect(await refused('magda', `POST /performances/${first}/postpone`, { day: day(3) })).toBe('409 HALL_TAKEN');
  expect(await done('magda', `POST /performances/${first}/postpone`, { day: day(3), slot: 'matinee' })).toMatchObject({ moved: true });
  expect(await done('cora', `POST /bookings/${booking}/refund`, {})).toMatchObject({ returned: 24, fee: 0 });
  await done('magda', `POST /performances/${second}/cancel`, { reason: 'Fire' });
  expect(await done('colin', `GET /bookings/${other}`)).toMatchObject({ returned: 24, reason: 'Performance cancelled', state: 'refunded' });
  expect(await done('cora', `GET /bookings/${open}`)).toMatchObject({ state: 'cancelled' });
  expect(await refused('magda', 'POST /productions/FAUST/archive')).toBe('409 STILL_PLAYING');
  pass(4 * 24);
  await done('magda', 'POST /productions/FAUST/archive');
  expect((await ask(null, 'GET /performances')).body).toEqual({ performances: [], total: 0 });
  expect(await done('cora', 'GET /performances?state=played')).toMatchObject({ performances: [{ number: first }], total: 1 });
});

test('a planned production is not named', async () => {
  const { done } = await theatre();
  await done('magda', 'POST /productions', { code: 'LEAR', title: 'Lear', kind: 'drama', minutes: 150 });
  const { number } = await done('magda', 'POST /performances', { code: 'LEAR', day: day(3), slot: 'matinee', salesFrom: day(1) });
  await done('magda', `POST /performances/${number}/cancel`, { reason: 'No king' });
  expect(await done('cora', `GET /performances/${number}`)).toMatchObject({ production: null, state: 'cancelled' });
  expect(await done('cora', 'GET /performances?production=LEAR')).toMatchObject({ total: 0 });
  expect(await done('ulla', 'GET /performances?production=LEAR')).toMatchObject({ performances: [{ production: 'Lear' }] });
});

test('a session ends after 30 days', async () => {
  const { done, refused, pass } = await theatre();
  pass(719);
  await done('cora', 'GET /me');
  pass(1);
  expect(await refused('cora', 'GET /me')).toBe('401 UNAUTHORIZED');
});

type At = Awaited<ReturnType<typeof theatre>>;

/** What the right service answers, and what one with a fault does. */
async function both(fault: BoxFault, play: (at: At) => Promise<unknown>): Promise<readonly [unknown, unknown]> {
  return [await play(await theatre()), await play(await theatre(fault))];
}

test('faults of each class show', async () => {
  expect(await both('clerksBan', ({ refused }) => refused('clive', 'PATCH /customers/6', { banned: true }))).toEqual([
    '403 FORBIDDEN',
    '200 undefined',
  ]);
  const early: BoxFault = 'doorsAnHourBefore';
  const doors = await both(early, async ({ onSale, pass, refused }) => {
    const play = await onSale(1);
    pass(33.1);
    return refused('ulla', `POST /performances/${play}/doors`);
  });
  expect(doors).toEqual(['409 TOO_EARLY', '200 undefined']);
  const seats = await both('cancelledKeepsSeats', async ({ onSale, basket, done }) => {
    const play = await onSale(1);
    await done('cora', `POST /bookings/${await basket('cora', play, [1])}/cancel`, {});
    return (await done('ulla', `GET /performances/${play}`))['free'];
  });
  expect(seats).toEqual([22, 21]);
  const again = await both('voidHoldsSeats', async ({ onSale, basket, done, refused }) => {
    const play = await onSale(1);
    await done('cora', `POST /bookings/${await basket('cora', play, [1])}/cancel`, {});
    const next = await basket('colin', play, []);
    return refused('colin', `POST /bookings/${next}/tickets`, { rowCode: 'B', seat: 1 });
  });
  expect(again).toEqual(['201 undefined', '409 SEAT_TAKEN']);
  expect(
    await both('tooManyIs409', async ({ onSale, basket, refused }) => {
      const play = await onSale(1);
      for (let count = 0; count < 3; count++) await basket('cora', play, []);
      return refused('cora', 'POST /bookings', { performanceNumber: play });
    }),
  ).toEqual(['429 TOO_MANY', '409 TOO_MANY']);
  const counts = await both('takenCountsBookings', async ({ onSale, basket, done }) => {
    const play = await onSale(1);
    await basket('cora', play, [1, 2, 3]);
    return (await done('clive', `GET /performances/${play}`))['taken'];
  });
  expect(counts).toEqual([3, 1]);
});

test('faults that show late', async () => {
  /** A ticket of a performance whose doors are open, admitted by Ulla. */
  const admitted = async ({ onSale, paid, ticketOf, pass, done }: At): Promise<readonly [play: unknown, ticket: unknown]> => {
    const play = await onSale(1);
    const ticket = await ticketOf(await paid('cora', play, [1]));
    pass(33.5);
    await done('ulla', `POST /performances/${play}/doors`);
    await done('ulla', `POST /tickets/${ticket}/admit`);
    return [play, ticket];
  };
  const twice = await both('admittedTwice', async (at) => at.refused('udo', `POST /tickets/${(await admitted(at))[1]}/admit`));
  expect(twice).toEqual(['409 CONFLICT', '200 undefined']);
  const after = await both('sentBackAfterwards', async (at) => {
    const [, ticket] = await admitted(at);
    at.pass(1);
    return at.refused('magda', `POST /tickets/${ticket}/send-back`);
  });
  expect(after).toEqual(['409 NOT_OPEN', '200 undefined']);
  const open = await both('admittingIsCancelled', async (at) =>
    at.refused('magda', `POST /performances/${(await admitted(at))[0]}/cancel`, { reason: 'Fire' }),
  );
  expect(open).toEqual(['409 CONFLICT', '200 undefined']);
  const late = await both('lateIsReserved', async ({ onSale, basket, pass, refused }) => {
    const play = await onSale(1);
    pass(33.8);
    const booking = await basket('cora', play, [1]);
    pass(0.3);
    return refused('cora', `POST /bookings/${booking}/reserve`);
  });
  expect(late).toEqual(['409 CLOSED', '200 undefined']);
  const longer = await both('ticketProlongsBasket', async ({ onSale, basket, pass, done }) => {
    const booking = await basket('cora', await onSale(1), [1]);
    pass(0.2);
    await done('cora', `POST /bookings/${booking}/tickets`, { rowCode: 'A', seat: 1 });
    pass(0.2);
    return (await done('cora', `GET /bookings/${booking}`))['state'];
  });
  expect(longer).toEqual(['abandoned', 'basket']);
  const renewed = await both('renewalIsStrict', async ({ done, refused, pass, again }) => {
    await done('cora', 'POST /me/membership');
    pass(335 * 24);
    return refused(await again('cora'), 'POST /me/membership');
  });
  expect(renewed).toEqual(['200 undefined', '409 ALREADY_MEMBER']);
  const cheap = await both('patchedReducedAreUnbounded', async ({ onSale, basket, ticketOf, refused, done }) => {
    const booking = await basket('cora', await onSale(1), [1, 2, 3], { reduced: true });
    await done('cora', `POST /bookings/${booking}/tickets`, { rowCode: 'B', seat: 4 });
    return refused('cora', `PATCH /tickets/${await ticketOf(booking, 3)}`, { reduced: true });
  });
  expect(cheap).toEqual(['409 TOO_MANY_REDUCED', '200 undefined']);
  const full = await both('soldOutIgnoresFalse', async ({ ask, onSale, basket, done }) => {
    await basket('cora', await onSale(1), [1]);
    await done('clive', 'PATCH /rows/A', { closed: true });
    await done('magda', 'PATCH /rows/B', { seats: 1 });
    return (await ask(null, 'GET /performances?soldOut=false')).body['total'];
  });
  expect(full).toEqual([0, 1]);
  const scheduled = await both('notYetBeforeOnSale', async ({ done, refused }) => {
    const { number } = await done('magda', 'POST /performances', { code: 'FAUST', day: day(9), slot: 'matinee', salesFrom: day(2) });
    return refused('clive', 'POST /customers/6/bookings', { performanceNumber: number });
  });
  expect(scheduled).toEqual(['409 NOT_ON_SALE', '403 NOT_YET']);
});

test('no fault is listed twice', () => {
  const all = Object.values(boxFaults).flat();
  expect(new Set(all).size).toBe(all.length);
});
