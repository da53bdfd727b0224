import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { OrchardFault } from './faults.ts';
import { orchardService } from './service.ts';

/** The farm with its people signed in, apples on sale, and helpers that lead orders on. */
async function farm(fault: OrchardFault | null = null) {
  const people = ['sam', 'sue', 'pia', 'paul', 'dan', 'dora', 'olga', 'max'];
  const { ask, done, refused } = await opened((now) => orchardService(now, fault), people);
  const apples = { code: 'APP1', name: 'Elstar apples', price: 12.35, cost: 7, stock: 40 };
  await done('max', 'POST /fruits', apples);
  /** The number of an order that is placed. */
  const placed = async (who: string, boxes: number, wanted = day(1)): Promise<unknown> => {
    const { number } = await done(who, 'POST /orders', { wanted });
    await done(who, `POST /orders/${number}/lines`, { code: 'APP1', boxes });
    await done(who, `POST /orders/${number}/place`);
    return number;
  };
  /** The number of a tour by Dan. */
  const tour = async (capacity = 60, on = day(1)): Promise<unknown> => {
    const driverNumber = (await done('dan', 'GET /me'))['number'];
    return (await done('olga', 'POST /tours', { day: on, driverNumber, capacity }))['number'];
  };
  /** The numbers of an order that is delivered, and of its tour. */
  const delivered = async (who: string, boxes: number): Promise<{ number: unknown; tourNumber: unknown }> => {
    const number = await placed(who, boxes);
    const tourNumber = await tour();
    await done('olga', `POST /orders/${number}/confirm`, { tourNumber });
    await done('pia', `POST /orders/${number}/pick`);
    await done('dan', `POST /tours/${tourNumber}/start`);
    await done('dan', `POST /orders/${number}/deliver`);
    return { number, tourNumber };
  };
  return { ask, done, refused, apples, placed, tour, delivered };
}

test('an order is placed, confirmed, picked, delivered and settled', async () => {
  const { done, refused, placed, tour } = await farm();
  const number = await placed('sam', 20);
  const tourNumber = await tour();
  expect(await done('olga', `POST /orders/${number}/confirm`, { tourNumber })).toMatchObject({ state: 'confirmed', total: 234.65 });
  expect(await done('max', 'GET /fruits/APP1')).toMatchObject({ stock: 20 });
  expect(await refused('dan', `POST /tours/${tourNumber}/start`)).toBe('409 UNPICKED');
  expect(await refused('dan', `POST /orders/${number}/deliver`)).toBe('404 NOT_FOUND');
  expect(await done('pia', `POST /orders/${number}/pick`)).toEqual({
    ...{ number, shop: null, wanted: day(1), note: null, internal: null, placedOn: day(0), deliveredOn: null, tour: tourNumber },
    ...{ picker: 'Pia Picker', reason: null, state: 'picked', boxes: 20, complaints: 0 },
    lines: [{ number: expect.any(Number), order: number, fruit: 'APP1', boxes: 20 }],
  });
  expect(await refused('paul', `GET /orders/${number}`)).toBe('404 NOT_FOUND');
  expect(await refused('dan', `POST /orders/${number}/deliver`)).toBe('409 NOT_RUNNING');
  await done('dan', `POST /tours/${tourNumber}/start`);
  expect(await refused('dan', `POST /tours/${tourNumber}/finish`)).toBe('409 UNDELIVERED');
  expect(await done('dan', `POST /orders/${number}/deliver`)).toMatchObject({ shop: 'Sam Shop', deliveredOn: day(0) });
  expect(await done('dan', `POST /tours/${tourNumber}/finish`)).toMatchObject({ state: 'finished', load: 0, stops: 1 });
  expect(await done('olga', `POST /orders/${number}/settle`)).toMatchObject({ state: 'settled', due: 234.65, picker: null });
  expect(await refused('olga', `PATCH /orders/${number}/internal`, { internal: 'Paid' })).toBe('403 FORBIDDEN');
});

test('what is placed costs what it costs then, within the credit of the shop', async () => {
  const { done, refused, apples } = await farm();
  const { number } = await done('sam', 'POST /orders', { wanted: day(2) });
  expect(await refused('sam', `POST /orders/${number}/place`)).toBe('409 EMPTY');
  const line = await done('sam', `POST /orders/${number}/lines`, { code: 'APP1', boxes: 3 });
  expect(line).toMatchObject({ price: 12.35, amount: 37.05 });
  expect(await refused('sam', `POST /orders/${number}/lines`, { code: 'APP1', boxes: 1 })).toBe('409 FRUIT_TWICE');
  expect(await refused('sam', `POST /orders/${number}/place`)).toBe('422 TOO_SMALL');
  expect(await refused('olga', 'POST /fruits/APP1/price', { amount: apples.price })).toBe('409 SAME_PRICE');
  expect(await refused('olga', 'POST /fruits/APP1/price', { amount: 18.54 })).toBe('422 BIG_STEP');
  await done('olga', 'POST /fruits/APP1/price', { amount: 18.53 });
  expect(await done('max', 'GET /fruits/APP1/prices')).toMatchObject({
    prices: [{ was: 12.35, price: 18.53, author: 'Olga Office' }],
    total: 1,
  });
  expect(await done('sam', `POST /orders/${number}/place`)).toMatchObject({ total: 55.59, lines: [{ price: 18.53, amount: 55.59 }] });
  expect(await refused('sam', `PATCH /lines/${line['number']}`, { boxes: 4 })).toBe('403 FORBIDDEN');
  const { number: other } = await done('sam', 'POST /orders', { wanted: day(2) });
  await done('sam', `POST /orders/${other}/lines`, { code: 'APP1', boxes: 26 });
  expect(await refused('sam', `POST /orders/${other}/place`)).toBe('402 OVER_LIMIT');
});

test('a complaint gives credit, and a large one needs the manager', async () => {
  const { done, refused, delivered } = await farm();
  const { number } = await delivered('sue', 10);
  const about = `POST /orders/${number}/complaints`;
  expect(await refused('sam', about, { kind: 'late', text: 'Noon', boxes: 1 })).toBe('404 NOT_FOUND');
  expect(await refused('sue', about, { kind: 'late', text: 'Noon', boxes: 11 })).toBe('422 BAD_COUNT');
  const { number: complaint } = await done('sue', about, { kind: 'damaged', text: 'Brown', boxes: 9 });
  expect(await refused('olga', `POST /orders/${number}/settle`)).toBe('409 CONFLICT');
  expect(await refused('olga', `POST /complaints/${complaint}/accept`, { credit: 100.01 })).toBe('403 NEEDS_MANAGER');
  expect(await refused('max', `POST /complaints/${complaint}/accept`, { credit: 123.51 })).toBe('422 BAD_CREDIT');
  expect(await done('max', `POST /complaints/${complaint}/accept`, { credit: 110 })).toMatchObject({ state: 'accepted', credit: 110 });
  expect(await done('sue', `GET /orders/${number}`)).toMatchObject({ state: 'delivered', credit: 110, due: 13.5, complaints: 1 });
  const { number: second } = await done('sue', about, { kind: 'late', text: 'Noon', boxes: 1 });
  expect(await done('pia', 'GET /complaints')).toMatchObject({ complaints: [{ number: complaint, handledBy: null }], total: 1 });
  await done('sue', `POST /complaints/${second}/withdraw`);
  expect(await refused('sue', about, { kind: 'late', text: 'Noon', boxes: 1 })).toBe('429 TOO_MANY');
});

test('a tour takes what fits, and what is cancelled in time returns to the store', async () => {
  const { done, refused, placed, tour } = await farm();
  const number = await placed('sam', 30, day(2));
  const tourNumber = await tour(29, day(2));
  expect(await refused('olga', `POST /orders/${number}/confirm`, { tourNumber })).toBe('409 TOUR_FULL');
  await done('olga', `PATCH /tours/${tourNumber}`, { capacity: 30 });
  await done('olga', `POST /orders/${number}/confirm`, { tourNumber });
  expect(await refused('olga', `PATCH /tours/${tourNumber}`, { day: day(3) })).toBe('409 DAY_FIXED');
  expect(await refused('olga', `POST /tours/${tourNumber}/cancel`)).toBe('409 IN_USE');
  expect(await refused('pia', `POST /orders/${number}/pick`)).toBe('409 TOO_EARLY');
  expect(await done('sam', `GET /tours/${tourNumber}`)).toEqual({
    number: tourNumber,
    day: day(2),
    driver: null,
    state: 'planned',
    stops: 1,
  });
  const other = await placed('sue', 11, day(2));
  expect(await refused('olga', `POST /orders/${other}/confirm`, { tourNumber })).toBe('409 SOLD_OUT');
  expect(await done('sam', `POST /orders/${number}/cancel`)).toMatchObject({ state: 'cancelled', tour: null });
  expect(await done('sue', 'GET /fruits/APP1')).toEqual({ code: 'APP1', name: 'Elstar apples', price: 12.35, stock: 40, onSale: true });
});

test('orders that nobody answers expire', async () => {
  let time = Date.parse('2026-03-02T10:00:00Z');
  const { done } = await opened(() => orchardService(() => time), ['sam', 'max']);
  await done('max', 'POST /fruits', { code: 'QUI1', name: 'Quinces', price: 50, cost: 20 });
  const { number } = await done('sam', 'POST /orders', { wanted: day(9) });
  await done('sam', `POST /orders/${number}/lines`, { code: 'QUI1', boxes: 1 });
  await done('sam', `POST /orders/${number}/place`);
  time += 3 * 86_400_000 - 1;
  expect(await done('sam', `GET /orders/${number}`)).toMatchObject({ state: 'placed' });
  time += 1;
  expect(await done('sam', `GET /orders/${number}`)).toMatchObject({ state: 'expired' });
});

test('people see what they may', async () => {
  const { ask, done, refused, placed } = await farm();
  await placed('sam', 5);
  expect((await ask(null, 'GET /fruits?most=99')).body).toEqual({ fruits: [], total: 0 });
  await done('olga', 'PATCH /fruits/APP1', { onSale: false });
  expect((await ask(null, 'GET /fruits/APP1')).status).toBe(404);
  expect(await refused('olga', 'PATCH /fruits/APP1', { cost: 5 })).toBe('403 FORBIDDEN');
  const sam = (await done('sam', 'GET /me'))['number'];
  expect(await refused('olga', `PATCH /people/${sam}`, { creditLimit: 9 })).toBe('403 FORBIDDEN');
  await done('olga', `PATCH /people/${sam}`, { blocked: true });
  expect(await refused('sam', 'POST /orders', { wanted: day(1) })).toBe('403 BLOCKED');
  expect(((await done('olga', 'GET /people'))['people'] as Body[]).map(({ name }) => name)).toEqual([
    ...['Dan Driver', 'Dora Driver', 'Olga Office', 'Sam Shop', 'Sue Shop'],
  ]);
  expect(await done('sue', 'GET /orders')).toEqual({ orders: [], total: 0 });
  expect(await done('olga', `GET /orders?shop=${sam}&owing=61.75`)).toMatchObject({ total: 1 });
});

test('a fault is one switch', async () => {
  const early = async (fault: OrchardFault | null): Promise<string> => {
    const { done, refused, placed, tour } = await farm(fault);
    const number = await placed('sam', 5, day(2));
    await done('olga', `POST /orders/${number}/confirm`, { tourNumber: await tour(60, day(2)) });
    return refused('pia', `POST /orders/${number}/pick`);
  };
  expect(await early(null)).toBe('409 TOO_EARLY');
  expect(await early('pickIgnoresDay')).toBe('200 undefined');
});
