import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import type { CarshareFault } from './faults.ts';
import { CarshareInputs } from './inputs.ts';
import { type Car, type CarshareData, carshareSteps, type Damage, type Person, type Trip } from './steps.ts';

const carStates = ['free', 'held', 'out', 'workshop', 'retired'];
const tripStates = ['booked', 'driving', 'cancelled', 'ended', 'settled'];

/**
 * The service of `carshare-document.ts` over arrays, hand-written, with one of its faults or none.
 * `now`: milliseconds since the epoch.
 */
export function carshareService(now: () => number, fault: CarshareFault | null = null): Implementation {
  const has = (one: CarshareFault): boolean => fault === one;
  const inputs = new CarshareInputs(has);
  let numbers = 7000;
  const person = (name: string, email: string, password: string, role: string): Person => ({
    number: ++numbers,
    name,
    email,
    password,
    role,
    blocked: false,
    debt: 0,
  });
  const people: Person[] = [
    person('Olga Desk', 'olga@example.com', 'correct-horse', 'office'),
    person('Otto Chair', 'otto@example.com', 'correct-horse', 'office'),
    person('Mick Wrench', 'mick@example.com', 'correct-horse', 'mechanic'),
  ];
  const sessions = new Map<string, Person>();
  const data: CarshareData = { cars: [], trips: [], damages: [], next: () => ++numbers };
  const { cars, trips } = data;
  const steps = carshareSteps(data, inputs, has, now);

  const signedIn = (token: string | null): Person => {
    const found = token === null ? undefined : sessions.get(token);
    if (found !== undefined) return found;
    const first = people.find(({ role }) => role === 'driver');
    if (has('anyTokenIsTheFirstDriver') && token !== null && first !== undefined) return first;
    return refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  };
  const gone = (): never => refuse(has('missingIsBadRequest') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => refuse(has('hiddenIsForbidden') ? 403 : 404, 'NOT_FOUND');
  const allow = (allowed: boolean, ...ignored: readonly CarshareFault[]): void => {
    if (!allowed && !ignored.some(has)) refuse(has('refusalsAreMissing') ? 404 : 403, 'FORBIDDEN');
  };
  const be = (me: Person, roles: string, ...ignored: readonly CarshareFault[]): void =>
    allow(roles.split(' ').includes(me.role), ...ignored);

  const seesCar = (car: Car, me: Person): boolean => me.role !== 'driver' || car.status !== 'retired' || has('driversSeeRetired');
  const seesTrip = (trip: Trip, me: Person): boolean => trip.driver === me || me.role === 'office';
  const seesDamage = (damage: Damage, me: Person): boolean => damage.reporter === me || me.role !== 'driver';
  const findCar = (plate: string, me: Person): Car => {
    const car = cars.find((one) => one.plate === plate) ?? gone();
    return seesCar(car, me) ? car : hidden();
  };
  const findTrip = (number: string, me: Person, ...shownBy: readonly CarshareFault[]): Trip => {
    const trip = trips.find((one) => String(one.number) === number) ?? gone();
    return seesTrip(trip, me) || shownBy.some(has) ? trip : hidden();
  };
  const findDamage = (number: string, me: Person, ...shownBy: readonly CarshareFault[]): Damage => {
    const damage = data.damages.find((one) => String(one.number) === number) ?? gone();
    return seesDamage(damage, me) || shownBy.some(has) ? damage : hidden();
  };

  const personShown = ({ number, name, role, blocked, debt, password }: Person): Body => ({
    number,
    name,
    role,
    blocked,
    ...(has('debtIsLeftOut') ? {} : { debt }),
    ...(has('passwordIsShown') ? { password } : {}),
  });
  const carShown = (car: Car, me: Person): Body => {
    const { plate, seats, rate, status, kilometres, place, note, driver } = car;
    const noteIsHidden =
      (me.role === 'driver' && !has('driversSeeNotes')) || (me.role === 'mechanic' && has('notesAreHiddenFromMechanics'));
    const seen = data.damages.filter(
      (one) => one.car === car && (seesDamage(one, me) || has('damagesOfCarShowAll')) && !(one.fixed && has('damagesOfCarLeaveOutFixed')),
    );
    return {
      plate,
      seats,
      rate,
      status,
      kilometres,
      place,
      ...(noteIsHidden ? {} : { note }),
      mine: has('mineIsTrueForAll') ? driver !== null : driver === me && !has('mineIsAlwaysFalse'),
      damages: seen.map(({ text }) => text),
    };
  };
  const moment = (time: number | null): unknown => (time === null || has('timesAreNumbers') ? time : new Date(time).toISOString());
  const tripShown = (trip: Trip, me: Person): Body => ({
    number: trip.number,
    plate: seesCar(trip.car, me) || has('platesOfRetiredAreShown') ? trip.car.plate : null,
    driver: has('driverIsEmail') ? trip.driver.email : trip.driver.name,
    purpose: trip.purpose,
    status: trip.status,
    startKm: trip.startKm,
    endKm: trip.endKm,
    cents: has('centsAreEuros') ? trip.cents / 100 : trip.cents,
    startedAt: moment(trip.startedAt),
    endedAt: moment(trip.endedAt),
  });
  const damageShown = ({ number, car, text, severity, cost, fixed }: Damage): Body => ({
    number,
    plate: car.plate,
    text,
    severity,
    cost,
    fixed,
  });
  const enter = (one: Person): Body => {
    const token = `c${sessions.size}-${'y'.repeat(24)}`;
    sessions.set(token, one);
    return { token, me: personShown(one) };
  };

  /** A page of the records, and their total number. */
  const paged = <T>(found: readonly T[], query: URLSearchParams, limitless: CarshareFault | null): readonly [T[], number] => {
    const { limit, offset } = inputs.page(query);
    const from = has('carOffsetCountsPages') ? offset * limit : has('carOffsetDoesNothing') ? 0 : offset;
    return [found.slice(from, limitless !== null && has(limitless) ? undefined : from + limit), found.length];
  };
  const listCars = (me: Person, query: URLSearchParams): Body => {
    const [status, seats] = [inputs.oneOf(query, 'status', carStates), inputs.number(query, 'seats')];
    const fits = (car: Car): boolean => {
      const byStatus = status === null || car.status === status || has('statusFilterDoesNothing');
      const isLarge = has('seatsFilterIsExact') ? car.seats === seats : car.seats > (seats ?? 0) - (has('seatsFilterIsStrict') ? 0 : 1);
      const bySeats = seats === null || has('seatsFilterDoesNothing') || isLarge;
      return has('filtersAreEither') && status !== null && seats !== null ? byStatus || bySeats : byStatus && bySeats;
    };
    const found = cars.filter((car) => (seesCar(car, me) || has('carListShowsRetired')) && fits(car));
    if (!has('carsAreByAge')) found.sort((a, b) => a.plate.localeCompare(b.plate, 'en'));
    if (has('carsAreBackwards')) found.reverse();
    const [page, all] = paged(found, query, 'carLimitDoesNothing');
    const total = has('carTotalIsOfThePage') ? page.length : has('carTotalCountsHidden') ? cars.length : all;
    return { cars: page.map((car) => carShown(car, me)), total };
  };
  const listTrips = (me: Person, query: URLSearchParams): Body => {
    const [status, plate] = [inputs.oneOf(query, 'status', tripStates), inputs.asked(query, 'plate')];
    const found = trips.filter((trip) => {
      const isSeen = seesTrip(trip, me) || has('tripListShowsAll') || (plate !== null && has('tripPlateFilterShowsAll'));
      const byStatus = status === null || trip.status === status || has('tripStatusFilterDoesNothing');
      const isOf = plate === null || (trip.car.plate === plate && seesCar(trip.car, me));
      return isSeen && byStatus && isOf;
    });
    if (has('tripsAreNewestFirst')) found.reverse();
    const [page, all] = paged(found, query, null);
    return { trips: page.map((trip) => tripShown(trip, me)), total: has('tripTotalCountsHidden') ? trips.length : all };
  };
  const listDamages = (me: Person, query: URLSearchParams): Body => {
    const [fixed, plate] = [inputs.oneOf(query, 'fixed', ['true', 'false']), inputs.asked(query, 'plate')];
    const found = data.damages.filter((damage) => {
      const isFixed = String(has('fixedFilterIsReversed') ? !damage.fixed : damage.fixed);
      const byFixed = fixed === null || isFixed === fixed || has('fixedFilterDoesNothing');
      const isOf = plate === null || has('damagePlateFilterDoesNothing') || (damage.car.plate === plate && seesCar(damage.car, me));
      return (seesDamage(damage, me) || has('damageListShowsAll')) && byFixed && isOf;
    });
    if (!has('damagesAreOldestFirst')) found.reverse();
    const [page, total] = paged(found, query, 'damageLimitDoesNothing');
    return { damages: page.map(damageShown), total };
  };

  const signUp = (request: Request): Body => {
    const me = request.token === null ? null : signedIn(request.token);
    const body = inputs.body(request, ['name', 'email', 'password', ...(has('roleMayBeChosen') ? ['role'] : [])]);
    allow(me === null);
    const name = inputs.text(body['name'], has('nameMayBeLong') ? Number.POSITIVE_INFINITY : 40);
    const email = inputs.email(body['email']);
    inputs.text(body['password']);
    const isTaken = people.some((one) => one.email.toLowerCase() === email.toLowerCase());
    if (isTaken && !has('emailsMayBeShared')) inputs.conflict();
    const one = person(name, email, inputs.password(body['password']), String(body['role'] ?? 'driver'));
    people.push(one);
    return enter(one);
  };
  const signIn = (request: Request): Body => {
    if (request.token !== null) signedIn(request.token);
    const body = inputs.body(request, ['email', 'password']);
    const [email, secret] = [inputs.text(body['email']), inputs.text(body['password'])];
    const one = people.find((each) => each.email === email && (each.password === secret || has('anyPasswordWillDo')));
    return one === undefined ? refuse(has('wrongPasswordIsForbidden') ? 403 : 401, 'UNAUTHORIZED') : enter(one);
  };
  const block = (number: string, request: Request): Body => {
    be(signedIn(request.token), 'office', 'mechanicsBlock');
    const body = inputs.body(request, ['blocked']);
    const one = people.find((each) => String(each.number) === number) ?? gone();
    const blocked = has('blockedMayBeText') ? body['blocked'] === true || body['blocked'] === 'true' : body['blocked'];
    if (typeof blocked !== 'boolean') return refuse(422, 'INVALID');
    one.blocked = blocked || (one.blocked && has('unblockDoesNothing'));
    return personShown(one);
  };
  const bookOne = (request: Request): Body => {
    const me = signedIn(request.token);
    be(me, 'driver', 'officeBooks');
    const body = inputs.body(request, ['plate', 'purpose']);
    const plate = inputs.optionalText(body['plate']);
    const isThere = cars.some((car) => car.plate === plate && seesCar(car, me));
    if (!isThere && has('missingCarIsInvalid')) refuse(422, 'INVALID');
    const car = findCar(plate ?? '', me);
    return tripShown(steps.book(car, inputs.optionalText(body['purpose']), me), me);
  };
  const move = (number: string, what: string, request: Request): Body => {
    if (has('missingBeforeSignedOut') && !trips.some((one) => String(one.number) === number)) gone();
    const me = signedIn(request.token);
    if (has('recordBeforeRole')) findTrip(number, me);
    const lax = ({ start: ['anyoneStarts'], finish: ['anyoneFinishes'], cancel: ['anyoneCancels'] } as const)[what] ?? [];
    be(
      me,
      what === 'cancel' ? 'driver office' : what === 'settle' ? 'office' : 'driver',
      ...(what === 'settle' ? ['driversSettle' as const] : []),
    );
    const body = what === 'finish' ? inputs.body(request, ['endKm', 'place']) : {};
    const trip = findTrip(number, me, ...lax);
    if (what === 'cancel') allow(trip.driver === me || (me.role === 'office' && !has('officeMayNotCancel')), 'anyoneCancels');
    else if (what !== 'settle') allow(trip.driver === me, ...lax);
    if (what === 'start') steps.start(trip);
    else if (what === 'cancel') steps.cancel(trip);
    else if (what === 'finish') steps.finish(trip, body);
    else steps.settle(trip);
    return tripShown(trip, me);
  };
  const reportOne = (plate: string, request: Request): Body => {
    const me = signedIn(request.token);
    be(me, 'driver mechanic', 'officeReportsDamages');
    const body = inputs.body(request, ['text', 'severity']);
    return damageShown(steps.report(findCar(plate, me), body, me));
  };
  const fixOne = (number: string, request: Request): Body => {
    const me = signedIn(request.token);
    be(me, 'mechanic', 'driversFix');
    const body = inputs.body(request, ['cost']);
    const damage = findDamage(number, me);
    allow(!damage.fixed, 'fixedIsFixedAgain');
    steps.fix(damage, inputs.cost(inputs.given(body, 'cost')));
    return damageShown(damage);
  };
  const deleteDamage = (number: string, request: Request): null => {
    const me = signedIn(request.token);
    be(me, 'driver');
    const damage = findDamage(number, me, 'anyoneDeletesDamages');
    allow(damage.reporter === me, 'anyoneDeletesDamages');
    allow(!damage.fixed, 'fixedIsDeleted');
    if (!has('deletedDamagesStay')) data.damages = data.damages.filter((one) => one !== damage);
    return null;
  };
  const onCar = (plate: string, what: string, request: Request): Body | null => {
    if (what === 'GET' && has('visitorsSeeCars') && request.token === null)
      return carShown(findCar(plate, people[0] as Person), people[0] as Person);
    const me = signedIn(request.token);
    if (what === 'PATCH') be(me, 'office', 'driversEditCars', ...(me.role === 'mechanic' ? ['mechanicsEditCars' as const] : []));
    else if (what === 'DELETE') be(me, 'office', ...(me.role === 'mechanic' ? ['mechanicsDeleteCars' as const] : []));
    else if (what === 'PUT note') be(me, has('mechanicsMayNotWriteNotes') ? 'office' : 'mechanic office', 'driversWriteNotes');
    else if (what === 'POST workshop') be(me, 'mechanic office', 'driversSendIn');
    else if (what === 'DELETE workshop') be(me, has('officeReleases') ? 'mechanic office' : 'mechanic');
    else if (what === 'POST retire') be(me, has('mechanicsRetire') ? 'mechanic office' : 'office');
    const body =
      what === 'PATCH' || what === 'PUT note' ? inputs.body(request, what === 'PATCH' ? ['rate', 'place', 'seats'] : ['note']) : {};
    const car = findCar(plate, me);
    if (what === 'PATCH') allow(car.status !== 'retired', 'retiredCarsAreEdited');
    if (what === 'DELETE') allow(['free', 'workshop'].includes(car.status) || (car.status === 'held' && has('heldCarsMayBeDeleted')));
    if (what === 'PATCH') steps.change(car, body);
    else if (what === 'DELETE') steps.remove(car);
    else if (what === 'PUT note') {
      const note = inputs.optionalText(inputs.given(body, 'note'));
      if (!has('noteIsNotKept')) car.note = note;
    } else if (what === 'POST workshop') steps.sendIn(car);
    else if (what === 'DELETE workshop') steps.release(car);
    else if (what === 'POST retire') steps.retire(car);
    return what === 'DELETE' ? null : carShown(car, me);
  };

  const deleted = has('deleteIs200') ? 200 : 204;
  const routes: readonly Route[] = [
    ['POST', /^\/people$/, (_match, request) => [has('signUpIs200') ? 200 : 201, signUp(request)]],
    ['POST', /^\/session$/, (_match, request) => [200, signIn(request)]],
    ['GET', /^\/me$/, (_match, { token }) => [200, personShown(signedIn(token))]],
    ['PUT', /^\/people\/([^/]+)\/blocked$/, ([, number = ''], request) => [200, block(number, request)]],
    ['GET', /^\/cars$/, (_match, { token, query }) => [200, listCars(signedIn(token), new URLSearchParams(query))]],
    [
      'POST',
      /^\/cars$/,
      (_match, request) => {
        const me = signedIn(request.token);
        be(me, 'office', ...(me.role === 'mechanic' ? ['mechanicsCreateCars' as const] : []));
        return [201, carShown(steps.create(inputs.body(request, ['plate', 'seats', 'rate', 'place'])), me)];
      },
    ],
    ['GET', /^\/cars\/([^/]+)$/, ([, plate = ''], request) => [200, onCar(plate, 'GET', request)]],
    ['PATCH', /^\/cars\/([^/]+)$/, ([, plate = ''], request) => [200, onCar(plate, 'PATCH', request)]],
    ['DELETE', /^\/cars\/([^/]+)$/, ([, plate = ''], request) => [deleted, onCar(plate, 'DELETE', request)]],
    ['PUT', /^\/cars\/([^/]+)\/note$/, ([, plate = ''], request) => [200, onCar(plate, 'PUT note', request)]],
    ['POST', /^\/cars\/([^/]+)\/workshop$/, ([, plate = ''], request) => [200, onCar(plate, 'POST workshop', request)]],
    ['DELETE', /^\/cars\/([^/]+)\/workshop$/, ([, plate = ''], request) => [200, onCar(plate, 'DELETE workshop', request)]],
    ['POST', /^\/cars\/([^/]+)\/retire$/, ([, plate = ''], request) => [200, onCar(plate, 'POST retire', request)]],
    ['POST', /^\/cars\/([^/]+)\/damages$/, ([, plate = ''], request) => [has('damageIs200') ? 200 : 201, reportOne(plate, request)]],
    ['GET', /^\/damages$/, (_match, { token, query }) => [200, listDamages(signedIn(token), new URLSearchParams(query))]],
    ['PUT', /^\/damages\/([^/]+)\/fixed$/, ([, number = ''], request) => [200, fixOne(number, request)]],
    ['DELETE', /^\/damages\/([^/]+)$/, ([, number = ''], request) => [deleted, deleteDamage(number, request)]],
    ['POST', /^\/trips$/, (_match, request) => [has('bookingIs200') ? 200 : 201, bookOne(request)]],
    [
      'GET',
      /^\/trips$/,
      (_match, { token, query }) => {
        const me = signedIn(token);
        be(me, 'driver office', 'mechanicsSeeTrips');
        return [200, listTrips(me, new URLSearchParams(query))];
      },
    ],
    [
      'GET',
      /^\/trips\/([^/]+)$/,
      ([, number = ''], { token }) => {
        const me = signedIn(token);
        if (has('recordBeforeRole')) findTrip(number, me);
        be(me, 'driver office');
        return [200, tripShown(findTrip(number, me, 'anyoneSeesTrips'), me)];
      },
    ],
    [
      'POST',
      /^\/trips\/([^/]+)\/(start|cancel|finish|settle)$/,
      ([, number = '', what = ''], request) => [200, move(number, what, request)],
    ],
  ];
  return serviceOf(routes, now);
}
