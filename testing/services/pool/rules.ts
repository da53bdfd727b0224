import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Booking,
  type Course,
  daysBetween,
  type Enrolment,
  isLive,
  type Pass,
  type Person,
  type PoolData,
  type Rental,
} from './data.ts';
import type { Has, PoolFault } from './faults.ts';

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function poolRules(data: PoolData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string): never => refuse(422, code);
  const tooMany = (): never => refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  const owes = (): never => refuse(has('owesIs409') ? 409 : 402, 'OWES');
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string, lax: PoolFault | null = null, emptyOnly: PoolFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };

  const phone = (value: string | null): void => {
    const form = has('phoneHasNoPlus') ? /^[0-9][0-9 ]{5,}$/ : /^[+]?[0-9][0-9 ]{5,}$/;
    if (value !== null && !form.test(value)) bad('BAD_PHONE');
  };
  const newPerson = (name: string, number: string | null, born: string): void => {
    notBlank(name, null, 'nameMayBeSpaces');
    phone(number);
    if (born > today() || (born === today() && !has('bornTodayIsFine'))) bad('BAD_BIRTH');
  };
  /** `was`: the person before a change. */
  const person = (one: Person, was: Person): void => {
    if (one.phone !== was.phone && !has('patchedPhoneIsNotChecked')) phone(one.phone);
    if (one.level < 1 || one.level > (has('levelSixIsTooHigh') ? 5 : 6)) bad('BAD_LEVEL');
    if (one.club !== null) notBlank(one.club);
  };

  const newPass = ({ swimmer, kind }: Pass): void => {
    const own = data.passes.filter((one) => one.swimmer === swimmer);
    const valid = own.filter(({ state }) => state === 'valid');
    const seasons = (has('oneSeasonEver') ? own : valid).filter((one) => one.kind === 'season');
    if (kind === 'season' && seasons.length > 0 && !has('twoSeasons')) refuse(409, 'HAS_SEASON');
    if ((has('usedPassesCount') ? own : valid).length >= 3) tooMany();
  };

  const isCrossed = (a: Course, b: Course): boolean => {
    if (a.hour !== b.hour) return false;
    const touch = has('courseEndsInclusive') && (a.begins === b.until || b.begins === a.until);
    return touch || (a.begins < b.until && b.begins < a.until);
  };
  const lane = (value: number): void => {
    if (value < 1 || value > 6) bad('BAD_LANE');
  };
  const newCourse = (one: Course): void => {
    const form = has('courseCodeMayBeSmall') ? /^[A-Z]{2,3}-[0-9]{2}$/i : /^[A-Z]{2,3}-[0-9]{2}$/;
    if (!form.test(one.code)) bad('BAD_CODE');
    course(one, null);
  };
  /** `was`: the course before a change; null if it is new. */
  const course = (one: Course, was: Course | null): void => {
    const isPatch = was !== null;
    notBlank(one.title, isPatch ? 'patchedTitleMayBeBlank' : null);
    if (one.level < 1 || one.level > 5) bad('BAD_LEVEL');
    const isBounded = one.places >= 1 && (one.places <= 10 || (isPatch && has('patchedPlacesAreUnbounded')));
    if (!isBounded) bad('BAD_PLACES');
    if (one.least < 1 || (one.least > one.places && !has('leastMayBeMore'))) bad('BAD_LEAST');
    if (was !== null && one.places < data.taken(was) && !has('enrolledLosePlaces')) refuse(409, 'NO_ROOM');
    if (!isPatch && daysBetween(today(), one.begins) < (has('twoDaysAhead') ? 2 : 3)) bad('TOO_SOON');
    if (one.begins >= one.until) bad('DATES_REVERSED');
    const length = daysBetween(one.begins, one.until);
    if (length > 28 || (length === 28 && has('fourWeeksAreTooLong'))) bad('TOO_LONG');
    if (one.hour < 7 || one.hour >= 22) bad('BAD_HOURS');
    if (!(isPatch && has('patchedLaneIsUnbounded'))) lane(one.lane);
    if (one.price <= 0 || one.price > 30_000) bad('BAD_PRICE');
    times(one, was);
  };
  /** Whether the lane and the instructor are free. */
  const times = (one: Course, was: Course | null): void => {
    const holds = (other: Course): boolean => isLive(other) || (other.state === 'called off' && has('calledOffHoldsLane'));
    const others = data.courses.filter((other) => other !== was && holds(other) && isCrossed(one, other));
    if (others.some((other) => other.lane === one.lane) && !has('courseLanesOverlap')) refuse(409, 'LANE_TAKEN');
    const isLax = has('instructorsTeachTwice') || (was !== null && has('patchedHourIgnoresInstructor'));
    const busy = others.filter(({ instructor, state }) => instructor === one.instructor && state !== 'called off');
    if (busy.length > 0 && !isLax) refuse(409, 'INSTRUCTOR_BUSY');
    const isMoved = was === null || was.lane !== one.lane || was.hour !== one.hour;
    const isBooked = data.bookings.some((booking) => {
      if (booking.lane !== one.lane || (booking.state !== 'asked' && booking.state !== 'agreed')) return false;
      return one.begins <= booking.day && booking.day < one.until && booking.starts <= one.hour && one.hour < booking.ends;
    });
    if (isMoved && isBooked && !has('clubLaneIsTaught')) refuse(409, 'LANE_BOOKED');
  };

  /** `one`: a new enrolment, not yet among the others. */
  const newEnrolment = (one: Enrolment): void => {
    const { swimmer, course: into } = one;
    const isLow = has('levelMustBeEqual') ? swimmer.level !== into.level : swimmer.level < into.level;
    if (isLow) refuse(has('levelTooLowIs422') ? 422 : 403, 'LEVEL_TOO_LOW');
    if (swimmer.fines > 0 && !has('debtorsEnrol')) owes();
    const own = data.enrolments.filter((other) => other.swimmer === swimmer);
    const live = own.filter(({ state }) => state === 'waiting' || state === 'enrolled');
    const same = own.filter(({ course: of }) => of === into);
    const isBack = has('leftMayNotReturn') && same.some(({ state }) => state === 'left');
    if (isBack || same.some((other) => live.includes(other))) refuse(409, 'ENROLLED');
    const counted = has('waitingDoesNotCount') ? live.filter(({ state }) => state === 'enrolled') : live;
    if (counted.length >= 2) tooMany();
    const clashes = live.some(({ state, course: of }) => {
      if (state !== 'enrolled' || of.hour !== into.hour) return false;
      return has('clashIgnoresDates') || (of.begins < into.until && into.begins < of.until);
    });
    if (clashes) refuse(409, 'CLASH');
  };
  const full = (): never => refuse(has('fullIs422') ? 422 : 409, 'FULL');

  const lockerCode = (code: string): void => {
    if (!/^[A-D][0-9]{2}$/.test(code)) bad('BAD_CODE');
  };
  const term = (days: number): void => {
    if (days < 1 || days > 14) bad('BAD_TERM');
  };
  const newRental = ({ swimmer, term: days }: Rental): void => {
    term(days);
    if (swimmer.fines > 0 && !has('debtorsRent')) owes();
    const isHolder = data.rentals.some((one) => one.swimmer === swimmer && (one.state === 'out' || one.state === 'overdue'));
    if (isHolder) refuse(409, 'HAS_LOCKER');
  };

  const newBooking = (one: Booking): void => {
    const { day, starts, ends } = one;
    if (day < today() || (day === today() && !has('bookedForToday'))) bad('TOO_SOON');
    if (daysBetween(today(), day) > (has('sixtyDaysAreTooFar') ? 59 : 60)) bad('TOO_FAR');
    if (starts < 7 || starts >= ends || ends > 22) bad('BAD_HOURS');
    lane(one.lane);
    const ofDay = data.bookings.filter((other) => other.day === day);
    const live = ofDay.filter(({ state }) => state === 'asked' || state === 'agreed');
    const holding = has('declinedHoldsLane') ? ofDay.filter((other) => live.includes(other) || other.state === 'declined') : live;
    const isTaken = holding.some((other) => {
      if (other.lane !== one.lane) return false;
      if (has('bookingsMayNotTouch')) return starts <= other.ends && other.starts <= ends;
      return starts < other.ends && other.starts < ends;
    });
    if (isTaken) refuse(409, 'LANE_TAKEN');
    const isTaught = data.courses.some((course) => {
      if (course.lane !== one.lane || !isLive(course)) return false;
      return course.begins <= day && day < course.until && starts <= course.hour && course.hour < ends;
    });
    if (isTaught && !has('courseLaneIsBooked')) refuse(409, 'LANE_TAUGHT');
    const own = live.filter(({ club, booker }) => (has('hoursOfTheBookerCount') ? booker === one.booker : club === one.club));
    const hours = own.reduce((sum, other) => sum + other.ends - other.starts, 0);
    if (hours + ends - starts > 4) tooMany();
  };
  return {
    ...{ today, notBlank, owes, newPerson, person, newPass, newCourse, course, newEnrolment, full },
    ...{ lockerCode, term, newRental, newBooking },
  };
}

export type PoolRules = ReturnType<typeof poolRules>;
