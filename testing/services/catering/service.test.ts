import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { CateringFault } from './faults.ts';
import { cateringService } from './service.ts';

/** The company with its people signed in, a menu, and helpers that lead events on. */
async function company(fault: CateringFault | null = null) {
  const people = ['mara', 'olga', 'coco', 'cleo', 'willi', 'clara', 'dan'];
  const { ask, done, refused } = await opened((now) => cateringService(now, fault), people);
  await done('mara', 'POST /dishes', { code: 'SO1', name: 'Tomato soup', course: 'starter', price: 6, cost: 2, allergen: 'milk' });
  await done('mara', 'POST /dishes', { code: 'RO12', name: 'Roast', course: 'main', price: 18, minimum: 20 });
  const lunch = { title: 'Lunch', day: day(0), guests: 20, place: 'Hall' };
  /** The number of an event that is offered, with twenty portions of soup. */
  const offered = async (who: string, more: Body = {}): Promise<unknown> => {
    const { number } = await done(who, 'POST /events', { ...lunch, ...more });
    await done(who, `POST /events/${number}/orders`, { code: 'SO1', portions: 20 });
    await done('olga', `POST /events/${number}/offer`);
    return number;
  };
  const accepted = async (who: string, more: Body = {}): Promise<unknown> => {
    const number = await offered(who, more);
    await done(who, `POST /events/${number}/accept`);
    return number;
  };
  /** The number of a shift at an event. */
  const shift = async (event: unknown, trade = 'cook'): Promise<unknown> =>
    (await done('olga', `POST /events/${event}/shifts`, { trade, hours: 5 }))['number'];
  const served = async (who: string): Promise<unknown> => {
    const number = await accepted(who);
    await done('coco', `POST /shifts/${await shift(number)}/take`);
    await done(who, `POST /events/${number}/pay`, { amount: 36 });
    await done('olga', `POST /events/${number}/prepare`);
    await done('olga', `POST /events/${number}/serve`);
    return number;
  };
  return { ask, done, refused, lunch, offered, accepted, shift, served };
}

test('a customer orders dishes, and the offer is their price without the discount', async () => {
  const { done, refused, lunch } = await company();
  const { number: clara } = await done('clara', 'GET /me');
  await done('mara', `PATCH /people/${clara}`, { discount: 10 });
  expect(await refused('olga', `PATCH /people/${clara}`, { discount: 20 })).toBe('403 FORBIDDEN');
  const { number } = await done('clara', 'POST /events', lunch);
  expect(await refused('olga', `POST /events/${number}/offer`)).toBe('409 NOTHING_ORDERED');
  expect(await refused('clara', `POST /events/${number}/orders`, { code: 'RO12', portions: 19 })).toBe('422 TOO_FEW');
  expect(await refused('clara', `POST /events/${number}/orders`, { code: 'RO12', portions: 41 })).toBe('422 TOO_MANY_PORTIONS');
  expect(await refused('dan', `POST /events/${number}/orders`, { code: 'RO12', portions: 20 })).toBe('404 NOT_FOUND');
  const { number: order } = await done('clara', `POST /events/${number}/orders`, { code: 'RO12', portions: 20, wish: 'No salt' });
  expect(await refused('olga', `POST /events/${number}/orders`, { code: 'RO12', portions: 20 })).toBe('409 ORDERED');
  expect(await done('olga', `POST /events/${number}/offer`)).toMatchObject({ state: 'offered', total: 324, deposit: 97, owed: 324 });
  expect(await refused('clara', `PATCH /orders/${order}`, { portions: 30 })).toBe('403 FORBIDDEN');
});

test('an event is staffed, prepared, served, billed and closed', async () => {
  const { done, refused, accepted, shift } = await company();
  const number = await accepted('clara');
  const [cook, waiter] = [await shift(number), await shift(number, 'waiter')];
  expect(await refused('willi', `POST /shifts/${cook}/take`)).toBe('403 FORBIDDEN');
  await done('coco', `POST /shifts/${cook}/take`);
  expect(await refused('cleo', `POST /shifts/${cook}/take`)).toBe('404 NOT_FOUND');
  expect(await refused('coco', `POST /shifts/${cook}/leave`)).toBe('409 TOO_LATE');
  expect(await refused('olga', `POST /events/${number}/prepare`)).toBe('402 NO_DEPOSIT');
  await done('clara', `POST /events/${number}/pay`, { amount: 36 });
  expect(await refused('olga', `POST /events/${number}/prepare`)).toBe('409 UNSTAFFED');
  await done('olga', `POST /shifts/${waiter}/drop`);
  await done('olga', `POST /events/${number}/prepare`);
  await done('olga', `POST /events/${number}/serve`);
  expect(await refused('olga', `POST /shifts/${cook}/finish`, { worked: 10 })).toBe('422 BAD_WORK');
  await done('olga', `POST /shifts/${cook}/finish`, { worked: 6 });
  expect((await done('coco', 'GET /shifts?state=done'))['shifts']).toMatchObject([{ pay: 120, worked: 6, person: 'Coco Staff' }]);
  expect(await done('olga', `POST /events/${number}/bill`)).toMatchObject({ billedOn: day(0), owed: 84, shifts: 2 });
  expect(await done('mara', 'GET /figures')).toEqual({ open: 0, owed: 84, fees: 0 });
  expect(await refused('olga', `POST /events/${number}/close`)).toBe('402 STILL_OWED');
  expect(await refused('clara', `POST /events/${number}/pay`, { amount: 85 })).toBe('422 BAD_AMOUNT');
  await done('clara', `POST /events/${number}/pay`, { amount: 84 });
  expect(await refused('olga', `POST /events/${number}/remind`)).toBe('409 NOTHING_OWED');
  expect(await done('olga', `POST /events/${number}/close`)).toMatchObject({ state: 'closed' });
});

test('who does not pay is reminded three times and then blocked', async () => {
  const { done, refused, served, lunch } = await company();
  const number = await served('clara');
  await done('olga', `POST /events/${number}/bill`);
  const remind = async (): Promise<unknown> => (await done('olga', `POST /events/${number}/remind`))['total'];
  expect([await remind(), await remind(), await remind()]).toEqual([120, 130, 140]);
  expect(await refused('olga', `POST /events/${number}/remind`)).toBe('429 TOO_OFTEN');
  expect(await refused('clara', 'POST /events', lunch)).toBe('403 BLOCKED');
});

test('a complaint is made good with at most half of the bill', async () => {
  const { done, refused, served } = await company();
  const number = await served('clara');
  expect(await refused('mara', `POST /events/${number}/compensate`, { amount: 9 })).toBe('409 NO_COMPLAINT');
  expect(await refused('clara', `POST /events/${number}/complain`, { complaint: ' ' })).toBe('422 BLANK');
  await done('clara', `POST /events/${number}/complain`, { complaint: 'Cold' });
  expect(await refused('mara', `POST /events/${number}/compensate`, { amount: 61 })).toBe('422 TOO_MUCH');
  expect(await done('mara', `POST /events/${number}/compensate`, { amount: 60 })).toMatchObject({ credit: 60, owed: 24 });
});

test('what is rented is out until it is back, and what is broken leaves the stock', async () => {
  const { done, refused, accepted, offered, shift } = await company();
  await done('olga', 'POST /items', { code: 'GLASS', name: 'Glass', stock: 30, rent: 1, value: 4 });
  const [number, other] = [await accepted('clara'), await offered('dan')];
  expect(await refused('dan', `POST /events/${other}/rentals`, { code: 'GLASS', amount: 5 })).toBe('409 NOT_ACCEPTED');
  await done('dan', `POST /events/${other}/accept`);
  const { number: rental } = await done('clara', `POST /events/${number}/rentals`, { code: 'GLASS', amount: 20 });
  expect(await refused('dan', `POST /events/${other}/rentals`, { code: 'GLASS', amount: 11 })).toBe('409 OUT_OF_STOCK');
  await done('coco', `POST /shifts/${await shift(number)}/take`);
  await done('clara', `POST /events/${number}/pay`, { amount: 36 });
  await done('olga', `POST /events/${number}/prepare`);
  expect(await refused('clara', `POST /rentals/${rental}/release`)).toBe('409 CONFLICT');
  await done('olga', `POST /events/${number}/serve`);
  expect(await refused('olga', `POST /events/${number}/bill`)).toBe('409 NOT_RETURNED');
  expect(await refused('olga', `POST /rentals/${rental}/return`, { broken: 21 })).toBe('422 BAD_BROKEN');
  expect(await done('olga', `POST /rentals/${rental}/return`, { broken: 2 })).toMatchObject({ charge: 28, state: 'returned' });
  expect((await done('dan', 'GET /items'))['items']).toEqual([{ code: 'GLASS', name: 'Glass', stock: 28, rent: 1 }]);
  expect(await done('olga', `POST /events/${number}/bill`)).toMatchObject({ total: 148 });
});

test('a cancellation costs half within a week, and its shifts are dropped', async () => {
  const { done, refused, accepted, shift } = await company();
  const [today, soon, later] = [
    await accepted('clara'),
    await accepted('clara', { day: day(6) }),
    await accepted('clara', { day: day(7) }),
  ];
  expect(await refused('clara', `POST /events/${today}/cancel`, {})).toBe('409 TOO_LATE');
  await shift(soon);
  expect(await done('clara', `POST /events/${soon}/cancel`, { reason: 'Ill' })).toMatchObject({ fee: 60, reason: 'Ill' });
  expect((await done('olga', 'GET /shifts'))['shifts']).toMatchObject([{ state: 'dropped', person: null }]);
  expect(await done('mara', `POST /events/${later}/cancel`, {})).toMatchObject({ fee: 12, reason: null, state: 'cancelled' });
});

test('the kitchen takes 200 guests a day, and a number is changed twice at most', async () => {
  const { done, refused, accepted, offered } = await company();
  const number = await accepted('clara', { day: day(2), guests: 90 });
  const other = await offered('dan', { day: day(2), guests: 111 });
  expect(await refused('dan', `POST /events/${other}/accept`)).toBe('409 DAY_FULL');
  expect(await done('olga', `POST /events/${number}/change`, { count: 89 })).toMatchObject({ guests: 89, total: 120 });
  await done('dan', `POST /events/${other}/accept`);
  expect(await refused('clara', `POST /events/${number}/change`, { count: 90 })).toBe('409 DAY_FULL');
  await done('clara', `POST /events/${number}/change`, { count: 80 });
  expect(await refused('clara', `POST /events/${number}/change`, { count: 80 })).toBe('429 TOO_MANY_CHANGES');
});

test('an offer lapses after two weeks', async () => {
  let time = Date.parse('2026-03-02T10:00:00Z');
  const { done } = await opened(() => cateringService(() => time), ['mara', 'olga', 'clara']);
  await done('mara', 'POST /dishes', { code: 'SO1', name: 'Soup', course: 'starter', price: 6 });
  const { number } = await done('clara', 'POST /events', { title: 'Fair', day: day(60), guests: 20, place: 'Hall' });
  await done('clara', `POST /events/${number}/orders`, { code: 'SO1', portions: 20 });
  await done('olga', `POST /events/${number}/offer`);
  time += 14 * 86_400_000 - 1;
  expect(await done('clara', `GET /events/${number}`)).toMatchObject({ state: 'offered' });
  time += 1;
  expect(await done('clara', `GET /events/${number}`)).toMatchObject({ state: 'expired' });
});

test('staff see no money, no customer and nothing that is only asked for', async () => {
  const { ask, done, accepted, offered } = await company();
  const [number, other] = [await accepted('clara'), await offered('dan')];
  expect(await done('willi', `GET /events/${number}`)).toEqual({
    ...{ number, customer: null, title: 'Lunch', day: day(0), guests: 20, place: 'Hall', note: null, reason: null },
    ...{ changes: 0, billedOn: null, state: 'accepted', shifts: 0 },
    orders: [{ number: expect.any(Number), event: number, dish: 'SO1', portions: 20, wish: null }],
  });
  expect((await ask('willi', `GET /events/${other}`)).status).toBe(404);
  expect(await done('willi', 'GET /events?owing=0')).toEqual({ events: [], total: 0 });
  expect(await done('olga', 'GET /events?owing=0&limit=1')).toMatchObject({ events: [{ number }], total: 2 });
  expect((await ask(null, 'GET /dishes?most=6')).body['dishes']).toMatchObject([{ code: 'SO1', allergen: 'milk' }]);
  expect((await ask(null, 'GET /dishes?allergen=milk')).body['dishes']).toMatchObject([{ code: 'RO12' }]);
});

test('dishes off the menu are hidden from customers, in their orders as well', async () => {
  const { ask, done, refused, lunch } = await company();
  const { number } = await done('clara', 'POST /events', lunch);
  await done('clara', `POST /events/${number}/orders`, { code: 'SO1', portions: 20 });
  await done('olga', 'PATCH /dishes/SO1', { offered: false });
  expect((await ask('clara', 'GET /dishes/SO1')).status).toBe(404);
  expect((await done('clara', `GET /events/${number}`))['orders']).toMatchObject([{ dish: null, price: 6 }]);
  expect(await refused('mara', 'DELETE /dishes/SO1')).toBe('409 CONFLICT');
  expect(await refused('mara', 'DELETE /dishes/RO12')).toBe('403 FORBIDDEN');
  expect(await refused('mara', 'PATCH /dishes/SO1', { price: 2 })).toBe('422 AT_A_LOSS');
});

test('a fault is one switch', async () => {
  const accept = async (fault: CateringFault | null): Promise<string> => {
    const { refused, offered } = await company(fault);
    const number = await offered('clara');
    return refused('dan', `POST /events/${number}/accept`);
  };
  expect(await accept(null)).toBe('404 NOT_FOUND');
  expect(await accept('anyoneAccepts')).toBe('200 undefined');
});
