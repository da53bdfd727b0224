import type { Body } from '../hand-written.ts';
import type { CoopAccess } from './access.ts';
import {
  type Booking,
  type CoopData,
  daysBetween,
  type Flat,
  hourLength,
  type Offer,
  owed,
  type Person,
  type Rent,
  type Repair,
  type Tenancy,
} from './data.ts';
import type { Has } from './faults.ts';

/** What follows from the fields of records. `today`: the date. */
export function coopFigures(has: Has, today: () => string) {
  const points = ({ waitsSince, shares, refusals }: Person): number => {
    if (waitsSince === null) return 0;
    const waited = Math.floor(daysBetween(waitsSince, today()) / 30);
    const sum = shares * 5 + waited - (has('pointsIgnoreRefusals') ? 0 : refusals * 10);
    return has('pointsMayBeNegative') ? sum : Math.max(0, sum);
  };
  const rentOf = ({ base, area }: Flat): number => base + 250 * area;
  const price = ({ place, starts, ends }: Booking): number => {
    const hours = Math.floor((ends - starts) / hourLength);
    if (place === 'laundry') return 250 * hours;
    return 2500 * (has('startedNightsAreFree') ? Math.max(1, Math.floor(hours / 24)) : Math.floor((hours + 23) / 24));
  };
  return { points, rentOf, price };
}

export type CoopFigures = ReturnType<typeof coopFigures>;

/** The parts of the records that people see. `me` is null if signed out. */
export function coopViews(data: CoopData, access: CoopAccess, figures: CoopFigures, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const moneyOrNull = (cents: number | null): number | string | null => (cents === null ? null : money(cents));
  const nameOf = (one: Person, me: Person): string | null => (access.seesPerson(one, me) ? one.name : null);
  const codeOf = (one: Flat, me: Person): string | null => (access.seesFlat(one, me) ? one.code : null);
  const time = (at: number): string => {
    const iso = new Date(at).toISOString();
    return has('timesAreLocal') ? iso.slice(0, 19) : iso;
  };

  const person = (one: Person, me: Person): Body => {
    const seesPhone = me.role !== 'member' || one === me;
    return {
      ...{ number: one.number, name: one.name, role: one.role, trade: one.trade },
      ...(seesPhone ? { phone: one.phone } : {}),
      ...{ shares: one.shares, wants: one.wants, waitsSince: one.waitsSince, refusals: one.refusals },
      points: figures.points(one),
      ...(access.isOffice(me) || (one === me && has('membersSeeTheirRemark')) ? { remark: one.remark } : {}),
    };
  };
  const flat = (one: Flat, me: Person | null): Body => {
    const isOffice = me !== null && access.isOffice(me);
    const lettings = data.tenancies.filter(
      (each) => each.flat === one && (has('allLettingsCount') || (me !== null && access.seesTenancy(each, me))),
    );
    return {
      ...{ code: one.code, rooms: one.rooms, area: one.area, floor: one.floor, base: money(one.base) },
      rent: money(figures.rentOf(one)),
      ...(isOffice || (me !== null && has('membersSeeMeters')) ? { meter: one.meter } : {}),
      ...(isOffice ? { remark: one.remark } : {}),
      ...{ state: one.state, lettings: lettings.length },
    };
  };
  const offer = (one: Offer, me: Person): Body => ({
    ...{ number: one.number, flat: codeOf(one.flat, me), member: nameOf(one.member, me), points: one.points },
    ...{ until: one.until, begins: one.begins, reason: one.reason, state: one.state },
  });
  const tenancy = (one: Tenancy, me: Person): Body => {
    const repairs = data.repairs.filter((each) => each.tenancy === one && access.seesRepair(each, me));
    const { startReading, endReading } = one;
    const open = data.rents.filter((each) => each.tenancy === one && each.state === 'open' && has('openRentsAreArrears'));
    return {
      ...{ number: one.number, flat: codeOf(one.flat, me), member: nameOf(one.member, me) },
      ...{ begins: one.begins, ends: one.ends, rent: money(one.rent), startReading, endReading },
      used: endReading === null || startReading === null ? null : endReading - startReading,
      nextRent: one.nextRent,
      arrears: money(open.reduce((sum, each) => sum + owed(each), data.arrears(one))),
      ...{ state: one.state, repairs: repairs.length },
    };
  };
  const rent = (one: Rent): Body => ({
    ...{ number: one.number, tenancy: one.tenancy.number, kind: one.kind, amount: money(one.amount), fee: money(one.fee) },
    ...{ paid: money(one.paid), owed: money(has('owedIgnoresFee') ? one.amount - one.paid : owed(one)), due: one.due },
    ...{ settledOn: one.settledOn, parts: one.parts, rate: moneyOrNull(one.rate), nextPart: one.nextPart },
    ...{ broken: one.broken, reply: one.reply, state: one.state },
  });
  const repair = (one: Repair, me: Person): Body => {
    const { tenancy: of, craftsman } = one;
    const isMember = me.role === 'member';
    return {
      ...{ number: one.number, flat: access.seesTenancy(of, me) ? codeOf(of.flat, me) : null },
      tenant: access.seesTenancy(of, me) ? nameOf(of.member, me) : null,
      ...{ what: one.what, trade: one.trade, urgency: one.urgency },
      craftsman: craftsman === null ? null : nameOf(craftsman, me),
      ...(!isMember ? { estimate: moneyOrNull(one.estimate) } : {}),
      ...(!isMember || (has('tenantsSeeCosts') && one.cost !== null) ? { cost: moneyOrNull(one.cost) } : {}),
      ...{ reply: one.reply, complaint: one.complaint, reopened: one.reopened, stars: one.stars },
      ...{ doneOn: one.doneOn, state: one.state },
    };
  };
  const booking = (one: Booking, me: Person): Body => {
    const { member, flat: of } = one.tenancy;
    const isOwn = access.seesTenancy(one.tenancy, me);
    const seesWords = me.role === 'clerk' || member === me;
    return {
      ...{ number: one.number, tenant: isOwn || has('bookingsNameNeighbours') ? member.name : null },
      ...{ flat: isOwn ? of.code : null, place: one.place },
      ...{ starts: time(one.starts), ends: time(one.ends), price: money(figures.price(one)) },
      ...(seesWords || has('bookingsShowNotes') ? { note: one.note } : {}),
      ...(seesWords ? { reason: one.reason } : {}),
      state: one.state,
    };
  };
  return { money, person, flat, offer, tenancy, rent, repair, booking };
}

export type CoopViews = ReturnType<typeof coopViews>;
