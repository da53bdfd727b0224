import type { Body } from '../hand-written.ts';
import type { PoolAccess } from './access.ts';
import type { Booking, Course, Enrolment, Locker, Pass, Person, PoolData, Rental } from './data.ts';
import type { Has } from './faults.ts';
import type { PoolFigures } from './figures.ts';

/** The parts of the records that people see. `me` is null if signed out. */
export function poolViews(data: PoolData, access: PoolAccess, figures: PoolFigures, has: Has) {
  const { isOffice } = access;
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const nameOf = (one: Person, me: Person | null): string | null => (access.seesPerson(one, me) ? one.name : null);

  const person = (one: Person, me: Person): Body => {
    const isOwn = one === me;
    return {
      ...{ number: one.number, name: one.name, role: one.role, level: one.level, member: one.member },
      club: one.club === null && has('noClubIsEmpty') ? '' : one.club,
      ...(isOwn || isOffice(me) ? { phone: one.phone } : {}),
      ...(isOwn || me.role !== 'swimmer' ? { born: one.born, child: figures.isChild(one) } : {}),
      ...(me.role !== 'swimmer' || has('swimmersSeeNotes') ? { note: one.note } : {}),
      ...(isOffice(me) || me.role === 'swimmer' || has('instructorsSeeFines') ? { fines: money(one.fines) } : {}),
    };
  };
  const pass = (one: Pass, me: Person): Body => ({
    ...{ number: one.number, swimmer: nameOf(one.swimmer, me), kind: one.kind, price: money(one.price), left: one.left },
    ...{ boughtOn: one.boughtOn, expires: one.expires, lastOn: one.lastOn, refund: money(one.refund), state: one.state },
  });
  const course = (one: Course, me: Person | null): Body => {
    const enrolments = data.enrolmentsOf(one).filter((each) => access.seesEnrolment(each, me) || has('swimmersAreNamed'));
    const swimmers = enrolments.filter(({ state }) => state === 'enrolled' || (state === 'waiting' && has('waitingIsNamed')));
    const isStaff = me !== null && me.role !== 'swimmer';
    const seesNote =
      me !== null && (isOffice(me) || (me.role === 'instructor' && (one.instructor === me || has('allInstructorsSeeNotes'))));
    return {
      ...{ code: one.code, title: one.title, level: one.level, places: one.places, least: one.least, free: figures.free(one) },
      ...(isStaff || (me !== null && has('swimmersSeeWaiting')) ? { waiting: data.waiting(one).length } : {}),
      ...{ begins: one.begins, until: one.until, hour: one.hour, lane: one.lane },
      ...{ instructor: nameOf(one.instructor, me), price: money(one.price) },
      ...(seesNote ? { note: one.note } : {}),
      reason: one.reason,
      swimmers: swimmers.map(({ swimmer }) => (has('swimmersAreNamed') ? swimmer.name : nameOf(swimmer, me))),
      state: one.state,
    };
  };
  const enrolment = (one: Enrolment, me: Person): Body => {
    const { swimmer } = one;
    return {
      ...{ number: one.number, course: access.seesCourse(one.course, me) ? one.course.code : null, swimmer: nameOf(swimmer, me) },
      level: access.seesPerson(swimmer, me) ? swimmer.level : null,
      ...{ patient: one.patient, position: figures.position(one) },
      ...(me.role !== 'instructor' || has('instructorsSeePrices') ? { price: money(one.price), refund: money(one.refund) } : {}),
      ...{ attended: one.attended, lastOn: one.lastOn, remark: one.remark, state: one.state },
    };
  };
  const locker = (one: Locker, me: Person): Body => {
    const all = data.rentals.filter((each) => each.locker === one);
    const seen = all.filter((each) => access.seesRental(each, me));
    const held = (has('holdersAreNamed') ? all : seen).filter(({ state }) => state === 'out' || state === 'overdue');
    return {
      ...{ code: one.code, size: one.size, state: one.state },
      holders: held.map(({ swimmer }) => (has('holdersAreNamed') ? swimmer.name : nameOf(swimmer, me))),
      rented: (has('rentedCountsAll') ? all : seen).length,
    };
  };
  const rental = (one: Rental, me: Person): Body => ({
    ...{ number: one.number, locker: one.locker.code, swimmer: nameOf(one.swimmer, me), begins: one.begins, term: one.term },
    ...{ back: figures.back(one), price: money(one.price), deposit: money(one.deposit), fine: money(one.fine) },
    ...{ refund: money(one.refund), backOn: one.backOn, state: one.state },
  });
  const booking = (one: Booking, me: Person): Body => {
    const seesAll = one.booker === me || isOffice(me);
    return {
      ...{ number: one.number, club: one.club, booker: has('bookersAreNamed') ? one.booker.name : nameOf(one.booker, me) },
      ...{ day: one.day, lane: one.lane, starts: one.starts, ends: one.ends, price: money(one.price) },
      ...(seesAll ? { refund: money(one.refund) } : {}),
      ...(seesAll || (me.role === 'swimmer' && has('clubmatesSeeReasons')) ? { reason: one.reason } : {}),
      state: one.state,
    };
  };
  return { money, person, pass, course, enrolment, locker, rental, booking };
}

export type PoolViews = ReturnType<typeof poolViews>;
