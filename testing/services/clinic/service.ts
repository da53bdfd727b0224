import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { notEmpty } from '../hand-written-inputs.ts';
import type { ClinicData, Person, Prescription, Surgery, Visit } from './data.ts';
import type { ClinicFault } from './faults.ts';
import { clinicInputs } from './inputs.ts';
import { clinicSteps } from './steps.ts';
import { clinicViews } from './views.ts';

/** The role that may do something, and the fault that lets others do it too. */
type Mays = Readonly<Record<string, readonly [role: string, others?: ClinicFault, of?: readonly string[]]>>;

/**
 * The service of `clinic-document.ts` over arrays, hand-written, with one of its faults or none.
 * `now`: milliseconds since the epoch.
 */
export function clinicService(now: () => number, fault: ClinicFault | null = null): Implementation {
  const has = (one: ClinicFault): boolean => fault === one;
  const inputs = clinicInputs(has);
  let numbers = 400;
  const person = (name: string, email: string, password: string, role: string): Person => ({
    ...{ number: ++numbers, name, email, password, role },
    ...{ missed: 0, blocked: false },
  });
  const people = ['Dora Doctor', 'Dan Doctor', 'Nia Nurse', 'Ned Nurse'].map((name) => {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    return person(name, `${first}@example.com`, 'correct-horse', role);
  });
  const sessions = new Map<string, Person>();
  const data: ClinicData = { surgeries: [], visits: [], prescriptions: [] };
  const steps = clinicSteps(data, people, has, now);
  const views = clinicViews(data, inputs, has);

  const gone = (): never => refuse(has('missingIsBadRequest') ? 400 : 404, 'NOT_FOUND');
  const allow = (allowed: boolean): void => {
    if (!allowed) refuse(has('refusalsAreMissing') ? 404 : 403, 'FORBIDDEN');
  };
  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const reader = (token: string | null): Person | null => {
    if (token === null) return null;
    const first = has('anyTokenIsTheFirstPatient') ? people.find(({ role }) => role === 'patient') : undefined;
    return sessions.get(token) ?? first ?? unauthorized();
  };
  const signedIn = (token: string | null): Person => reader(token) ?? unauthorized();
  const enter = (one: Person): Body => {
    const token = `c${sessions.size}-${'y'.repeat(24)}`;
    sessions.set(token, one);
    return { token, me: views.personShown(one) };
  };
  /** Whether a fault lets this person do what they otherwise may not. */
  const isLax = (mays: Mays, what: string, me: Person): boolean => {
    const [, others, roles] = mays[what] ?? [''];
    return others !== undefined && has(others) && (roles ?? [me.role]).includes(me.role);
  };
  const enterAs = (mays: Mays, what: string, request: Request): Person => {
    const me = signedIn(request.token);
    if (what !== 'GET') allow(me.role === mays[what]?.[0] || isLax(mays, what, me));
    return me;
  };
  const found = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? gone();
    return sees(record) ? record : refuse(has('hiddenIsForbidden') ? 403 : 404, 'NOT_FOUND');
  };

  const signUp = (request: Request): Body => {
    const me = request.token === null ? null : signedIn(request.token);
    const body = inputs.body(request, ['name', 'email', 'password', ...(has('roleMayBeChosen') ? ['role'] : [])]);
    allow(me === null);
    const name = inputs.text(body['name'], 40);
    const [email, password] = [inputs.email(body['email']), inputs.text(body['password'])];
    if (people.some((one) => one.email.toLowerCase() === email.toLowerCase()) && !has('emailsMayBeShared')) steps.conflict();
    const one = person(name, email, notEmpty(password), String(body['role'] ?? 'patient'));
    people.push(one);
    return enter(one);
  };
  const signIn = (request: Request): Body => {
    if (request.token !== null) signedIn(request.token);
    const body = inputs.body(request, ['email', 'password']);
    const [email, password] = [body['email'], body['password']].map((one) => inputs.text(one));
    const one = people.find((each) => each.email === email && (each.password === password || has('anyPasswordWillDo')));
    return one === undefined ? refuse(has('wrongPasswordIsForbidden') ? 403 : 401, 'UNAUTHORIZED') : enter(one);
  };
  const block = (number: string, request: Request): Body => {
    const me = signedIn(request.token);
    allow(me.role === 'nurse' || has(me.role === 'patient' ? 'patientsBlock' : 'doctorsBlock'));
    const body = inputs.body(request, ['blocked']);
    const one = people.find((each) => String(each.number) === number) ?? gone();
    const { blocked } = body;
    if (typeof blocked !== 'boolean') return refuse(422, 'INVALID');
    one.blocked = has('blockIsToggled') ? !one.blocked : blocked;
    return views.personShown(one);
  };

  const plan = (request: Request): Body => {
    const me = signedIn(request.token);
    allow(me.role === 'doctor' || has(me.role === 'patient' ? 'patientsOfferHours' : 'nursesOfferHours'));
    const body = inputs.body(request, ['room', 'day', 'places']);
    const room = inputs.text(body['room'], 20, 'roomMayBeLong');
    const surgery: Surgery = {
      ...{ number: ++numbers, doctor: me, room, day: inputs.day(body['day']) },
      ...{ places: inputs.whole(body['places']), booked: 0, state: 'planned' },
    };
    inputs.checkSurgery(surgery, false);
    data.surgeries.push(surgery);
    return views.surgeryShown(surgery, me);
  };
  const surgeryMays: Mays = {
    PATCH: ['doctor', 'anyDoctorEditsHours', ['doctor']],
    DELETE: ['doctor'],
    offer: ['doctor'],
    close: ['doctor', 'anyDoctorCloses', ['doctor']],
    reopen: ['doctor'],
    off: ['doctor', 'anyDoctorCallsOff', ['doctor']],
  };
  const onSurgery = (number: string, what: string, request: Request): Body | null => {
    const me = what === 'GET' ? reader(request.token) : enterAs(surgeryMays, what, request);
    const body = what === 'PATCH' ? inputs.body(request, ['room', 'day', 'places']) : {};
    const surgery = found(data.surgeries, number, (one) => views.seesSurgery(one, me));
    if (what !== 'GET') allow(surgery.doctor === me || isLax(surgeryMays, what, me as Person));
    if (what === 'PATCH') {
      const room = 'room' in body ? inputs.text(body['room'], 20, 'roomMayBeLong') : surgery.room;
      const day = 'day' in body ? inputs.day(body['day']) : surgery.day;
      const places = 'places' in body ? inputs.whole(body['places']) : surgery.places;
      inputs.checkSurgery({ room, places, booked: surgery.booked }, true);
      Object.assign(surgery, { room, places }, has('patchForgetsDay') ? {} : { day }, has('placesResetBooked') ? { booked: 0 } : {});
    } else if (what === 'DELETE') {
      allow(surgery.state === 'planned' || (surgery.state === 'open' && has('offeredHoursAreDeleted')));
      if (!has('deletedHoursStay')) data.surgeries = data.surgeries.filter((one) => one !== surgery);
      return null;
    } else surgerySteps[what]?.(surgery);
    return views.surgeryShown(surgery, me);
  };
  const { surgerySteps } = steps;

  const ask = (number: string, request: Request): Body => {
    const me = signedIn(request.token);
    allow(me.role === 'patient' || (me.role === 'nurse' && has('nursesAskForVisits')));
    const body = inputs.body(request, ['reason', 'kind']);
    const value = (): readonly [string, string] => [inputs.reason(body['reason']), inputs.kind(body['kind'])];
    if (has('valueBeforeRecord')) value();
    const surgery = found(data.surgeries, number, (one) => views.seesSurgery(one, me));
    const isOpen = surgery.state === 'open' || (surgery.state === 'closed' && has('closedTakeVisits'));
    const notOpen = (): void => {
      if (!isOpen || (me.blocked && !has('blockedAsk'))) refuse(has('notOpenIsForbidden') ? 403 : 409, 'NOT_OPEN');
    };
    if (has('stateBeforeValue')) notOpen();
    const [reason, kind] = value();
    const isTwice = data.visits.some((one) => one.surgery === surgery && (one.patient === me || has('onePatientForAll')));
    const twice = (): void => {
      if (isTwice && !has('patientsAskTwice')) refuse(has('twiceIsInvalid') ? 422 : 409, 'TWICE');
    };
    notOpen();
    inputs.notBlank(reason, 'reasonMayBeBlank');
    twice();
    const counted = [
      'asked',
      'booked',
      ...(has('countIgnoresWaiting') ? [] : ['waiting']),
      ...(has('countIncludesCancelled') ? ['cancelled'] : []),
    ];
    const own = data.visits.filter((one) => (one.patient === me || has('countIsOfAll')) && counted.includes(one.state));
    if (own.length >= (has('fourVisits') ? 4 : has('twoVisits') ? 2 : 3) && !has('countIsNotChecked')) refuse(409, 'TOO_BUSY');
    const visit: Visit = {
      ...{ number: ++numbers, surgery, patient: me, reason, kind },
      ...{ fee: null, note: null, seenAt: null, state: 'asked' },
    };
    data.visits.push(visit);
    return views.visitShown(visit, me);
  };
  const visitMays: Mays = {
    PATCH: ['patient', 'anyoneEditsVisits', ['patient']],
    DELETE: ['patient', 'anyoneDeletesVisits', ['patient']],
    cancel: ['patient', 'anyoneCancels'],
    withdraw: ['patient', 'anyoneWithdraws'],
    confirm: ['nurse', 'patientsConfirm', ['patient']],
    wait: ['nurse', 'doctorsPutOnTheList', ['doctor']],
    miss: ['nurse', 'patientsMiss', ['patient']],
    see: ['doctor', 'nursesSee', ['nurse']],
    note: ['doctor', 'anyDoctorWritesNotes', ['doctor']],
  };
  const onVisit = (number: string, what: string, request: Request): Body | null => {
    if (has('missingBeforeSignedOut') && !data.visits.some((one) => String(one.number) === number)) gone();
    if (has('recordBeforeRole')) found(data.visits, number, (one) => views.seesVisit(one, signedIn(request.token)));
    const keys: Readonly<Record<string, readonly string[]>> = { PATCH: ['reason', 'kind'], note: ['note'], see: ['fee'] };
    const taken = keys[what];
    if (has('bodyBeforeRole') && taken !== undefined) inputs.body(request, taken);
    const me = enterAs(visitMays, what, request);
    const body = taken === undefined ? {} : inputs.body(request, taken);
    const lax = isLax(visitMays, what, me) || (what === 'see' && me.role === 'doctor' && has('anyDoctorSees'));
    const visit = found(data.visits, number, (one) => lax || views.seesVisit(one, me));
    const { state } = visit;
    if (me.role === 'patient' && what !== 'GET') allow(visit.patient === me || lax);
    if (me.role === 'doctor' && what !== 'GET') allow(visit.surgery.doctor === me || lax);
    if (what === 'PATCH') {
      allow(['asked', 'waiting'].includes(state) || (state === 'booked' && has('bookedIsEdited')));
      const reason = 'reason' in body ? inputs.text(body['reason'], 80, 'reasonMayBeLong') : visit.reason;
      const kind = 'kind' in body ? inputs.kind(body['kind']) : has('patchResetsKind') ? 'first' : visit.kind;
      inputs.notBlank(reason, 'reasonMayBeBlank');
      Object.assign(visit, { reason, kind });
    } else if (what === 'DELETE') {
      allow(state === 'cancelled' || (state === 'asked' && has('askedIsDeleted')));
      if (!has('deletedVisitsStay')) data.visits = data.visits.filter((one) => one !== visit);
      return null;
    } else if (what === 'note') {
      allow(state === 'seen' || has('notesBeforeSeen'));
      if (!('note' in body)) refuse(422, 'INVALID');
      visit.note = inputs.note(body['note']);
    } else if (what !== 'GET') {
      if (what === 'miss') allow(!has('nursesMayNotMiss'));
      steps.visitSteps[what]?.(visit, () => inputs.whole(body['fee']));
    }
    return views.visitShown(visit, me);
  };

  const prescribe = (number: string, request: Request): Body => {
    const me = signedIn(request.token);
    allow(me.role === 'doctor');
    const body = inputs.body(request, ['drug', 'doses']);
    const isOthers = has('anyDoctorPrescribes');
    const visit = found(data.visits, number, (one) => isOthers || views.seesVisit(one, me));
    const [drug, doses] = [inputs.text(body['drug'], 40), inputs.doses(body['doses'])];
    const isSeen = visit.state === 'seen' || (visit.state === 'booked' && has('bookedIsPrescribedFor'));
    if (!isSeen) refuse(409, 'NOT_SEEN');
    inputs.notBlank(drug, 'drugMayBeBlank');
    if ((doses < 1 || doses > (has('oneMoreDose') ? 31 : 30)) && !has('dosesAreNotChecked')) refuse(422, 'BAD_DOSES');
    const others = data.prescriptions.filter((one) => one.visit === visit).map((one) => one.doses);
    const before = has('togetherIsOfTheLast') ? others.slice(-1) : others;
    const together = before.reduce((sum, one) => sum + one, 0) + doses;
    if (together > (has('togetherIsOneMore') ? 41 : 40) && !has('togetherIsNotChecked'))
      refuse(has('tooStrongIsInvalid') ? 422 : 409, 'TOO_STRONG');
    const one: Prescription = { number: ++numbers, visit, drug, doses, given: 0, endedAt: null, state: 'issued' };
    data.prescriptions.push(one);
    return views.prescriptionShown(one);
  };
  const prescriptionMays: Mays = {
    DELETE: ['doctor'],
    give: ['nurse', 'doctorsGive', ['doctor']],
    finish: ['nurse', 'patientsFinish', ['patient']],
    revoke: ['doctor', 'anyDoctorRevokes', ['doctor']],
    restore: ['doctor'],
  };
  const onPrescription = (number: string, what: string, request: Request): Body | null => {
    const me = enterAs(prescriptionMays, what, request);
    const body = what === 'give' ? inputs.body(request, ['count']) : {};
    const lax = isLax(prescriptionMays, what, me);
    const one = found(data.prescriptions, number, (each) => lax || views.seesPrescription(each, me));
    if (me.role === 'doctor' && what !== 'GET') allow(one.visit.surgery.doctor === me || lax);
    if (what === 'DELETE') {
      allow(one.given === 0 || has('givenIsDeleted'));
      if (!has('deletedPrescriptionsStay')) data.prescriptions = data.prescriptions.filter((each) => each !== one);
      return null;
    }
    if (what !== 'GET') steps.prescriptionSteps[what]?.(one, () => inputs.whole(body['count']));
    return views.prescriptionShown(one);
  };

  type On = (key: string, what: string, request: Request) => Body | null;
  const record = (path: string, on: On, methods: readonly string[]): readonly Route[] =>
    methods.map((method) => [
      method,
      new RegExp(`^/${path}/([^/]+)$`),
      ([, key = ''], request) => [method === 'DELETE' && !has('deleteIs200') ? 204 : 200, on(key, method, request)],
    ]);
  const events = (path: string, on: On, names: string, method = 'POST'): Route => [
    method,
    new RegExp(`^/${path}/([^/]+)/(${names})$`),
    ([, key = '', what = ''], request) => [200, on(key, what, request)],
  ];
  const list = (path: string, shown: (me: Person | null, query: URLSearchParams) => Body, isOpen = false): Route => [
    'GET',
    new RegExp(`^/${path}$`),
    (_match, { token, query }) => [200, shown(isOpen ? reader(token) : signedIn(token), new URLSearchParams(query))],
  ];
  return serviceOf(
    [
      ['POST', /^\/people$/, (_match, request) => [201, signUp(request)]],
      ['POST', /^\/session$/, (_match, request) => [200, signIn(request)]],
      ['GET', /^\/me$/, (_match, { token }) => [200, views.personShown(signedIn(token))]],
      ['PUT', /^\/people\/([^/]+)\/blocked$/, ([, number = ''], request) => [200, block(number, request)]],
      list('surgeries', views.listSurgeries, true),
      ['POST', /^\/surgeries$/, (_match, request) => [201, plan(request)]],
      ...record('surgeries', onSurgery, ['GET', 'PATCH', 'DELETE']),
      events('surgeries', onSurgery, 'offer|close|reopen|off'),
      ['POST', /^\/surgeries\/([^/]+)\/visits$/, ([, number = ''], request) => [has('visitIs200') ? 200 : 201, ask(number, request)]],
      list('visits', views.listVisits),
      ...record('visits', onVisit, ['GET', 'PATCH', 'DELETE']),
      events('visits', onVisit, 'note', 'PUT'),
      events('visits', onVisit, 'wait|confirm|withdraw|cancel|see|miss'),
      ['POST', /^\/visits\/([^/]+)\/prescriptions$/, ([, number = ''], request) => [201, prescribe(number, request)]],
      list('prescriptions', views.listPrescriptions),
      ...record('prescriptions', onPrescription, ['GET', 'DELETE']),
      events('prescriptions', onPrescription, 'give|finish|revoke|restore'),
    ],
    now,
  );
}
