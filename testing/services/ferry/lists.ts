import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { FerryAccess } from './access.ts';
import {
  type Booking,
  bookingStates,
  type Crossing,
  crossingStates,
  type Duty,
  directions,
  type FerryData,
  type Invoice,
  invoiceStates,
  type Pass,
  type Person,
  passKinds,
  passStates,
  posts,
  roles,
  routes,
  total as sumOf,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';
import type { FerryViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: FerryData;
  readonly access: FerryAccess;
  readonly views: FerryViews;
  readonly figures: Figures;
}

/** The lists of the company. */
export function ferryLists({ data, access, views, figures }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const found = all.filter(fits);
    const shown = found.slice(offset, offset + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    return text.toLowerCase().includes(words.toLowerCase());
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const resident = given(query, 'resident', flag);
    const words = query.get('words');
    const byName = (a: Person, b: Person): number => byText(a.name, b.name);
    const byNumber = (a: Person, b: Person): number => (has('newestNamesakeFirst') ? b.number - a.number : a.number - b.number);
    const all = [...data.people].sort((a, b) => byName(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me) || !is(role, one.role)) return false;
      if (has('residentIgnoresFalse') ? resident && !one.resident : !is(resident, one.resident)) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  /** `me` is null if signed out. */
  const crossings = (me: Person | null, query: URLSearchParams): Body => {
    const route = given(query, 'route', (value) => among(value, routes));
    const direction = given(query, 'direction', (value) => among(value, directions));
    const state = given(query, 'state', (value) => among(value, crossingStates));
    const from = given(query, 'from', date);
    const before = given(query, 'before', date);
    const metres = given(query, 'metres', integer);
    const byDay = (a: Crossing, b: Crossing): number => byText(a.day, b.day) * 1;
    const byTime = (a: Crossing, b: Crossing): number => (has('departuresAreUnsorted') ? 0 : a.departs - b.departs);
    const all = [...data.crossings].sort((a, b) => byDay(a, b) || byTime(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!is(route, one.route) || !is(direction, one.direction) || !is(state, one.state)) return false;
      if (from !== null && one.day < from) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.day > before : one.day >= before)) return false;
      if (metres === null) return true;
      const free = figures.deckFree(one);
      return (me !== null || has('visitorsSearchTheDeck')) && (has('metresAreStrict') ? free > metres : free >= metres);
    });
    return { crossings: shown.map((one) => views.crossing(one, me)), total };
  };
  const duties = (me: Person, query: URLSearchParams): Body => {
    const crossing = given(query, 'crossing', integer);
    const post = given(query, 'post', (value) => among(value, posts));
    const mine = given(query, 'mine', flag);
    const byStart = (a: Duty, b: Duty): number => a.starts - b.starts;
    const all = [...data.duties].sort((a, b) => byStart(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesDuty(one, me)) return false;
      if (!is(crossing, one.crossing.number) || !is(post, one.post)) return false;
      return has('mineIgnoresFalse') ? !mine || one.person === me : is(mine, one.person === me);
    });
    return { duties: shown.map((one) => views.duty(one, me)), total };
  };
  const passes = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, passKinds));
    const state = given(query, 'state', (value) => among(value, passStates));
    const route = given(query, 'route', (value) => among(value, routes));
    const byEnd = (a: Pass, b: Pass): number => byText(a.until, b.until);
    const byNumber = (a: Pass, b: Pass): number => (has('oldestPassFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.passes].sort((a, b) => byEnd(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPass(one, me) && !(me.role === 'passenger' && has('passengersListAllPasses'))) return false;
      return is(kind, one.kind) && is(state, one.state) && is(route, one.route);
    });
    return { passes: shown.map((one) => views.pass(one, me)), total };
  };
  const bookings = (me: Person, query: URLSearchParams): Body => {
    const crossing = given(query, 'crossing', integer);
    const state = given(query, 'state', (value) => among(value, bookingStates));
    const cars = given(query, 'cars', flag);
    const words = query.get('words');
    const byCar = (a: Booking, b: Booking): number => (b.car - a.car) * (has('shortCarsFirst') ? -1 : 1);
    const byNumber = (a: Booking, b: Booking): number => a.number - b.number;
    const all = [...data.bookings].sort((a, b) => byCar(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesBooking(one, me) || !is(crossing, one.crossing.number) || !is(state, one.state)) return false;
      if (has('carsIgnoresFalse') ? cars && one.car === 0 : !is(cars, one.car > 0)) return false;
      if (words === null) return true;
      const isNamed = access.seesPerson(one.passenger, me) || (has('wordsFindColleagues') && me.role === 'passenger');
      return isNamed && holds(one.passenger.name, words);
    });
    const counted = has('peopleAreOfAllPages') ? all.filter((one) => access.seesBooking(one, me)) : shown;
    const people = counted.map(({ adults, children }) => adults + children);
    return { bookings: shown.map((one) => views.booking(one, me)), total, people: sumOf(people) };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const code = query.get('haulier');
    const byDue = (a: Invoice, b: Invoice): number => byText(b.due, a.due) * (has('earliestDueFirst') ? -1 : 1);
    const all = [...data.invoices].sort((a, b) => byDue(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesInvoice(one, me) && !(me.role === 'passenger' && has('passengersListAllInvoices'))) return false;
      return is(state, one.state) && (code === null || one.haulier.code === code);
    });
    const owed = shown.map(({ amount, paid }) => amount - paid);
    return { invoices: shown.map((one) => views.invoice(one, me)), total, owed: views.money(sumOf(owed)) };
  };
  return { people, crossings, duties, passes, bookings, invoices };
}
