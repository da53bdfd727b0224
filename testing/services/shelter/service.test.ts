import { expect, test } from 'vitest';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import type { ShelterFault } from './faults.ts';
import { shelterService } from './service.ts';

/** The shelter with its people signed in, and helpers that lead its records on. */
async function shelter(fault: ShelterFault | null = null) {
  const { ask, done, refused } = await opened((now) => shelterService(now, fault), ['mara', 'cora', 'carl', 'vera', 'vito', 'ada', 'abe']);
  const bello = { tag: 'D100', name: 'Bello', species: 'dog', born: day(-400), weight: 18.5 };
  const apply = async (who: string, tag: string, more: Body = {}): Promise<unknown> =>
    (await done(who, `POST /animals/${tag}/applications`, { alone: 2, housing: 'house', ...more }))['number'];
  const visit = async (application: unknown, on = day(0)): Promise<unknown> =>
    (await done('cora', `POST /applications/${application}/visits`, { day: on }))['number'];
  const approved = async (who: string, tag: string): Promise<unknown> => {
    const number = await apply(who, tag);
    await done('cora', `POST /visits/${await visit(number)}/pass`, { score: 8 });
    await done('mara', `POST /applications/${number}/approve`);
    return number;
  };
  const treatment = async (tag: string, more: Body = {}): Promise<unknown> =>
    (await done('vera', `POST /animals/${tag}/treatments`, { kind: 'vaccination', due: day(0), ...more }))['number'];
  const numberOf = async (who: string): Promise<unknown> => (await done(who, 'GET /me'))['number'];
  return { ask, done, refused, bello, apply, visit, approved, treatment, numberOf };
}

test('an animal leaves the quarantine once it is vaccinated and no treatment is open', async () => {
  const { done, refused, bello, treatment } = await shelter();
  expect(await done('cora', 'POST /animals', bello)).toMatchObject({ state: 'quarantine', fee: 180, keeper: null, open: 0 });
  expect(await refused('cora', 'POST /animals', bello)).toBe('409 CONFLICT');
  expect(await refused('vera', 'POST /animals/D100/release')).toBe('409 NOT_VACCINATED');
  const [first, second] = [await treatment('D100'), await treatment('D100', { kind: 'checkup', due: day(1) })];
  expect(await refused('vera', `POST /treatments/${first}/perform`, { dose: 1.6 })).toBe('422 BAD_DOSE');
  expect(await refused('vera', `POST /treatments/${first}/perform`)).toBe('422 BAD_DOSE');
  expect(await done('vito', `POST /treatments/${first}/perform`, { dose: '1.5' })).toMatchObject({ dose: 1.5, doneOn: day(0), vet: null });
  expect(await refused('vera', `POST /treatments/${second}/perform`)).toBe('409 TOO_EARLY');
  expect(await refused('vera', 'POST /animals/D100/release')).toBe('409 UNTREATED');
  await done('mara', `POST /treatments/${second}/cancel`);
  expect(await done('vera', 'POST /animals/D100/release')).toMatchObject({ state: 'available', vaccinatedOn: day(0) });
});

test('a home is visited before the manager approves', async () => {
  const { done, refused, apply, visit } = await shelter();
  expect(await refused('ada', 'POST /animals/D001/applications', { alone: 2 })).toBe('422 TOO_SMALL_HOME');
  expect(await refused('ada', 'POST /animals/D001/applications', { alone: 6, housing: 'farm' })).toBe('422 TOO_LONG_ALONE');
  const number = await apply('ada', 'D001');
  expect(await refused('ada', 'POST /animals/D001/applications', { alone: 2, housing: 'farm' })).toBe('409 ALREADY_APPLIED');
  expect(await refused('mara', `POST /applications/${number}/approve`)).toBe('409 NOT_VISITED');
  const planned = await visit(number, day(1));
  expect(await refused('carl', `POST /applications/${number}/visits`, { day: day(0) })).toBe('409 ALREADY_PLANNED');
  expect(await refused('cora', `POST /visits/${planned}/pass`, { score: 9 })).toBe('409 TOO_EARLY');
  expect(await refused('carl', `POST /visits/${planned}/move`, { day: day(0) })).toBe('403 FORBIDDEN');
  await done('cora', `POST /visits/${planned}/move`, { day: day(0) });
  expect(await refused('cora', `POST /visits/${planned}/pass`, { score: 5 })).toBe('422 BAD_SCORE');
  await done('cora', `POST /visits/${planned}/pass`, { score: 9 });
  expect(await done('ada', 'GET /me')).toMatchObject({ experienced: true });
  expect(await done('mara', `POST /applications/${number}/approve`)).toMatchObject({ state: 'approved', animal: 'D001' });
  expect(await refused('abe', 'POST /animals/D001/applications', { alone: 2, housing: 'farm' })).toBe('409 NOT_AVAILABLE');
});

test('a carer has two visits a day', async () => {
  const { done, refused, apply, visit } = await shelter();
  const [first, second, third] = [await apply('ada', 'D001'), await apply('abe', 'D001'), await apply('ada', 'C001')];
  await visit(first);
  await visit(second);
  expect(await refused('cora', `POST /applications/${third}/visits`, { day: day(0) })).toBe('409 BUSY');
  expect(await refused('cora', `POST /applications/${third}/visits`, { day: day(22) })).toBe('422 TOO_FAR');
  const later = await visit(third, day(1));
  expect(await refused('cora', `POST /visits/${later}/move`, { day: day(0) })).toBe('409 BUSY');
  expect(await refused('ada', 'POST /animals/C001/applications', { alone: 2 })).toBe('409 ALREADY_APPLIED');
  await done('ada', `POST /applications/${first}/withdraw`);
  expect(await done('cora', `POST /visits/${later}/move`, { day: day(0) })).toMatchObject({ day: day(0) });
});

test('a visit that goes wrong rejects the application', async () => {
  const { ask, done, refused, apply, visit } = await shelter();
  const number = await apply('ada', 'D001');
  const planned = await visit(number);
  const fail = `POST /visits/${planned}/fail`;
  expect(await refused('cora', fail, { score: 2, report: 'no' })).toBe('422 NO_REASON');
  expect(await refused('cora', fail, { score: 6, report: 'no fence' })).toBe('422 BAD_SCORE');
  expect(await done('cora', fail, { score: 2, report: 'no fence' })).toMatchObject({ state: 'failed', score: 2, report: 'no fence' });
  expect(await done('ada', `GET /applications/${number}`)).toMatchObject({ state: 'rejected', reason: 'no fence' });
  expect((await ask('cora', `GET /applications/${number}`)).body).not.toHaveProperty('reason');
});

test('who adopts owes the fee, and the others lose', async () => {
  const { done, refused, apply, visit, approved, numberOf } = await shelter();
  const other = await apply('abe', 'D001');
  const planned = await visit(other, day(1));
  const number = await approved('ada', 'D001');
  expect(await done('carl', `POST /applications/${number}/complete`)).toMatchObject({ state: 'adopted' });
  expect(await done('ada', 'GET /animals/D001')).toMatchObject({ state: 'adopted', keeper: 'Ada Adopter' });
  expect(await done('abe', `GET /applications/${other}`)).toMatchObject({
    ...{ state: 'lost', animal: null },
    visits: [{ number: planned, state: 'cancelled' }],
  });
  expect(await done('ada', 'GET /me')).toMatchObject({ fees: 180 });
  const second = await approved('ada', 'C001');
  expect(await refused('cora', `POST /applications/${second}/complete`)).toBe('402 OWES_FEES');
  const settle = `POST /people/${await numberOf('ada')}/settle`;
  expect(await refused('mara', settle, { amount: 181 })).toBe('422 BAD_AMOUNT');
  await done('mara', settle, { amount: 80 });
  await done('ada', `POST /applications/${second}/withdraw`);
  expect(await done('ada', 'GET /me')).toMatchObject({ fees: 125 });
  expect(await done('ada', 'GET /animals/C001')).toMatchObject({ state: 'available' });
});

test('experienced people foster an animal for some weeks', async () => {
  const { done, refused, numberOf } = await shelter();
  const request = 'POST /animals/D001/placements';
  expect(await refused('ada', request, { until: day(14) })).toBe('403 NOT_EXPERIENCED');
  const ada = `PATCH /people/${await numberOf('ada')}`;
  await done('cora', ada, { experienced: true });
  expect(await refused('ada', request, { until: day(6) })).toBe('422 TOO_SHORT');
  const { number } = await done('ada', request, { until: day(14) });
  await done('cora', `POST /placements/${number}/start`);
  expect(await done('ada', 'GET /animals/D001')).toMatchObject({ state: 'fostered', keeper: 'Ada Adopter' });
  expect(await refused('mara', ada, { blocked: true })).toBe('409 FOSTERS');
  expect(await refused('ada', `POST /placements/${number}/extend`, { until: day(91) })).toBe('422 TOO_LONG');
  await done('ada', `POST /placements/${number}/extend`, { until: day(30) });
  await done('ada', `POST /placements/${number}/extend`, { until: day(60) });
  expect(await refused('ada', `POST /placements/${number}/extend`, { until: day(61) })).toBe('409 TOO_OFTEN');
  expect(await refused('cora', `POST /placements/${number}/return`, { weight: 91 })).toBe('422 BAD_WEIGHT');
  expect(await done('cora', `POST /placements/${number}/return`, { weight: 27.5 })).toMatchObject({ state: 'returned', extensions: 2 });
  expect(await done('ada', 'GET /animals/D001')).toMatchObject({ state: 'available', weight: 27.5, keeper: null });
  await done('mara', ada, { blocked: true });
  expect(await refused('ada', 'POST /animals/C001/placements', { until: day(14) })).toBe('403 BLOCKED');
});

test('an isolated animal is not fostered', async () => {
  const { done, refused, numberOf } = await shelter();
  await done('mara', `PATCH /people/${await numberOf('abe')}`, { experienced: true });
  const { number } = await done('abe', 'POST /animals/C001/placements', { until: day(7) });
  expect(await refused('vera', 'POST /animals/C001/isolate', { reason: ' ' })).toBe('422 BLANK');
  expect(await done('vera', 'POST /animals/C001/isolate', { reason: 'cough' })).toMatchObject({ state: 'quarantine', reason: 'cough' });
  expect(await done('abe', `GET /placements/${number}`)).toMatchObject({ state: 'declined', animal: null });
  expect(await refused('mara', 'DELETE /animals/C001')).toBe('409 CONFLICT');
  expect(await done('mara', 'POST /animals/C001/transfer', { shelter: 'Oslo' })).toMatchObject({ state: 'transferred', shelter: 'Oslo' });
});

test('animals and treatments follow their rules', async () => {
  const { done, refused, bello, treatment } = await shelter();
  const add = (more: Body): Promise<string> => refused('cora', 'POST /animals', { ...bello, ...more });
  expect(await add({ tag: 'D1' })).toBe('422 BAD_TAG');
  expect(await add({ tag: 'C100' })).toBe('422 WRONG_LETTER');
  expect(await add({ born: day(1) })).toBe('422 NOT_BORN');
  expect(await add({ tag: 'R100', species: 'rabbit' })).toBe('422 TOO_HEAVY');
  await done('cora', 'POST /animals', { ...bello, born: day(-100) });
  expect(await refused('vera', 'POST /animals/D100/treatments', { kind: 'castration', due: day(79) })).toBe('422 TOO_YOUNG');
  await treatment('D100', { kind: 'castration', due: day(80), cost: 120 });
  expect(await refused('vito', 'POST /animals/D100/treatments', { kind: 'castration', due: day(80) })).toBe('409 CASTRATED');
  expect(await done('vera', 'GET /treatments?animal=D100')).toMatchObject({ treatments: [{ cost: 120 }], total: 1 });
  expect(((await done('vito', 'GET /treatments'))['treatments'] as Body[])[0]).not.toHaveProperty('cost');
  expect(await refused('vera', 'PATCH /animals/D100', {})).toBe('403 FORBIDDEN');
  expect(await refused('vera', 'PATCH /animals/D100', { name: 'Rollo' })).toBe('403 FORBIDDEN');
  expect(await done('vera', 'PATCH /animals/D100', { weight: 19 })).toMatchObject({ weight: 19 });
});

test('donations are pledged, received and given back', async () => {
  const { done, refused } = await shelter();
  const sponsor = (more: Body): Promise<string> => refused('ada', 'POST /animals/D001/donations', { amount: 50, ...more });
  expect(await sponsor({ purpose: 'building' })).toBe('422 BAD_PURPOSE');
  expect(await sponsor({ amount: 0 })).toBe('422 BAD_AMOUNT');
  const { number } = await done('ada', 'POST /animals/D001/donations', { amount: 50 });
  expect(await done('mara', `POST /donations/${number}/receive`)).toMatchObject({ state: 'received', person: 'Ada Adopter' });
  expect(await refused('ada', `DELETE /donations/${number}`)).toBe('409 CONFLICT');
  expect(await done('mara', 'GET /animals/D001')).toMatchObject({ sponsored: 50 });
  expect(await done('mara', `POST /donations/${number}/refund`)).toMatchObject({ state: 'refunded', receivedAt: null });
  expect(await refused('ada', 'POST /donations', { amount: 99, purpose: 'building' })).toBe('422 TOO_LITTLE');
});

test('a manager who cancels a visit sees no more of it', async () => {
  const { done, refused, apply, visit } = await shelter();
  const number = await visit(await apply('ada', 'D001'));
  expect(await done('mara', `POST /visits/${number}/cancel`)).toEqual({ application: null, carer: null });
  expect(await refused('mara', `POST /visits/${number}/cancel`)).toBe('404 NOT_FOUND');
});

test('people see only their part', async () => {
  const { ask, done, approved, apply } = await shelter();
  expect((await ask(null, 'GET /animals')).body).toMatchObject({ animals: [{ tag: 'D001' }, { tag: 'C001' }], total: 2 });
  expect((await ask(null, 'GET /animals/R001')).status).toBe(404);
  await done('cora', 'PATCH /animals/R001', { note: 'Bites' });
  expect(await done('vera', 'GET /animals?words=bite')).toMatchObject({ total: 1 });
  await approved('ada', 'D001');
  expect((await ask(null, 'GET /animals/D001')).status).toBe(404);
  const number = await apply('abe', 'C001');
  expect((await ask('ada', `GET /applications/${number}`)).status).toBe(404);
  await done('abe', `POST /applications/${number}/withdraw`);
  expect(await done('cora', 'GET /applications')).toMatchObject({ total: 1 });
  expect((await ask('cora', 'GET /people')).body['people']).toMatchObject([
    { name: 'Abe Adopter' },
    { name: 'Ada Adopter' },
    { name: 'Cora Carer' },
  ]);
  expect(await done('mara', 'GET /visits')).toMatchObject({ visits: [{ carer: 'Cora Carer', score: 8 }], total: 1 });
});

test('a fault is one switch', async () => {
  const again = async (fault: ShelterFault | null): Promise<string> => {
    const { refused, apply } = await shelter(fault);
    await apply('ada', 'D001');
    return refused('ada', 'POST /animals/D001/applications', { alone: 2, housing: 'house' });
  };
  expect(await again(null)).toBe('409 ALREADY_APPLIED');
  expect(await again('mayApplyTwice')).toBe('201 undefined');
});
