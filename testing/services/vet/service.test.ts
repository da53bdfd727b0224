import { expect, test } from 'vitest';
import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Body } from '../hand-written.ts';
import { day, opened } from '../hand-written-steps.ts';
import { type VetFault, vetFaults } from './faults.ts';
import { vetService } from './service.ts';

const [vera, viktor, vito, olga, oscar] = [3, 4, 5, 6, 7];
const at = (days: number, time: string): string => `${day(days)}T${time}:00Z`;

/** The practice with its people signed in, and helpers that lead visits on. */
async function practice(fault: VetFault | null = null) {
  let ahead = 0;
  const served = (now: () => number): Implementation => vetService(() => now() + ahead, fault);
  const { ask, done, refused } = await opened(served, ['max', 'rita', 'vera', 'viktor', 'vito', 'olga', 'oscar']);
  const numberOf = async (who: string, call: string, body: Body): Promise<unknown> => (await done(who, call, body))['number'];
  const animal = (who: string, more: Body = {}): Promise<unknown> =>
    numberOf(who, 'POST /animals', { name: 'Minka', species: 'cat', born: day(-400), weight: 4200, ...more });
  const visit = (who: string, patient: unknown, more: Body = {}): Promise<unknown> =>
    numberOf(who, 'POST /visits', { patient, doctor: vera, kind: 'checkup', begins: at(0, '11:00'), ...more });
  /** The number of a visit of an emergency that Vera treats now. */
  const treated = async (who: string, patient: unknown): Promise<unknown> => {
    const number = await visit(who, patient, { kind: 'emergency', begins: at(0, '10:05') });
    await done('rita', `POST /visits/${number}/arrive`, {});
    await done('vera', `POST /visits/${number}/start`);
    return number;
  };
  const batch = (code: string, expires: number, more: Body = {}): Promise<Body> =>
    done('max', 'POST /batches', { code, medicine: 'Amoxicillin', price: 1.5, stock: 5, expires: day(expires), ...more });
  const pass = (hours: number): void => {
    ahead += hours * 3_600_000;
  };
  /** The token of a new session, for what happens after 30 days. */
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  return { ask, done, refused, animal, visit, treated, batch, pass, again };
}

test('a cat is vaccinated, pays, and becomes due again', async () => {
  const { done, refused, animal, visit, pass, again } = await practice();
  const minka = await animal('olga');
  const number = await visit('olga', minka, { kind: 'vaccination', begins: at(1, '09:00'), complaint: 'The usual' });
  expect(await refused('rita', `POST /visits/${number}/arrive`, {})).toBe('409 TOO_EARLY');
  expect(await refused('oscar', `GET /visits/${number}`)).toBe('404 NOT_FOUND');
  pass(22);
  await done('rita', `POST /visits/${number}/arrive`, {});
  expect(await refused('viktor', `POST /visits/${number}/start`)).toBe('403 FORBIDDEN');
  await done('vera', `POST /visits/${number}/start`);
  expect(await refused('vera', `POST /visits/${number}/finish`, { findings: 'Healthy' })).toBe('409 NOTHING_DONE');
  expect(await refused('vera', `POST /visits/${number}/treatments`, { code: 'OP1' })).toBe('409 NO_OPERATION');
  const item = await done('vera', `POST /visits/${number}/treatments`, { code: 'VA1' });
  expect(item).toEqual({ number: 1, visit: number, code: 'VA1', name: 'Vaccination', units: 1, urgent: false, charge: 30 });
  expect(await refused('vera', 'DELETE /items/1')).toBe('409 ALREADY_GIVEN');
  await done('vera', `POST /visits/${number}/finish`, { findings: 'Healthy' });
  expect(await done('rita', `GET /visits/${number}`)).not.toHaveProperty('findings');
  expect(await done('olga', `GET /visits/${number}`)).toMatchObject({
    findings: 'Healthy',
    state: 'done',
    ends: `${day(1)}T09:15:00.000Z`,
  });
  expect(await done('olga', 'GET /me')).toMatchObject({ debts: 30 });
  expect(await refused('olga', 'POST /invoices/1/pay', { amount: 30.01 })).toBe('422 BAD_AMOUNT');
  await done('olga', 'POST /invoices/1/pay', { amount: '12.50' });
  expect(await done('rita', 'POST /invoices/1/pay', { amount: 17.5 })).toMatchObject({ state: 'settled', settledOn: day(1) });
  pass(365 * 24);
  const token = await again('olga');
  expect(await done(token, `GET /animals?dueBy=${day(366)}`)).toMatchObject({ animals: [{ state: 'due', dueOn: day(366), reminders: 1 }] });
  pass(14 * 24);
  expect(await done(token, `GET /animals/${minka}`)).toMatchObject({ reminders: 2 });
});

test('an operation needs an estimate, consent and an empty stomach, and the dog stays', async () => {
  const { done, refused, animal, visit, pass } = await practice();
  const rex = { name: 'Rex', species: 'dog', weight: 20_000, insured: true };
  expect(await refused('olga', 'POST /animals', { ...rex, born: day(-900) })).toBe('422 NO_CHIP');
  const number = await animal('olga', { ...rex, chip: '276098100000001' }).then((dog) =>
    visit('olga', dog, { doctor: viktor, kind: 'operation', begins: at(3, '10:00') }),
  );
  expect(await refused('olga', `POST /visits/${number}/consent`)).toBe('409 NO_ESTIMATE');
  await done('viktor', `POST /visits/${number}/quote`, { estimate: 150 });
  expect(await done('olga', `POST /visits/${number}/consent`)).toMatchObject({ consented: true, room: 'theatre' });
  expect(await done('rita', `POST /visits/${number}/hand-over`, { doctor: vito })).toMatchObject({ vet: 'Vito Vet', room: 'theatre' });
  pass(72);
  await done('rita', `POST /visits/${number}/arrive`, {});
  expect(await refused('olga', `POST /visits/${number}/cancel`, {})).toBe('403 FORBIDDEN');
  expect(await refused('vito', `POST /visits/${number}/start`)).toBe('409 NOT_FASTING');
  await done('rita', `POST /visits/${number}/fasted`, { fasted: true });
  await done('vito', `POST /visits/${number}/start`);
  expect(await done('vito', `POST /visits/${number}/treatments`, { code: 'OP1' })).toMatchObject({ charge: 200 });
  expect(await refused('vito', `POST /visits/${number}/admit`, { kennel: 7 })).toBe('422 NO_KENNEL');
  await done('vito', `POST /visits/${number}/admit`, { kennel: 2 });
  pass(24);
  expect(await refused('vito', `POST /visits/${number}/finish`, { findings: 'Well' })).toBe('409 NO_NOTE');
  await done('viktor', `POST /visits/${number}/note`, { note: 'Ate well' });
  expect(await refused('rita', `POST /visits/${number}/note`, { note: 'Barked' })).toBe('409 ALREADY_NOTED');
  expect(await refused('vito', `POST /visits/${number}/finish`, { findings: 'Well' })).toBe('409 OVER_ESTIMATE');
  await done('vito', `POST /visits/${number}/quote`, { estimate: 180 });
  expect(await refused('vito', `POST /visits/${number}/finish`, { findings: 'Well' })).toBe('409 NO_CONSENT');
  await done('olga', `POST /visits/${number}/consent`);
  expect(await done('vito', `POST /visits/${number}/finish`, { findings: 'Well' })).toMatchObject({ nights: 1, notes: 1, cost: 200 });
  const invoice = { gross: 228, covered: 136.8, discount: 0, amount: 91.2, due: day(18), kind: 'treatment' };
  expect(await done('olga', 'GET /invoices')).toMatchObject({ invoices: [invoice], owed: 91.2 });
});

test('visits keep to the hours, the vets and the rooms', async () => {
  const { done, refused, animal, visit } = await practice();
  const minka = await animal('olga');
  const book = (more: Body): Promise<string> =>
    refused('olga', 'POST /visits', { patient: minka, doctor: vera, kind: 'checkup', begins: at(1, '09:00'), ...more });
  expect(await book({ begins: at(5, '09:00') })).toBe('422 CLOSED');
  expect(await book({ begins: at(1, '17:45') })).toBe('422 CLOSED');
  expect(await book({ begins: at(1, '09:10') })).toBe('422 NOT_QUARTER');
  expect(await book({ begins: at(-1, '09:00') })).toBe('422 PAST');
  expect(await book({ begins: at(1, '17:00'), kind: 'operation' })).toBe('422 TOO_SOON');
  expect(await book({ doctor: olga })).toBe('404 NOT_FOUND');
  const first = await visit('olga', minka, { doctor: viktor, begins: at(1, '09:00') });
  expect(await book({ doctor: viktor, begins: at(1, '09:15') })).toBe('409 VET_TAKEN');
  expect(await book({ doctor: vito, begins: at(1, '09:15') })).toBe('409 ROOM_TAKEN');
  await visit('olga', minka, { doctor: vito, begins: at(1, '09:30') });
  expect(await refused('olga', `PATCH /visits/${first}`, { room: 'one' })).toBe('403 FORBIDDEN');
  expect(await refused('rita', `PATCH /visits/${first}`, { room: 'theatre' })).toBe('422 WRONG_ROOM');
  expect(await done('rita', `PATCH /visits/${first}`, { room: 'one' })).toMatchObject({ room: 'one' });
  expect(await refused('olga', `PATCH /visits/${first}`, { begins: at(2, '09:00') })).toBe('409 TOO_LATE');
  await done('rita', `PATCH /visits/${first}`, { begins: at(2, '09:00') });
  await visit('olga', minka, { begins: at(3, '09:00') });
  expect(await book({})).toBe('429 TOO_MANY');
});

test('late visits cost a fee, debts block, and an animal changes its owner or dies', async () => {
  const { done, refused, animal, visit, pass } = await practice();
  const hoppel = await animal('oscar', { name: 'Hoppel', species: 'rabbit', insured: true });
  const late = await visit('oscar', hoppel);
  await done('oscar', `POST /visits/${late}/cancel`, { reason: 'Rain' });
  const missed = await visit('oscar', hoppel, { begins: at(1, '11:00') });
  const early = await visit('oscar', hoppel, { begins: at(2, '11:00') });
  await done('oscar', `POST /visits/${early}/cancel`, {});
  pass(26);
  expect(await done('oscar', `GET /visits/${missed}`)).toMatchObject({ state: 'missed' });
  expect(await done('oscar', 'GET /invoices?kind=fee')).toMatchObject({ invoices: [{ amount: 20 }, { amount: 35 }], owed: 55 });
  pass(14 * 24);
  expect(await done('rita', 'GET /invoices?state=overdue')).toMatchObject({ invoices: [{ number: 1, amount: 28 }], total: 1 });
  const next = { patient: hoppel, doctor: vera, begins: at(21, '09:00') };
  expect(await refused('oscar', 'POST /visits', { ...next, kind: 'checkup' })).toBe('402 DEBTS');
  expect(await done('rita', 'POST /invoices/1/extend', { due: day(40) })).toMatchObject({ state: 'open', extended: true });
  expect(await refused('rita', 'POST /invoices/1/extend', { due: day(41) })).toBe('409 ALREADY_GIVEN');
  await done('oscar', 'POST /invoices/2/pay', { amount: 35 });
  const last = await visit('oscar', hoppel, next);
  expect(await refused('rita', `POST /animals/${hoppel}/transfer`, { person: olga })).toBe('409 OPEN_VISIT');
  await done('rita', `POST /visits/${last}/cancel`, { reason: 'Sold' });
  expect(await done('rita', `POST /animals/${hoppel}/transfer`, { person: olga })).toMatchObject({ owner: 'Olga Owner', insured: false });
  expect(await done('oscar', `GET /visits/${last}`)).toMatchObject({ animal: null, owner: 'Oscar Owner', reason: 'Sold' });
  expect(await done('olga', `GET /animals/${hoppel}`)).toMatchObject({ visits: 0 });
  const other = await visit('olga', hoppel, next);
  expect(await done('vera', `POST /animals/${hoppel}/die`)).toMatchObject({ state: 'dead', diedOn: day(15) });
  expect(await done('olga', `GET /visits/${other}`)).toMatchObject({ state: 'cancelled', reason: 'The animal died' });
  expect(await refused('olga', `PATCH /animals/${hoppel}`, { weight: 1000 })).toBe('409 DEAD');
});

test('the batch that expires first is used first', async () => {
  const { done, refused, animal, treated, batch, pass } = await practice();
  await batch('AM-1', 20);
  await batch('AM-2', 200, { stock: 50 });
  const number = await treated('olga', await animal('olga', { species: 'bird', weight: 60 }));
  const give = `POST /visits/${number}/medicines`;
  expect(await refused('vera', give, { code: 'AM-2', units: 2 })).toBe('409 OLDER_FIRST');
  expect(await refused('vera', give, { code: 'AM-1', units: 6 })).toBe('409 NOT_ENOUGH');
  expect(await refused('vera', give, { code: 'AM-1', units: 0 })).toBe('422 BAD_UNITS');
  expect(await done('vera', give, { code: 'AM-1', units: 2 })).toMatchObject({ charge: 3, urgent: true });
  expect(await done('olga', `GET /visits/${number}`)).toMatchObject({ items: [{ code: null, name: 'Amoxicillin' }] });
  expect(await done('vera', 'GET /batches')).toMatchObject({ batches: [{ code: 'AM-1', stock: 3 }, { code: 'AM-2' }], units: 53 });
  await done('vera', 'DELETE /items/1');
  expect(await done('max', 'GET /batches?state=usable')).toMatchObject({ batches: [{ stock: 5, worth: 7.5 }, {}] });
  expect(await refused('vera', `POST /visits/${number}/treatments`, { code: 'VA1' })).toBe('422 NO_VACCINE');
  expect(await done('vera', `POST /visits/${number}/treatments`, { code: 'EX1' })).toMatchObject({ charge: 60 });
  pass(21 * 24);
  expect(await done('max', 'POST /batches/AM-1/recall', { reason: 'Old' })).toMatchObject({ state: 'recalled', reason: 'Old' });
  expect(await refused('max', 'POST /batches/AM-1/count', { stock: 0 })).toBe('409 CONFLICT');
});

test('the price list is public as far as it is listed', async () => {
  const { ask, done, refused } = await practice();
  await done('max', 'PATCH /prices/OP1', { listed: false, remark: 'Call first' });
  const { body } = await ask(null, 'GET /prices?most=40');
  const exam = { code: 'EX1', name: 'Examination', kind: 'exam', base: 40, perKilo: 0, listed: true };
  expect(body).toEqual({ prices: [exam, { ...exam, code: 'VA1', name: 'Vaccination', kind: 'vaccine', base: 30 }], total: 2 });
  expect(await done('vera', 'GET /prices?kind=surgery')).toMatchObject({ prices: [{ remark: 'Call first' }] });
  expect(await refused('max', 'PATCH /prices/VA1', { perKilo: 1 })).toBe('422 BAD_KILO');
  expect(await refused('max', 'DELETE /prices/EX1')).toBe('403 FORBIDDEN');
  expect((await ask('max', 'DELETE /prices/OP1')).status).toBe(204);
});

test('people see what concerns them', async () => {
  const { done, refused } = await practice();
  const { people } = await done('olga', 'GET /people');
  expect((people as Body[]).map(({ number }) => number)).toEqual([olga, vera, viktor, vito]);
  expect(await done('rita', `PATCH /people/${oscar}`, { remark: 'Pays late' })).toMatchObject({ remark: 'Pays late', debts: 0 });
  expect(await refused('rita', `PATCH /people/${vera}`, { room: 'two' })).toBe('403 FORBIDDEN');
  expect(await refused('max', `PATCH /people/${vera}`, { room: null })).toBe('422 NO_ROOM');
  expect(await refused('rita', `PATCH /people/${oscar}`, {})).toBe('403 FORBIDDEN');
});

test('a session ends after 30 days', async () => {
  const { done, refused, pass } = await practice();
  pass(719);
  await done('olga', 'GET /me');
  pass(1);
  expect(await refused('olga', 'GET /me')).toBe('401 UNAUTHORIZED');
});

test('there are as many names as faults', () => {
  const names = Object.values(vetFaults).flat();
  expect(new Set(names).size).toBe(names.length);
});

type Tried = Awaited<ReturnType<typeof practice>>;
/** For each fault an answer that it changes. */
const visible: readonly (readonly [VetFault, (at: Tried) => Promise<unknown>, unknown, unknown])[] = [
  ['vetsAddPrices', ({ refused }) => refused('vera', 'POST /prices', {}), '403 FORBIDDEN', '422 INVALID'],
  [
    'deskWeighs',
    async ({ animal, refused }) => refused('rita', `PATCH /animals/${await animal('olga')}`, { weight: 0 }),
    '403 FORBIDDEN',
    '422 BAD_WEIGHT',
  ],
  [
    'arriveAnyTime',
    async ({ animal, visit, refused }) => {
      const number = await visit('olga', await animal('olga'), { begins: at(1, '09:00') });
      return refused('rita', `POST /visits/${number}/arrive`, {});
    },
    '409 TOO_EARLY',
    '200 undefined',
  ],
  [
    'newerIsGiven',
    async ({ animal, treated, batch, refused }) => {
      await batch('AM-1', 20);
      await batch('AM-2', 21);
      return refused('vera', `POST /visits/${await treated('olga', await animal('olga'))}/medicines`, { code: 'AM-2', units: 1 });
    },
    '409 OLDER_FIRST',
    '201 undefined',
  ],
  [
    'unitsAreOne',
    async ({ animal, treated, done }) => {
      const number = await treated('olga', await animal('olga'));
      return (await done('vera', `POST /visits/${number}/treatments`, { code: 'EX1', units: 2, urgent: false }))['charge'];
    },
    80,
    40,
  ],
  [
    'transferKeepsInsurance',
    async ({ animal, done }) => {
      const number = await animal('olga', { insured: true });
      return (await done('max', `POST /animals/${number}/transfer`, { person: oscar }))['insured'];
    },
    false,
    true,
  ],
  [
    'chipMayBeShort',
    async ({ animal, refused }) => refused('vera', `PATCH /animals/${await animal('olga')}`, { chip: '27609810000001' }),
    '422 BAD_CHIP',
    '200 undefined',
  ],
  [
    'lastVisitEndsEarlier',
    async ({ animal, refused }) => {
      const body = { patient: await animal('olga'), doctor: vera, kind: 'checkup', begins: at(1, '17:30') };
      return refused('olga', 'POST /visits', body);
    },
    '201 undefined',
    '422 CLOSED',
  ],
  [
    'hiddenIsForbidden',
    async ({ animal, refused }) => refused('oscar', `GET /animals/${await animal('olga')}`),
    '404 NOT_FOUND',
    '403 FORBIDDEN',
  ],
  ['moneyIsText', async ({ done }) => (await done('olga', 'GET /me'))['debts'], 0, '0.00'],
  ['ownersListOwners', async ({ done }) => (await done('olga', 'GET /people'))['total'], 4, 7],
  [
    'neverVaccinatedIsDue',
    async ({ animal, done }) => {
      await animal('olga');
      return (await done('olga', `GET /animals?dueBy=${day(1)}`))['total'];
    },
    0,
    1,
  ],
];

test.each(visible)('%s is visible', async (fault, answer, right, wrong) => {
  expect(await answer(await practice())).toBe(right);
  expect(await answer(await practice(fault))).toBe(wrong);
});
