import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Booking,
  type Crossing,
  type Duty,
  dayLength,
  docks,
  type FerryData,
  type Haulier,
  hour,
  leaves,
  minute,
  type Pass,
  type Person,
} from './data.ts';
import type { FerryFault, Has } from './faults.ts';
import type { Figures } from './figures.ts';

export type FerryRules = ReturnType<typeof ferryRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function ferryRules(data: FerryData, figures: Figures, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string): never => refuse(422, code);
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string, lax: FerryFault | null = null, emptyOnly: FerryFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const newPerson = ({ name, phone }: Pick<Person, 'name' | 'phone'>): void => {
    notBlank(name, null, 'nameMayBeSpaces');
    const form = has('phoneHasNoPlus') ? /^[0-9][0-9 ]{5,}$/ : /^[+]?[0-9][0-9 ]{5,}$/;
    if (phone !== null && !form.test(phone)) bad('BAD_PHONE');
  };
  const misses = (value: number): void => {
    if (value < 0 && !has('missesMayBeNegative')) bad('BAD_MISSES');
  };
  /** Whether one more may drive for a haulier. */
  const drivers = (one: Person, haulier: Haulier): void => {
    const others = data.people.filter((each) => each.haulier === haulier && each !== one);
    if (others.length + 1 > (has('fiveDrivers') ? 5 : 4)) refuse(409, 'TOO_MANY_DRIVERS');
  };
  const ceiling = (value: number, isPatch: boolean): void => {
    const isUnbounded = isPatch && has('patchedCeilingIsUnbounded');
    if (value < 0 || (value > 2_000_000 && !isUnbounded)) bad('BAD_CEILING');
  };
  const newHaulier = (one: Haulier): void => {
    notBlank(one.name);
    const form = has('haulierCodeMayBeSmall') ? /^[A-Z]{3,6}$/i : /^[A-Z]{3,6}$/;
    if (!form.test(one.code)) bad('BAD_CODE');
    if (data.hauliers.some(({ name }) => name === one.name) && !has('haulierNamesMayRepeat')) refuse(409, 'NAME_TAKEN');
    ceiling(one.ceiling, false);
  };

  const ship = (one: Crossing, self: Crossing | null): void => {
    const wait = has('noTurnaround') ? 0 : 30 * minute;
    const [start, end] = [leaves(one), docks(one)];
    const isBusy = data.crossings.some(
      (other) =>
        other !== self &&
        other.ship === one.ship &&
        (other.state !== 'cancelled' || has('cancelledHoldsShip')) &&
        start < docks(other) + wait &&
        leaves(other) < end + wait,
    );
    if (isBusy) refuse(409, 'SHIP_BUSY');
  };
  const newCrossing = (one: Crossing): void => {
    const isEarly = one.departs < 6 * hour && !has('nightBoats');
    const isLate = one.departs > 22 * hour;
    const isOdd = one.departs % (5 * minute) !== 0 && !(has('oddMinutes') && one.departs % minute === 0);
    if (isEarly || isLate || isOdd) bad('BAD_TIME');
    const isPast = has('thisMorningIsAdded') ? one.day < today() : leaves(one) <= now();
    if (isPast) bad('PAST');
    const ahead = (Date.parse(one.day) - Date.parse(today())) / dayLength;
    if (ahead > 180 || (ahead === 180 && has('aheadIsStrict'))) bad('TOO_FAR');
    ship(one, null);
  };
  /** The rules after the crew has taken on the delay. */
  const delayed = (one: Crossing, self: Crossing, reason: string): void => {
    if (!has('delayedShipIsNotChecked')) ship(one, self);
    if (one.delay > 240 && !has('delayIsUnbounded')) bad('BAD_DELAY');
    notBlank(reason);
  };

  const extras = ({ adults, children, bicycles }: Booking): void => {
    const most = has('bicyclesOfAdultsOnly') ? adults : adults + children;
    if (bicycles < 0 || bicycles > most) bad('BAD_BICYCLES');
  };
  const dogs = (value: number, isPatch = false): void => {
    const isUnbounded = isPatch && has('patchedDogsAreUnbounded');
    if (value < 0 || (value > 3 && !isUnbounded)) bad('BAD_DOGS');
  };
  /** Whether a booking that is not on a crossing yet finds seats there. */
  const seats = (one: Booking, crossing: Crossing): void => {
    const people = one.adults + one.children;
    if (figures.seatsFree(crossing) - people < 0) refuse(409, 'NO_SEATS');
  };
  const newBooking = (one: Booking): void => {
    const { adults, children, car, passenger } = one;
    const isAlone = adults < (has('childrenTravelAlone') ? 0 : 1);
    const isCrowd = adults + children > (has('crowdsAreTwentyFour') ? 24 : 20);
    if (isAlone || children < 0 || isCrowd) bad('BAD_PEOPLE');
    const isShort = car < (has('shortCars') ? 1 : 3);
    if (car !== 0 && (isShort || car > 18)) bad('BAD_CAR');
    const isLorry = has('lorriesAreSeven') ? car >= 7 : car > 7;
    if (isLorry && passenger.haulier === null) bad('LORRY');
    extras(one);
    dogs(one.dogs);
    if (passenger.misses >= (has('barredAfterTwo') ? 2 : 3)) refuse(has('barredIs409') ? 409 : 403, 'BARRED');
    const states = has('waitingIsHeld') ? ['held', 'waiting'] : ['held'];
    const held = data.bookings.filter((other) => other.passenger === passenger && states.includes(other.state));
    if (held.length >= 3) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
    if (one.state !== 'waiting') seats(one, one.crossing);
  };
  const newPass = ({ kind, owner }: Pass): void => {
    if (kind === 'season' && !owner.resident && !has('anyoneHasSeason')) refuse(403, 'NOT_RESIDENT');
  };

  /** Whether a person has another duty at that time. */
  const busy = (one: Duty, self: Duty | null): boolean =>
    data.duties.some((other) => other !== self && other.person === one.person && one.starts < other.ends && other.starts < one.ends);
  const newDuty = (one: Duty): void => {
    const { crossing, person, post } = one;
    const isDeck = has('pursersOnDeckOnly') ? person.role === 'purser' : person.role === 'purser' || person.role === 'captain';
    if (!(post === 'deck' ? isDeck : person.role === post)) bad('WRONG_POST');
    const isTaken = data.dutiesOf(crossing).some((other) => other.post === post);
    if (isTaken && post !== 'deck' && !has('twoCaptains')) refuse(409, 'POST_TAKEN');
    if (busy(one, null)) refuse(409, 'BUSY');
    const own = data.duties.filter((other) => other.person === person);
    const rest = 10 * hour;
    const isTired = own.some(
      (other) =>
        other.crossing.day !== crossing.day &&
        one.starts < other.ends + rest &&
        other.starts < one.ends + (has('restIsBeforeOnly') ? 0 : rest),
    );
    if (isTired) refuse(409, 'NO_REST');
    const sameDay = own.filter((other) => other.crossing.day === crossing.day);
    if (sameDay.length >= (has('fourDuties') ? 4 : 3)) refuse(409, 'TOO_MANY_DUTIES');
  };
  return {
    ...{ today, notBlank, newPerson, misses, drivers, ceiling, newHaulier, newCrossing, delayed },
    ...{ extras, dogs, seats, newBooking, newPass, busy, newDuty },
  };
}
