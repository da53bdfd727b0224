import { expect, test } from 'vitest';
import { day } from '../hand-written-steps.ts';
import { crawl } from './day-steps.ts';
import { days } from './days.ts';
import { type PoolFault, poolFaults } from './faults.ts';
import { played, pool } from './played.ts';

test('a course fills, someone leaves, and the next moves up', async () => {
  const { done, refused, pass } = await pool();
  expect(await done('mona', 'POST /courses', crawl())).toMatchObject({ state: 'open', free: 2, instructor: 'Ines Instructor' });
  expect(await done('kit', 'POST /courses/CR-01/enrolments', {})).toMatchObject({ state: 'enrolled', price: 22.78 });
  expect(await refused('mona', 'POST /courses/CR-01/confirm')).toBe('409 TOO_FEW');
  expect(await done('sam', 'POST /courses/CR-01/enrolments', {})).toMatchObject({ price: 45.55 });
  expect(await refused('sue', 'POST /courses/CR-01/enrolments', {})).toBe('409 FULL');
  const waits = { number: 3, state: 'waiting', position: 1, price: 0 };
  expect(await done('sue', 'POST /courses/CR-01/enrolments', { patient: true })).toMatchObject(waits);
  await done('mona', 'POST /courses/CR-01/confirm');
  pass(5 * 24);
  expect(await done('sam', 'POST /enrolments/2/leave')).toMatchObject({ refund: 22.78, state: 'left' });
  expect(await done('sue', 'GET /enrolments')).toMatchObject({ enrolments: [{ state: 'enrolled', price: 36.44, position: 0 }] });
  expect(await refused('ines', 'POST /enrolments/1/attend')).toBe('409 NOT_RUNNING');
  pass(5 * 24);
  await done('ines', 'POST /enrolments/1/attend');
  expect(await refused('ines', 'POST /enrolments/1/attend')).toBe('409 NOTED');
  expect(await refused('ines', 'POST /enrolments/1/pass', {})).toBe('409 TOO_FEW_LESSONS');
  pass(24);
  await done('ines', 'POST /enrolments/1/attend');
  expect(await done('ines', 'POST /enrolments/1/pass', { remark: 'Brave' })).toMatchObject({ state: 'passed', level: 2, attended: 2 });
  expect(await refused('ines', 'POST /courses/CR-01/finish')).toBe('409 UNGRADED');
  expect(await refused('ines', 'POST /enrolments/3/fail', { remark: ' ' })).toBe('422 BLANK');
  await done('ines', 'POST /enrolments/3/fail', { remark: 'Never came' });
  expect(await done('ines', 'POST /courses/CR-01/finish')).toMatchObject({ state: 'finished', free: 0 });
  expect(await refused('ivo', 'POST /courses/CR-01/finish')).toBe('404 NOT_FOUND');
});

test('a course without enough swimmers is called off two days before', async () => {
  const { done, pass } = await pool();
  await done('mona', 'POST /courses', crawl({ begins: day(5) }));
  await done('sam', 'POST /courses/CR-01/enrolments', {});
  pass(2 * 24 + 13);
  expect(await done('sam', 'GET /courses')).toMatchObject({ courses: [{ state: 'open' }] });
  pass(1);
  expect(await done('sam', 'GET /courses')).toMatchObject({ courses: [{ state: 'called off', reason: 'Too few swimmers' }] });
  expect(await done('sam', 'GET /enrolments')).toMatchObject({ enrolments: [{ state: 'cancelled', refund: 45.55 }] });
  expect(await done('sue', 'GET /courses')).toMatchObject({ total: 0 });
});

test('passes open the gate and are given back for a part of their price', async () => {
  const { done, refused, pass, again } = await pool();
  expect(await done('kit', 'POST /passes', { kind: 'single' })).toMatchObject({ price: 3.25, left: 1, expires: day(30) });
  expect(await done('cas', 'POST /passes/1/use')).toMatchObject({ state: 'used up', left: 0 });
  await done('sam', 'POST /passes', { kind: 'ten' });
  await done('cas', 'POST /passes/2/use');
  expect(await done('sam', 'POST /passes/2/give-back')).toMatchObject({ refund: 49.5 });
  await done('sue', 'POST /passes', { kind: 'season' });
  expect(await refused('sue', 'POST /passes', { kind: 'season' })).toBe('409 HAS_SEASON');
  await done('cas', 'POST /passes/3/use');
  expect(await refused('cas', 'POST /passes/3/use')).toBe('409 USED_TODAY');
  await done('fay', 'POST /passes', { kind: 'season' });
  pass(91 * 24);
  const sue = await again('sue');
  expect(await refused(sue, 'POST /passes/3/give-back')).toBe('409 TOO_LATE');
  pass(30 * 24);
  expect(await done(await again('mona'), 'GET /passes?state=expired')).toMatchObject({ total: 2 });
});

test('a lost key costs a fine, and a late one a part of the deposit', async () => {
  const { done, refused, pass } = await pool();
  await done('sam', 'POST /lockers/A01/rentals', { term: 1 });
  await done('dan', 'POST /lockers/B01/rentals', { term: 2 });
  expect(await done('cas', 'POST /rentals/1/lose-key')).toMatchObject({ state: 'lost', fine: 25, refund: 0 });
  expect(await done('sam', 'GET /me')).toMatchObject({ fines: 15 });
  expect(await refused('sam', 'POST /lockers/A02/rentals', { term: 1 })).toBe('402 OWES');
  expect(await refused('cas', 'POST /people/5/settle', { payment: 15.01 })).toBe('422 BAD_AMOUNT');
  expect(await done('cas', 'POST /people/5/settle', { payment: '15.00' })).toMatchObject({ fines: 0 });
  expect(await done('cas', 'POST /lockers/A01/repair')).toMatchObject({ state: 'free', rented: 1 });
  pass(4 * 24);
  expect(await done('cas', 'GET /rentals?state=overdue')).toMatchObject({ rentals: [{ number: 2, back: day(2) }], deposits: 10 });
  expect(await done('cas', 'POST /rentals/2/bring-key')).toMatchObject({ fine: 4, refund: 6, backOn: day(4), state: 'closed' });
});

test('clubs reserve lanes that neither clubs nor courses have', async () => {
  const { done, refused, pass } = await pool();
  const lane = { day: day(12), lane: 1, starts: 16, ends: 18 };
  await done('mona', 'POST /courses', crawl());
  expect(await refused('sam', 'POST /bookings', lane)).toBe('403 FORBIDDEN');
  expect(await refused('dan', 'POST /bookings', lane)).toBe('409 LANE_TAUGHT');
  expect(await done('dan', 'POST /bookings', { ...lane, lane: 2 })).toMatchObject({ price: 36, club: 'Dolphins', booker: 'Dan Dolphin' });
  expect(await refused('fay', 'POST /bookings', { ...lane, lane: 2, starts: 17 })).toBe('409 LANE_TAKEN');
  await done('dora', 'POST /bookings', { ...lane, lane: 3 });
  expect(await refused('dora', 'POST /bookings', { ...lane, lane: 4 })).toBe('429 TOO_MANY');
  expect(await refused('mona', 'PATCH /courses/CR-01', { lane: 2 })).toBe('409 LANE_BOOKED');
  await done('mona', 'POST /bookings/1/agree');
  const { bookings } = await done('dora', 'GET /bookings');
  expect(bookings).toMatchObject([
    { number: 2, refund: 0 },
    { number: 1, booker: null, state: 'agreed' },
  ]);
  expect((bookings as object[])[1]).not.toHaveProperty('refund');
  pass(11 * 24);
  expect(await done('dan', 'POST /bookings/1/cancel')).toMatchObject({ refund: 18 });
  pass(14);
  expect(await done('dora', 'GET /bookings?state=declined')).toMatchObject({ bookings: [{ reason: 'Not answered in time' }], hours: 2 });
});

test('a session ends after 30 days', async () => {
  const { done, refused, pass } = await pool();
  pass(719);
  await done('sam', 'GET /me');
  pass(1);
  expect(await refused('sam', 'GET /me')).toBe('401 UNAUTHORIZED');
});

test.each(Object.entries(poolFaults))('each fault of %s is visible', async (_class, faults: readonly PoolFault[]) => {
  const right = await Promise.all(days.map((one) => played(one)));
  const isVisible = async (fault: PoolFault): Promise<boolean> => {
    for (const [index, one] of days.entries()) {
      if ((await played(one, fault)).join('\n') !== right[index]?.join('\n')) return true;
    }
    return false;
  };
  const hidden: PoolFault[] = [];
  for (const fault of faults) if (!(await isVisible(fault))) hidden.push(fault);
  expect(hidden).toEqual([]);
});
