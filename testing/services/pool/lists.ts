import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { PoolAccess } from './access.ts';
import {
  type Booking,
  bookingStates,
  type Course,
  courseStates,
  type Enrolment,
  enrolmentStates,
  type Locker,
  lockerSizes,
  lockerStates,
  type Pass,
  type Person,
  type PoolData,
  passKinds,
  passStates,
  type Rental,
  rentalStates,
  roles,
  total as sumOf,
} from './data.ts';
import type { Has } from './faults.ts';
import type { PoolFigures } from './figures.ts';
import type { PoolViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};
const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

interface Parts {
  readonly data: PoolData;
  readonly access: PoolAccess;
  readonly figures: PoolFigures;
  readonly views: PoolViews;
}

/** The lists of the pool. `me` is null if signed out. */
export function poolLists({ data, access, figures, views }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetCountsPages') ? offset * limit : offset;
    const shown = found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string | null): boolean => {
    if (words === null) return true;
    return has('wordsMindCase') ? text.includes(words) : text.toLowerCase().includes(words.toLowerCase());
  };

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const least = given(query, 'least', integer);
    const member = given(query, 'member', flag);
    const words = query.get('words');
    const all = [...data.people].sort((a, b) => byText(a.name, b.name) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me) || !is(role, one.role) || !is(member, one.member)) return false;
      return (least === null || one.level >= least) && holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const passes = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, passKinds));
    const state = given(query, 'state', (value) => among(value, passStates));
    const holder = given(query, 'holder', integer);
    const byNumber = (a: Pass, b: Pass): number => (has('oldestPassFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.passes].sort((a, b) => byText(a.expires, b.expires) || byNumber(a, b));
    const sees = (one: Pass): boolean => access.seesPass(one, me) || has('passesOfAllAreListed');
    const { shown, total } = page(all, query, (one) => {
      return sees(one) && is(kind, one.kind) && is(state, one.state) && is(holder, one.swimmer.number);
    });
    const counted = has('visitsAreOfAll') ? all.filter(sees) : shown;
    return { passes: shown.map((one) => views.pass(one, me)), total, visits: sumOf(counted.map(({ left }) => left)) };
  };
  const courses = (me: Person | null, query: URLSearchParams): Body => {
    const level = given(query, 'level', integer);
    const state = given(query, 'state', (value) => among(value, courseStates));
    const teacher = given(query, 'teacher', integer);
    const start = given(query, 'from', date);
    const room = given(query, 'room', flag);
    const words = query.get('words');
    const byLevel = (a: Course, b: Course): number => (has('lowestLevelFirst') ? a.level - b.level : b.level - a.level);
    const all = [...data.courses].sort((a, b) => byText(a.begins, b.begins) || byLevel(a, b) || byText(a.code, b.code));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesCourse(one, me) || !is(level, one.level) || !is(state, one.state)) return false;
      if (!is(teacher, one.instructor.number)) return false;
      if (start !== null && (has('fromIsStrict') ? one.begins <= start : one.begins < start)) return false;
      const hasRoom = figures.free(one) > 0;
      return (is(room, hasRoom) || (room === false && has('roomIgnoresFalse'))) && holds(one.title, words);
    });
    return { courses: shown.map((one) => views.course(one, me)), total };
  };
  const enrolments = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, enrolmentStates));
    const code = query.get('course');
    const ranked = has('statesAreByAlphabet') ? [...enrolmentStates].sort() : enrolmentStates;
    const byState = (a: Enrolment, b: Enrolment): number => ranked.indexOf(a.state) - ranked.indexOf(b.state);
    const all = [...data.enrolments].sort((a, b) => byState(a, b) || b.number - a.number);
    const { shown, total } = page(all, query, (one) => access.seesEnrolment(one, me) && is(state, one.state) && is(code, one.course.code));
    const lessons = sumOf(shown.map(({ attended }) => attended));
    return { enrolments: shown.map((one) => views.enrolment(one, me)), total, lessons };
  };
  const lockers = (me: Person, query: URLSearchParams): Body => {
    const size = given(query, 'size', (value) => among(value, lockerSizes));
    const state = given(query, 'state', (value) => among(value, lockerStates));
    const bySize = (a: Locker, b: Locker): number => lockerSizes.indexOf(b.size) - lockerSizes.indexOf(a.size);
    const all = [...data.lockers].sort((a, b) => bySize(a, b) || byText(a.code, b.code));
    const { shown, total } = page(all, query, (one) => is(size, one.size) && is(state, one.state));
    return { lockers: shown.map((one) => views.locker(one, me)), total };
  };
  const rentals = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, rentalStates));
    const fined = given(query, 'fined', flag);
    const due = given(query, 'due', date);
    const byBegin = (a: Rental, b: Rental): number => byText(b.begins, a.begins) * (has('oldestRentalFirst') ? -1 : 1);
    const all = [...data.rentals].sort((a, b) => byBegin(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesRental(one, me) || !is(state, one.state) || !is(fined, one.fine > 0)) return false;
      return due === null || figures.back(one) <= due;
    });
    const deposits = views.money(sumOf(shown.map(({ deposit }) => deposit)));
    return { rentals: shown.map((one) => views.rental(one, me)), total, deposits };
  };
  const bookings = (me: Person, query: URLSearchParams): Body => {
    const day = given(query, 'day', date);
    const lane = given(query, 'lane', integer);
    const state = given(query, 'state', (value) => among(value, bookingStates));
    const club = query.get('club');
    const byTime = (a: Booking, b: Booking): number => byText(a.day, b.day) || a.starts - b.starts || b.number - a.number;
    const { shown, total } = page([...data.bookings].sort(byTime), query, (one) => {
      if (!access.seesBooking(one, me) || !is(day, one.day) || !is(state, one.state)) return false;
      return (is(lane, one.lane) || has('laneIsIgnored')) && is(club, one.club);
    });
    const hours = sumOf(shown.map(({ starts, ends }) => ends - starts));
    return { bookings: shown.map((one) => views.booking(one, me)), total, hours };
  };
  return { people, passes, courses, enrolments, lockers, rentals, bookings };
}
