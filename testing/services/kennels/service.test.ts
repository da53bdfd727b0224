import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { KennelFault } from './faults.ts';
import { kennelService } from './service.ts';

/** The kennels with their people signed in, and helpers that lead stays on. */
async function kennels(fault: KennelFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => kennelService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, ['mona', 'vera', 'kim', 'kurt', 'olaf', 'olga']);
  await done('mona', 'POST /places', { code: 'DR1', species: 'dog', units: 1, rate: 30, note: 'Near the gate' });
  await done('mona', 'POST /places', { code: 'CR1', species: 'cat', units: 1, rate: 20.5 });
  const safe = { rabiesUntil: day(300), coughUntil: day(300) };
  const numberOf = async (who: string, call: string, body: Body): Promise<unknown> => (await done(who, call, body))['number'];
  const dog = (who: string, more: Body = {}) =>
    numberOf(who, 'POST /animals', { name: 'Rex', species: 'dog', build: 'small', ...safe, ...more });
  const cat = (who: string, name: string) => numberOf(who, 'POST /animals', { name, species: 'cat', rabiesUntil: day(300) });
  /** The number of a stay that is asked for. */
  const asked = (who: string, pet: unknown, arrival: number, departure: number, code = 'DR1') =>
    numberOf(who, 'POST /stays', { pet, code, arrival: day(arrival), departure: day(departure) });
  const confirmed = async (who: string, pet: unknown, arrival: number, departure: number): Promise<unknown> => {
    const stay = await asked(who, pet, arrival, departure);
    const { deposit } = await done('kim', `POST /stays/${stay}/confirm`);
    await done(who, `POST /stays/${stay}/deposit`, { amount: deposit });
    return stay;
  };
  const pass = (hours: number): void => {
    ahead += hours * 3_600_000;
  };
  return { ask, done, refused, dog, cat, asked, confirmed, pass };
}

test('a dog stays, is groomed, and its stay is paid and reviewed', async () => {
  const { done, refused, dog, confirmed } = await kennels();
  const stay = await confirmed('olaf', await dog('olaf'), 0, 3);
  await done('kim', `POST /stays/${stay}/begin`);
  const { number: grooming } = await done('olaf', `POST /stays/${stay}/tasks`, { kind: 'grooming', day: day(0) });
  expect(await refused('olaf', `POST /stays/${stay}/tasks`, { kind: 'grooming', day: day(0) })).toBe('409 ONCE_A_DAY');
  expect(await done('kim', `POST /tasks/${grooming}/finish`, { result: 'Brushed' })).toMatchObject({ keeper: 'Kim Keeper', state: 'done' });
  expect(await refused('kim', `POST /stays/${stay}/end`)).toBe('409 TASKS_DUE');
  const { tasks } = await done('kim', 'GET /tasks?kind=feeding');
  await done('kurt', `POST /tasks/${(tasks as Body[])[0]?.['number']}/finish`, {});
  expect(await done('mona', `POST /stays/${stay}/end`)).toMatchObject({ price: 90, deposited: 27, extras: 35, state: 'ended' });
  const { invoices, due } = await done('olaf', 'GET /invoices?state=open');
  expect(due).toBe(98);
  const number = (invoices as Body[])[0]?.['number'];
  expect(await refused('olaf', `POST /invoices/${number}/pay`, { amount: 98.01 })).toBe('422 BAD_AMOUNT');
  expect(await done('olaf', `POST /invoices/${number}/pay`, { amount: '98' })).toMatchObject({ state: 'settled', settledOn: day(0) });
  expect(await refused('olaf', `POST /stays/${stay}/review`, { rating: 6 })).toBe('422 BAD_RATING');
  await done('olaf', `POST /stays/${stay}/review`, { rating: 5 });
  expect(await refused('olaf', `POST /stays/${stay}/review`, { rating: 5 })).toBe('409 REVIEWED');
});

test('a stay begins with a deposit and with vaccinations only', async () => {
  const { done, refused, dog, asked } = await kennels();
  const rex = await dog('olaf', { coughUntil: day(2) });
  const stay = await asked('olaf', rex, 0, 3);
  expect(await refused('olaf', `POST /stays/${stay}/confirm`)).toBe('403 FORBIDDEN');
  expect(await done('kim', `POST /stays/${stay}/confirm`)).toMatchObject({ deposit: 27, free: 1 });
  expect(await refused('kim', `POST /stays/${stay}/begin`)).toBe('402 NO_DEPOSIT');
  await done('olaf', `POST /stays/${stay}/deposit`, { amount: 27 });
  expect(await refused('kim', `POST /stays/${stay}/begin`)).toBe('409 UNVACCINATED');
  await done('vera', `PATCH /animals/${rex}/health`, { coughUntil: day(3) });
  expect(await done('kim', `POST /stays/${stay}/begin`)).toMatchObject({ beganOn: day(0), tasks: [{ kind: 'feeding', keeper: null }] });
});

test('the waiting list moves up when a stay is cancelled, and when an offer lapses', async () => {
  const { done, refused, cat, asked, pass } = await kennels();
  const first = await asked('olaf', await cat('olaf', 'Tom'), 40, 50, 'CR1');
  expect(await refused('kim', `POST /stays/${first}/queue`)).toBe('409 NOT_FULL');
  await done('kim', `POST /stays/${first}/confirm`);
  const second = await asked('olga', await cat('olga', 'Mia'), 45, 47, 'CR1');
  const third = await asked('olga', await cat('olga', 'Leo'), 44, 46, 'CR1');
  expect(await refused('kim', `POST /stays/${second}/confirm`)).toBe('409 FULL');
  for (const stay of [second, third]) await done('kim', `POST /stays/${stay}/queue`);
  await done('olaf', `POST /stays/${first}/cancel`, { reason: 'No holiday' });
  expect(await refused('kim', `GET /stays/${first}`)).toBe('404 NOT_FOUND');
  expect(await done('olga', `GET /stays/${second}`)).toMatchObject({ state: 'offered' });
  expect(await done('olga', `GET /stays/${third}`)).toMatchObject({ state: 'waiting' });
  pass(48);
  expect(await done('olga', `GET /stays/${second}`)).toMatchObject({ state: 'cancelled', reason: 'Offer lapsed' });
  expect(await done('olga', `POST /stays/${third}/accept`)).toMatchObject({ state: 'confirmed', price: 41, deposit: 12.3 });
});

test('a late cancellation and a missed stay cost a fee', async () => {
  const { done, refused, dog, confirmed } = await kennels();
  const rex = await dog('olaf');
  const late = await confirmed('olaf', rex, 5, 9);
  expect(await done('olaf', `POST /stays/${late}/cancel`, {})).toMatchObject({ fee: 60, refund: 0 });
  expect(await done('olaf', 'GET /invoices')).toMatchObject({ invoices: [{ amount: 24 }], due: 24 });
  const early = await confirmed('olaf', rex, 14, 15);
  expect(await done('olaf', `POST /stays/${early}/cancel`, {})).toMatchObject({ fee: 0, refund: 9 });
  for (const misses of [1, 2]) {
    const stay = await confirmed('olaf', rex, 0, 1);
    await done('kim', `POST /stays/${stay}/miss`);
    expect(await done('olaf', 'GET /me')).toMatchObject({ misses, blocked: misses === 2 });
  }
  expect(await refused('olaf', 'POST /stays', { pet: rex, code: 'DR1', arrival: day(5), departure: day(6) })).toBe('403 BLOCKED');
});

test('a severe incident flags the animal, and only the manager confirms it again', async () => {
  const { done, refused, dog, asked, confirmed } = await kennels();
  const rex = await dog('olaf');
  const stay = await confirmed('olaf', rex, 0, 2);
  expect(await refused('kim', `POST /stays/${stay}/incidents`, { severity: 'severe', text: 'Bit' })).toBe('409 NOT_PRESENT');
  await done('kim', `POST /stays/${stay}/begin`);
  const { number } = await done('kim', `POST /stays/${stay}/incidents`, { severity: 'severe', text: 'Bit a keeper' });
  expect(await refused('kurt', `PATCH /incidents/${number}`, { severity: 'minor' })).toBe('404 NOT_FOUND');
  expect(await refused('kim', `PATCH /incidents/${number}`, { closed: true })).toBe('403 FORBIDDEN');
  expect(await refused('vera', `PATCH /incidents/${number}`, { closed: true })).toBe('422 UNTREATED');
  expect(await done('olaf', 'GET /incidents')).toEqual({
    incidents: [{ number, stay, animal: 'Rex', reporter: null, severity: 'severe', text: 'Bit a keeper', closed: false }],
    total: 1,
  });
  const next = await asked('olaf', rex, 5, 6);
  expect(await refused('kim', `POST /stays/${next}/confirm`)).toBe('403 FLAGGED');
  await done('mona', `POST /stays/${next}/confirm`);
});

test('visitors and owners see open places only, and no notes', async () => {
  const { ask, done, refused } = await kennels();
  expect((await ask(null, 'GET /places/DR1')).body).toEqual({ code: 'DR1', species: 'dog', rate: 30, roomy: false, open: true, guests: 0 });
  expect(await done('kim', 'GET /places/DR1')).toMatchObject({ units: 1, note: 'Near the gate' });
  expect(await refused('mona', 'DELETE /places/DR1')).toBe('403 FORBIDDEN');
  await done('mona', 'PATCH /places/DR1', { open: false });
  expect(await refused(null, 'GET /places/DR1')).toBe('404 NOT_FOUND');
  expect(await done('olaf', 'GET /places')).toMatchObject({ places: [{ code: 'CR1', rate: 20.5 }], total: 1 });
});

test('a session ends after 30 days', async () => {
  const { done, refused, pass } = await kennels();
  pass(719);
  await done('olaf', 'GET /me');
  pass(1);
  expect(await refused('olaf', 'GET /me')).toBe('401 UNAUTHORIZED');
});

test('a fault is one switch', async () => {
  const again = async (fault: KennelFault | null): Promise<string> => {
    const { refused, dog } = await kennels(fault);
    await dog('olaf');
    return refused('olaf', 'POST /animals', { name: 'Rex', species: 'dog', build: 'large' });
  };
  expect(await again(null)).toBe('409 NAME_TAKEN');
  expect(await again('namesMayRepeat')).toBe('201 undefined');
});
