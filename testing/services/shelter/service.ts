import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { type Body, refuse, serviceOf } from '../hand-written.ts';
import { among, date, email, invalid, notEmpty, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Call, type Handle, type Handles, shelterRoutes } from './calls.ts';
import {
  type Animal,
  type Application,
  type Donation,
  type Person,
  type Placement,
  type Role,
  ShelterData,
  type Treatment,
  type Visit,
} from './data.ts';
import type { ShelterFault } from './faults.ts';
import { housings, kinds, purposes, shelterLists, species } from './lists.ts';
import { shelterRules } from './rules.ts';
import { shelterSteps } from './steps.ts';
import { shelterViews } from './views.ts';

const decimal = (value: unknown): number => {
  const given = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? given : invalid();
};

/** Whether a change names a field: section 6 grants only changes of single fields. */
const isNotEmpty = (body: Body): boolean => Object.keys(body).length > 0;

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function shelterService(now: () => number, fault: ShelterFault | null = null): Implementation {
  const has = (one: ShelterFault): boolean => fault === one;
  const data = new ShelterData();
  const rules = shelterRules(data, has, now);
  const steps = shelterSteps(data, rules, has, now);
  const views = shelterViews(data, has);
  const lists = shelterLists(data, views, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, role: Role, city: string | null): Person => {
    const person: Person = { number: data.next(), name, email: address, password, city, role, fees: 0, experienced: false, blocked: false };
    data.people.push(person);
    return person;
  };
  const staff: readonly (readonly [string, Role])[] = [
    ['Mara Manager', 'manager'],
    ['Cora Carer', 'carer'],
    ['Carl Carer', 'carer'],
    ['Vera Vet', 'vet'],
    ['Vito Vet', 'vet'],
    ['Ada Adopter', 'adopter'],
    ['Abe Adopter', 'adopter'],
  ];
  for (const [name, role] of staff) addPerson(name, `${name.split(' ')[0]?.toLowerCase()}@example.com`, 'correct-horse', role, null);
  const animal = (tag: string, name: string, kind: string, born: string, weight: number): Animal => ({
    ...{ tag, name, species: kind, born, weight, shy: false, note: null, reason: null, shelter: null, vaccinatedOn: null },
    ...{ keeper: null, state: has('newAnimalsAreAvailable') ? 'available' : 'quarantine' },
  });
  data.animals.push(
    { ...animal('D001', 'Rex', 'dog', '2021-05-01', 28), vaccinatedOn: '2025-10-01', state: 'available' },
    { ...animal('C001', 'Minka', 'cat', '2023-03-12', 4.2), vaccinatedOn: '2025-11-03', state: 'available' },
    { ...animal('R001', 'Hops', 'rabbit', '2025-02-20', 2.5), state: 'quarantine' },
  );

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : missing());
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  /** `lax`: a fault lets people find records that they may not see. */
  const found = <T>(all: readonly T[], is: (one: T) => boolean, sees: (one: T) => boolean, lax: boolean): T => {
    const record = all.find(is) ?? missing();
    return sees(record) || lax ? record : hidden();
  };
  const numbered = <T extends { readonly number: number }>(all: readonly T[], { key }: Call, sees: (one: T) => boolean, lax = false): T =>
    found(all, (one) => one.number === Number(key), sees, lax);
  const personOf = (call: Call): Person =>
    numbered(data.people, call, (one) => views.seesPerson(one, call.me), has('carersChangeStaff') && call.me?.role === 'carer');
  const animalOf = ({ me, key }: Call): Animal =>
    found(
      data.animals,
      (one) => one.tag === key || (has('tagsMindNoCase') && one.tag === key.toUpperCase()),
      (one) => views.seesAnimal(one, me),
      false,
    );
  const applicationOf = (call: Call, lax = false): Application =>
    numbered(data.applications, call, (one) => views.seesApplication(one, call.me), lax);
  const visitOf = (call: Call): Visit => numbered(data.visits, call, (one) => views.seesVisit(one, call.me));
  const placementOf = (call: Call, lax = false): Placement =>
    numbered(data.placements, call, (one) => views.seesPlacement(one, call.me), lax);
  const treatmentOf = (call: Call): Treatment => numbered(data.treatments, call, (one) => views.seesTreatment(one, call.me));
  const donationOf = (call: Call, lax = false): Donation => numbered(data.donations, call, (one) => views.seesDonation(one, call.me), lax);

  /** The acting person of a call that is for some roles. */
  const actor = ({ me }: Call): Person => me ?? unauthorized();
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `s${opened}-${'h'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  /** The value of the body if it is given, else another. */
  const either = <T, O>(body: Body, key: string, read: (value: unknown) => T, other: O): T | O => (key in body ? read(body[key]) : other);
  const short = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const signUp: Handle = ({ me, body }) => {
    if (me !== null) forbidden();
    const name = text(body['name'], has('nameMayBeLong') ? 80 : 40);
    const [address, password] = [email(body['email']), text(body['password'])];
    const city = either(body, 'city', short(has('cityMayBeLong') ? 60 : 30), null);
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('emailTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.personName(name, true);
    return opening(addPerson(name, address, notEmpty(password), has('whoSignsUpIsCarer') ? 'carer' : 'adopter', city));
  };
  const signIn: Handle = ({ body, token }) => {
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    sessions.delete(token ?? '');
    return opening(person);
  };
  const signOut: Handle = ({ token }) => {
    if (!has('signOutKeepsSession')) sessions.delete(token ?? '');
    return null;
  };
  const editMe: Handle = (call) => {
    const [me, { body }] = [actor(call), call];
    allow(isNotEmpty(body));
    const name = either(body, 'name', (value) => text(value, 40), me.name);
    const city = either(body, 'city', short(30), has('patchClearsCity') ? null : me.city);
    if (name !== me.name) rules.personName(name, false);
    return views.person(Object.assign(me, { name, city }), me);
  };
  const editPerson: Handle = (call) => {
    const [me, { body }, person] = [actor(call), call, personOf(call)];
    const isStaffChanged = (me.role === 'manager' && has('managersChangeStaff')) || (me.role === 'carer' && has('carersChangeStaff'));
    allow(isNotEmpty(body) && (person.role === 'adopter' || isStaffChanged));
    if ('blocked' in body) allow(me.role === 'manager' || has('carersBlock'));
    const experienced = either(body, 'experienced', yesOrNo, person.experienced);
    const blocked = either(body, 'blocked', yesOrNo, person.blocked);
    rules.blocked(person, blocked);
    Object.assign(person, { experienced: blocked && has('blockingUnmakesExpert') ? false : experienced, blocked });
    if (has('experienceUnblocks') && body['experienced'] === true && !('blocked' in body)) person.blocked = false;
    return views.person(person, me);
  };
  const settle: Handle = (call) => {
    const person = personOf(call);
    allow(person.role === 'adopter' || has('managersSettleStaff'));
    steps.settle(person, whole(call.body['amount']));
    return views.person(person, actor(call));
  };

  const noteOf = (value: unknown): string | null => short(has('noteMayBeLong') ? 400 : 200)(value);
  const addAnimal: Handle = ({ me, body }) => {
    const added: Animal = {
      ...animal(
        text(body['tag'], has('tagMayBeLong') ? 5 : 4),
        text(body['name'], 30),
        among(body['species'], species),
        date(body['born']),
        0,
      ),
      weight: decimal(body['weight']),
      shy: either(body, 'shy', yesOrNo, has('newAnimalsAreShy')),
      note: either(body, 'note', noteOf, null),
    };
    if (data.animals.some((one) => one.tag === added.tag) && !has('tagsMayBeShared')) refuse(has('tagTakenIs422') ? 422 : 409, 'CONFLICT');
    if (has('weightBeforeTag')) rules.weight(added.species, added.weight);
    rules.tag(added.tag, added.species);
    rules.animalName(added.name, true);
    rules.born(added.born);
    rules.weight(added.species, added.weight);
    data.animals.push(added);
    return views.animal(added, me);
  };
  const editAnimal: Handle = (call) => {
    const [me, { body }, one] = [actor(call), call, animalOf(call)];
    const isMine =
      me.role === 'carer' || (me.role === 'vet' && has('vetsEditNames')) || (me.role === 'manager' && has('managersEditAnimals'));
    const isHere = (one.state !== 'adopted' || has('adoptedIsEdited')) && one.state !== 'transferred';
    if (!('weight' in body) || Object.keys(body).length > 1) allow(isMine && isHere);
    if ('weight' in body) {
      const isIn = one.state === 'quarantine' || one.state === 'available' || (one.state === 'fostered' && has('carersWeighFostered'));
      allow(me.role === 'vet' ? one.state !== 'adopted' || has('vetsWeighAdopted') : isIn);
    }
    const name = either(body, 'name', (value) => text(value, 30), one.name);
    const weight = either(body, 'weight', decimal, one.weight);
    const shy = either(body, 'shy', yesOrNo, one.shy);
    const note = either(body, 'note', noteOf, has('patchClearsNote') ? null : one.note);
    if (name !== one.name) rules.animalName(name, false);
    if (weight !== one.weight && !has('patchedWeightIsUnchecked'))
      rules.weight(has('patchedRabbitMayBeHeavy') ? 'dog' : one.species, weight);
    return views.animal(Object.assign(one, { name, weight, shy, note }), me);
  };
  const deleteAnimal: Handle = (call) => {
    steps.remove(animalOf(call));
    return null;
  };
  const release: Handle = (call) => {
    const one = animalOf(call);
    steps.release(one);
    return views.animal(one, call.me);
  };
  const isolate: Handle = (call) => {
    const one = animalOf(call);
    steps.isolate(one, () => text(call.body['reason'], has('reasonMayBeLong') ? 200 : 100));
    return views.animal(one, call.me);
  };
  const transfer: Handle = (call) => {
    const one = animalOf(call);
    steps.transfer(one, () => text(call.body['shelter'], has('shelterMayBeLong') ? 80 : 40));
    return views.animal(one, call.me);
  };

  const aloneOf = (value: unknown): number => (has('aloneMayBeText') && typeof value === 'string' ? Number(value) : whole(value));
  const housingOf = (value: unknown): string =>
    among(value, has('farmsAreUnknown') ? ['house', 'flat'] : housings, has('housingMayBeAnything'));
  const letterOf = (value: unknown): string | null => short(has('letterMayBeLong') ? 400 : 200)(value);
  const apply: Handle = (call) => {
    const [me, { body }, to] = [actor(call), call, animalOf(call)];
    const application: Application = {
      ...{ number: data.next(), animal: to, adopter: me, alone: aloneOf(body['alone']), reason: null, decidedAt: null },
      housing: either(body, 'housing', housingOf, has('usualHousingIsHouse') ? 'house' : 'flat'),
      letter: either(body, 'letter', letterOf, null),
      state: 'submitted',
    };
    if (has('rulesBeforeAvailability')) rules.application(application, null);
    const isOpen = to.state === 'available' || (to.state === 'reserved' && has('reservedTakesApplications'));
    if (!isOpen && !(to.state === 'fostered' && has('fosteredTakesApplications'))) refuse(409, 'NOT_AVAILABLE');
    rules.application(application, null);
    data.applications.push(application);
    return views.application(application, me);
  };
  const editApplication: Handle = (call) => {
    const [me, { body }, one] = [actor(call), call, applicationOf(call, has('anyAdopterEditsApplications'))];
    allow(isNotEmpty(body));
    allow(one.state === 'submitted' || (one.state === 'approved' && has('approvedIsEdited')));
    const alone = either(body, 'alone', whole, one.alone);
    const housing = either(body, 'housing', housingOf, has('patchResetsHousing') ? 'flat' : one.housing);
    const letter = either(body, 'letter', letterOf, has('patchClearsLetter') ? null : one.letter);
    rules.application({ ...one, alone, housing }, one);
    const changed = { alone, housing, letter };
    return views.application(has('patchedApplicationIsNotKept') ? { ...one, ...changed } : Object.assign(one, changed), me);
  };
  const onApplication =
    (step: (one: Application, call: Call) => void, lax?: ShelterFault): Handle =>
    (call) => {
      const one = applicationOf(call, lax !== undefined && has(lax));
      step(one, call);
      return views.application(one, actor(call));
    };
  const planVisit: Handle = (call) => {
    const [me, application] = [actor(call), applicationOf(call)];
    const day = date(call.body['day']);
    const states = has('approvedTakesVisits')
      ? ['submitted', 'approved']
      : has('rejectedTakesVisits')
        ? ['submitted', 'rejected']
        : ['submitted'];
    if (!states.includes(application.state)) refuse(has('decidedIs422') ? 422 : 409, 'DECIDED');
    rules.day(day, false);
    rules.planned(application);
    rules.busy(me, day, null);
    const visit: Visit = { number: data.next(), application, carer: me, day, score: null, report: null, state: 'planned' };
    data.visits.push(visit);
    return views.visit(visit, me);
  };
  /** `lax`: with this fault, carers may do it to each other's visits. */
  const onVisit =
    (step: (one: Visit, call: Call) => void, lax: ShelterFault): Handle =>
    (call) => {
      const [me, one] = [actor(call), visitOf(call)];
      allow(one.carer === me || has(lax) || me.role !== 'carer');
      step(one, call);
      return views.seesVisit(one, me) ? views.visit(one, me) : { application: null, carer: null };
    };

  const requestPlacement: Handle = (call) => {
    const [me, of] = [actor(call), animalOf(call)];
    const until = date(call.body['until']);
    const states = has('reservedTakesPlacements') ? ['available', 'reserved'] : ['available'];
    if (!states.includes(of.state)) refuse(409, 'NOT_AVAILABLE');
    rules.placement(of, me, until);
    const state = has('placementsStartAtOnce') ? 'running' : 'requested';
    const placement: Placement = { number: data.next(), animal: of, foster: me, since: null, until, extensions: 0, state };
    data.placements.push(placement);
    return views.placement(placement, me);
  };
  const onPlacement =
    (step: (one: Placement, call: Call) => void, lax?: ShelterFault): Handle =>
    (call) => {
      const one = placementOf(call, lax !== undefined && has(lax));
      step(one, call);
      return views.placement(one, actor(call));
    };

  const costOf = (value: unknown): number => (has('costMayBeMissing') && value === null ? 0 : whole(value));
  const planTreatment: Handle = (call) => {
    const [me, { body }, of] = [actor(call), call, animalOf(call)];
    const treatment: Treatment = {
      ...{ number: data.next(), animal: of, vet: me, kind: among(body['kind'], kinds, has('kindMayBeAnything')), due: date(body['due']) },
      ...{ dose: null, cost: either(body, 'cost', costOf, has('usualCostIsTen') ? 10 : 0), doneOn: null, state: 'planned' },
    };
    const isGone =
      (of.state === 'adopted' && !has('adoptedTakesTreatments')) || (of.state === 'transferred' && !has('transferredIsTreated'));
    if (isGone || (of.state === 'fostered' && has('fosteredIsNotTreated'))) refuse(has('goneIs409') ? 409 : 410, 'GONE');
    rules.treatment(treatment, null);
    data.treatments.push(treatment);
    return views.treatment(treatment, me);
  };
  const editTreatment: Handle = (call) => {
    const [me, { body }, one] = [actor(call), call, treatmentOf(call)];
    allow(isNotEmpty(body));
    allow(one.vet === me || has('anyVetEditsTreatments') || has('managersEditTreatments'));
    allow(one.state === 'planned' || (one.state === 'done' && has('doneIsEdited')));
    const due = either(body, 'due', date, one.due);
    const cost = either(body, 'cost', whole, has('patchClearsCost') ? 0 : one.cost);
    rules.treatment({ ...one, due, cost }, one);
    return views.treatment(Object.assign(one, { due, cost }), me);
  };
  const doseOf = (value: unknown): number | null => (value === '' ? null : orNull(value, decimal));
  const perform: Handle = (call) => {
    const [me, one] = [actor(call), treatmentOf(call)];
    allow(one.vet === me || !has('onlyPlannersPerform'));
    steps.perform(one, () => either(call.body, 'dose', doseOf, null));
    return views.treatment(one, me);
  };
  const cancelTreatment: Handle = (call) => {
    const [me, one] = [actor(call), treatmentOf(call)];
    allow(one.vet === me || me.role !== 'vet' || has('anyVetCancelsTreatments'));
    steps.cancelTreatment(one);
    return views.treatment(one, me);
  };

  const donate = (call: Call, to: Animal | null): Body => {
    const [me, { body }] = [actor(call), call];
    const amount = whole(body['amount']);
    const usual = has('usualPurposeIsMedicine') ? 'medicine' : 'food';
    const purpose = either(body, 'purpose', (value) => among(value, purposes, has('purposeMayBeAnything')), usual);
    if (to?.state === 'adopted' && !has('adoptedTakesDonations')) refuse(has('goneIs409') ? 409 : 410, 'GONE');
    rules.donation(to, purpose, amount);
    const donation: Donation = {
      ...{ number: data.next(), person: me, animal: has('sponsorForgetsAnimal') ? null : to, purpose, amount, pledgedAt: now() },
      ...{ receivedAt: null, state: has('donationsAreReceived') ? 'received' : 'pledged' },
    };
    data.donations.push(donation);
    return views.donation(donation, me);
  };
  const onDonation =
    (step: string): Handle =>
    (call) => {
      const one = donationOf(call, step === 'remove' && has('anyAdopterDeletesDonations'));
      steps.donations[step]?.(one);
      return step === 'remove' ? null : views.donation(one, actor(call));
    };

  const handles: Handles = new Map<string, readonly [takes: readonly string[] | null, handle: Handle]>([
    ['POST people', [['name', 'email', 'password', 'city'], signUp]],
    ['POST session', [['email', 'password'], signIn]],
    ['DELETE session', [null, signOut]],
    ['GET me', [null, (call) => views.person(actor(call), actor(call))]],
    ['PATCH me', [['name', 'city'], editMe]],
    ['GET people', [null, (call) => lists.people(actor(call), call.query)]],
    ['GET people/:number', [null, (call) => views.person(personOf(call), actor(call))]],
    ['PATCH people/:number', [['experienced', 'blocked'], editPerson]],
    ['POST people/:number/settle', [['amount'], settle]],
    ['GET animals', [null, ({ me, query }) => lists.animals(me, query)]],
    ['POST animals', [['tag', 'name', 'species', 'born', 'weight', 'shy', 'note'], addAnimal]],
    ['GET animals/:tag', [null, (call) => views.animal(animalOf(call), call.me)]],
    ['PATCH animals/:tag', [['name', 'weight', 'shy', 'note'], editAnimal]],
    ['DELETE animals/:tag', [null, deleteAnimal]],
    ['POST animals/:tag/release', [null, release]],
    ['POST animals/:tag/isolate', [['reason'], isolate]],
    ['POST animals/:tag/transfer', [['shelter'], transfer]],
    ['POST animals/:tag/applications', [['alone', 'housing', 'letter'], apply]],
    ['GET applications', [null, (call) => lists.applications(actor(call), call.query)]],
    ['GET applications/:number', [null, onApplication(() => undefined, 'anyoneReadsApplications')]],
    ['PATCH applications/:number', [['alone', 'housing', 'letter'], editApplication]],
    ['POST applications/:number/approve', [null, onApplication(steps.approve)]],
    [
      'POST applications/:number/reject',
      [['reason'], onApplication((one, { body }) => steps.reject(one, () => text(body['reason'], has('rejectionMayBeLong') ? 200 : 100)))],
    ],
    ['POST applications/:number/withdraw', [null, onApplication(steps.withdraw, 'anyAdopterWithdraws')]],
    ['POST applications/:number/complete', [null, onApplication(steps.complete)]],
    ['POST applications/:number/visits', [['day'], planVisit]],
    ['GET visits', [null, (call) => lists.visits(actor(call), call.query)]],
    ['POST visits/:number/move', [['day'], onVisit((one, { body }) => steps.move(one, () => date(body['day'])), 'anyCarerMoves')]],
    ['POST visits/:number/pass', [['score'], onVisit((one, { body }) => steps.pass(one, () => whole(body['score'])), 'anyCarerPasses')]],
    [
      'POST visits/:number/fail',
      [
        ['score', 'report'],
        onVisit(
          (one, { body }) =>
            steps.fail(one, () => ({ score: whole(body['score']), report: text(body['report'], has('reportMayBeLong') ? 200 : 100) })),
          'anyCarerFails',
        ),
      ],
    ],
    ['POST visits/:number/cancel', [null, onVisit(steps.cancelVisit, 'anyCarerCancelsVisits')]],
    ['POST animals/:tag/placements', [['until'], requestPlacement]],
    ['GET placements', [null, (call) => lists.placements(actor(call), call.query)]],
    ['GET placements/:number', [null, onPlacement(() => undefined, 'anyoneReadsPlacements')]],
    ['POST placements/:number/start', [null, onPlacement(steps.start)]],
    ['POST placements/:number/decline', [null, onPlacement(steps.decline, 'anyAdopterDeclines')]],
    [
      'POST placements/:number/extend',
      [['until'], onPlacement((one, { body }) => steps.extend(one, () => date(body['until'])), 'anyAdopterExtends')],
    ],
    ['POST placements/:number/return', [['weight'], onPlacement((one, { body }) => steps.bringBack(one, () => decimal(body['weight'])))]],
    ['POST animals/:tag/treatments', [['kind', 'due', 'cost'], planTreatment]],
    ['GET treatments', [null, (call) => lists.treatments(actor(call), call.query)]],
    ['PATCH treatments/:number', [['due', 'cost'], editTreatment]],
    ['POST treatments/:number/perform', [['dose'], perform]],
    ['POST treatments/:number/cancel', [null, cancelTreatment]],
    ['POST donations', [['amount', 'purpose'], (call) => donate(call, null)]],
    ['POST animals/:tag/donations', [['amount', 'purpose'], (call) => donate(call, animalOf(call))]],
    ['GET donations', [null, (call) => lists.donations(actor(call), call.query)]],
    ['DELETE donations/:number', [null, onDonation('remove')]],
    ['POST donations/:number/receive', [null, onDonation('receive')]],
    ['POST donations/:number/refund', [null, onDonation('refund')]],
  ]);

  const me = (token: string | null): Person | null => {
    steps.lapse();
    const known = token === null ? null : (sessions.get(token) ?? null);
    return token !== null && known === null && !has('unknownTokenIsVisitor') ? unauthorized() : known;
  };
  const seek = (person: Person | null, tag: string): unknown =>
    animalOf({ me: person, key: tag, body: {}, query: new URLSearchParams(), token: null });
  return serviceOf(shelterRoutes(handles, { me, seek, unauthorized, missing, allow }, fault), now);
}
