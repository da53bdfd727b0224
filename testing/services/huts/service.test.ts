import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { HutFault } from './faults.ts';
import { hutService } from './service.ts';

/** A club with an open season, and steps that several tests need. */
async function club(fault: HutFault | null = null) {
  let passed = 0;
  const names = ['gus', 'greta', 'mia', 'max', 'will', 'wanda', 'olga'];
  const { ask, done, refused } = await opened((now) => hutService(() => now() + passed, fault), names);
  const wait = (hours: number): void => {
    passed += hours * 3_600_000;
  };
  const planned = async (hut = 'STE', more: Body = {}): Promise<unknown> => {
    const season = { kind: 'summer', starts: day(0), ends: day(100), bedPrice: 40, mattressPrice: 25, ...more };
    return (await done('olga', `POST /huts/${hut}/seasons`, season))['number'];
  };
  const season = async (hut = 'STE', more: Body = {}): Promise<unknown> => {
    const number = await planned(hut, more);
    await done('olga', `POST /seasons/${number}/publish`);
    return number;
  };
  const stay = { kind: 'bed', arrival: day(1), nights: 2, people: 2 };
  const requested = async (who: string, at: unknown, more: Body = {}): Promise<unknown> =>
    (await done(who, `POST /seasons/${at}/reservations`, { ...stay, ...more }))['number'];
  const confirmed = async (who: string, at: unknown, more: Body = {}): Promise<unknown> => {
    const number = await requested(who, at, more);
    await done('olga', `POST /reservations/${number}/confirm`);
    return number;
  };
  const delivered = async (amount: number): Promise<void> => {
    const delivery = { goods: 'food', way: 'helicopter', amount, day: day(0), cost: 90 };
    const { number } = await done('olga', 'POST /huts/STE/deliveries', delivery);
    await done('olga', `POST /deliveries/${number}/send`);
    await done('will', `POST /deliveries/${number}/receive`, { received: amount });
  };
  return { ask, done, refused, wait, planned, season, stay, requested, confirmed, delivered };
}

test('a guest asks, pays, arrives, eats and leaves', async () => {
  const { done, refused, wait, season, requested, delivered } = await club();
  const number = await requested('gus', await season(), { arrival: day(0), remark: 'Late' });
  expect(await refused('gus', `POST /reservations/${number}/confirm`)).toBe('403 FORBIDDEN');
  expect(await refused('wanda', `POST /reservations/${number}/confirm`)).toBe('404 NOT_FOUND');
  expect(await refused('gus', `POST /reservations/${number}/orders`, { meal: 'dinner', day: day(1), count: 1 })).toBe('409 NOT_COMING');
  expect(await done('will', `POST /reservations/${number}/confirm`)).toMatchObject({ price: 160, confirmedOn: day(0), note: null });
  expect(await refused('will', `POST /reservations/${number}/arrive`)).toBe('402 UNPAID');
  expect(await refused('gus', `POST /reservations/${number}/pay`, { amount: 161 })).toBe('422 BAD_AMOUNT');
  await done('gus', `POST /reservations/${number}/pay`, { amount: 160 });
  await done('will', `POST /reservations/${number}/arrive`);
  expect(await refused('gus', `POST /reservations/${number}/orders`, { meal: 'dinner', day: day(0), count: 2 })).toBe('409 TOO_LATE');
  const { number: order } = await done('will', `POST /reservations/${number}/orders`, { meal: 'dinner', day: day(0), count: 2 });
  expect(await refused('will', `POST /reservations/${number}/leave`)).toBe('409 OPEN_ORDERS');
  expect(await refused('will', `POST /orders/${order}/serve`)).toBe('409 NO_FOOD');
  await delivered(300);
  expect(await done('will', `POST /orders/${order}/serve`)).toMatchObject({ price: 44, state: 'served' });
  expect(await done('will', 'GET /huts/STE')).toMatchObject({ stock: 298 });
  expect(await refused('will', `POST /reservations/${number}/leave`)).toBe('402 UNPAID');
  await done('gus', `POST /reservations/${number}/pay`, { amount: 44 });
  wait(48);
  await done('will', `POST /reservations/${number}/leave`);
  expect(await done('gus', `GET /reservations/${number}`)).toEqual({
    ...{ number, season: expect.any(Number), person: 'Gus Guest', kind: 'bed', arrival: day(0), nights: 2, people: 2, departure: day(2) },
    ...{ remark: 'Late', reason: null, price: 160, meals: 44, paid: 204, fee: 0, refund: 0, state: 'left' },
    ...{ confirmedOn: day(0), arrivedOn: day(0), leftOn: day(2), orders: [expect.objectContaining({ number: order, remark: null })] },
  });
});

test('members pay less and book earlier, and places run out', async () => {
  const { done, refused, planned, stay, requested } = await club();
  const number = await planned('GIP');
  expect(await refused('gus', `POST /seasons/${number}/reservations`, stay)).toBe('404 NOT_FOUND');
  const held = await requested('mia', number, { people: 5 });
  expect(await refused('max', `POST /seasons/${number}/reservations`, stay)).toBe('409 FULL');
  expect(await refused('mia', `POST /seasons/${number}/reservations`, { ...stay, kind: 'mattress' })).toBe('409 TWO_PLACES');
  await requested('max', number, { people: 1 });
  expect(await done('wanda', `POST /reservations/${held}/confirm`)).toMatchObject({ price: 240 });
  await done('olga', `POST /seasons/${number}/publish`);
  expect(await refused('gus', `POST /seasons/${number}/reservations`, { ...stay, arrival: day(91) })).toBe('422 TOO_EARLY');
  expect(await refused('gus', `POST /seasons/${number}/reservations`, { ...stay, people: 7 })).toBe('422 GROUP_TOO_LARGE');
  expect(await refused('gus', `POST /seasons/${number}/reservations`, { ...stay, arrival: day(90), nights: 11 })).toBe('422 OUT_OF_SEASON');
  expect(await refused('olga', `POST /seasons/${number}/close`)).toBe('409 IN_USE');
  expect((await done('wanda', `GET /seasons/${number}`))['booked']).toBe(1);
  expect(await done('gus', `GET /seasons/${number}`)).not.toHaveProperty('booked');
});

test('who cancels late pays a part, and who does not come is barred', async () => {
  const { done, refused, wait, season, stay, confirmed } = await club();
  const at = await season();
  const late = await confirmed('gus', at, { arrival: day(6) });
  await done('gus', `POST /reservations/${late}/pay`, { amount: 100 });
  expect(await done('gus', `POST /reservations/${late}/cancel`)).toMatchObject({ fee: 48, refund: 52, paid: 100 });
  const early = await confirmed('gus', at, { arrival: day(7) });
  await done('gus', `POST /reservations/${early}/pay`, { amount: 100 });
  expect(await done('gus', `POST /reservations/${early}/cancel`)).toMatchObject({ fee: 0, refund: 100 });
  const stays = [await confirmed('gus', at, { arrival: day(0), nights: 1 }), await confirmed('gus', at, { nights: 1 })];
  expect(await refused('will', `POST /reservations/${stays[0]}/no-show`)).toBe('409 NOT_YET');
  wait(48);
  for (const number of stays)
    expect(await done('will', `POST /reservations/${number}/no-show`)).toMatchObject({ fee: 80, state: 'missed' });
  expect(await refused('gus', `POST /seasons/${at}/reservations`, stay)).toBe('403 BARRED');
  const { people } = await done('olga', 'GET /people?barred=true');
  expect(people).toMatchObject([{ name: 'Gus Guest', noShows: 2 }]);
  const [gus] = (people as Body[]).map(({ number }) => number);
  expect(await refused('olga', `PATCH /people/${gus}`, { role: 'warden' })).toBe('403 FORBIDDEN');
  expect(await done('olga', `PATCH /people/${gus}`, { role: 'member', barred: false })).toMatchObject({ role: 'member', noShows: 2 });
});

test('requests lapse after three days, and a season ends at noon', async () => {
  const { done, refused, wait, season, requested } = await club();
  const at = await season('STE', { ends: day(5) });
  const first = await requested('gus', at, { arrival: day(3) });
  wait(71);
  expect(await done('gus', `GET /reservations/${first}`)).toMatchObject({ state: 'requested', season: at });
  wait(1);
  expect(await done('gus', `GET /reservations/${first}`)).toMatchObject({ state: 'lapsed' });
  const second = await requested('gus', at, { arrival: day(4), nights: 1 });
  wait(49);
  expect((await done('gus', `GET /seasons/${at}`))['state']).toBe('open');
  wait(1);
  expect(await done('gus', `GET /reservations/${second}`)).toMatchObject({ state: 'lapsed', season: null });
  expect(await refused('gus', `GET /seasons/${at}`)).toBe('404 NOT_FOUND');
});

test('danger closes a hut until the last one is repaired', async () => {
  const { done, refused, season, stay } = await club();
  const at = await season();
  const report = async (who: string, title: string): Promise<unknown> =>
    (await done(who, 'POST /huts/STE/damages', { title, severity: 'minor' }))['number'];
  const numbers = [await report('mia', 'Roof'), await report('will', 'Stair')];
  expect(await refused('max', 'POST /huts/STE/damages', { title: 'Roof', severity: 'minor' })).toBe('409 KNOWN');
  expect(await refused('wanda', 'POST /huts/STE/damages', { title: 'Roof', severity: 'minor' })).toBe('403 FORBIDDEN');
  expect(await refused('max', `GET /damages/${numbers[0]}`)).toBe('404 NOT_FOUND');
  for (const number of numbers) await done('olga', `POST /damages/${number}/accept`, { severity: 'danger' });
  expect(await done('max', `GET /damages/${numbers[1]}`)).toEqual({
    ...{ number: numbers[1], hut: 'STE', title: 'Stair', severity: 'danger', repairedOn: null, state: 'accepted', reporter: null },
  });
  expect(await refused('gus', `POST /seasons/${at}/reservations`, stay)).toBe('409 HUT_CLOSED');
  await done('will', `POST /damages/${numbers[0]}/repair`, { cost: 10 });
  expect(await done('gus', 'GET /huts/STE')).toMatchObject({ closed: true, damages: 0, seasons: [at] });
  await done('will', `POST /damages/${numbers[1]}/repair`, { cost: 10 });
  expect(await done('gus', 'GET /huts/STE')).toMatchObject({ closed: false });
  expect(await done('olga', `POST /damages/${numbers[1]}/reopen`)).toMatchObject({ state: 'accepted', cost: null, repairedOn: day(0) });
});

test('people see what is theirs', async () => {
  const { ask, done, refused, season, confirmed } = await club();
  const number = await confirmed('gus', await season());
  expect((await ask(null, 'GET /reservations')).status).toBe(401);
  expect(await done('greta', 'GET /reservations')).toEqual({ reservations: [], total: 0 });
  expect(await refused('greta', `GET /reservations/${number}`)).toBe('404 NOT_FOUND');
  expect(await refused('will', `PATCH /reservations/${number}`, { people: 1 })).toBe('403 FORBIDDEN');
  await done('will', `PATCH /reservations/${number}`, { note: 'Loud' });
  expect(await done('gus', `GET /reservations/${number}`)).not.toHaveProperty('note');
  expect(await done('gus', 'GET /huts?words=wood')).toEqual({ huts: [], total: 0 });
  expect(await done('mia', 'GET /huts?words=wood')).toMatchObject({ total: 1, huts: [{ note: 'Wood is behind the house' }] });
  expect(await done('wanda', 'GET /huts/STE')).not.toHaveProperty('keyCode');
  expect(await refused('wanda', 'PATCH /huts/STE', { note: 'Mine' })).toBe('403 FORBIDDEN');
  expect(await refused('will', 'PATCH /huts/STE', { beds: 13 })).toBe('403 FORBIDDEN');
  expect(await done('will', 'PATCH /huts/STE', { closed: true })).toMatchObject({ closed: true, keyCode: '4711' });
});

test('a fault is one switch', async () => {
  const price = async (fault: HutFault | null): Promise<unknown> => {
    const { done, season, requested } = await club(fault);
    const number = await requested('mia', await season());
    return (await done('will', `POST /reservations/${number}/confirm`))['price'];
  };
  expect(await price(null)).toBe(96);
  expect(await price('membersPayAll')).toBe(160);
});
