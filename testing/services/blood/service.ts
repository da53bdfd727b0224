import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, dayOf, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Appointment, BloodData, type Donation, type Drive, type Order, type Person, plus, type Recall, type Unit } from './data.ts';
import { bloodDoor } from './door.ts';
import type { BloodFault, Others } from './faults.ts';
import { bloodRules } from './rules.ts';
import { bloodSteps } from './steps.ts';
import { bloodViews, components, grades, groups, kinds, urgencies } from './views.ts';

const everyone = ['donor', 'nurse', 'technician', 'director', 'hospital'];

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function bloodService(now: () => number, fault: BloodFault | null = null): Implementation {
  const has = (one: BloodFault): boolean => fault === one;
  const data = new BloodData();
  const rules = bloodRules(data, has, now);
  const steps = bloodSteps(data, rules, has, now);
  const views = bloodViews(data, rules, has, now);
  const door = bloodDoor(data, rules, steps, views, fault);
  const { signUp, signIn, missing, hidden, allow, bodyOf, actor, enter, numberIn, numbered } = door;

  const editMe = (request: Request): Body => {
    const me = enter(request, everyone);
    const body = bodyOf(request, 'name', 'weight');
    allow('name' in body || 'weight' in body);
    if ('weight' in body) allow(me.role === 'donor' || has('staffHaveWeights'));
    const name = 'name' in body ? text(body['name'], 40) : me.name;
    const weight = 'weight' in body ? orNull(body['weight'], whole) : has('patchOfNameClearsWeight') ? null : me.weight;
    if (name !== me.name) rules.notBlank(name, 'patchedNameMayBeBlank');
    if (weight !== null && !has('weightIsNotChecked')) rules.weight(weight);
    if (!has('patchedNameIsNotKept')) me.name = name;
    me.weight = weight;
    return views.person(me, me);
  };

  const donorOf = (number: string, me: Person): Person => numbered(data.people, number, (one) => views.seesPerson(one, me));
  const driveOf = (number: string, me: Person): Drive => numbered(data.drives, number, (one) => views.seesDrive(one, me));
  const appointmentOf = (number: string, me: Person, lax?: boolean): Appointment =>
    numbered(data.appointments, number, (one) => views.seesAppointment(one, me), lax);
  const donationOf = (number: string, me: Person): Donation => numbered(data.donations, number, (one) => views.seesDonation(one, me));
  const orderOf = (number: string, me: Person, lax?: boolean): Order =>
    numbered(data.orders, number, (one) => views.seesOrder(one, me), lax);
  const unitOf = (code: string, me: Person, lax = false): Unit => {
    const unit = data.units.find((one) => one.code === code) ?? missing();
    return views.seesUnit(unit, me) || lax ? unit : hidden();
  };

  const deferDonor = (number: string, request: Request): Body => {
    const me = enter(request, ['nurse', 'director'], { techniciansDefer: 'technician' });
    numberIn(number);
    const body = bodyOf(request, 'span', 'deferral');
    const person = donorOf(number, me);
    allow(person.role === 'donor' || has('staffIsDeferred'));
    const [span, deferral] = [whole(body['span']), text(body['deferral'], has('deferralMayBeLong') ? undefined : 60)];
    steps.defer(person, span, deferral);
    return views.person(person, me);
  };
  const liftDonor = (number: string, request: Request): Body => {
    const me = enter(request, ['director'], { nursesLift: 'nurse' });
    const person = donorOf(number, me);
    allow(person.role === 'donor' || has('staffIsLifted'));
    steps.lift(person);
    return views.person(person, me);
  };

  const noteIn = (body: Body, most: number): string | null => orNull(body['note'], (value) => text(value, most));
  const addDrive = (request: Request): Body => {
    const me = enter(request, ['nurse'], { directorsPlanDrives: 'director', donorsPlanDrives: 'donor' });
    const body = bodyOf(request, 'site', 'day', 'capacity', 'note');
    const drive: Drive = {
      ...{ number: data.next(), site: text(body['site'], has('siteMayBeLong') ? undefined : 40), day: date(body['day']) },
      ...{ capacity: whole(body['capacity']), note: 'note' in body ? noteIn(body, has('noteMayBeLong') ? 1000 : 100) : null },
      ...{ lead: me, state: has('drivesAreOpenAtOnce') ? 'open' : 'planned' },
    };
    rules.drive(drive, null);
    data.drives.push(drive);
    return views.drive(drive, me);
  };
  const editDrive = (number: string, request: Request): Body => {
    const me = enter(request, ['nurse']);
    numberIn(number);
    const body = bodyOf(request, 'site', 'day', 'capacity', 'note');
    const drive = driveOf(number, me);
    allow(drive.lead === me || has('anyNurseEditsDrives'));
    allow(drive.state === 'planned' || (drive.state === 'open' && !has('openIsNotEdited')) || has('cancelledIsEdited'));
    const changed = {
      site: 'site' in body ? text(body['site'], 40) : drive.site,
      day: 'day' in body ? date(body['day']) : drive.day,
      capacity: 'capacity' in body ? whole(body['capacity']) : drive.capacity,
      note: 'note' in body ? noteIn(body, 100) : has('patchClearsNote') ? null : drive.note,
    };
    rules.drive(changed, drive);
    Object.assign(drive, changed);
    if (has('movedDrivesAreUnpublished') && 'day' in body) drive.state = 'planned';
    return views.drive(drive, me);
  };
  const stepOfDrive = (number: string, event: string, request: Request): Body => {
    const isCancel = event === 'cancel' && !has('directorsDoNotCancel');
    const me = enter(request, isCancel ? ['nurse', 'director'] : ['nurse'], isCancel ? {} : { directorsPublish: 'director' });
    const drive = driveOf(number, me);
    const isFree = event === 'cancel' ? has('anyNurseCancels') : has('anyNursePublishes');
    allow(drive.lead === me || me.role === 'director' || isFree);
    if (event === 'publish' && drive.state === 'planned' && drive.day < dayOf(now())) refuse(422, 'BAD_DAY');
    steps.drives[event]?.(drive);
    return views.drive(drive, me);
  };

  const book = (number: string, request: Request): Body => {
    const me = enter(request, ['donor'], { nursesBook: 'nurse' });
    numberIn(number);
    const body = bodyOf(request, 'component');
    const drive = driveOf(number, me);
    const component = 'component' in body ? among(body['component'], components) : has('usualComponentIsPlasma') ? 'plasma' : 'whole';
    if (has('bookingBeforeState')) rules.booking(drive, me, component);
    if (drive.state !== 'open' && !(drive.state === 'cancelled' && has('cancelledIsBooked'))) refuse(409, 'NOT_OPEN');
    rules.booking(drive, me, component);
    const appointment: Appointment = {
      ...{ number: data.next(), drive, donor: me, component, ill: null, travelled: null, tattooed: null },
      ...{ hemoglobin: null, pulse: null, reason: null, state: 'booked' },
    };
    data.appointments.push(appointment);
    return views.appointment(appointment, me);
  };
  const answerQuestions = (number: string, request: Request): Body => {
    const me = enter(request, ['donor'], { nursesAnswer: 'nurse' });
    numberIn(number);
    const body = bodyOf(request, 'ill', 'travelled', 'tattooed');
    const appointment = appointmentOf(number, me, has('anyDonorAnswers'));
    const isAgain = appointment.state === 'answered' && has('answeredIsAnsweredAgain');
    steps.from(appointment.state === 'booked' || isAgain);
    const flagIn = (key: string): boolean => (has('missingAnswersAreNo') && !(key in body) ? false : yesOrNo(body[key]));
    const answers = { ill: flagIn('ill'), travelled: flagIn('travelled'), tattooed: flagIn('tattooed') };
    steps.answer(appointment, answers);
    return views.appointment(appointment, me);
  };
  const admit = (number: string, request: Request): Body => {
    const me = enter(request, ['nurse'], { directorsAdmit: 'director' });
    numberIn(number);
    const body = bodyOf(request, 'hemoglobin', 'pulse');
    const appointment = appointmentOf(number, me);
    steps.from(appointment.state === 'answered' || (appointment.state === 'booked' && has('bookedIsAdmitted')));
    steps.admit(appointment, whole(body['hemoglobin']), whole(body['pulse']));
    return views.appointment(appointment, me);
  };
  const turnAway = (number: string, request: Request): Body => {
    const me = enter(request, ['nurse'], { directorsTurnAway: 'director' });
    numberIn(number);
    const body = bodyOf(request, 'reason');
    const appointment = appointmentOf(number, me);
    const isOther =
      (appointment.state === 'booked' && has('bookedIsTurnedAway')) || (appointment.state === 'admitted' && has('admittedIsTurnedAway'));
    steps.from(appointment.state === 'answered' || isOther);
    steps.turnAway(appointment, text(body['reason'], 60));
    return views.appointment(appointment, me);
  };
  const stepOfAppointment = (number: string, event: string, request: Request): Body => {
    const isCancel = event === 'cancel';
    const me = enter(
      request,
      [isCancel ? 'donor' : 'nurse'],
      isCancel ? { nursesCancelAppointments: 'nurse' } : { directorsMiss: 'director', donorsMiss: 'donor' },
    );
    const appointment = appointmentOf(number, me, isCancel && has('anyDonorCancels'));
    steps.appointments[event]?.(appointment);
    return views.appointment(appointment, me);
  };

  const donate = (number: string, request: Request): Body => {
    const me = enter(request, ['nurse'], { techniciansDraw: 'technician' });
    numberIn(number);
    const body = bodyOf(request, 'bag', 'volume');
    const appointment = appointmentOf(number, me, me.role === 'technician');
    const { donor, component, state } = appointment;
    const [bag, volume] = [text(body['bag'], has('bagMayBeLong') ? undefined : 6), whole(body['volume'])];
    const isAdmitted =
      state === 'admitted' || (state === 'answered' && has('answeredDonates')) || (state === 'donated' && has('donatedDonatesAgain'));
    if (has('bagBeforeState')) rules.donation({ bag, volume, component });
    if (!isAdmitted) refuse(409, has('notAdmittedIsConflict') ? 'CONFLICT' : 'NOT_ADMITTED');
    if (data.donations.some((one) => one.bag === bag) && !has('bagsMayBeShared')) refuse(409, 'CONFLICT');
    rules.donation({ bag, volume, component });
    const donation: Donation = {
      ...{ number: data.next(), bag, appointment, donor, component: has('donationIsAlwaysWhole') ? 'whole' : component, volume },
      ...{ nurse: has('leadIsTheNurse') ? appointment.drive.lead : me, day: dayOf(now()) },
      ...{ group: has('donationKnowsGroup') ? donor.group : null, positive: null, reactive: null, state: 'collected' },
    };
    steps.donate(donation);
    return views.donation(donation, me);
  };
  const testDonation = (number: string, request: Request): Body => {
    const me = enter(request, ['technician'], { nursesTest: 'nurse', directorsTest: 'director' });
    numberIn(number);
    const body = bodyOf(request, 'group', 'positive', 'reactive');
    const donation = donationOf(number, me);
    const isAgain =
      (donation.state === 'clear' && has('clearIsTestedAgain')) || (donation.state === 'reactive' && has('reactiveIsTestedAgain'));
    steps.from(donation.state === 'collected' || isAgain);
    steps.test(donation, among(body['group'], groups, has('anyGroupIsFine')), yesOrNo(body['positive']), yesOrNo(body['reactive']));
    return views.donation(donation, me);
  };

  const addUnit = (number: string, request: Request): Body => {
    const me = enter(request, ['technician'], { directorsMakeUnits: 'director' });
    numberIn(number);
    const body = bodyOf(request, 'code', 'kind', 'volume');
    const donation = donationOf(number, me);
    const [code, kind, volume] = [text(body['code'], 6), among(body['kind'], kinds), whole(body['volume'])];
    const isClear =
      donation.state === 'clear' ||
      (donation.state === 'recalled' && has('recalledMakesUnits')) ||
      (donation.state === 'reactive' && has('reactiveMakesUnits')) ||
      (donation.state === 'collected' && has('untestedMakesUnits'));
    if (!isClear) refuse(has('notClearIs422') ? 422 : 409, 'NOT_CLEAR');
    const isTaken = data.units.some((one) => one.code === code);
    if (isTaken && has('codeTakenIsBadCode')) refuse(422, 'BAD_CODE');
    if (isTaken && !has('codesMayBeShared')) refuse(409, 'CONFLICT');
    rules.unit(donation, { code, kind, volume });
    const unit: Unit = {
      ...{ code, donation, kind, volume, maker: me, expires: plus(donation.day, steps.lasts(kind)), order: null, reservedAt: null },
      ...{ reason: null, state: has('unitsAreAvailableAtOnce') ? 'available' : 'quarantined' },
    };
    data.units.push(unit);
    return views.unit(unit, me);
  };
  const releaseUnit = (code: string, request: Request): Body => {
    const wanted = has('onlyDirectorsRelease') ? ['director'] : ['technician', 'director'];
    const me = enter(request, wanted, { hospitalsRelease: 'hospital' });
    const unit = unitOf(code, me, me.role === 'hospital');
    steps.release(unit, me);
    return views.unit(unit, me);
  };
  const discardUnit = (code: string, request: Request): Body => {
    const me = enter(request, ['technician', 'director']);
    const body = bodyOf(request, 'reason');
    const unit = unitOf(code, me);
    allow(me.role === 'director' ? !has('directorsDoNotDiscard') : unit.maker === me || has('anyTechnicianDiscards'));
    steps.checkDiscard(unit);
    steps.discard(unit, text(body['reason'], 60));
    return views.unit(unit, me);
  };
  const returnUnit = (code: string, request: Request): Body => {
    const me = enter(request, ['hospital'], { techniciansReturn: 'technician' });
    const body = bodyOf(request, 'reason');
    const unit = unitOf(code, me, has('anyHospitalReturns'));
    steps.from(unit.state === 'delivered' || (unit.state === 'discarded' && has('discardedIsReturned')));
    steps.giveBack(unit, text(body['reason'], 60));
    return views.unit(unit, me);
  };

  const addOrder = (request: Request): Body => {
    const me = enter(request, ['hospital'], { techniciansOrder: 'technician', directorsOrder: 'director' });
    const body = bodyOf(request, 'kind', 'group', 'positive', 'count', 'urgency', 'neededBy', 'note');
    const order: Order = {
      ...{ number: data.next(), hospital: me, kind: among(body['kind'], kinds), group: among(body['group'], groups) },
      ...{ positive: yesOrNo(body['positive']), count: whole(body['count']) },
      urgency:
        'urgency' in body ? among(body['urgency'], urgencies, has('anyUrgencyIsFine')) : has('usualUrgencyIsUrgent') ? 'urgent' : 'routine',
      ...{ neededBy: date(body['neededBy']), note: 'note' in body ? noteIn(body, has('orderNoteMayBeLong') ? 1000 : 120) : null },
      ...{ deliveredAt: null, state: 'open' },
    };
    rules.order(order, null);
    data.orders.push(order);
    return views.order(order, me);
  };
  const editOrder = (number: string, request: Request): Body => {
    const me = enter(request, ['hospital'], { techniciansEditOrders: 'technician' });
    numberIn(number);
    const body = bodyOf(request, 'count', 'urgency', 'neededBy', 'note');
    const order = orderOf(number, me, has('anyHospitalEditsOrders'));
    const isOpen = order.state === 'open' || (order.state === 'delivered' && has('deliveredIsEdited'));
    if (!isOpen && has('closedEditIsConflict')) refuse(409, 'CONFLICT');
    allow(isOpen && !(has('reservedIsNotEdited') && data.reservedFor(order).length > 0));
    const changed = {
      count: 'count' in body ? whole(body['count']) : order.count,
      urgency: 'urgency' in body ? among(body['urgency'], urgencies) : has('patchMakesRoutine') ? 'routine' : order.urgency,
      neededBy: 'neededBy' in body ? date(body['neededBy']) : order.neededBy,
      note: 'note' in body ? noteIn(body, 120) : has('patchClearsOrderNote') ? null : order.note,
    };
    rules.order({ ...changed, hospital: order.hospital, kind: order.kind }, order);
    if (has('patchedCountIsNotKept')) changed.count = order.count;
    return views.order(Object.assign(order, changed), me);
  };
  const reserveUnit = (number: string, request: Request): Body => {
    const me = enter(request, ['technician'], { directorsReserve: 'director', hospitalsReserve: 'hospital' });
    numberIn(number);
    const body = bodyOf(request, 'code');
    if ('code' in body) orNull(body['code'], text);
    const order = orderOf(number, me);
    const unit = unitOf(String(body['code'] ?? ''), me, me.role === 'hospital');
    if (has('orderBeforeUnit') && order.state !== 'open') refuse(409, 'ORDER_CLOSED');
    steps.reserve(unit, order);
    return views.order(order, me);
  };
  const stepOfOrder = (number: string, event: string, request: Request): Body => {
    const isShip = event === 'ship';
    const owners = has('directorsDoNotCancelOrders') ? ['hospital'] : ['director', 'hospital'];
    const others: Others = isShip ? { directorsShip: 'director', hospitalsShip: 'hospital' } : { techniciansCancelOrders: 'technician' };
    const me = enter(request, isShip ? ['technician'] : owners, others);
    const order = orderOf(number, me, !isShip && has('anyHospitalCancelsOrders'));
    steps.orders[event]?.(order);
    return views.order(order, me);
  };

  const addRecall = (request: Request): Body => {
    const me = enter(request, ['director'], { techniciansRecall: 'technician' });
    const body = bodyOf(request, 'bag', 'grade', 'reason', 'answerBy');
    if ('bag' in body) orNull(body['bag'], text);
    const donation = data.donations.find(({ bag }) => bag === body['bag']) ?? missing();
    const recall: Recall = {
      ...{ number: data.next(), donation, grade: among(body['grade'], grades) },
      ...{ reason: text(body['reason'], has('recallReasonMayBeLong') ? undefined : 80), answerBy: date(body['answerBy']) },
      ...{ outcome: null, closedAt: null, state: 'open' },
    };
    if (has('dayBeforeRecallState')) rules.answerBy(recall.answerBy);
    const states = ['clear'];
    if (has('collectedIsRecalled')) states.push('collected');
    if (has('reactiveIsRecalled')) states.push('reactive');
    if (has('recalledIsRecalledAgain')) states.push('recalled');
    if (!states.includes(donation.state)) refuse(has('notRecallableIs404') ? 404 : 409, 'NOT_RECALLABLE');
    rules.notBlank(recall.reason, 'recallWithoutReason');
    rules.answerBy(recall.answerBy);
    steps.recall(recall);
    return views.recall(recall, me);
  };
  const closeRecall = (number: string, request: Request): Body => {
    if (has('recallBeforeRole') && request.token !== null) {
      const reader = enter(request, everyone);
      numbered(data.recalls, number, (one) => views.seesRecall(one, reader));
    }
    const me = enter(request, ['director'], { techniciansClose: 'technician' });
    numberIn(number);
    const body = bodyOf(request, 'outcome');
    const recall = numbered(data.recalls, number, (one) => views.seesRecall(one, me));
    steps.from(recall.state === 'open' || has('closedIsClosedAgain'));
    steps.close(recall, text(body['outcome'], 80));
    return views.recall(recall, me);
  };

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => [status, on(key, request)],
  ];
  const events = (path: string, names: string, on: (key: string, event: string, request: Request) => Body): readonly Route[] =>
    names.split('|').map((name) => route('POST', `${path}/([^/]+)/${name}`, (key, request) => on(key, name, request)));
  /** The answer for people in these roles, depending on the query. */
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  const drives: On = (_key, request) => {
    const me = actor(request);
    allow(me === null || ['donor', 'nurse', 'director'].includes(me.role) || (me.role === 'hospital' && has('hospitalsListDrives')));
    return views.listDrives(me, new URLSearchParams(request.query));
  };
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => signUp(request), has('signUpIs200') ? 200 : 201),
      route('POST', 'session', (_key, request) => signIn(request)),
      route(
        'GET',
        'me',
        seen(everyone, (me) => views.person(me, me)),
      ),
      route('PATCH', 'me', (_key, request) => editMe(request)),
      route('GET', 'donors', seen(['nurse', 'director'], views.listDonors, { techniciansListDonors: 'technician' })),
      route('POST', 'donors/([^/]+)/defer', deferDonor),
      route('POST', 'donors/([^/]+)/lift', liftDonor),
      route('GET', 'drives', drives),
      route('POST', 'drives', (_key, request) => addDrive(request), 201),
      route('PATCH', 'drives/([^/]+)', editDrive),
      ...events('drives', 'publish|cancel', stepOfDrive),
      route('POST', 'drives/([^/]+)/appointments', book, 201),
      route('GET', 'appointments', seen(['donor', 'nurse', 'director'], views.listAppointments)),
      route('POST', 'appointments/([^/]+)/answer', answerQuestions),
      route('POST', 'appointments/([^/]+)/admit', admit),
      route('POST', 'appointments/([^/]+)/turn-away', turnAway),
      ...events('appointments', 'cancel|miss', stepOfAppointment),
      route('POST', 'appointments/([^/]+)/donation', donate, 201),
      route('GET', 'donations', seen(['donor', 'nurse', 'technician', 'director'], views.listDonations)),
      route('POST', 'donations/([^/]+)/test', testDonation),
      route('POST', 'donations/([^/]+)/units', addUnit, 201),
      route('GET', 'units', seen(['technician', 'director', 'hospital'], views.listUnits)),
      route('POST', 'units/([^/]+)/release', releaseUnit),
      route('POST', 'units/([^/]+)/discard', discardUnit),
      route('POST', 'units/([^/]+)/return', returnUnit),
      route('POST', 'orders', (_key, request) => addOrder(request), 201),
      route('GET', 'orders', seen(['technician', 'director', 'hospital'], views.listOrders)),
      route('PATCH', 'orders/([^/]+)', editOrder),
      route('POST', 'orders/([^/]+)/reserve', reserveUnit),
      ...events('orders', 'ship|cancel', stepOfOrder),
      route('POST', 'recalls', (_key, request) => addRecall(request), 201),
      route('GET', 'recalls', seen(['technician', 'director', 'hospital'], views.listRecalls, { nursesListRecalls: 'nurse' })),
      route('POST', 'recalls/([^/]+)/close', closeRecall),
    ],
    now,
  );
}
