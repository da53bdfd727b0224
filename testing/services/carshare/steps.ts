import { type Body, refuse } from '../hand-written.ts';
import type { CarshareFault } from './faults.ts';
import type { CarshareInputs } from './inputs.ts';

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  blocked: boolean;
  debt: number;
}

export interface Car {
  readonly plate: string;
  seats: number;
  rate: number;
  status: 'free' | 'held' | 'out' | 'workshop' | 'retired';
  kilometres: number;
  place: string;
  note: string | null;
  driver: Person | null;
}

export interface Trip {
  readonly number: number;
  readonly car: Car;
  readonly driver: Person;
  purpose: string | null;
  status: 'booked' | 'driving' | 'cancelled' | 'ended' | 'settled';
  startKm: number | null;
  endKm: number | null;
  cents: number;
  startedAt: number | null;
  endedAt: number | null;
}

export interface Damage {
  readonly number: number;
  readonly car: Car;
  readonly reporter: Person;
  readonly text: string;
  readonly severity: string;
  cost: number | null;
  fixed: boolean;
}

/** The data of the carshare service. */
export interface CarshareData {
  readonly cars: Car[];
  readonly trips: Trip[];
  damages: Damage[];
  /** Returns the next number. */
  readonly next: () => number;
}

/**
 * The operations that change the carshare service's records. `has`: whether it has the given fault.
 */
export function carshareSteps(data: CarshareData, inputs: CarshareInputs, has: (fault: CarshareFault) => boolean, now: () => number) {
  const { next } = data;
  const letGo = (car: Car, keepsDriver: CarshareFault): void => {
    car.status = 'free';
    if (!has(keepsDriver)) car.driver = null;
  };
  const book = (car: Car, purpose: string | null, me: Person): Trip => {
    const isFree = car.status === 'free' || (car.status === 'held' && has('heldCarsAreBooked'));
    const isThere = isFree || (car.status === 'workshop' && has('workshopCarsAreBooked'));
    const open = data.trips.filter(
      (one) => one.driver === me && (['booked', 'driving'].includes(one.status) || has('limitCountsEndedTrips')),
    );
    const most = has('oneMoreTrip') ? 3 : has('oneFewerTrip') ? 1 : 2;
    const isTooMany = open.length >= most && !has('tripsAreNotLimited');
    const tooMany = (): never => refuse(has('tooManyTripsIsTooMany') ? 429 : 409, 'TOO_MANY_TRIPS');
    if (isTooMany && has('limitBeforeGuard')) tooMany();
    if (!isThere || (me.blocked && !has('blockedDriversBook'))) refuse(409, has('notFreeIsConflict') ? 'CONFLICT' : 'NOT_FREE');
    if (isTooMany) tooMany();
    const isInDebt = me.debt >= (has('debtLimitIsOneMore') ? 20_001 : 20_000);
    if (isInDebt && !has('debtIsNotChecked')) refuse(has('inDebtIsForbidden') ? 403 : 402, 'IN_DEBT');
    if (!has('bookingForgetsDriver')) car.driver = me;
    if (!has('bookingLeavesCarFree')) car.status = 'held';
    const trip: Trip = {
      number: next(),
      car,
      driver: me,
      purpose,
      status: 'booked',
      startKm: null,
      endKm: null,
      cents: 0,
      startedAt: null,
      endedAt: null,
    };
    data.trips.push(trip);
    return trip;
  };
  const start = (trip: Trip): void => {
    const isAgain = trip.status === 'driving' && has('drivingIsStartedAgain');
    if (trip.status !== 'booked' && !isAgain && !(trip.status === 'cancelled' && has('cancelledIsStarted'))) inputs.conflict();
    trip.status = 'driving';
    if (!has('startForgetsKm')) trip.startKm = trip.car.kilometres;
    if (!has('startForgetsTime')) trip.startedAt = now();
    if (has('startClearsPurpose')) trip.purpose = null;
    if (!has('startLeavesCarHeld')) trip.car.status = 'out';
  };
  const cancel = (trip: Trip): void => {
    const isLate = (trip.status === 'driving' && has('drivingIsCancelled')) || (trip.status === 'ended' && has('endedIsCancelled'));
    if (trip.status !== 'booked' && !isLate) inputs.conflict();
    trip.status = 'cancelled';
    if (!has('cancelKeepsCarHeld')) letGo(trip.car, 'cancelKeepsDriver');
  };
  const finish = (trip: Trip, body: Body): void => {
    const isOdd = (trip.status === 'booked' && has('bookedIsFinished')) || (trip.status === 'ended' && has('endedIsFinishedAgain'));
    const isThere = trip.status === 'driving' || isOdd;
    if (!isThere && !has('guardBeforeState')) inputs.conflict();
    const endKm = inputs.whole(body['endKm'], 'endKmMayBeText');
    const place = inputs.place(body['place']);
    const { car, driver } = trip;
    const startKm = trip.startKm ?? 0;
    const isFew = has('kilometresMustGrow') ? endKm > startKm : endKm >= startKm;
    const most = (has('mostKmIsOfTheCar') ? 0 : startKm) + (has('mostKmIsOneLess') ? 1499 : has('mostKmIsOneMore') ? 1501 : 1500);
    const isRight = (isFew || has('kilometresMayFall')) && (endKm <= most || has('tripsMayBeEndless'));
    if (!isRight) refuse(has('wrongKmIsInvalid') ? 422 : 409, 'WRONG_KM');
    if (!isThere) inputs.conflict();
    inputs.notBlank(place, 'lastPlaceMayBeBlank');
    trip.status = 'ended';
    trip.cents = (has('finishForgetsFee') ? 0 : 100) + (endKm - startKm) * car.rate;
    if (!has('finishForgetsEndKm')) trip.endKm = endKm;
    if (!has('finishForgetsTime')) trip.endedAt = now();
    if (!has('finishForgetsKilometres')) car.kilometres = endKm;
    if (!has('finishForgetsPlace')) car.place = place;
    if (!has('finishLeavesCarOut')) letGo(car, 'finishKeepsDriver');
    const owed = trip.cents - (has('debtIsWithoutFee') ? 100 : 0);
    if (!has('finishForgetsDebt')) driver.debt = has('debtIsReplaced') ? owed : driver.debt + owed;
  };
  const settle = (trip: Trip): void => {
    const isEarly = trip.status === 'driving' && has('drivingIsSettled');
    if (trip.status !== 'ended' && !isEarly && !(trip.status === 'settled' && has('settledIsSettledAgain'))) inputs.conflict();
    if (!has('settleKeepsStatus')) trip.status = 'settled';
    if (!has('settleForgetsDebt')) trip.driver.debt = has('settleClearsAllDebt') ? 0 : trip.driver.debt - trip.cents;
    if (has('settleClearsCents')) trip.cents = 0;
  };
  const sendIn = (car: Car): void => {
    const isOdd = (car.status === 'held' && has('heldCarsAreSentIn')) || (car.status === 'workshop' && has('workshopCarsAreSentIn'));
    if (car.status !== 'free' && !isOdd) inputs.conflict();
    car.status = 'workshop';
    if (has('sentInChangesPlace')) car.place = 'workshop';
  };
  const release = (car: Car): void => {
    if (car.status !== 'workshop' && !(car.status === 'free' && has('freeCarsAreReleased'))) inputs.conflict();
    const own = data.damages.filter((one) => one.car === car);
    const isWhole = has('oneFixedIsEnough') ? own.length === 0 || own.some(({ fixed }) => fixed) : own.every(({ fixed }) => fixed);
    if (!isWhole && !has('brokenCarsAreReleased')) refuse(has('stillBrokenIsForbidden') ? 403 : 409, 'STILL_BROKEN');
    car.status = 'free';
    if (has('releaseDeletesDamages')) data.damages = data.damages.filter((one) => one.car !== car);
  };
  const retire = (car: Car): void => {
    if (car.status !== 'free' && (car.status !== 'workshop' || has('workshopCarsDoNotRetire'))) inputs.conflict();
    const least = has('retireKmIsOneMore') ? 1001 : 1000;
    if (car.kilometres < least && !has('youngCarsRetire')) refuse(has('tooYoungIsInvalid') ? 422 : 409, 'TOO_YOUNG');
    car.status = 'retired';
    if (!has('retireKeepsNote')) car.note = null;
  };
  const remove = (car: Car): void => {
    const isUsed = data.trips.some((one) => one.car === car);
    if (isUsed && !has('usedCarsAreDeleted'))
      refuse(has('usedCarsAreForbidden') ? 403 : has('conflictsAreInvalid') ? 422 : 409, 'CONFLICT');
    data.cars.splice(data.cars.indexOf(car), 1);
    if (!has('deletedCarsKeepDamages')) data.damages = data.damages.filter((one) => one.car !== car);
  };
  const report = (car: Car, body: Body, me: Person): Damage => {
    const [text, severity] = [inputs.text(body['text']), inputs.severity(body)];
    inputs.notBlank(text, 'damageMayBeBlank');
    const isBad = (severity === 'broken' && !has('brokenStaysFree')) || (severity === 'dent' && has('dentsGoToTheWorkshop'));
    const isThere = car.status === 'free' || (car.status === 'held' && has('brokenHeldCarsGoToTheWorkshop'));
    if (isBad && isThere) car.status = 'workshop';
    const damage: Damage = { number: next(), car, reporter: me, text, severity, cost: null, fixed: false };
    data.damages.push(damage);
    return damage;
  };
  const fix = (damage: Damage, cost: number | null): void => {
    for (const one of has('fixFixesAllOfTheCar') ? data.damages.filter(({ car }) => car === damage.car) : [damage]) one.fixed = true;
    if (!has('fixForgetsCost')) damage.cost = cost;
  };
  const change = (car: Car, body: Body): void => {
    const seats = 'seats' in body ? inputs.whole(body['seats']) : car.seats;
    const rate = 'rate' in body ? inputs.whole(body['rate']) : car.rate;
    const place = 'place' in body ? inputs.place(body['place']) : car.place;
    inputs.checkSeats(seats, true);
    inputs.checkRate(rate, true);
    inputs.notBlank(place, 'placeMayBeBlank');
    for (const one of has('rateIsForAllCars') ? data.cars : [car]) one.rate = rate;
    car.place = place;
    car.seats = has('patchResetsSeats') && !('seats' in body) ? 4 : seats;
  };
  const create = (body: Body): Car => {
    const plate = inputs.plate(body['plate']);
    const seats = body['seats'] === undefined ? (has('defaultIsFiveSeats') ? 5 : 4) : inputs.whole(body['seats']);
    const rate = inputs.whole(body['rate'], 'rateMayBeText', 'rateMayBeFraction');
    const place = inputs.place(body['place']);
    const isTaken = data.cars.some((one) => one.plate === plate) && !has('platesMayBeShared');
    if (isTaken)
      refuse(has('takenPlateIsInvalid') || has('conflictsAreInvalid') ? 422 : 409, has('takenPlateIsInvalid') ? 'INVALID' : 'CONFLICT');
    inputs.notBlank(plate, 'plateMayBeBlank');
    inputs.checkSeats(seats, false);
    inputs.checkRate(rate, false);
    inputs.notBlank(place, 'placeMayBeBlank');
    const car: Car = { plate, seats, rate, status: 'free', kilometres: 0, place, note: null, driver: null };
    data.cars.push(car);
    return car;
  };
  return { book, start, cancel, finish, settle, sendIn, release, retire, remove, report, fix, change, create };
}
