import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { PermitFault } from './faults.ts';
import { permitService } from './service.ts';

/** The office with its people signed in, and helpers that lead applications on. */
async function office(fault: PermitFault | null = null) {
  const people = ['carl', 'ina', 'igor', 'iris', 'hedda', 'adam', 'ada'];
  const { ask, done, refused } = await opened((now) => permitService(now, fault), people);
  const house = { code: 'NE12', kind: 'house', title: 'Home', area: 120, height: 9, plans: 'H-101' };
  /** The number of an application that is public. */
  const complete = async (who: string, more: Body = {}): Promise<unknown> => {
    await ask('hedda', 'POST /parcels', { code: 'NE12', size: 500, zone: 'housing' });
    const { number } = await done(who, 'POST /applications', { ...house, ...more });
    const { fee } = await done(who, `POST /applications/${number}/submit`);
    await done(who, `POST /applications/${number}/pay`, { amount: fee });
    await done('carl', `POST /applications/${number}/accept`);
    return number;
  };
  /** The number of a permit. */
  const granted = async (until: string): Promise<unknown> => {
    const number = await complete('adam');
    const review = (await done('carl', `POST /applications/${number}/reviews`, { department: 'fire' }))['number'];
    await done('ina', `POST /reviews/${review}/approve`, {});
    await done('hedda', `POST /applications/${number}/grant`, { until });
    return ((await done('adam', 'GET /permits'))['permits'] as Body[])[0]?.['number'];
  };
  const inspect = async (permit: unknown, kind: string, on = day(0)): Promise<unknown> =>
    (await done('adam', `POST /permits/${permit}/inspections`, { kind, day: on }))['number'];
  return { ask, done, refused, house, complete, granted, inspect };
}

test('an application is paid, checked, reviewed and granted', async () => {
  const { done, refused, complete } = await office();
  const number = await complete('adam');
  expect(await refused('hedda', `POST /applications/${number}/grant`, { until: day(9) })).toBe('409 UNREVIEWED');
  const { number: review } = await done('carl', `POST /applications/${number}/reviews`, { department: 'fire' });
  expect(await refused('igor', `POST /reviews/${review}/approve`, {})).toBe('404 NOT_FOUND');
  await done('ina', `POST /reviews/${review}/approve`, { note: 'Fine' });
  const { number: objection } = await done('ada', `POST /applications/${number}/objections`, { grounds: 'Too near' });
  expect(await refused('hedda', `POST /applications/${number}/grant`, { until: day(9) })).toBe('409 OBJECTIONS');
  expect(await refused('adam', `POST /objections/${objection}/retract`)).toBe('403 FORBIDDEN');
  await done('carl', `POST /objections/${objection}/dismiss`, { answer: 'It is not' });
  expect(await refused('hedda', `POST /applications/${number}/grant`, { until: day(731) })).toBe('422 TOO_FAR');
  expect(await done('hedda', `POST /applications/${number}/grant`, { until: day(730) })).toMatchObject({ state: 'granted', fee: 340 });
  expect(await done('ada', `GET /applications/${number}`)).toEqual({
    ...{ number, applicant: null, parcel: 'NE12', kind: 'house', title: 'Home', area: 120, height: 9, state: 'granted' },
    ...{ publishedOn: day(0), objections: 1, reviews: [] },
  });
});

test('what is withdrawn drops its reviews and refunds half of the fee', async () => {
  const { done, complete } = await office();
  const number = await complete('adam');
  await done('carl', `POST /applications/${number}/reviews`, { department: 'water' });
  expect(await done('adam', `POST /applications/${number}/withdraw`)).toMatchObject({
    ...{ state: 'withdrawn', paid: 340, refund: 170 },
    reviews: [{ state: 'dropped', department: 'water' }],
  });
  expect(await done('igor', 'GET /reviews')).toMatchObject({ reviews: [{ application: null }], total: 1 });
});

test('stages are inspected in their order, and the last one finishes the permit', async () => {
  const { done, refused, granted, inspect } = await office();
  const permit = await granted(day(30));
  expect(await refused('adam', `POST /permits/${permit}/inspections`, { kind: 'frame', day: day(0) })).toBe('409 NOT_IN_ORDER');
  for (const kind of ['foundation', 'frame', 'final']) await done('ina', `POST /inspections/${await inspect(permit, kind)}/pass`);
  expect(await done('adam', 'GET /permits')).toMatchObject({ permits: [{ state: 'finished' }] });
  expect(await done('ina', 'GET /permits')).toEqual({ permits: [], total: 0 });
});

test('a permit is extended twice, and revoked after two failures', async () => {
  const { done, refused, granted, inspect } = await office();
  const permit = await granted(day(1));
  await done('adam', `POST /permits/${permit}/extend`, { weeks: 1 });
  expect(await done('adam', `POST /permits/${permit}/extend`, { weeks: 1 })).toMatchObject({ until: day(15), extensions: 2 });
  expect(await refused('adam', `POST /permits/${permit}/extend`, { weeks: 1 })).toBe('409 TOO_OFTEN');
  expect(await refused('carl', `POST /permits/${permit}/lapse`)).toBe('409 NOT_YET');
  await done('ina', `POST /inspections/${await inspect(permit, 'foundation')}/fail`, { note: 'Cracks' });
  expect(await refused('hedda', `POST /permits/${permit}/revoke`, { reason: 'Cracks' })).toBe('409 NO_CAUSE');
  await done('ina', `POST /inspections/${await inspect(permit, 'foundation')}/fail`, { note: 'Cracks' });
  expect(await done('hedda', `POST /permits/${permit}/revoke`, { reason: 'Cracks' })).toMatchObject({ state: 'revoked', failures: 2 });
  expect(await done('adam', 'GET /me')).toMatchObject({ strikes: 1, blocked: false });
});

test('only the head lists parcels, and visitors see no green ones', async () => {
  const { ask, done, refused } = await office();
  expect(await refused('carl', 'POST /parcels', { code: 'SE1', size: 90, zone: 'green', listed: false })).toBe('403 FORBIDDEN');
  expect(await refused('hedda', 'POST /parcels', { code: 'SE1', size: 90, zone: 'green', listed: true })).toBe('422 NOT_LISTABLE');
  await done('carl', 'POST /parcels', { code: 'SE1', size: 90, zone: 'green', note: 'Frogs' });
  expect((await ask(null, 'GET /parcels/SE1')).status).toBe(404);
  expect(await done('adam', 'GET /parcels?words=frogs')).toEqual({ parcels: [], total: 0 });
  expect(await done('ina', 'GET /parcels?words=frogs')).toMatchObject({ total: 1 });
});

test('a fault is one switch', async () => {
  const again = async (fault: PermitFault | null): Promise<string> => {
    const { refused, complete, house } = await office(fault);
    await complete('adam');
    return refused('adam', 'POST /applications', house);
  };
  expect(await again(null)).toBe('409 ALREADY_APPLIED');
  expect(await again('completeMayRepeat')).toBe('201 undefined');
});
