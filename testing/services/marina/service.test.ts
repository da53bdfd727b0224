import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import { marinaService } from './service.ts';

const gull = 'SE-1204';
const tern = 'NO-881';

/** The marina with its people signed in, and helpers that lead stays and jobs on. */
async function marina() {
  const steps = await opened((now) => marinaService(now), ['sven', 'siri', 'dora', 'dan', 'hugo'], '/api');
  const { done } = steps;
  const stay = async (more: Body = {}, who = 'sven'): Promise<unknown> =>
    (await done(who, 'POST /stays', { registration: gull, arrives: day(0), leaves: day(2), ...more }))['number'];
  const confirmed = async (code = 'A1', more: Body = {}): Promise<unknown> => {
    const number = await stay(more);
    await done('hugo', `POST /stays/${number}/confirm`, { code });
    return number;
  };
  const moored = async (code = 'A1'): Promise<unknown> => {
    const number = await confirmed(code);
    await done('dora', `POST /stays/${number}/arrive`);
    return number;
  };
  const job = async (tasks: readonly Body[] = [{ kind: 'wash', hours: 2 }]): Promise<unknown> =>
    (await done('sven', 'POST /jobs', { registration: gull, wishedOn: day(1), tasks }))['number'];
  const planned = async (tasks?: readonly Body[]): Promise<unknown> => {
    const number = await job(tasks);
    await done('hugo', `POST /jobs/${number}/accept`, { plannedOn: day(0), email: 'dora@example.com' });
    return number;
  };
  return { ...steps, stay, confirmed, moored, job, planned };
}

test('a boat comes, uses electricity, pays and leaves', async () => {
  const { ask, done, refused, stay } = await marina();
  const number = await stay({ persons: 3 });
  expect(await done('sven', `GET /stays/${number}`)).toMatchObject({
    status: 'requested',
    berthing: null,
    total: null,
    tax: 7.2,
    nights: 2,
  });
  expect(await refused('dora', `POST /stays/${number}/arrive`)).toBe('404 NOT_FOUND');
  expect(await refused('hugo', `POST /stays/${number}/confirm`, { code: 'A3' })).toBe('409 BERTH_CLOSED');
  expect(await refused('hugo', `POST /stays/${number}/confirm`, { code: 'B1' })).toBe('409 BOAT_TOO_BIG');
  await done('hugo', `POST /stays/${number}/confirm`, { code: 'A1' });
  await done('dora', `POST /stays/${number}/arrive`);
  expect(await done('sven', 'GET /berths/A1')).toMatchObject({ occupied: true });
  const charge = await done('dora', `POST /stays/${number}/charges`, { kind: 'electricity', quantity: 12, price: 0.45 });
  expect(charge).toMatchObject({ amount: 5.4, by: 'Dora Dockhand', job: null });
  expect(await refused('dora', `POST /stays/${number}/depart`)).toBe('409 NOT_SETTLED');
  expect(await done('dora', `POST /stays/${number}/settle`)).toMatchObject({ berthing: 49, extras: 5.4, paid: 61.6, balance: 0 });
  expect(await refused('dora', `POST /stays/${number}/settle`)).toBe('409 NOTHING_TO_PAY');
  expect(await done('dora', `POST /stays/${number}/depart`)).toMatchObject({ status: 'departed' });
  expect((await ask('sven', `GET /boats/${gull}`)).body).toMatchObject({ visits: 1 });
  expect(await refused('dora', `DELETE /charges/${charge['number']}`)).toBe('409 STAY_NOT_OPEN');
});

test('a week has a discount, and a berth holds one boat at a time', async () => {
  const { done, refused, confirmed, stay } = await marina();
  const number = await confirmed('A1', { leaves: day(7) });
  expect(await done('sven', `GET /stays/${number}`)).toMatchObject({ berthing: 145.78, tax: 16.8, total: 162.58 });
  const other = await stay({ registration: tern, arrives: day(6), leaves: day(9) }, 'siri');
  expect(await refused('hugo', `POST /stays/${other}/confirm`, { code: 'A1' })).toBe('409 BERTH_TAKEN');
  await done('siri', `PATCH /stays/${other}`, { arrives: day(7) });
  expect(await done('hugo', `POST /stays/${other}/confirm`, { code: 'A1' })).toMatchObject({ status: 'confirmed', berth: 'A1' });
  expect(await refused('siri', `PATCH /stays/${other}`, { persons: 4 })).toBe('403 FORBIDDEN');
  expect(await refused('sven', 'POST /stays', { registration: gull, arrives: day(1), leaves: day(3) })).toBe('409 BOAT_ELSEWHERE');
  expect(await refused('sven', `POST /stays/${number}/cancel`)).toBe('409 TOO_LATE_TO_CANCEL');
  expect(await done('siri', `POST /stays/${other}/cancel`)).toMatchObject({ status: 'cancelled' });
});

test('work on a boat is done while it lies here, and is paid with its stay', async () => {
  const { done, refused, moored, planned } = await marina();
  const number = await planned([{ kind: 'lift' }, { kind: 'wash', hours: 2 }]);
  expect(await refused('dan', `POST /jobs/${number}/start`)).toBe('404 NOT_FOUND');
  expect(await refused('dora', `POST /jobs/${number}/start`)).toBe('409 BOAT_NOT_HERE');
  expect(await refused('sven', `POST /jobs/${number}/withdraw`)).toBe('409 TOO_LATE_TO_WITHDRAW');
  const stay = await moored();
  await done('dora', `POST /jobs/${number}/start`);
  await done('dora', `POST /stays/${stay}/settle`);
  expect(await refused('dora', `POST /stays/${stay}/depart`)).toBe('409 WORK_OPEN');
  expect(await done('dora', `POST /jobs/${number}/finish`)).toMatchObject({ status: 'done', hours: 3, price: 165 });
  expect(await done('sven', `GET /stays/${stay}/charges`)).toMatchObject({
    charges: [{ kind: 'work', quantity: 3, amount: 165, job: number }],
    total: 1,
  });
  expect(await done('sven', `GET /boats/${gull}`)).toMatchObject({ lastLifted: day(0) });
});

test('the tasks of a job are the list that is given', async () => {
  const { done, refused, job } = await marina();
  const number = await job([{ kind: 'lift' }, { kind: 'mast', note: 'with care' }]);
  const tasks = (await done('sven', `GET /jobs/${number}`))['tasks'] as readonly Body[];
  const changed = await done('sven', `PATCH /jobs/${number}`, { tasks: [{ id: tasks[1]?.['id'], hours: 3 }, { kind: 'paint' }] });
  expect(changed).toMatchObject({
    hours: 4,
    tasks: [
      { kind: 'mast', hours: 3, note: 'with care' },
      { kind: 'paint', hours: 1 },
    ],
  });
  expect(await refused('sven', `PATCH /jobs/${number}`, { tasks: [] })).toBe('422 BAD_TASKS');
  expect(await refused('sven', `PATCH /jobs/${number}`, { tasks: [{ kind: 'lift' }, { kind: 'lift' }] })).toBe('409 TASK_TWICE');
});

test('skippers see their own boats, stays and jobs, and no remarks', async () => {
  const { ask, done, refused, stay, job } = await marina();
  const number = await stay();
  await job();
  expect(await refused('siri', `GET /stays/${number}`)).toBe('404 NOT_FOUND');
  expect(await done('siri', 'GET /stays')).toEqual({ stays: [], total: 0 });
  expect(await done('dora', 'GET /stays')).toEqual({ stays: [], total: 0 });
  expect(await done('hugo', 'GET /stays')).toMatchObject({ total: 1 });
  expect(await done('siri', 'GET /jobs')).toEqual({ jobs: [], total: 0 });
  expect(await done('siri', 'GET /boats')).toMatchObject({ boats: [{ name: 'Puffin' }, { name: 'Tern' }], total: 2 });
  expect(await done('dora', `GET /boats/${gull}`)).toMatchObject({ remarks: 'bow thruster is weak' });
  expect(await done('sven', `GET /boats/${gull}`)).not.toHaveProperty('remarks');
  expect(await refused('sven', `PATCH /boats/${gull}`, { remarks: 'fine' })).toBe('403 FORBIDDEN');
  expect(await refused('siri', 'POST /stays', { registration: gull, arrives: day(1), leaves: day(2) })).toBe('404 NO_SUCH_BOAT');
  expect((await ask(null, 'GET /berths')).body).toMatchObject({ total: 3 });
  expect(await refused(null, 'GET /berths/A3')).toBe('404 NOT_FOUND');
  expect(await done('sven', 'GET /berths?power=true')).toMatchObject({ berths: [{ code: 'A1' }, { code: 'A3' }], total: 2 });
});

test('the harbourmaster finds free berths, and people sign up as skippers', async () => {
  const { ask, done, refused, confirmed } = await marina();
  await confirmed('A2', { arrives: day(4), leaves: day(6) });
  const free = async (from: number, to: number) => await done('hugo', `GET /free-berths?arrives=${day(from)}&leaves=${day(to)}`);
  expect(await free(5, 7)).toMatchObject({ berths: [{ code: 'B1' }, { code: 'A1' }] });
  expect(await free(6, 7)).toMatchObject({ berths: [{ code: 'B1' }, { code: 'A2' }, { code: 'A1' }] });
  expect(await refused('hugo', 'GET /free-berths')).toBe('422 DATES_MISSING');
  expect(await refused('dora', `GET /free-berths?arrives=${day(1)}&leaves=${day(2)}`)).toBe('403 FORBIDDEN');
  const { body } = await ask(null, 'POST /account', { name: 'Eva', email: 'eva@example.com', password: 'long-enough' });
  expect(body).toMatchObject({ user: { name: 'Eva', role: 'skipper', openJobs: 0 } });
  expect(await refused(null, 'POST /account', { name: 'Eva', email: 'EVA@example.com', password: 'long-enough' })).toBe('409 EMAIL_TAKEN');
  expect(await done('sven', 'GET /people')).toMatchObject({
    people: [{ name: 'Dan Dockhand' }, { name: 'Dora Dockhand' }, { name: 'Hugo Harbourmaster' }, { name: 'Sven Skipper' }],
    total: 4,
  });
});

test('what is not answered or not used lapses', async () => {
  let time = Date.parse('2026-03-02T10:00:00Z');
  const service = marinaService(() => time);
  const send = async (token: string | null, method: string, path: string, body?: Body): Promise<Body> => {
    const request = { method, path, query: '', token, contentType: 'application/json', body: JSON.stringify(body ?? {}) };
    const answered = await service.send(request);
    if (!('status' in answered) || answered.body === null) throw new Error(JSON.stringify(answered));
    return JSON.parse(answered.body);
  };
  const signIn = async (name: string): Promise<string> =>
    String((await send(null, 'POST', '/api/session', { email: `${name}@example.com`, password: 'correct-horse' }))['token']);
  const [sven, siri, hugo] = [await signIn('sven'), await signIn('siri'), await signIn('hugo')];
  await send(sven, 'POST', '/api/stays', { registration: gull, arrives: day(9), leaves: day(10) });
  await send(siri, 'POST', '/api/stays', { registration: tern, arrives: day(2), leaves: day(4) });
  await send(hugo, 'POST', '/api/stays/2/confirm', { code: 'A1' });
  time = Date.parse('2026-03-05T12:00:00Z');
  expect([await send(hugo, 'GET', '/api/stays/1'), await send(hugo, 'GET', '/api/stays/2')]).toMatchObject([
    { status: 'requested' },
    { status: 'missed' },
  ]);
  time = Date.parse('2026-03-07T10:00:01Z');
  expect(await send(hugo, 'GET', '/api/stays/1')).toMatchObject({ status: 'expired' });
});
