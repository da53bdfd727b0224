import type { Body } from '../hand-written.ts';
import type { BoxAccess } from './access.ts';
import type { Band, Booking, BoxData, Payment, Performance, Person, Production, SeatRow, Ticket, Voucher } from './data.ts';
import { total } from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';

/** The parts of the records that people see. `me` is null if signed out. */
export function boxViews(data: BoxData, access: BoxAccess, figures: Figures, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsCents') ? cents : cents / 100);
  const moment = (time: number | null): string | null => {
    if (time === null) return null;
    const full = new Date(time).toISOString();
    return has('momentsHaveNoZone') ? full.slice(0, -1) : full;
  };
  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && access.seesPerson(one, me) ? one.name : null);

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, phone: one.phone, role: one.role, memberUntil: one.memberUntil },
    member: figures.isMember(one),
    ...(me.role !== 'usher' || has('ushersSeeStrikes') ? { strikes: one.strikes } : {}),
    ...(me.role !== 'usher' ? { banned: one.banned } : {}),
    ...(access.isOffice(me) || has('personRemarksAreShown') ? { remark: one.remark } : {}),
  });
  const band = (one: Band): Body => {
    const rows = data.rows.filter((row) => row.band === one);
    return { code: one.code, name: one.name, price: money(one.price), rows: rows.length };
  };
  const row = (one: SeatRow, me: Person | null): Body => ({
    ...{ code: one.code, band: one.band.code, price: money(one.band.price) },
    ...{ seats: one.seats, closed: one.closed },
    ...(access.isStaff(me) || (me !== null && has('customersSeeRowNotes')) ? { note: one.note } : {}),
  });
  const production = (one: Production, me: Person | null): Body => {
    const performances = data.performances.filter((each) => {
      if (each.production !== one) return false;
      return access.seesPerformance(each, me) || has('scheduledIsCounted');
    });
    return {
      ...{ code: one.code, title: one.title, kind: one.kind, minutes: one.minutes, state: one.state },
      minAge: one.minAge === null && has('noAgeIsZero') ? 0 : one.minAge,
      ...(access.isOffice(me) || (me?.role === 'usher' && has('ushersSeeProductionNotes')) ? { note: one.note } : {}),
      performances: performances.length,
    };
  };
  /** A customer may see a cancelled performance of a production that is only planned. */
  const titleOf = (one: Production, me: Person | null): string | null => (access.seesProduction(one, me) ? one.title : null);
  const performance = (one: Performance, me: Person | null): Body => {
    const isStaff = access.isStaff(me);
    return {
      ...{ number: one.number, production: titleOf(one.production, me) },
      ...{ day: one.day, slot: one.slot, starts: moment(figures.starts(one)), doors: moment(figures.doors(one)) },
      ...{ salesFrom: one.salesFrom, memberFrom: figures.memberFrom(one), moved: one.moved },
      ...(one.reason === null && has('noReasonIsLeftOut') ? {} : { reason: one.reason }),
      ...(isStaff || has('performanceNotesAreShown') ? { note: one.note } : {}),
      capacity: figures.capacity(),
      ...(isStaff ? { taken: figures.taken(one), free: figures.free(one) } : {}),
      ...{ soldOut: figures.isSoldOut(one), state: one.state },
    };
  };
  const sales = (one: Performance): Body => {
    const tickets = data.tickets.filter((each) => each.performance === one);
    const states = ['sold', 'admitted', 'missed'];
    if (has('missedIsNotSold')) states.pop();
    const sold = tickets.filter(({ state }) => states.includes(state));
    const bookings = data.bookings.filter((each) => each.performance === one);
    const good = bookings.filter(({ state }) => state === 'paid' || (state === 'refunded' && has('refundedIsTaken')));
    const fees = bookings.filter(({ state }) => state === 'paid' || !has('feesOfRefundsAreLost'));
    return {
      ...{ number: one.number, sold: sold.length, admitted: tickets.filter(({ state }) => state === 'admitted').length },
      reduced: (has('voidIsReduced') ? tickets : sold).filter(({ reduced }) => reduced).length,
      takings: money(total(good.map(({ paid, vouchered }) => paid + (has('takingsIgnoreVouchers') ? 0 : vouchered)))),
      fees: money(total(fees.map(({ fee }) => fee))),
      lapsed: bookings.filter(({ state }) => state === 'lapsed').length,
    };
  };
  const ticket = (one: Ticket, me: Person): Body => {
    const isNamed = has('ushersAreNamed') && me.role === 'customer';
    return {
      ...{ number: one.number, performance: one.performance.number, row: one.row.code, seat: one.seat, reduced: one.reduced },
      booking: access.seesBooking(one.booking, me) || has('ushersSeeBookingNumbers') ? one.booking.number : null,
      ...(me.role !== 'usher' ? { price: money(one.price) } : {}),
      ...(me.role !== 'usher' || has('ushersSeeFares') ? { fare: money(figures.fare(one)) } : {}),
      ...{ admittedAt: moment(one.admittedAt), state: one.state },
      admittedBy: isNamed ? (one.admittedBy?.name ?? null) : nameOf(one.admittedBy, me),
    };
  };
  const booking = (one: Booking, me: Person): Body => {
    const tickets = data.ticketsOf(one).filter(({ state }) => state !== 'void' || !has('voidTicketsAreHidden'));
    return {
      ...{ number: one.number, customer: nameOf(one.customer, me), performance: one.performance.number },
      ...{ production: titleOf(one.performance.production, me), wish: one.wish },
      ...(access.isOffice(me) ? { remark: one.remark } : {}),
      ...{ quote: money(figures.quote(one)), price: money(one.price), voucher: one.voucher?.code ?? null },
      ...{ vouchered: money(one.vouchered), paid: money(one.paid), due: money(figures.due(one)), method: one.method },
      ...{ fee: money(one.fee), returned: money(one.returned), moves: one.moves, payBy: moment(one.payBy) },
      ...{ paidOn: one.paidOn, reason: one.reason, state: one.state },
      tickets: tickets.map((each) => ticket(each, me)),
    };
  };
  const voucher = (one: Voucher, me: Person): Body => ({
    ...{ code: one.code, value: money(one.value), spent: money(one.spent), left: money(figures.left(one)) },
    ...{ holder: nameOf(one.holder, me), expires: one.expires },
    ...(access.isOffice(me) || has('voucherNotesAreShown') ? { note: one.note } : {}),
    ...{ reason: one.reason, state: one.state },
  });
  const payment = (one: Payment, me: Person): Body => ({
    ...{ number: one.number, booking: one.booking.number, kind: one.kind, method: one.method },
    amount: money(one.amount),
    takenBy: has('takersAreNamed') ? one.takenBy.name : nameOf(one.takenBy, me),
    day: one.day,
  });
  return { money, person, band, row, production, performance, sales, ticket, booking, voucher, payment };
}

export type BoxViews = ReturnType<typeof boxViews>;
