import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { GardenFault } from './faults.ts';
import { gardenService } from './service.ts';

/** The garden with its people signed in, and helpers that create plots and workdays. */
async function garden(fault: GardenFault | null = null) {
  const { ask, done, refused } = await opened((now) => gardenService(now, fault), ['wim', 'wanda', 'tess', 'mary', 'mona']);
  const plot = async (code: string, more: Body = {}): Promise<void> => {
    await done('wim', 'POST /plots', { code, area: 100, ...more });
    await done('wim', `POST /plots/${code}/prepare`);
  };
  const apply = async (who: string, more: Body = {}): Promise<unknown> =>
    (await done(who, 'POST /applications', { least: 80, most: 120, ...more }))['number'];
  /** The number of a lease that the member has just started. */
  const leased = async (who: string, code: string): Promise<unknown> => {
    await plot(code);
    const number = await apply(who);
    await done('wim', `POST /applications/${number}/offer`, { code });
    await done(who, `POST /applications/${number}/accept`);
    return ((await done(who, 'GET /leases?state=running'))['leases'] as Body[])[0]?.['number'];
  };
  const workday = async (more: Body = {}): Promise<unknown> => {
    const { number } = await done('wim', 'POST /workdays', { title: 'Paths', day: day(0), places: 2, hours: 3, ...more });
    await done('wim', `POST /workdays/${number}/announce`);
    return number;
  };
  const numberOf = async (who: string): Promise<unknown> => (await done(who, 'GET /me'))['number'];
  return { ask, done, refused, plot, apply, leased, workday, numberOf };
}

test('a plot is offered to the longest waiting applicants whom it fits', async () => {
  const { done, refused, plot, apply } = await garden();
  await plot('A1');
  const small = await apply('mona', { most: 90 });
  const first = await apply('mary');
  expect(await refused('wim', `POST /applications/${small}/offer`, { code: 'A1' })).toBe('409 UNFIT');
  expect(await done('wim', `POST /applications/${first}/offer`, { code: 'A1' })).toMatchObject({ state: 'offered', plot: 'A1' });
  await done('mona', `PATCH /applications/${small}`, { most: 100 });
  expect(await refused('wim', `POST /applications/${small}/offer`, { code: 'A1' })).toBe('409 OFFERED');
  expect(await refused('wim', 'POST /plots/A1/shut')).toBe('409 OFFERED');
  await done('mary', `POST /applications/${first}/refuse`);
  expect(await refused('wim', `POST /applications/${first}/offer`, { code: 'A1' })).toBe('409 NOT_IN_TURN');
  expect(await done('wim', `GET /applications/${first}`)).toMatchObject({ refusals: 1, plot: null, offeredAt: null });
});

test('an accepted offer starts a lease and charges its rent', async () => {
  const { done, leased } = await garden();
  const lease = await leased('mary', 'A1');
  expect(await done('mary', `GET /leases/${lease}`)).toMatchObject({
    plot: 'A1',
    rent: 200,
    since: day(0),
    until: null,
    tenant: 'Mary Member',
  });
  expect(await done('mary', 'GET /me')).toMatchObject({ arrears: 200 });
  expect(await done('mary', 'GET /plots/A1')).toMatchObject({ state: 'let' });
});

test('a member with large debts, or with two plots, gets no other', async () => {
  const { done, refused, plot, apply, leased, numberOf } = await garden();
  await leased('mary', 'A1');
  await plot('A2');
  const number = await apply('mary');
  await done('wim', `POST /applications/${number}/offer`, { code: 'A2' });
  expect(await refused('mary', `POST /applications/${number}/accept`)).toBe('402 IN_ARREARS');
  const pay = `POST /people/${await numberOf('mary')}/pay`;
  expect(await refused('tess', pay, { amount: 201 })).toBe('422 BAD_AMOUNT');
  await done('tess', pay, { amount: 150 });
  await done('mary', `POST /applications/${number}/accept`);
  await done('tess', pay, { amount: 250 });
  await plot('A3');
  const third = await apply('mary');
  await done('wim', `POST /applications/${third}/offer`, { code: 'A3' });
  expect(await refused('mary', `POST /applications/${third}/accept`)).toBe('409 TOO_MANY');
});

test('a lease ends after notice, once everything is paid', async () => {
  const { done, refused, leased, numberOf } = await garden();
  const lease = await leased('mary', 'A1');
  const notice = (days: number): Promise<string> => refused('mary', `POST /leases/${lease}/notice`, { until: day(days) });
  expect(await notice(29)).toBe('422 TOO_SOON');
  expect(await notice(366)).toBe('422 TOO_FAR');
  expect(await refused('wim', `POST /leases/${lease}/return`)).toBe('409 CONFLICT');
  expect(await done('mary', `POST /leases/${lease}/notice`, { until: day(30) })).toMatchObject({ state: 'noticed', until: day(30) });
  expect(await refused('wim', `POST /leases/${lease}/return`)).toBe('402 IN_ARREARS');
  await done('tess', `POST /people/${await numberOf('mary')}/pay`, { amount: 200 });
  expect(await done('wim', `POST /leases/${lease}/return`)).toMatchObject({ state: 'ended', plot: 'A1' });
  expect(await refused('tess', `GET /leases/${lease}`)).toBe('404 NOT_FOUND');
  expect(await refused('wim', 'DELETE /plots/A1')).toBe('403 FORBIDDEN');
  await done('wim', 'POST /plots/A1/shut');
  expect(await refused('wim', 'DELETE /plots/A1')).toBe('409 CONFLICT');
  expect(await done('mary', `GET /leases/${lease}`)).toMatchObject({ plot: null });
});

test('a lease is terminated only for a cause', async () => {
  const { done, refused, leased, numberOf } = await garden();
  const lease = await leased('mary', 'A1');
  const mary = await numberOf('mary');
  await done('tess', `POST /people/${mary}/pay`, { amount: 200 });
  expect(await refused('wim', `POST /leases/${lease}/terminate`, { reason: 'weeds' })).toBe('409 NO_CAUSE');
  await done('wim', `PATCH /people/${mary}`, { banned: true });
  expect(await done('wim', `POST /leases/${lease}/terminate`, { reason: 'weeds' })).toMatchObject({ reason: 'weeds', until: day(0) });
  expect(await refused('mary', 'POST /applications', { least: 80, most: 90 })).toBe('403 BANNED');
});

test('shifts use up places, and each person gets one', async () => {
  const { done, refused, workday } = await garden();
  const number = await workday({ places: 1 });
  expect(await done('mary', `POST /workdays/${number}/shifts`, {})).toMatchObject({ task: 'paths', state: 'signed', hours: null });
  expect(await refused('mary', `POST /workdays/${number}/shifts`, {})).toBe('409 TWICE');
  expect(await refused('mona', `POST /workdays/${number}/shifts`, {})).toBe('409 FULL');
  expect(await refused('mona', `POST /workdays/${number}/shifts`, { task: 'sleep' })).toBe('422 INVALID');
  expect(await refused('wim', `POST /workdays/${number}/shifts`, {})).toBe('403 FORBIDDEN');
});

test('hours are counted, and an absent member is fined', async () => {
  const { done, refused, workday } = await garden();
  const number = await workday();
  const mary = (await done('mary', `POST /workdays/${number}/shifts`, {}))['number'];
  const mona = (await done('mona', `POST /workdays/${number}/shifts`, {}))['number'];
  expect(await refused('wim', `POST /workdays/${number}/close`)).toBe('409 UNFINISHED');
  expect(await refused('wanda', `POST /shifts/${mary}/attend`, { hours: 4 })).toBe('422 BAD_HOURS');
  await done('wanda', `POST /shifts/${mary}/attend`, { hours: 2 });
  await done('wanda', `POST /shifts/${mona}/miss`);
  expect(await refused('wanda', `POST /workdays/${number}/close`)).toBe('403 FORBIDDEN');
  expect(await done('wim', `POST /workdays/${number}/close`)).toMatchObject({ state: 'done', worked: 2 });
  expect(await done('mary', 'GET /me')).toMatchObject({ hours: 2, arrears: 0 });
  expect(await done('mona', 'GET /me')).toMatchObject({ hours: 0, arrears: 20 });
});

test('a shift can be left until the day before, and is cancelled with its workday', async () => {
  const { done, refused, workday } = await garden();
  const [now, later] = [await workday(), await workday({ day: day(1) })];
  const shift = async (number: unknown): Promise<unknown> => (await done('mary', `POST /workdays/${number}/shifts`, {}))['number'];
  const [first, second] = [await shift(now), await shift(later)];
  expect(await refused('mary', `POST /shifts/${first}/leave`)).toBe('409 TOO_LATE_TO_LEAVE');
  expect(await refused('wim', `POST /shifts/${second}/miss`)).toBe('409 TOO_EARLY');
  expect(await done('mary', `POST /shifts/${second}/leave`)).toMatchObject({ state: 'left' });
  await done('wim', `POST /workdays/${now}/cancel`);
  expect(await done('mary', 'GET /shifts')).toMatchObject({ shifts: [{ state: 'dropped' }, { state: 'left' }], total: 2 });
});

test('workdays follow their rules', async () => {
  const { done, refused, workday } = await garden();
  await workday();
  const plan = { title: 'Fence', day: day(0), places: 4, hours: 6 };
  expect(await refused('wim', 'POST /workdays', plan)).toBe('409 DAY_TAKEN');
  expect(await refused('wanda', 'POST /workdays', { ...plan, places: 5 })).toBe('422 TOO_LONG');
  expect(await refused('wanda', 'POST /workdays', { ...plan, day: day(-1) })).toBe('422 BAD_DAY');
  const { number } = await done('wanda', 'POST /workdays', plan);
  expect(await refused('wim', `PATCH /workdays/${number}`, { hours: 3 })).toBe('403 FORBIDDEN');
  expect(await refused('mary', `GET /workdays/${number}`)).toBe('404 NOT_FOUND');
  expect(await done('wim', `GET /workdays/${number}`)).toMatchObject({ keeper: null });
  await done('wanda', `DELETE /workdays/${number}`);
});

test('plots follow their rules', async () => {
  const { done, refused, plot } = await garden();
  await plot('A1', { sunny: true });
  expect(await done('wim', 'GET /plots/A1')).toMatchObject({ rent: 225, note: null, wanted: 0 });
  expect(await refused('wim', 'POST /plots', { code: 'A1', area: 100 })).toBe('409 CONFLICT');
  expect(await refused('wim', 'POST /plots', { code: 'A0', area: 100 })).toBe('422 BAD_CODE');
  expect(await refused('wim', 'PATCH /plots/A1', { area: 201 })).toBe('422 TOO_SUNNY');
  expect(await refused('wim', 'PATCH /plots/A1', { area: 19 })).toBe('422 BAD_AREA');
  expect(await refused('tess', 'PATCH /plots/A1', { area: 100 })).toBe('403 FORBIDDEN');
});

test('people see only their part of plots and applications', async () => {
  const { ask, done, plot, apply } = await garden();
  await plot('A1', { note: 'wet' });
  await done('wim', 'POST /plots', { code: 'A2', area: 150 });
  expect((await ask(null, 'GET /plots')).body['total']).toBe(1);
  expect((await ask(null, 'GET /plots/A2')).status).toBe(404);
  expect((await done('mary', 'GET /plots/A1'))['note']).toBeUndefined();
  expect(((await done('wim', 'GET /plots'))['plots'] as Body[]).map(({ code }) => code)).toEqual(['A2', 'A1']);
  const number = await apply('mary', { letter: 'Please' });
  expect(await done('wim', 'GET /applications?words=please')).toMatchObject({ total: 1 });
  await done('mary', `POST /applications/${number}/withdraw`);
  expect(await done('wim', 'GET /applications')).toEqual({ applications: [], total: 0 });
  expect((await ask('mona', `GET /applications/${number}`)).status).toBe(404);
});

test('a fault is one switch', async () => {
  const second = async (fault: GardenFault | null): Promise<string> => {
    const { refused, workday } = await garden(fault);
    const number = await workday();
    await refused('mary', `POST /workdays/${number}/shifts`, {});
    return refused('mary', `POST /workdays/${number}/shifts`, {});
  };
  expect(await second(null)).toBe('409 TWICE');
  expect(await second('mayComeTwice')).toBe('201 undefined');
});
