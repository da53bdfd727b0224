import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { BoxAccess } from './access.ts';
import {
  type Booking,
  type BoxData,
  bookingStates,
  methods,
  type Payment,
  type Performance,
  type Person,
  type Production,
  paymentKinds,
  performanceStates,
  productionKinds,
  productionStates,
  slots,
  total as sumOf,
  type Ticket,
  ticketStates,
  type Voucher,
  voucherStates,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';
import { cents } from './inputs.ts';
import type { BoxViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: BoxData;
  readonly access: BoxAccess;
  readonly views: BoxViews;
  readonly figures: Figures;
}

/** The lists of the theatre. `me` is null if signed out. */
export function boxLists({ data, access, views, figures }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetCountsPages') ? offset * limit : offset;
    const shown = found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    return text.toLowerCase().includes(words.toLowerCase());
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;
  const isWithin = (day: string, from: string | null, until: string | null): boolean => {
    if (from !== null && day < from) return false;
    return until === null || (has('untilIsStrict') ? day < until : day <= until);
  };

  const customers = (me: Person, query: URLSearchParams): Body => {
    const member = given(query, 'member', flag);
    const banned = given(query, 'banned', flag);
    const words = query.get('words');
    const byStrikes = (a: Person, b: Person): number => (has('fewestStrikesFirst') ? a.strikes - b.strikes : b.strikes - a.strikes);
    const all = [...data.people].sort((a, b) => byStrikes(a, b) || byText(a.name, b.name) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (one.role !== 'customer') return false;
      const isMember = has('formerMembersAreMembers') ? one.memberUntil !== null : figures.isMember(one);
      if (has('memberIgnoresFalse') ? member && !isMember : !is(member, isMember)) return false;
      if (!is(banned, one.banned)) return false;
      return words === null || holds(one.name, words);
    });
    return { customers: shown.map((one) => views.person(one, me)), total };
  };
  const bands = (): Body => {
    const byPrice = (a: (typeof data.bands)[number], b: typeof a): number =>
      has('cheapestBandFirst') ? a.price - b.price : b.price - a.price;
    const byCode = (a: { code: string }, b: { code: string }): number => byText(a.code, b.code);
    const all = [...data.bands].sort((a, b) => byPrice(a, b) || byCode(a, b));
    return { bands: all.map((one) => views.band(one)) };
  };
  const rows = (me: Person | null, query: URLSearchParams): Body => {
    const band = query.get('band');
    const closed = given(query, 'closed', flag);
    const all = [...data.rows].sort((a, b) => byText(a.code, b.code));
    const found = all.filter((one) => {
      if (band !== null && one.band.code !== band) return false;
      return has('closedIgnoresFalse') ? !closed || one.closed : is(closed, one.closed);
    });
    const counted = has('seatsAreOfAllRows') ? all : found;
    return { rows: found.map((one) => views.row(one, me)), seats: sumOf(counted.map(({ seats }) => seats)) };
  };
  const productions = (me: Person | null, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, productionKinds));
    const state = given(query, 'state', (value) => among(value, productionStates));
    const longest = given(query, 'longest', integer);
    const words = query.get('words');
    const byKind = (a: Production, b: Production): number => productionKinds.indexOf(a.kind) - productionKinds.indexOf(b.kind);
    const byTitle = (a: Production, b: Production): number => byText(a.title, b.title);
    const all = [...data.productions].sort((a, b) => byKind(a, b) || byTitle(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesProduction(one, me) && !(me === null && one.state === 'planned' && has('plannedIsListed'))) return false;
      if (!is(kind, one.kind) || !is(state, one.state)) return false;
      if (longest !== null && (has('longestIsStrict') ? one.minutes >= longest : one.minutes > longest)) return false;
      return words === null || holds(one.title, words) || (has('wordsFindNotes') && holds(one.note ?? '', words));
    });
    return { productions: shown.map((one) => views.production(one, me)), total };
  };
  const performances = (me: Person | null, query: URLSearchParams): Body => {
    const [from, until] = [given(query, 'from', date), given(query, 'until', date)];
    const slot = given(query, 'slot', (value) => among(value, slots));
    const state = given(query, 'state', (value) => among(value, performanceStates));
    const soldOut = given(query, 'soldOut', flag);
    const code = query.get('production');
    const byDay = (a: Performance, b: Performance): number => byText(a.day, b.day);
    const ranks = has('eveningFirst') ? [...slots].reverse() : slots;
    const bySlot = (a: Performance, b: Performance): number => ranks.indexOf(a.slot) - ranks.indexOf(b.slot);
    const all = [...data.performances].sort((a, b) => byDay(a, b) || bySlot(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerformance(one, me)) return false;
      if (code !== null && (one.production.code !== code || !access.seesProduction(one.production, me))) return false;
      if (!isWithin(one.day, from, until) || !is(slot, one.slot) || !is(state, one.state)) return false;
      return has('soldOutIgnoresFalse') ? !soldOut || figures.isSoldOut(one) : is(soldOut, figures.isSoldOut(one));
    });
    return { performances: shown.map((one) => views.performance(one, me)), total };
  };
  /** `find`: the performance, which is looked for once the query is read. */
  const tickets = (me: Person, query: URLSearchParams, find: () => Performance): Body => {
    const state = given(query, 'state', (value) => among(value, ticketStates));
    const code = query.get('row');
    const of = find();
    const byRow = (a: Ticket, b: Ticket): number => byText(a.row.code, b.row.code);
    const bySeat = (a: Ticket, b: Ticket): number =>
      has('seatsAreSortedAsText') ? byText(String(a.seat), String(b.seat)) : a.seat - b.seat;
    const all = [...data.tickets].sort((a, b) => byRow(a, b) || bySeat(a, b) || a.number - b.number);
    const found = all.filter((one) => {
      if (!access.seesTicket(one, me) && !(me.role === 'usher' && has('ushersListAllTickets'))) return false;
      if (one.performance !== of) return false;
      return (code === null || one.row.code === code) && is(state, one.state);
    });
    const counted = has('admittedIsOfAllRows') ? all.filter(({ performance }) => performance === of) : found;
    const admitted = counted.filter((one) => one.state === 'admitted').length;
    return { tickets: found.map((one) => views.ticket(one, me)), admitted };
  };
  const bookings = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, bookingStates));
    const number = given(query, 'performance', integer);
    const least = given(query, 'least', cents);
    const words = query.get('words');
    const byDay = (a: Booking, b: Booking): number => byText(a.performance.day, b.performance.day);
    const byNumber = (a: Booking, b: Booking): number => (has('oldestBookingFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.bookings].sort((a, b) => byDay(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesBooking(one, me) && !has('customersListAllBookings')) return false;
      if (!is(state, one.state) || !is(number, one.performance.number)) return false;
      const amount = has('leastLooksAtQuote') ? figures.quote(one) : one.price;
      if (least !== null && amount < least) return false;
      return words === null || holds(one.customer.name, words);
    });
    const counted = has('dueIsOfAll') ? data.bookings.filter((one) => access.seesBooking(one, me)) : shown;
    const open = counted.filter((one) => one.state === 'reserved');
    return { bookings: shown.map((one) => views.booking(one, me)), total, due: views.money(sumOf(open.map(figures.due))) };
  };
  const byExpiry = (a: Voucher, b: Voucher): number => byText(a.expires, b.expires);
  const sortedVouchers = (): Voucher[] => [...data.vouchers].sort((a, b) => byExpiry(a, b) || byText(a.code, b.code));
  const vouchers = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, voucherStates));
    const least = given(query, 'least', cents);
    const expiring = given(query, 'expiring', date);
    const { shown, total } = page(sortedVouchers(), query, (one) => {
      if (!is(state, one.state)) return false;
      const amount = has('leastLooksAtValue') ? one.value : figures.left(one);
      if (least !== null && amount < least) return false;
      return expiring === null || one.expires <= expiring;
    });
    return { vouchers: shown.map((one) => views.voucher(one, me)), total };
  };
  const myVouchers = (me: Person, query: URLSearchParams): Body => {
    const isMine = ({ holder }: Voucher): boolean => holder === me || (holder === null && has('bearerVouchersAreMine'));
    const { shown, total } = page(sortedVouchers(), query, isMine);
    const counted = shown.filter(({ state }) => state === 'active');
    return { vouchers: shown.map((one) => views.voucher(one, me)), total, left: views.money(sumOf(counted.map(figures.left))) };
  };
  const payments = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, paymentKinds));
    const method = given(query, 'method', (value) => among(value, methods));
    const [from, until] = [given(query, 'from', date), given(query, 'until', date)];
    const all = [...data.payments].sort((a, b) => b.number - a.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPayment(one, me)) return false;
      return is(kind, one.kind) && is(method, one.method) && isWithin(one.day, from, until);
    });
    const counted: readonly Payment[] = has('sumIsOfAll') ? data.payments.filter((one) => access.seesPayment(one, me)) : shown;
    return { payments: shown.map((one) => views.payment(one, me)), total, sum: views.money(sumOf(counted.map(({ amount }) => amount))) };
  };
  const desk = (me: Person): Body => {
    const day = figures.today();
    const states = has('tonightEndsAtTheDoors') ? ['on sale'] : ['on sale', 'admitting'];
    const isTonight = ({ day: of, state }: Performance): boolean => of === day && states.includes(state);
    const seen = data.payments.filter((one) => access.seesPayment(one, me) || has('cashIsOfEveryone'));
    const cash = seen.filter((one) => one.day === day && one.method === 'cash');
    const unpaid = data.bookings.filter(({ state }) => state === 'reserved');
    const active = data.vouchers.filter(({ state }) => state === 'active');
    return {
      tonight: data.performances.filter(isTonight).length,
      baskets: data.bookings.filter(({ state }) => state === 'basket').length,
      unpaid: views.money(sumOf(unpaid.map((one) => (has('unpaidIsThePrice') ? one.price : figures.due(one))))),
      cash: views.money(sumOf(cash.map(({ amount }) => amount))),
      vouchers: views.money(sumOf(active.map((one) => (has('outstandingIsTheValue') ? one.value : figures.left(one))))),
    };
  };
  return { customers, bands, rows, productions, performances, tickets, bookings, vouchers, myVouchers, payments, desk };
}
