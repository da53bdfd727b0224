import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { MuseumFault } from './faults.ts';
import { museumService } from './service.ts';

const people = ['rita', 'carl', 'carla', 'cora', 'colin', 'dora', 'berlin', 'bergen'];

/** The museum with its people signed in, and helpers that create works, loans and exhibitions. */
async function museum(fault: MuseumFault | null = null) {
  const { ask, done, refused } = await opened((now) => museumService(now, fault), people);
  const work = async (accession: string, more: Body = {}): Promise<string> => {
    const usual = { accession, title: 'Harbour', medium: 'oil', height: 40, width: 60, value: 30_000 };
    await done('rita', 'POST /works', { ...usual, ...more });
    return accession;
  };
  const numberOf = async (who: string): Promise<unknown> => (await done(who, 'GET /me'))['number'];
  const insure = async (who: string, cover: number): Promise<Body> => done('rita', `PATCH /contacts/${await numberOf(who)}`, { cover });
  const request = async (who: string, accession: string, starts = 10, ends = 60): Promise<unknown> =>
    (await done(who, `POST /works/${accession}/loans`, { starts: day(starts), ends: day(ends) }))['number'];
  const approved = async (who: string, accession: string, starts?: number, ends?: number): Promise<unknown> => {
    const number = await request(who, accession, starts, ends);
    await done('dora', `POST /loans/${number}/approve`);
    return number;
  };
  const send = async (loan: unknown, direction: string, crate = 'climate'): Promise<unknown> => {
    const plan = { direction, day: day(0), courier: `Ana ${loan}`, crate };
    const { number } = await done('rita', `POST /loans/${loan}/transports`, plan);
    await done('rita', `POST /transports/${number}/depart`);
    return number;
  };
  const show = async (room: string, opens = 0, closes = 30, who = 'carl'): Promise<unknown> =>
    (await done(who, 'POST /exhibitions', { title: 'Form', room, opens: day(opens), closes: day(closes) }))['number'];
  return { ask, done, refused, work, numberOf, insure, request, approved, send, show };
}

test('a loan is approved within the limits of the curator and of the insurance', async () => {
  const { done, refused, work, insure, request } = await museum();
  await work('1931.4', { medium: 'paper', value: 50_000.5 });
  expect(await refused('berlin', 'POST /works/1931.4/loans', { starts: day(4), ends: day(9) })).toBe('422 TOO_SOON');
  expect(await refused('berlin', 'POST /works/1931.4/loans', { starts: day(9), ends: day(9) })).toBe('422 REVERSED');
  const number = await request('berlin', '1931.4');
  expect(await done('berlin', `GET /loans/${number}`)).toMatchObject({ fee: 650.01, state: 'requested', borrower: 'Berlin Museum' });
  expect((await done('carl', `GET /loans/${number}`))['fee']).toBeUndefined();
  expect(await refused('carl', `POST /loans/${number}/approve`)).toBe('403 NEEDS_DIRECTOR');
  await insure('berlin', 50_000);
  expect(await refused('dora', `POST /loans/${number}/approve`)).toBe('402 UNDERINSURED');
  expect(await insure('berlin', 50_000.5)).toMatchObject({ cover: 50_000.5 });
  const approved = await done('dora', `POST /loans/${number}/approve`);
  expect(approved).toMatchObject({ state: 'approved', decidedAt: '2026-03-02T10:00:00.000Z' });
  expect(await refused('dora', `POST /loans/${number}/approve`)).toBe('409 CONFLICT');
});

test('a work travels there and back, rests, and damage suspends the borrower', async () => {
  const { done, refused, work, insure, approved, send } = await museum();
  await insure('berlin', 100_000);
  const loan = await approved('berlin', await work('1931.4', { medium: 'paper' }));
  const plan = { direction: 'back', day: day(0), courier: 'Ana', crate: 'climate' };
  expect(await refused('rita', `POST /loans/${loan}/transports`, plan)).toBe('409 NOT_DUE');
  expect(await refused('rita', `POST /loans/${loan}/transports`, { ...plan, direction: 'out', crate: 'large' })).toBe('422 WRONG_CRATE');
  await done('rita', `POST /transports/${await send(loan, 'out')}/deliver`);
  expect(await done('rita', `GET /loans/${loan}`)).toMatchObject({ state: 'out', leftAs: 'good' });
  expect(await done('rita', 'GET /works/1931.4')).toMatchObject({ state: 'on loan' });
  const back = await send(loan, 'back');
  await done('rita', 'POST /works/1931.4/reports', { condition: 'poor', findings: 'Torn along the upper edge.' });
  await done('rita', `POST /transports/${back}/deliver`);
  expect(await done('rita', 'GET /works/1931.4')).toMatchObject({ state: 'stored', condition: 'poor', restUntil: day(90) });
  expect(await done('berlin', 'GET /me')).toMatchObject({ suspended: true });
  expect(await refused('berlin', 'POST /works/1931.4/loans', { starts: day(9), ends: day(20) })).toBe('403 SUSPENDED');
  expect(await refused('bergen', 'POST /works/1931.4/loans', { starts: day(99), ends: day(120) })).toBe('409 FRAGILE');
  const { transports } = await done('berlin', `GET /loans/${loan}`);
  expect((transports as Body[]).map(({ direction, courier }) => [direction, courier])).toEqual([
    ['out', undefined],
    ['back', undefined],
  ]);
});

test('transports follow their rules', async () => {
  const { done, refused, work, insure, approved } = await museum();
  await insure('berlin', 2_000_000);
  const first = await approved('berlin', await work('1950.1', { value: 600_000, width: 101 }), 14);
  const second = await approved('berlin', await work('1950.2', { value: 400_001 }), 15);
  const plan = (more: Body = {}): Body => ({ direction: 'out', day: day(0), courier: 'Ana', ...more });
  const refusal = (loan: unknown, more: Body = {}): Promise<string> => refused('rita', `POST /loans/${loan}/transports`, plan(more));
  expect(await refusal(first, { crate: 'small' })).toBe('422 WRONG_CRATE');
  expect(await refusal(first, { day: day(-1) })).toBe('422 PAST');
  expect(await done('rita', `POST /loans/${first}/transports`, plan())).toMatchObject({ crate: 'large', courier: 'Ana', loan: first });
  expect(await refusal(first, { courier: 'Bo' })).toBe('409 PLANNED_ALREADY');
  expect(await refusal(second)).toBe('422 TOO_SOON');
  expect(await refusal(second, { day: day(1) })).toBe('201 undefined');
  const third = await approved('berlin', await work('1950.3', { value: 400_001 }), 14);
  expect(await refusal(third)).toBe('409 COURIER_BUSY');
  expect(await refusal(third, { courier: 'Bo' })).toBe('409 TOO_VALUABLE');
});

test('a borrower has three loans at most, and no two have a work at the same time', async () => {
  const { done, refused, work, insure, request, approved } = await museum();
  await insure('berlin', 100_000);
  await insure('bergen', 100_000);
  await approved('berlin', await work('1888.1'), 10, 20);
  const other = await request('bergen', '1888.1', 19, 40);
  expect(await refused('dora', `POST /loans/${other}/approve`)).toBe('409 LENT_THEN');
  await approved('bergen', '1888.1', 20, 40);
  for (const starts of [50, 90]) await request('berlin', '1888.1', starts, starts + 9);
  expect(await refused('berlin', 'POST /works/1888.1/loans', { starts: day(200), ends: day(220) })).toBe('409 TOO_MANY');
  expect(await refused('carl', `POST /loans/${other}/decline`, { answer: ' ' })).toBe('422 BLANK');
  expect(await done('carl', `POST /loans/${other}/decline`, { answer: 'Taken' })).toMatchObject({ answer: 'Taken', state: 'declined' });
});

test('a loan is withdrawn a week before, with its transports', async () => {
  const { done, refused, work, insure, request, approved } = await museum();
  await insure('berlin', 100_000);
  const late = await request('berlin', await work('1888.1'), 6, 20);
  expect(await refused('berlin', `POST /loans/${late}/withdraw`)).toBe('409 TOO_LATE');
  const loan = await approved('berlin', await work('1888.2'), 7, 20);
  await done('rita', `POST /loans/${loan}/transports`, { direction: 'out', day: day(0), courier: 'Ana' });
  expect(await refused('bergen', `POST /loans/${loan}/withdraw`)).toBe('404 NOT_FOUND');
  const withdrawn = await done('berlin', `POST /loans/${loan}/withdraw`);
  expect(withdrawn).toMatchObject({ state: 'withdrawn', transports: [{ state: 'cancelled' }] });
  expect(await refused('carl', `GET /loans/${loan}`)).toBe('404 NOT_FOUND');
});

test('works are selected for a room that suits them', async () => {
  const { done, refused, work, show } = await museum();
  const [cabinet, hall] = [await show('cabinet'), await show('hall')];
  await work('1950.1', { height: 251 });
  await work('1950.2', { medium: 'textile', value: 900 });
  const select = (accession: string, number: unknown, who = 'carl'): Promise<string> =>
    refused(who, `POST /exhibitions/${number}/works`, { accession });
  expect(await select('1950.1', cabinet)).toBe('422 TOO_HIGH');
  expect(await select('1950.2', hall)).toBe('409 CLIMATE');
  expect(await select('1950.2', cabinet, 'carla')).toBe('403 NOT_YOURS');
  expect(await refused('carl', `POST /exhibitions/${cabinet}/inaugurate`)).toBe('409 EMPTY');
  expect(await select('1950.2', cabinet)).toBe('200 undefined');
  expect(await select('1950.2', cabinet)).toBe('409 CONFLICT');
  expect(await refused('carl', `PATCH /exhibitions/${cabinet}`, { room: 'gallery' })).toBe('409 CLIMATE');
  expect(await refused('rita', 'PATCH /works/1950.2', { height: 251 })).toBe('422 TOO_HIGH');
  for (const accession of ['1960.1', '1960.2']) expect(await select(await work(accession), cabinet)).toBe('200 undefined');
  expect(await select(await work('1960.3'), cabinet)).toBe('409 FULL');
  await work('1970.1', { value: 2_000_000 });
  await work('1970.2', { value: 500_001 });
  expect(await select('1970.1', hall)).toBe('200 undefined');
  expect(await select('1970.2', hall)).toBe('409 TOO_VALUABLE');
  await done('carl', `DELETE /exhibitions/${hall}/works/1970.1`);
  expect(await refused('carl', `DELETE /exhibitions/${hall}/works/1970.1`)).toBe('404 NOT_FOUND');
  expect(await done('rita', `GET /exhibitions/${cabinet}`)).toMatchObject({ worth: 60_900, places: 3, curator: 'Carl Curator' });
});

test('an exhibition shows its works, and delicate ones rest afterwards', async () => {
  const { ask, done, refused, work, show } = await museum();
  await work('1950.2', { medium: 'paper' });
  const number = await show('cabinet');
  expect(await refused('carla', 'POST /exhibitions', { title: 'Late', room: 'cabinet', opens: day(29), closes: day(40) })).toBe(
    '409 ROOM_TAKEN',
  );
  await done('carl', `POST /exhibitions/${number}/works`, { accession: '1950.2' });
  expect((await ask(null, `GET /exhibitions/${number}`)).status).toBe(404);
  expect((await ask(null, 'GET /works/1950.2')).body['exhibition']).toBeNull();
  await done('carl', `POST /exhibitions/${number}/inaugurate`);
  expect((await ask(null, `GET /exhibitions?on=${day(0)}`)).body).toMatchObject({ exhibitions: [{ works: ['1950.2'] }], total: 1 });
  expect((await ask(null, 'GET /works/1950.2')).body).toMatchObject({ exhibition: 'Form', state: 'on show' });
  await done('dora', `POST /exhibitions/${number}/finish`);
  expect(await done('cora', 'GET /works/1950.2')).toMatchObject({ exhibition: null, state: 'stored', restUntil: day(90) });
  const next = await show('cabinet', 89, 120);
  expect(await refused('carl', `POST /exhibitions/${next}/works`, { accession: '1950.2' })).toBe('409 RESTING');
  expect(await refused('carl', `POST /exhibitions/${next}/inaugurate`)).toBe('409 EMPTY');
  expect(await done('carl', `POST /exhibitions/${next}/cancel`)).toMatchObject({ state: 'cancelled' });
});

test('a treatment takes a work out of store and reports its condition', async () => {
  const { done, refused, work } = await museum();
  await work('1888.7');
  const treat = (more: Body): Promise<string> => refused('cora', 'POST /works/1888.7/treatments', { aim: 'Sky', hours: 41, ...more });
  expect(await treat({ method: 'washing' })).toBe('422 UNSUITABLE');
  expect(await treat({ method: 'retouching' })).toBe('422 BAD_HOURS');
  const { number } = await done('cora', 'POST /works/1888.7/treatments', { aim: 'Sky', hours: 20 });
  expect(await treat({})).toBe('409 BEING_TREATED');
  expect(await refused('colin', `POST /treatments/${number}/begin`)).toBe('403 FORBIDDEN');
  await done('cora', `POST /treatments/${number}/begin`);
  expect(await done('cora', 'GET /works/1888.7')).toMatchObject({ state: 'in treatment' });
  expect(await refused('cora', `POST /treatments/${number}/finish`, { result: 'fair', spent: 21 })).toBe('422 BAD_SPENT');
  const finished = await done('cora', `POST /treatments/${number}/finish`, { result: 'fair', spent: 20 });
  expect(finished).toMatchObject({ state: 'done', spent: 20, conservator: 'Cora Conservator' });
  expect(await done('cora', 'GET /works/1888.7')).toMatchObject({ state: 'stored', condition: 'fair' });
  expect((await done('carl', 'GET /treatments?method=cleaning'))['treatments']).toMatchObject([{ conservator: null, result: 'fair' }]);
});

test('poor works are explained and dropped', async () => {
  const { done, refused, work, show } = await museum();
  await work('1888.7');
  const number = await show('hall');
  await done('carl', `POST /exhibitions/${number}/works`, { accession: '1888.7' });
  const report = { condition: 'poor', findings: 'It flakes in places.' };
  expect(await refused('cora', 'POST /works/1888.7/reports', { ...report, findings: 'It flakes in place.' })).toBe('422 EXPLAIN');
  await done('cora', 'POST /works/1888.7/reports', report);
  expect(await refused('cora', 'POST /works/1888.7/reports', report)).toBe('409 REPORTED');
  const { reports, ...rest } = await done('carl', 'GET /works/1888.7');
  expect(rest).toMatchObject({ state: 'stored', exhibition: null, condition: 'poor' });
  expect(reports).toEqual([{ number: expect.any(Number), author: null, condition: 'poor', made: day(0) }]);
  expect(await refused('carl', `POST /exhibitions/${number}/works`, { accession: '1888.7' })).toBe('409 FRAGILE');
});

test('the director takes works out of the collection that are promised to no one', async () => {
  const { ask, done, refused, work, request } = await museum();
  await work('1888.7');
  const loan = await request('berlin', '1888.7');
  expect(await refused('dora', 'POST /works/1888.7/deaccession', { reason: 'Copy' })).toBe('409 PROMISED');
  await done('berlin', `POST /loans/${loan}/withdraw`);
  expect(await done('dora', 'POST /works/1888.7/deaccession', { reason: 'Copy' })).toMatchObject({
    state: 'deaccessioned',
    reason: 'Copy',
  });
  expect((await ask(null, 'GET /works/1888.7')).status).toBe(404);
  expect(await done('berlin', `GET /loans/${loan}`)).toMatchObject({ work: null });
  expect(await refused('cora', 'POST /works/1888.7/treatments', { aim: 'Sky', hours: 2 })).toBe('410 GONE');
  expect(await refused('rita', 'DELETE /works/1888.7')).toBe('403 FORBIDDEN');
});

test('the catalogue follows its rules and hides what is not for everyone', async () => {
  const { ask, done, refused, work } = await museum();
  await work('1950.1', { note: 'Heavy', value: 10 });
  await work('1950.2', { title: 'Red square', value: 20.25 });
  const more = { title: 'T', medium: 'oil', height: 600, width: 400, value: 1 };
  expect(await refused('rita', 'POST /works', { ...more, accession: '1950.1' })).toBe('409 CONFLICT');
  expect(await refused('rita', 'POST /works', { ...more, accession: '1950.01' })).toBe('422 BAD_ACCESSION');
  expect(await refused('rita', 'POST /works', { ...more, accession: '1950.3', width: 401 })).toBe('422 TOO_LARGE');
  expect(await refused('rita', 'POST /works', { ...more, accession: '1950.3', value: 1.234 })).toBe('422 INVALID');
  const shown = async (who: string): Promise<unknown> =>
    ((await done(who, 'GET /works'))['works'] as Body[]).map(({ accession }) => accession);
  expect(await shown('rita')).toEqual(['1950.2', '1950.1']);
  expect(await shown('berlin')).toEqual(['1950.1', '1950.2']);
  expect((await ask(null, 'GET /works?worth=1')).body['total']).toBe(0);
  expect((await done('carl', 'GET /works?worth=20.25'))['total']).toBe(1);
  expect((await done('carl', 'GET /works?words=RED'))['total']).toBe(1);
  expect((await done('carl', 'GET /works/1950.1'))['note']).toBeUndefined();
  await done('rita', 'DELETE /works/1950.1');
  expect(await refused('rita', 'GET /works/1950.1')).toBe('404 NOT_FOUND');
});

test('contacts are changed only by those who may', async () => {
  const { refused, done, numberOf } = await museum();
  const berlin = await numberOf('berlin');
  expect(await refused('rita', `PATCH /contacts/${berlin}`, { suspended: true })).toBe('403 FORBIDDEN');
  expect(await refused('rita', `PATCH /contacts/${berlin}`, {})).toBe('403 FORBIDDEN');
  expect(await refused('rita', `PATCH /contacts/${berlin}`, { cover: -1 })).toBe('422 BAD_COVER');
  expect(await refused('dora', `PATCH /contacts/${await numberOf('carl')}`, { suspended: true })).toBe('403 FORBIDDEN');
  expect(await done('dora', `PATCH /contacts/${berlin}`, { suspended: true })).toMatchObject({ suspended: true, cover: 0 });
  expect((await done('carl', 'GET /contacts?suspended=true'))['contacts']).toMatchObject([{ name: 'Berlin Museum' }]);
  expect((await done('carl', 'GET /contacts?covered=0'))['total']).toBe(0);
});

test('a fault is one switch', async () => {
  const second = async (fault: MuseumFault | null): Promise<string> => {
    const { done, refused, work } = await museum(fault);
    await done('cora', `POST /works/${await work('1888.7')}/reports`, { condition: 'fair', findings: 'Dusty' });
    return refused('cora', 'POST /works/1888.7/reports', { condition: 'fair', findings: 'Dusty' });
  };
  expect(await second(null)).toBe('409 REPORTED');
  expect(await second('reportedTwice')).toBe('201 undefined');
});
