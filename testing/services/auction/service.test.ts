import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { AuctionFault } from './faults.ts';
import { auctionService } from './service.ts';

/** The auction house with its people signed in, and ways to an item and a sale. */
async function house(fault: AuctionFault | null = null) {
  const { ask, done, refused } = await opened((now) => auctionService(now, fault), ['aron', 'eva', 'kim', 'carl', 'cora']);
  const offer = async (owner = 'carl', reserve = 50): Promise<unknown> => {
    const { number } = await done(owner, 'POST /items', { title: 'Oak chest' });
    await done('eva', `POST /items/${number}/accept`, { low: 100, high: 150 });
    await done(owner, `POST /items/${number}/agree`, { reserve });
    return number;
  };
  const plan = (code: string, more: Body = {}): Promise<Body> =>
    done('aron', 'POST /sales', { code, title: 'Spring', day: day(0), capacity: 3, premium: 15, ...more });
  /** An item that is open for bids. */
  const called = async (reserve?: number): Promise<unknown> => {
    const item = await offer('carl', reserve);
    await plan('AB101');
    await done('eva', `POST /items/${item}/enter`, { code: 'AB101', lot: 1 });
    await done('aron', 'POST /sales/AB101/publish');
    await done('aron', 'POST /sales/AB101/begin');
    await done('aron', `POST /items/${item}/call`);
    const people = (await done('kim', 'GET /people?words=cora'))['people'] as Body[];
    await done('kim', `PATCH /people/${people[0]?.['number']}`, { bond: 100 });
    return item;
  };
  return { ask, done, refused, offer, plan, called };
}

test('the next bid outbids the leading one, and the item is sold for it', async () => {
  const { done, called } = await house();
  const item = await called();
  const first = await done('cora', `POST /items/${item}/bids`, { amount: 60 });
  await done('cora', `POST /items/${item}/bids`, { amount: 70 });
  expect((await done('aron', 'GET /bids'))['bids']).toMatchObject([
    { amount: 70, state: 'leading', bidder: 'Cora Customer' },
    { number: first['number'], state: 'outbid' },
  ]);
  expect(await done('aron', `POST /items/${item}/knock`)).toMatchObject({ state: 'sold', hammer: 70, buyer: 'Cora Customer', current: 70 });
  expect((await done('cora', 'GET /invoices'))['invoices']).toMatchObject([
    { item, hammer: 70, premium: 10, total: 80, left: 80, due: day(14), state: 'open' },
  ]);
});

test('a bid is refused for the first cause that applies', async () => {
  const { done, refused, called, offer } = await house();
  const item = await called();
  await done('cora', `POST /items/${item}/bids`, { amount: 60 });
  expect(await refused('cora', `POST /items/${item}/bids`, { amount: 65 })).toBe('409 BID_TOO_LOW');
  expect(await refused('cora', `POST /items/${item}/bids`, { amount: 75 })).toBe('422 BAD_STEP');
  expect(await refused('cora', `POST /items/${item}/bids`, { amount: 310 })).toBe('402 BOND_TOO_LOW');
  expect(await refused('carl', `POST /items/${item}/bids`, { amount: 70 })).toBe('403 OWN_ITEM');
  expect(await refused('eva', `POST /items/${item}/bids`, { amount: 70 })).toBe('403 FORBIDDEN');
  expect(await refused(null, `POST /items/${item}/bids`, { amount: 70 })).toBe('401 UNAUTHORIZED');
  expect(await refused('cora', `POST /items/${await offer()}/bids`, { amount: 70 })).toBe('404 NOT_FOUND');
});

test('only the owner and the staff see the reserve, below which the item is not sold', async () => {
  const { ask, done, refused, called } = await house();
  const item = await called(100);
  await done('cora', `POST /items/${item}/bids`, { amount: 90 });
  expect(await refused('aron', `POST /items/${item}/knock`)).toBe('409 NO_BID');
  for (const [who, reserve] of [
    ['carl', 100],
    ['eva', 100],
    ['aron', 100],
    ['cora', undefined],
  ] as const) {
    expect((await done(who, `GET /items/${item}`))['reserve']).toBe(reserve);
  }
  expect((await ask(null, `GET /items/${item}`)).body).not.toHaveProperty('reserve');
  expect(await done('aron', `POST /items/${item}/pass`)).toMatchObject({ state: 'passed', current: null });
});

test('payments add up to the total, and the owner gets the rest after collection', async () => {
  const { done, refused, called } = await house();
  const item = await called();
  await done('cora', `POST /items/${item}/bids`, { amount: 200 });
  await done('aron', `POST /items/${item}/knock`);
  const [invoice] = (await done('kim', 'GET /invoices'))['invoices'] as Body[];
  const path = `/invoices/${invoice?.['number']}`;
  expect(await refused('kim', `POST ${path}/pay`, { amount: 9 })).toBe('422 BAD_AMOUNT');
  expect(await done('kim', `POST ${path}/pay`, { amount: 30 })).toMatchObject({ paid: 30, left: 200, state: 'open', paidAt: null });
  expect(await refused('kim', `POST ${path}/void`)).toBe('409 HAS_PAYMENTS');
  expect(await refused('kim', `POST /items/${item}/collect`)).toBe('402 UNPAID');
  expect(await done('kim', `POST ${path}/pay`, { amount: 200 })).toMatchObject({ paid: 230, left: 0, state: 'paid' });
  expect(await refused('kim', `POST ${path}/settle`)).toBe('409 NOT_COLLECTED');
  await done('kim', `POST /items/${item}/collect`);
  await done('kim', `POST ${path}/settle`);
  expect(await done('carl', 'GET /me')).toMatchObject({ balance: 180 });
});

test('writing off an invoice blocks the buyer, and the item may be sold again', async () => {
  const { done, refused, called } = await house();
  const item = await called();
  await done('cora', `POST /items/${item}/bids`, { amount: 60 });
  await done('aron', `POST /items/${item}/knock`);
  const [invoice] = (await done('kim', 'GET /invoices'))['invoices'] as Body[];
  expect(await done('kim', `POST /invoices/${invoice?.['number']}/void`)).toMatchObject({ state: 'void', item: null });
  expect(await done('aron', `GET /items/${item}`)).toMatchObject({ state: 'passed', buyer: null, hammer: null, current: null });
  expect(await done('cora', 'GET /me')).toMatchObject({ blocked: true });
  expect(await refused('cora', 'POST /items', { title: 'Vase' })).toBe('403 BLOCKED');
});

test('cancelling a sale releases its items and cancels their viewings', async () => {
  const { done, refused, offer, plan } = await house();
  const item = await offer();
  await plan('AB101', { day: day(5) });
  await done('eva', `POST /items/${item}/enter`, { code: 'AB101', lot: 3 });
  expect(await refused('cora', `POST /items/${item}/viewings`, { day: day(1) })).toBe('404 NOT_FOUND');
  expect(await refused('carl', `POST /items/${item}/viewings`, { day: day(1) })).toBe('409 NOT_SHOWN');
  await done('aron', 'POST /sales/AB101/publish');
  const viewing = await done('cora', `POST /items/${item}/viewings`, { day: day(5), guests: 2 });
  expect(viewing).toMatchObject({ item, slot: 'noon', guests: 2, state: 'booked' });
  expect(await refused('aron', 'POST /sales/AB101/unpublish')).toBe('409 BOOKED');
  expect(await refused('eva', `POST /viewings/${viewing['number']}/attend`)).toBe('409 TOO_EARLY');
  expect(await refused('aron', 'POST /sales/AB101/begin')).toBe('409 TOO_EARLY');
  expect(await done('aron', 'POST /sales/AB101/cancel')).toMatchObject({ state: 'cancelled', lots: [] });
  expect(await done('eva', `GET /viewings/${viewing['number']}`)).toMatchObject({ state: 'cancelled' });
  expect(await done('carl', `GET /items/${item}`)).toMatchObject({ state: 'agreed', sale: null, lot: null });
});

test('viewings follow their rules on days, slots and numbers', async () => {
  const { done, refused, offer, plan } = await house();
  const item = await offer();
  await plan('AB101', { day: day(5) });
  await done('eva', `POST /items/${item}/enter`, { code: 'AB101', lot: 3 });
  await done('aron', 'POST /sales/AB101/publish');
  const book = (body: Body): Promise<string> => refused('cora', `POST /items/${item}/viewings`, body);
  expect(await book({ day: day(-1) })).toBe('422 BAD_DAY');
  expect(await book({ day: day(6) })).toBe('422 AFTER_SALE');
  expect(await book({ day: day(1), guests: 7 })).toBe('422 BAD_GUESTS');
  expect(await book({ day: day(1), slot: 'night' })).toBe('422 INVALID');
  const { number } = await done('carl', `POST /items/${item}/viewings`, { day: day(1) });
  expect(await book({ day: day(1) })).toBe('409 OCCUPIED');
  await done('eva', `POST /viewings/${number}/cancel`);
  for (const slot of ['morning', 'noon', 'evening']) await done('cora', `POST /items/${item}/viewings`, { day: day(1), slot });
  expect(await book({ day: day(2) })).toBe('429 TOO_MANY');
});

test('new and changed sales follow their rules', async () => {
  const { done, refused, plan } = await house();
  await plan('AB101');
  await plan('AB102');
  const sale = { code: 'AB103', title: 'Autumn', day: day(0), capacity: 3, premium: 15 };
  expect(await refused('aron', 'POST /sales', sale)).toBe('409 PLACE_TAKEN');
  expect(await refused('aron', 'POST /sales', { ...sale, code: 'ab103' })).toBe('422 BAD_CODE');
  expect(await refused('aron', 'POST /sales', { ...sale, code: 'AB101' })).toBe('409 CONFLICT');
  expect(await refused('aron', 'POST /sales', { ...sale, place: 'online' })).toBe('422 BAD_PREMIUM');
  expect(await refused('aron', 'POST /sales', { ...sale, day: day(91) })).toBe('422 TOO_FAR');
  expect(await refused('eva', 'POST /sales', sale)).toBe('403 FORBIDDEN');
  expect(await done('aron', 'PATCH /sales/AB101', { place: 'online', premium: 12 })).toMatchObject({
    place: 'online',
    premium: 12,
    lots: [],
  });
  expect(await refused('aron', 'POST /sales/AB101/publish')).toBe('409 EMPTY_SALE');
  expect(await refused('carl', 'GET /sales/AB101')).toBe('404 NOT_FOUND');
});

test('estimates and reserves must match', async () => {
  const { done, refused, offer } = await house();
  const item = await offer('carl', 100);
  expect(await refused('eva', `PATCH /items/${item}`, { low: 90 })).toBe('422 BAD_RESERVE');
  expect(await refused('eva', `PATCH /items/${item}`, { high: 201 })).toBe('422 TOO_WIDE');
  expect(await refused('eva', `PATCH /items/${item}`, { high: 99 })).toBe('422 BAD_ESTIMATE');
  expect(await refused('eva', `PATCH /items/${item}`, { title: 'Chest' })).toBe('403 FORBIDDEN');
  expect(await refused('carl', `PATCH /items/${item}`, { title: 'Chest' })).toBe('403 FORBIDDEN');
  expect(await done('eva', `PATCH /items/${item}`, { low: 110 })).toMatchObject({ low: 110, high: 150, reserve: 100 });
});

test('lists are filtered, sorted and paged, and contain only what the person may see', async () => {
  const { ask, done, offer, plan } = await house();
  const [own, other] = [await offer('carl'), await offer('cora')];
  await plan('AB101');
  await done('eva', `POST /items/${other}/enter`, { code: 'AB101', lot: 2 });
  const numbers = async (who: string, query = ''): Promise<unknown[]> =>
    ((await done(who, `GET /items${query}`))['items'] as Body[]).map(({ number }) => number);
  expect(await numbers('carl')).toEqual([own]);
  expect(await numbers('eva')).toEqual([other, own]);
  expect(await numbers('eva', '?limit=1&offset=1')).toEqual([own]);
  expect(await numbers('eva', '?state=agreed&least=150&most=100&words=OAK')).toEqual([own]);
  expect(await numbers('cora', '?sale=AB101')).toEqual([]);
  expect((await ask(null, 'GET /items')).body).toEqual({ items: [], total: 0 });
  expect(await done('eva', 'GET /items?limit=1')).toMatchObject({ total: 2 });
});

test('accounts', async () => {
  const { ask, done, refused } = await house();
  const person = { name: 'Nora', email: 'Nora@example.com', password: 'pass-word', phone: '+49 1234' };
  expect((await ask(null, 'POST /people', person)).body['me']).toMatchObject({ role: 'customer', phone: '+49 1234', bond: 0 });
  expect(await refused(null, 'POST /people', { ...person, email: 'nora@EXAMPLE.com' })).toBe('409 CONFLICT');
  expect(await refused('carl', 'POST /people', person)).toBe('403 FORBIDDEN');
  expect(await refused('forged', 'GET /sales')).toBe('401 UNAUTHORIZED');
  expect(await refused('carl', 'PATCH /me', { phone: '12-34' })).toBe('422 BAD_PHONE');
  expect(await done('eva', 'GET /me')).toEqual({ number: 703, name: 'Eva Expert', role: 'expert', phone: null, blocked: false });
  await done('carl', 'DELETE /session');
  expect(await refused('carl', 'GET /me')).toBe('401 UNAUTHORIZED');
});

test('a fault is one switch', async () => {
  const right = await house();
  const wrong = await house('ownersBid');
  const bid = async ({ called, refused }: typeof right): Promise<string> =>
    refused('carl', `POST /items/${await called()}/bids`, { amount: 60 });
  expect(await bid(right)).toBe('403 OWN_ITEM');
  expect(await bid(wrong)).toBe('402 BOND_TOO_LOW');
});
