import type { Body } from '../hand-written.ts';
import { among, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { CoopAccess } from './access.ts';
import {
  type Booking,
  bookingStates,
  type CoopData,
  type Flat,
  flatStates,
  type Offer,
  offerStates,
  owed,
  type Person,
  places,
  type Rent,
  type Repair,
  rentKinds,
  rentStates,
  repairStates,
  roles,
  total as sumOf,
  type Tenancy,
  tenancyStates,
  trades,
  urgencies,
} from './data.ts';
import type { Has } from './faults.ts';
import { cents, moment } from './inputs.ts';
import type { CoopFigures, CoopViews } from './views.ts';

/** A to Z count as a to z. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: CoopData;
  readonly access: CoopAccess;
  readonly views: CoopViews;
  readonly figures: CoopFigures;
}

/** The lists of the cooperative. `me` is null if signed out. */
export function coopLists({ data, access, views, figures }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || (offset < 0 && !has('negativeOffsetIsNothing'))) invalid();
    const found = all.filter(fits);
    const from = Math.max(0, has('offsetCountsPages') ? offset * limit : offset);
    const shown = found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    const [name, wanted] = [text.toLowerCase(), words.toLowerCase()];
    return name.includes(wanted);
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;
  const choice = (query: URLSearchParams, name: string, values: readonly string[]): string | null =>
    given(query, name, (value) => among(value, values, has('unknownFilterFindsNothing')));

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = choice(query, 'role', roles);
    const rooms = given(query, 'rooms', integer);
    const waiting = given(query, 'waiting', flag);
    const words = query.get('words');
    const byPoints = (a: Person, b: Person): number => (figures.points(b) - figures.points(a)) * 1;
    const since = ({ waitsSince }: Person): string => waitsSince ?? '9999';
    const byWait = (a: Person, b: Person): number => (has('waitIsNoOrder') ? 0 : byText(since(a), since(b)));
    const all = [...data.people].sort((a, b) => byPoints(a, b) || byWait(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me)) return false;
      if (!is(role, one.role)) return false;
      if (rooms !== null && one.wants !== rooms) return false;
      const waits = one.waitsSince !== null;
      if (waiting !== null && (has('waitingIgnoresFalse') ? waiting && !waits : waiting !== waits)) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const flats = (me: Person | null, query: URLSearchParams): Body => {
    const rooms = given(query, 'rooms', integer);
    const state = choice(query, 'state', flatStates);
    const most = given(query, 'most', cents);
    const byRooms = (a: Flat, b: Flat): number => (has('flatsAreByCode') ? 0 : a.rooms - b.rooms);
    const all = [...data.flats].sort((a, b) => byRooms(a, b) || byText(a.code, b.code));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesFlat(one, me) || !is(rooms, one.rooms)) return false;
      if (!is(state, one.state)) return false;
      const rent = has('mostLooksAtBase') ? one.base : figures.rentOf(one);
      return most === null || rent <= most;
    });
    return { flats: shown.map((one) => views.flat(one, me)), total };
  };
  const offers = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', offerStates);
    const code = query.get('flat');
    const words = query.get('words');
    const byEnd = (a: Offer, b: Offer): number => byText(b.until, a.until) * 1;
    const all = [...data.offers].sort((a, b) => byEnd(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesOffer(one, me) && !has('offersOfOthersAreListed')) return false;
      if (!is(state, one.state)) return false;
      return is(code, one.flat.code) && (words === null || holds(one.member.name, words));
    });
    return { offers: shown.map((one) => views.offer(one, me)), total };
  };
  const tenancies = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', tenancyStates);
    const late = given(query, 'late', flag);
    const code = query.get('flat');
    const byBegin = (a: Tenancy, b: Tenancy): number => byText(b.begins, a.begins) * 1;
    const all = [...data.tenancies].sort((a, b) => byBegin(a, b) || b.number - a.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesTenancy(one, me)) return false;
      if (!is(state, one.state) || !is(code, one.flat.code)) return false;
      const isLate = data.arrears(one) > 0;
      return late === null || (has('lateIgnoresFalse') ? !late || isLate : late === isLate);
    });
    return { tenancies: shown.map((one) => views.tenancy(one, me)), total };
  };
  const rents = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', rentStates);
    const kind = choice(query, 'kind', rentKinds);
    const least = given(query, 'least', cents);
    const tenancy = given(query, 'tenancy', integer);
    const byDue = (a: Rent, b: Rent): number => byText(a.due, b.due) * 1;
    const all = [...data.rents].sort((a, b) => byDue(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesRent(one, me) && !has('rentsOfOthersAreListed')) return false;
      if (!is(state, one.state) || !is(kind, one.kind)) return false;
      const rest = has('leastLooksAtAmount') ? one.amount : owed(one);
      if (least !== null && rest < least) return false;
      return is(tenancy, one.tenancy.number);
    });
    const counted = has('owedIsOfAll') ? data.rents.filter((one) => access.seesRent(one, me)) : shown;
    return { rents: shown.map(views.rent), total, owed: views.money(sumOf(counted.map(owed))) };
  };
  const repairs = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', repairStates);
    const trade = choice(query, 'trade', trades);
    const urgency = choice(query, 'urgency', urgencies);
    const open = given(query, 'open', flag);
    const rank = (one: Repair): number => (has('urgencyIsByAlphabet') ? [...urgencies].sort() : urgencies).indexOf(one.urgency);
    const byUrgency = (a: Repair, b: Repair): number => rank(b) - rank(a);
    const byNumber = (a: Repair, b: Repair): number => a.number - b.number;
    const all = [...data.repairs].sort((a, b) => byUrgency(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesRepair(one, me)) return false;
      if (!is(state, one.state) || !is(trade, one.trade) || !is(urgency, one.urgency)) return false;
      return is(open, one.state !== 'accepted' && !(one.state === 'done' && has('doneIsNotOpen')));
    });
    return { repairs: shown.map((one) => views.repair(one, me)), total };
  };
  const bookings = (me: Person, query: URLSearchParams): Body => {
    const place = choice(query, 'place', places);
    const state = choice(query, 'state', bookingStates);
    const since = given(query, 'since', moment);
    const byStart = (a: Booking, b: Booking): number => (a.starts - b.starts) * 1;
    const all = [...data.bookings].sort((a, b) => byStart(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesBooking(one, me)) return false;
      if (!is(place, one.place) || !is(state, one.state)) return false;
      const end = has('sinceLooksAtStart') ? one.starts : one.ends;
      return since === null || end > since;
    });
    return { bookings: shown.map((one) => views.booking(one, me)), total };
  };
  return { people, flats, offers, tenancies, rents, repairs, bookings };
}
