import type { Body } from '../hand-written.ts';
import type { FerryAccess } from './access.ts';
import {
  type Booking,
  type Crossing,
  type Duty,
  docks,
  type FerryData,
  type Haulier,
  type Invoice,
  leaves,
  minute,
  type Pass,
  type Person,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';

/** The parts of the records that people see. */
export function ferryViews(data: FerryData, access: FerryAccess, figures: Figures, has: Has) {
  const money = (cents: number): number => cents / 100;
  const moment = (time: number): string => new Date(time).toISOString();
  const nameOf = (one: Person, me: Person): string | null => {
    if (has('colleaguesAreNamed') && me.role === 'passenger') return one.name;
    return access.seesPerson(one, me) ? one.name : null;
  };
  const codeOf = (one: Haulier | null, me: Person): string | null =>
    one !== null && (access.seesHaulier(one, me) || (has('pursersSeeHauliers') && me.role === 'purser')) ? one.code : null;

  const person = (one: Person, me: Person): Body => {
    const seesPhone = me.role !== 'captain' || one === me || has('captainsSeePhones');
    const seesMisses = me.role !== 'captain';
    const seesRemark = me.role === 'manager' || (me.role === 'purser' && one.role === 'passenger');
    return {
      ...{ number: one.number, name: one.name, role: one.role },
      ...(seesPhone ? { phone: one.phone } : {}),
      ...{ resident: one.resident, haulier: codeOf(one.haulier, me) },
      ...(seesMisses ? { misses: one.misses } : {}),
      ...(seesRemark ? { remark: one.remark } : {}),
    };
  };
  const haulier = (one: Haulier, me: Person): Body => {
    const drivers = data.people.filter((each) => each.haulier === one && (access.seesPerson(each, me) || has('driversCountColleagues')));
    return {
      ...{ code: one.code, name: one.name, ceiling: money(one.ceiling), blocked: one.blocked },
      ...(me.role === 'manager' || has('driversSeeRemarks') ? { remark: one.remark } : {}),
      ...{ billOn: one.billOn, owed: money(figures.owed(one)), drivers: drivers.length },
    };
  };
  const clock = (time: number): string => {
    const minutes = Math.floor(time / minute);
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  };
  /** `me` is null if signed out. */
  const crossing = (one: Crossing, me: Person | null): Body => {
    const bookings = data.bookings.filter(
      (each) => each.crossing === one && (has('allBookingsAreCounted') || (me !== null && access.seesBooking(each, me))),
    );
    const isCrew = me !== null && me.role !== 'passenger';
    return {
      ...{ number: one.number, ship: one.ship, route: one.route, direction: one.direction, day: one.day },
      ...{ departs: clock(one.departs), delay: one.delay },
      leaves: moment(leaves(one)),
      ...{ docks: moment(docks(one)), fare: money(figures.fare(one)) },
      ...(me !== null || has('visitorsSeeSeats') ? { seatsFree: figures.seatsFree(one) } : {}),
      ...(me !== null ? { deckFree: figures.deckFree(one) } : {}),
      reason: one.reason,
      ...(isCrew || (me !== null && has('crossingRemarksAreShown')) ? { remark: one.remark } : {}),
      ...{ state: one.state, bookings: bookings.length },
    };
  };
  const booking = (one: Booking, me: Person): Body => {
    const passNumber = one.pass !== null && access.seesPass(one.pass, me) ? one.pass.number : null;
    const amounts = {
      ...{ quote: money(figures.quote(one)), price: money(one.price), paid: money(one.paid), fee: money(one.fee) },
      refund: money(one.refund),
    };
    return {
      ...{ number: one.number, crossing: one.crossing.number, passenger: nameOf(one.passenger, me), kind: one.kind },
      ...{ adults: one.adults, children: one.children, car: one.car, bicycles: one.bicycles, dogs: one.dogs },
      note: one.note,
      ...(me.role !== 'passenger' || has('bookingRemarksAreShown') ? { remark: one.remark } : {}),
      ...(me.role !== 'captain' || has('captainsSeePrices') ? amounts : {}),
      ...{ formerly: one.formerly?.number ?? null, pass: passNumber, haulier: codeOf(one.haulier, me) },
      invoice: one.invoice !== null && access.seesInvoice(one.invoice, me) ? one.invoice.number : null,
      state: one.state,
    };
  };
  const pass = (one: Pass, me: Person): Body => {
    const seesBooking = one.booking !== null && (access.seesBooking(one.booking, me) || has('returnsNameTheirBooking'));
    const price = one.kind === 'ten' ? figures.ten(one.route) : one.kind === 'season' ? 24_000 : 0;
    return {
      ...{ number: one.number, owner: nameOf(one.owner, me), kind: one.kind, route: one.route, left: one.left, until: one.until },
      ...{ price: money(price), booking: seesBooking ? (one.booking?.number ?? null) : null, state: one.state },
    };
  };
  const duty = (one: Duty, me: Person): Body => ({
    ...{ number: one.number, crossing: one.crossing.number, person: nameOf(one.person, me), post: one.post },
    ...{ starts: moment(one.starts), ends: moment(one.ends) },
  });
  const invoice = (one: Invoice, me: Person): Body => ({
    ...{ number: one.number, haulier: codeOf(one.haulier, me), amount: money(one.amount), paid: money(one.paid), due: one.due },
    state: one.state,
  });
  return { money, person, haulier, crossing, booking, pass, duty, invoice };
}

export type FerryViews = ReturnType<typeof ferryViews>;
