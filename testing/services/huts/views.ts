import type { Body } from '../hand-written.ts';
import {
  type Damage,
  type Delivery,
  departureOf,
  type Hut,
  type HutData,
  type Order,
  type Person,
  type Reservation,
  type Season,
} from './data.ts';
import type { Has } from './faults.ts';

export type HutViews = ReturnType<typeof hutViews>;

/** The parts of the club's records that people see. `me` is null if signed out. */
export function hutViews(data: HutData, has: Has) {
  const isWardenOf = (hut: Hut, me: Person | null): boolean => me?.role === 'warden' && me.hut === hut;

  const seesPerson = (one: Person, me: Person): boolean => {
    if (one === me || me.role === 'office') return true;
    if (me.role !== 'warden') return false;
    return (
      one.role === 'guest' || (one.role === 'member' && !has('wardensSeeNoMembers')) || (one.role === 'warden' && has('wardensSeeWardens'))
    );
  };
  const seesSeason = ({ hut, state }: Season, me: Person | null): boolean => {
    switch (me?.role) {
      case 'member':
        return state !== 'planned' || !has('membersSeeNoPlans');
      case 'office':
        return true;
      case 'warden':
        return state === 'open' || (isWardenOf(hut, me) && !has('wardensSeeOpenOnly')) || (state === 'closed' && has('wardensSeeClosed'));
      case 'guest':
        return state === 'open' || (state === 'planned' && has('guestsSeePlans')) || (state === 'closed' && has('guestsSeeClosed'));
      default:
        return state === 'open' || (state === 'closed' && has('visitorsSeeClosed'));
    }
  };
  const seesReservation = ({ person, season }: Reservation, me: Person): boolean =>
    me.role === 'office' || (me.role === 'warden' ? isWardenOf(season.hut, me) : person === me);
  const seesOrder = ({ reservation }: Order, me: Person): boolean => seesReservation(reservation, me);
  const seesDamage = ({ hut, reporter, severity, state }: Damage, me: Person | null): boolean => {
    switch (me?.role) {
      case 'member': {
        const isPublic =
          state === 'accepted' ||
          (state === 'reported' && has('reportedDangerIsPublic')) ||
          (state === 'repaired' && has('repairedDangerIsPublic'));
        const isWarning = severity === 'danger' || (severity === 'major' && has('majorIsPublic'));
        return reporter === me || (isWarning && isPublic && !has('dangerIsPrivate'));
      }
      case 'warden':
        return isWardenOf(hut, me);
      default:
        return me?.role === 'office';
    }
  };
  const seesDelivery = ({ hut, state }: Delivery, me: Person): boolean =>
    me.role === 'office' ||
    (isWardenOf(hut, me) && (state !== 'planned' || has('wardensSeePlannedDeliveries')) && !(state === 'lost' && has('lostIsHidden')));

  const person = (one: Person, me: Person): Body => {
    const seesRecord = me.role === 'warden' || me.role === 'office';
    return {
      ...{ number: one.number, name: has('emailsAreNames') ? one.email : one.name, role: one.role, hut: one.hut?.code ?? null },
      ...(seesRecord || has('noShowsAreShown') ? { noShows: one.noShows } : {}),
      ...(seesRecord || (me.role === 'member' && has('membersSeeBarred')) ? { barred: one.barred } : {}),
    };
  };
  const hut = (one: Hut, me: Person | null): Body => {
    const seesNote = me !== null && (me.role !== 'guest' || has('guestsSeeNotes'));
    const seesOwn = me?.role === 'office' || isWardenOf(one, me);
    const isOther = me?.role === 'warden';
    const seasons = data.seasons.filter((each) => each.hut === one && (seesSeason(each, me) || has('allSeasonsAreNumbered')));
    const damages = data
      .damagesOf(one)
      .filter(({ state }) => state === 'accepted' || (state === 'reported' && has('reportedIsCounted')))
      .filter((each) => seesDamage(each, me) || has('damagesOfAllAreCounted'));
    return {
      ...{ code: one.code, name: one.name, altitude: one.altitude, beds: one.beds, mattresses: one.mattresses },
      ...{ kitchen: one.kitchen, closed: one.closed },
      ...(seesNote || has('visitorsSeeNotes') ? { note: one.note === null && has('noNoteIsEmpty') ? '' : one.note } : {}),
      ...(seesOwn || (isOther && has('wardensSeeAllKeys')) || (me?.role === 'member' && has('membersSeeKeys'))
        ? { keyCode: one.keyCode }
        : {}),
      ...(seesOwn || (isOther && has('wardensSeeAllStocks')) || has('stockIsPublic') ? { stock: one.stock } : {}),
      seasons: (has('newestSeasonFirst') ? seasons.reverse() : seasons).map(({ number }) => number),
      damages: damages.length,
    };
  };
  const season = (one: Season, me: Person | null): Body => {
    const states = has('arrivedIsNotBooked')
      ? ['confirmed']
      : has('requestedIsBooked')
        ? ['requested', 'confirmed', 'arrived']
        : ['confirmed', 'arrived'];
    const booked = data.reservationsIn(one).filter(({ state }) => states.includes(state));
    const seesBooked = me?.role === 'office' || isWardenOf(one.hut, me) || (me?.role === 'warden' && has('wardensSeeAllBooked'));
    const people = booked.reduce((all, each) => all + each.people, 0);
    return {
      ...{ number: one.number, hut: one.hut.code, kind: one.kind, starts: one.starts, ends: one.ends },
      ...{ bedPrice: one.bedPrice, mattressPrice: one.mattressPrice, state: one.state },
      ...(seesBooked || (me !== null && has('bookedIsPublic')) ? { booked: has('peopleAreBooked') ? people : booked.length } : {}),
    };
  };
  const order = (one: Order, me: Person): Body => ({
    ...{ number: one.number, reservation: one.reservation.number, meal: one.meal, day: one.day, count: one.count, state: one.state },
    ...(me.role !== 'office' || has('officeSeesDiets') ? { remark: one.remark } : {}),
    price: has('orderPriceIsText') ? String(one.price) : one.price,
  });
  const reservation = (one: Reservation, me: Person): Body => {
    const isStaff = me.role === 'warden' || me.role === 'office';
    const orders = data.ordersOf(one).filter(({ state }) => state !== 'dropped' || !has('droppedOrdersAreHidden'));
    const { price, meals, paid, fee, refund, confirmedOn, arrivedOn, leftOn } = one;
    return {
      number: one.number,
      season: seesSeason(one.season, me) || has('hiddenSeasonIsNumbered') ? one.season.number : null,
      person: seesPerson(one.person, me) ? one.person.name : null,
      ...{ kind: one.kind, arrival: one.arrival, nights: one.nights, people: one.people, state: one.state },
      departure: has('departureIsLastNight') ? departureOf({ arrival: one.arrival, nights: one.nights - 1 }) : departureOf(one),
      ...(one.remark === null && has('noRemarkIsLeftOut') ? {} : { remark: one.remark }),
      ...(isStaff || (me.role === 'member' && has('membersSeeWardensNotes')) || has('wardensNotesAreShown') ? { note: one.note } : {}),
      ...(me.role !== 'office' || has('officeSeesReasons') ? { reason: one.reason } : {}),
      ...{ price, meals, paid, fee, refund, arrivedOn, leftOn },
      confirmedOn: confirmedOn !== null && has('confirmedIsTime') ? `${confirmedOn}T00:00:00.000Z` : confirmedOn,
      orders: (has('newestOrderFirst') ? orders.reverse() : orders).map((each) => order(each, me)),
    };
  };
  const damage = (one: Damage, me: Person): Body => ({
    ...{ number: one.number, hut: one.hut.code, title: one.title, severity: one.severity, repairedOn: one.repairedOn, state: one.state },
    reporter: seesPerson(one.reporter, me) || has('reportersAreNamed') ? one.reporter.name : null,
    ...(me.role !== 'member' || one.reporter === me || has('reasonsAreShown') ? { reason: one.reason } : {}),
    ...(me.role !== 'member' || (one.reporter === me && has('reportersSeeCosts')) ? { cost: one.cost } : {}),
  });
  const delivery = (one: Delivery, me: Person): Body => ({
    ...{ number: one.number, hut: one.hut.code, goods: one.goods, way: one.way, amount: one.amount, day: one.day, state: one.state },
    ...(me.role === 'office' || has('wardensSeeCosts') ? { cost: one.cost } : {}),
    received: one.received === null && has('notReceivedIsZero') ? 0 : one.received,
  });
  return {
    ...{ isWardenOf, seesPerson, seesSeason, seesReservation, seesOrder, seesDamage, seesDelivery },
    ...{ person, hut, season, order, reservation, damage, delivery },
  };
}
