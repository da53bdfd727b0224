import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { BloodFault } from './faults.ts';
import { bloodService } from './service.ts';

const people = ['nora', 'nils', 'tina', 'theo', 'doris', 'hana', 'hugo', 'dora', 'dan'];
const healthy = { ill: false, travelled: false, tattooed: false };

/** The blood bank with its people signed in, and helpers that lead to a unit or an order. */
async function bank(fault: BloodFault | null = null) {
  const { ask, done, refused } = await opened((now) => bloodService(now, fault), people);
  const drive = async (more: Body = {}): Promise<unknown> => {
    const { number } = await done('nora', 'POST /drives', { site: 'Town hall', day: day(0), capacity: 5, ...more });
    await done('nora', `POST /drives/${number}/publish`);
    return number;
  };
  const booked = async (who: string, on: unknown, more: Body = {}): Promise<unknown> =>
    (await done(who, `POST /drives/${on}/appointments`, more))['number'];
  /** A donation of a donor on a new drive of today. */
  const donated = async (who: string, bag: string, component = 'whole'): Promise<unknown> => {
    const number = await booked(who, await drive({ site: bag }), { component });
    await done(who, `POST /appointments/${number}/answer`, healthy);
    await done('nora', `POST /appointments/${number}/admit`, { hemoglobin: 140, pulse: 70 });
    return (await done('nora', `POST /appointments/${number}/donation`, { bag, volume: 450 }))['number'];
  };
  const tested = async (number: unknown, group: string, positive = true, reactive = false): Promise<Body> =>
    done('tina', `POST /donations/${number}/test`, { group, positive, reactive });
  const unit = async (number: unknown, code: string, kind = 'red'): Promise<void> => {
    await done('tina', `POST /donations/${number}/units`, { code, kind, volume: 200 });
    await done('theo', `POST /units/${code}/release`);
  };
  const order = async (who: string, more: Body = {}): Promise<unknown> => {
    const usual = { kind: 'red', group: 'A', positive: true, count: 1, neededBy: day(2) };
    return (await done(who, 'POST /orders', { ...usual, ...more }))['number'];
  };
  const numberOf = async (who: string): Promise<unknown> => (await done(who, 'GET /me'))['number'];
  return { ask, done, refused, drive, booked, donated, tested, unit, order, numberOf };
}

test('places are limited, and each donor has one appointment at a time', async () => {
  const { done, refused, drive, booked } = await bank();
  const number = await drive({ capacity: 1, day: day(1) });
  const appointment = await booked('dora', number);
  expect(await refused('dora', `POST /drives/${number}/appointments`, {})).toBe('409 ALREADY_BOOKED');
  expect(await refused('dan', `POST /drives/${number}/appointments`, {})).toBe('409 FULL');
  expect(await refused('nora', `PATCH /drives/${number}`, { capacity: 0 })).toBe('422 BAD_CAPACITY');
  await done('dora', `POST /appointments/${appointment}/cancel`);
  expect(await done('dan', `POST /drives/${number}/appointments`, {})).toMatchObject({
    component: 'whole',
    state: 'booked',
    donor: 'Dan Donor',
  });
});

test('donors must be of age, heavy enough and not deferred', async () => {
  const { ask, done, refused, drive, numberOf } = await bank();
  const number = await drive({ day: day(10) });
  const person = { name: 'Yun', email: 'yun@example.com', password: 'correct-horse' };
  const { body } = await ask(null, 'POST /people', { ...person, born: '2008-03-13' });
  const book = async (who: string): Promise<string> => refused(who, `POST /drives/${number}/appointments`, {});
  expect(await book(String(body['token']))).toBe('403 BAD_AGE');
  await done('nils', `POST /donors/${await numberOf('dora')}/defer`, { span: 11, deferral: 'flu' });
  expect(await book('dora')).toBe('403 DEFERRED');
  await done('doris', `POST /donors/${await numberOf('dora')}/lift`);
  await done('dora', 'PATCH /me', { weight: 49 });
  expect(await book('dora')).toBe('403 UNDERWEIGHT');
  await done('dora', 'PATCH /me', { weight: 50 });
  expect(await book('dora')).toBe('201 undefined');
});

test('a deferral calls off appointments before it ends, and is not shortened', async () => {
  const { done, refused, drive, booked, numberOf } = await bank();
  const soon = await booked('dora', await drive({ day: day(4) }));
  const later = await booked('dan', await drive({ day: day(5) }));
  const path = `POST /donors/${await numberOf('dora')}/defer`;
  expect(await done('nora', path, { span: 5, deferral: 'flu' })).toMatchObject({ deferredUntil: day(5), deferral: 'flu' });
  expect(await refused('nora', path, { span: 4, deferral: 'flu' })).toBe('409 SHORTENED');
  expect(await refused('nora', path, { span: 366, deferral: 'flu' })).toBe('422 BAD_SPAN');
  await done('nora', `POST /donors/${await numberOf('dan')}/defer`, { span: 5, deferral: 'flu' });
  expect(await done('nora', 'GET /appointments')).toMatchObject({
    appointments: [
      { number: later, state: 'booked' },
      { number: soon, state: 'called off' },
    ],
  });
});

test('nurses admit who is fit, and turn away who is not', async () => {
  const { done, refused, drive, booked } = await bank();
  const number = await drive();
  const [dora, dan] = [await booked('dora', number), await booked('dan', number, { component: 'plasma' })];
  expect(await refused('nora', `POST /appointments/${dora}/admit`, { hemoglobin: 140, pulse: 70 })).toBe('409 CONFLICT');
  await done('dora', `POST /appointments/${dora}/answer`, { ...healthy, tattooed: true });
  await done('dan', `POST /appointments/${dan}/answer`, healthy);
  expect(await refused('nora', `POST /appointments/${dora}/admit`, { hemoglobin: 140, pulse: 70 })).toBe('409 UNFIT');
  expect(await done('nora', `POST /appointments/${dora}/turn-away`, { reason: 'tattoo' })).toMatchObject({ state: 'turned away' });
  expect(await done('dora', 'GET /me')).toMatchObject({ deferredUntil: day(120) });
  expect(await refused('nora', `POST /appointments/${dan}/admit`, { hemoglobin: 124, pulse: 70 })).toBe('422 BAD_HEMOGLOBIN');
  expect(await refused('nora', `POST /appointments/${dan}/admit`, { hemoglobin: 125, pulse: 49 })).toBe('422 BAD_PULSE');
  await done('nora', `POST /appointments/${dan}/admit`, { hemoglobin: 125, pulse: 50 });
  expect(await refused('nora', `POST /drives/${number}/cancel`)).toBe('409 UNDER_WAY');
});

test('the laboratory makes units of clear donations', async () => {
  const { done, refused, donated, tested } = await bank();
  const number = await donated('dora', 'B10001');
  const path = `POST /donations/${number}/units`;
  const red = { code: 'RC1001', kind: 'red', volume: 250 };
  expect(await refused('tina', path, red)).toBe('409 NOT_CLEAR');
  await tested(number, 'O');
  expect(await done('tina', path, red)).toMatchObject({ expires: day(42), group: 'O', state: 'quarantined', order: null });
  expect(await refused('tina', path, { ...red, code: 'RC1002' })).toBe('409 MADE_ALREADY');
  expect(await refused('tina', path, { code: 'PL1001', kind: 'plasma', volume: 201 })).toBe('422 TOO_MUCH');
  expect(await refused('tina', 'POST /units/RC1001/release')).toBe('403 FOUR_EYES');
  expect(await refused('theo', 'POST /units/RC1001/discard', { reason: 'torn' })).toBe('403 FORBIDDEN');
  expect(await done('dora', 'GET /me')).toMatchObject({ group: 'O', donations: 1, lastDonation: day(0) });
});

test('a reactive donation defers its donor', async () => {
  const { done, refused, donated, tested } = await bank();
  const number = await donated('dan', 'B10001');
  expect(await tested(number, 'B', false, true)).toMatchObject({ state: 'reactive', reactive: true, donor: null });
  expect(await done('dan', 'GET /me')).toMatchObject({ group: null, deferredUntil: day(1000) });
  expect((await done('dan', 'GET /donations'))['donations']).toMatchObject([{ number, units: [] }]);
  expect(await done('dan', 'GET /donations?reactive=true')).toEqual({ donations: [], total: 0 });
  expect(await refused('doris', 'POST /recalls', { bag: 'B10001', grade: 'minor', reason: 'x', answerBy: day(1) })).toBe(
    '409 NOT_RECALLABLE',
  );
});

test('units are reserved for orders that they fit, and delivered together', async () => {
  const { done, refused, donated, tested, unit, order } = await bank();
  const number = await donated('dora', 'B10001');
  await tested(number, 'A');
  await unit(number, 'RC1001');
  const [wrong, negative] = [await order('hana', { group: 'O' }), await order('hugo', { positive: false })];
  const right = await order('hana', { group: 'AB' });
  const reserve = async (to: unknown): Promise<string> => refused('tina', `POST /orders/${to}/reserve`, { code: 'RC1001' });
  expect(await reserve(wrong)).toBe('409 INCOMPATIBLE');
  expect(await reserve(negative)).toBe('409 INCOMPATIBLE');
  expect(await refused('tina', `POST /orders/${right}/ship`)).toBe('409 INCOMPLETE');
  expect(await done('tina', `POST /orders/${right}/reserve`, { code: 'RC1001' })).toMatchObject({ reserved: 1, units: ['RC1001'] });
  expect(await done('tina', `POST /orders/${right}/ship`)).toMatchObject({ state: 'delivered', reserved: 0 });
  expect(await reserve(wrong)).toBe('409 CONFLICT');
  expect(await refused('hugo', 'POST /units/RC1001/return', { reason: 'torn' })).toBe('404 NOT_FOUND');
  expect((await done('hana', 'POST /units/RC1001/return', { reason: 'torn' }))['reason']).toBeUndefined();
  expect(await refused('hana', `PATCH /orders/${right}`, { count: 2 })).toBe('403 FORBIDDEN');
});

test('the unit that expires first goes first', async () => {
  const { done, refused, donated, tested, unit, order } = await bank();
  const [first, second] = [await donated('dora', 'B10001'), await donated('dan', 'B10002', 'platelets')];
  for (const number of [first, second]) await tested(number, 'O');
  await unit(first, 'PT1001', 'platelets');
  await unit(second, 'PT1002', 'platelets');
  const number = await order('hana', { kind: 'platelets', count: 2 });
  await done('tina', `POST /orders/${number}/reserve`, { code: 'PT1002' });
  await done('tina', `POST /orders/${number}/reserve`, { code: 'PT1001' });
  expect(await refused('hana', `PATCH /orders/${number}`, { count: 1 })).toBe('409 BELOW_RESERVED');
  expect(await refused('hana', `PATCH /orders/${number}`, { count: 5 })).toBe('422 TOO_MANY_PLATELETS');
  await done('hana', `POST /orders/${number}/cancel`);
  expect(await done('tina', 'GET /units?state=available')).toMatchObject({ units: [{ code: 'PT1001', order: null }, { code: 'PT1002' }] });
});

test('orders follow their rules', async () => {
  const { refused, order } = await bank();
  const plan = { kind: 'red', group: 'A', positive: true, count: 1, neededBy: day(1) };
  expect(await refused('hana', 'POST /orders', plan)).toBe('422 TOO_SHORT');
  expect(await refused('hana', 'POST /orders', { ...plan, neededBy: day(31) })).toBe('422 BAD_DAY');
  expect(await refused('hana', 'POST /orders', { ...plan, urgency: 'emergency', neededBy: day(2) })).toBe('422 NOT_URGENT');
  await order('hana', { urgency: 'emergency', neededBy: day(1) });
  expect(await refused('hana', 'POST /orders', { ...plan, urgency: 'emergency' })).toBe('409 ALREADY_URGENT');
  for (let each = 0; each < 4; each++) await order('hana');
  expect(await refused('hana', 'POST /orders', { ...plan, urgency: 'urgent' })).toBe('429 TOO_MANY_ORDERS');
});

test('a recall takes units back and waits for hospitals', async () => {
  const { done, refused, donated, tested, unit, order } = await bank();
  const number = await donated('dora', 'B10001');
  await tested(number, 'O');
  await unit(number, 'RC1001');
  await unit(number, 'PL1001', 'plasma');
  const to = await order('hana');
  await done('tina', `POST /orders/${to}/reserve`, { code: 'RC1001' });
  await done('tina', `POST /orders/${to}/ship`);
  const recall = await done('doris', 'POST /recalls', { bag: 'B10001', grade: 'major', reason: 'late call', answerBy: day(1) });
  expect(recall).toMatchObject({ out: 1, bag: 'B10001', state: 'open' });
  expect(await done('hana', 'GET /recalls')).toMatchObject({ recalls: [{ out: 1, bag: null }], total: 1 });
  expect(await done('hugo', 'GET /recalls')).toEqual({ recalls: [], total: 0 });
  expect(await refused('doris', `POST /recalls/${recall['number']}/close`, { outcome: 'destroyed' })).toBe('409 UNITS_OUT');
  await done('hana', 'POST /units/RC1001/return', { reason: 'recall' });
  await done('doris', `POST /recalls/${recall['number']}/close`, { outcome: 'destroyed' });
  expect(await done('tina', 'GET /units?state=discarded')).toMatchObject({ units: [{ code: 'PL1001', reason: 'recalled' }], total: 1 });
  expect(await done('dora', 'GET /me')).toMatchObject({ deferredUntil: day(365) });
});

test('people see only their part of drives', async () => {
  const { ask, done, drive, booked } = await bank();
  const number = await drive({ note: 'ring twice', day: day(3) });
  await done('nils', 'POST /drives', { site: 'School', day: day(2), capacity: 3 });
  await booked('dora', number);
  expect((await ask(null, 'GET /drives')).body).toMatchObject({ drives: [{ number, coming: 0, free: 4, lead: null }], total: 1 });
  expect(await done('nora', 'GET /drives')).toMatchObject({
    drives: [
      { site: 'School', lead: null },
      { note: 'ring twice', coming: 1 },
    ],
  });
  expect((await ask('tina', 'GET /drives')).status).toBe(403);
});

test('a fault is one switch', async () => {
  const release = async (fault: BloodFault | null): Promise<string> => {
    const { done, refused, donated, tested } = await bank(fault);
    const number = await donated('dora', 'B10001');
    await tested(number, 'O');
    await done('tina', `POST /donations/${number}/units`, { code: 'RC1001', kind: 'red', volume: 200 });
    return refused('tina', 'POST /units/RC1001/release');
  };
  expect(await release(null)).toBe('403 FOUR_EYES');
  expect(await release('twoEyesAreEnough')).toBe('200 undefined');
});
