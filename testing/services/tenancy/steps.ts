import { refuse } from '../hand-written.ts';
import {
  type Booking,
  type CoopData,
  dayAfter,
  dayLength,
  daysBetween,
  divided,
  type Flat,
  isHoused,
  nextMonth,
  type Offer,
  owed,
  type Person,
  type Rent,
  type Repair,
  type Tenancy,
} from './data.ts';
import type { Has } from './faults.ts';
import type { CoopRules } from './rules.ts';
import type { CoopFigures } from './views.ts';

/** Goes on only where there is a transition from the state. */
export const from = (isThere: boolean): void => {
  if (!isThere) refuse(409, 'CONFLICT');
};

/** The events of members, flats, offers and tenancies. */
export function homeSteps(data: CoopData, rules: CoopRules, figures: CoopFigures, has: Has) {
  const { today } = rules;

  const addRent = (tenancy: Tenancy, kind: string, amount: number): void => {
    data.rents.push({
      ...{ number: data.next('rent'), tenancy, kind, amount, fee: 0, paid: 0 },
      due: dayAfter(today(), 10),
      ...{ settledOn: null, parts: null, rate: null, nextPart: null, broken: false, reply: null, state: 'open' },
    });
  };
  const buy = (one: Person, count: number): void => {
    if (count < 0 || (count === 0 && !has('noShareIsBought'))) rules.bad('BAD_COUNT');
    const shares = has('sharesAreReplaced') ? count : one.shares + count;
    rules.shares(shares);
    one.shares = shares;
  };
  const join = (one: Person, rooms: number): void => {
    const least = has('oneShareIsEnough') ? 1 : 2;
    if (one.shares < least) refuse(has('noSharesIs409') ? 409 : 403, 'NO_SHARES');
    rules.wish(one, rooms);
    one.wants = rooms;
    if (one.waitsSince === null || has('newWishRestarts')) one.waitsSince = today();
  };
  const leave = (one: Person): void => {
    if (one.waitsSince === null && !has('anyoneLeaves')) refuse(409, 'NOT_WAITING');
    if (!has('leaveWithOffer')) rules.noOffer(one);
    one.wants = null;
    one.waitsSince = null;
    if (!has('leaveKeepsRefusals')) one.refusals = 0;
  };
  const leaveLine = (one: Person): void => {
    Object.assign(one, { wants: null, waitsSince: null, refusals: 0 });
  };

  const addOffer = (flat: Flat, member: Person): Offer => {
    const isFree = flat.state === 'vacant' || (flat.state === 'works' && has('flatsAtWorkAreOffered'));
    const stateCheck = (): void => {
      if (!isFree) refuse(409, 'NOT_VACANT');
    };
    if (!has('rulesBeforeVacancy')) stateCheck();
    rules.newOffer({ flat, member });
    stateCheck();
    const offer: Offer = {
      ...{ number: data.next('offer'), flat, member, points: figures.points(member) },
      ...{ until: dayAfter(today(), 10), begins: null, reason: null, state: 'open' },
    };
    data.offers.push(offer);
    if (!has('offeredFlatStaysVacant')) flat.state = 'reserved';
    return offer;
  };
  const accept = (one: Offer, begins: string): void => {
    const { member, flat } = one;
    if (begins < today() && !has('pastIsAccepted')) rules.bad('PAST');
    if (daysBetween(today(), begins) > 60) rules.bad('TOO_FAR');
    const needed = flat.rooms * 3;
    if (member.shares < needed || (member.shares === needed && has('roomSharesAreStrict'))) refuse(402, 'FEW_SHARES');
    const isLate = data.tenancies.some((each) => each.member === member && data.arrears(each) > 0);
    if (isLate && !has('arrearsMayAccept')) refuse(has('arrearsIs409') ? 409 : 402, 'IN_ARREARS');
    one.state = 'accepted';
    one.begins = begins;
    data.tenancies.push({
      ...{ number: data.next('tenancy'), flat, member, begins: has('tenancyBeginsToday') ? today() : begins, ends: null },
      rent: has('tenancyPaysBaseOnly') ? flat.base : figures.rentOf(flat),
      ...{ startReading: null, endReading: null, nextRent: null, state: 'agreed' },
    });
    if (!has('acceptKeepsWaiting')) leaveLine(member);
  };
  const refusal = ({ member }: Offer): void => {
    member.refusals += 1;
    if (member.refusals >= (has('fourthRefusalEnds') ? 4 : 3)) leaveLine(member);
  };
  const decline = (one: Offer, reason: string | null): void => {
    one.state = 'declined';
    one.reason = reason;
    if (!has('declineKeepsFlat')) one.flat.state = 'vacant';
    refusal(one);
  };
  const lapse = (one: Offer): void => {
    one.state = 'lapsed';
    one.flat.state = 'vacant';
    if (!has('lapsingIsFree')) refusal(one);
  };
  const withdraw = (one: Offer, reason: string): void => {
    rules.notBlank(reason);
    one.state = 'withdrawn';
    one.reason = reason;
    one.flat.state = 'vacant';
    if (has('withdrawnIsRefusal')) refusal(one);
  };

  const handOver = (one: Tenancy, reading: number): void => {
    const { flat, rent, begins } = one;
    if (begins > today() && !has('handedOverEarly')) refuse(409, 'TOO_EARLY');
    if (reading < flat.meter && !has('firstReadingMayFall')) rules.bad('READING_LOW');
    rules.reading(reading);
    one.state = 'running';
    one.startReading = reading;
    one.nextRent = nextMonth(today());
    flat.state = 'let';
    const days = daysBetween(today(), one.nextRent);
    const share = divided(rent * days, 30);
    addRent(one, 'rent', has('firstRentMayBeMore') ? share : Math.min(rent, share));
  };
  const bill = (one: Tenancy): void => {
    addRent(one, 'rent', has('flatRentIsBilled') ? figures.rentOf(one.flat) : one.rent);
    one.nextRent = nextMonth(today());
  };
  const giveNotice = (one: Tenancy, ends: string): void => {
    const least = has('noticeOfAMonth') ? 30 : 90;
    if (daysBetween(today(), ends) < least) rules.bad('TOO_SOON');
    one.state = 'notice';
    one.ends = ends;
  };
  const stay = (one: Tenancy): void => {
    const left = daysBetween(today(), one.ends ?? '');
    if (left < (has('stayIsStrict') ? 31 : 30)) refuse(409, 'TOO_LATE');
    one.state = 'running';
    if (!has('stayKeepsEnd')) one.ends = null;
  };
  const callOff = (one: Booking, reason: string): void => {
    one.state = 'cancelled';
    one.reason = reason;
  };
  const takeBack = (one: Tenancy, reading: number): void => {
    const { flat, startReading, ends } = one;
    const start = startReading ?? 0;
    if ((ends ?? '') > today() && !has('takenBackEarly')) refuse(409, 'TOO_EARLY');
    if (reading < start) rules.bad('READING_LOW');
    rules.reading(reading);
    one.state = 'ended';
    one.endReading = reading;
    const used = has('usageCountsFromZero') ? reading : reading - start;
    if (used > 0) addRent(one, 'usage', 180 * used);
    flat.state = 'vacant';
    if (!has('takenBackKeepsMeter')) flat.meter = reading;
    if (has('movedOutKeepsBookings')) return;
    for (const booking of data.bookings) if (booking.tenancy === one && booking.state === 'booked') callOff(booking, 'Moved out');
  };
  return { addRent, buy, join, leave, addOffer, accept, decline, lapse, withdraw, handOver, bill, giveNotice, stay, callOff, takeBack };
}

export type HomeSteps = ReturnType<typeof homeSteps>;

/** The events of rents, repairs and bookings. `now`: milliseconds since the epoch. */
export function tenantSteps(data: CoopData, rules: CoopRules, has: Has, now: () => number) {
  const { today } = rules;

  const pay = (one: Rent, payment: number): void => {
    const rest = owed(one);
    const isNothing = has('nothingIsPaid') ? payment < 0 : payment <= 0;
    if (isNothing || payment > (has('feeIsPaidTwice') ? rest + one.fee : rest)) rules.bad('BAD_AMOUNT');
    const isAll = payment === rest;
    const isBelow = one.state === 'planned' && payment < (one.rate ?? 0) && !has('belowRateIsPaid');
    if (!isAll && isBelow) rules.bad('BELOW_RATE');
    one.paid = has('paymentReplaces') ? payment : one.paid + payment;
    if (isAll) {
      one.state = 'settled';
      one.settledOn = today();
    } else if (one.state === 'planned' && !has('partKeepsDate')) {
      one.nextPart = dayAfter(one.nextPart ?? '', 30);
    }
  };
  const askPlan = (one: Rent, parts: number): void => {
    if (one.broken && !has('brokenAsksAgain')) refuse(409, 'PLAN_BROKEN');
    if (owed(one) < 10_000 && !has('smallIsPlanned')) refuse(409, 'TOO_SMALL');
    rules.parts(parts);
    one.parts = parts;
    one.state = 'asked';
  };
  const agree = (one: Rent): void => {
    const whole = has('rateIgnoresFee') ? one.amount - one.paid : owed(one);
    const parts = one.parts ?? 1;
    one.state = 'planned';
    one.rate = has('rateRoundsDown') ? Math.floor(whole / parts) : divided(whole, parts);
    one.nextPart = dayAfter(today(), 30);
  };
  const turnDown = (one: Rent, reply: string): void => {
    rules.notBlank(reply);
    one.state = 'overdue';
    one.reply = reply;
  };
  const waive = (one: Rent, reply: string): void => {
    if (owed(one) > 5000 && !has('muchIsWaived')) refuse(409, 'TOO_MUCH');
    rules.notBlank(reply, null, 'waivedWithSpaces');
    one.state = 'waived';
    one.reply = reply;
  };

  const enter = (one: Repair, state: Repair['state']): void => {
    one.state = state;
    one.since = now();
  };
  const addRepair = (given: Pick<Repair, 'tenancy' | 'what' | 'trade' | 'urgency'>): Repair => {
    const { state } = given.tenancy;
    const isHere = isHoused(given.tenancy) || (state === 'agreed' && has('futureTenantsReport'));
    if (!isHere || (state === 'notice' && has('leavingTenantsReportNothing'))) refuse(has('notHousedIs403') ? 403 : 409, 'NOT_HOUSED');
    rules.newRepair(given);
    const repair: Repair = {
      ...{ number: data.next('repair'), ...given, craftsman: null, estimate: null, cost: null, reply: null, complaint: null },
      ...{ reopened: 0, stars: null, doneOn: null, state: 'reported', since: now() },
    };
    data.repairs.push(repair);
    return repair;
  };
  const assign = (one: Repair, person: Person): void => {
    if (person.role !== 'craftsman') rules.bad('NOT_CRAFTSMAN');
    if (person.trade !== one.trade && !has('tradeIsIgnored')) refuse(409, 'WRONG_TRADE');
    const jobs = data.repairs.filter(({ craftsman }) => craftsman === person);
    const busy = jobs.filter(
      ({ state }) => state === 'assigned' || state === 'working' || (state === 'quoted' && !has('quotedKeepsNoOneBusy')),
    );
    const isExempt = one.urgency === 'high' && !has('urgentJobsWait');
    if (!isExempt && busy.length >= 2) refuse(409, 'BUSY');
    enter(one, 'assigned');
    one.craftsman = person;
  };
  const handBack = (one: Repair): void => {
    enter(one, 'reported');
    one.craftsman = null;
  };
  const quote = (one: Repair, estimate: number): void => {
    rules.estimate(estimate);
    const isDear = has('limitIsDear') ? estimate >= 50_000 : estimate > 50_000;
    enter(one, isDear ? 'quoted' : 'working');
    one.estimate = estimate;
  };
  const sendBack = (one: Repair, reply: string): void => {
    rules.notBlank(reply);
    enter(one, 'assigned');
    if (!has('sentBackKeepsEstimate')) one.estimate = null;
    one.reply = reply;
  };
  const finish = (one: Repair, cost: number): void => {
    const most = divided((one.estimate ?? 0) * (has('estimateIsTheMost') ? 100 : 110), 100);
    if (cost > most) refuse(409, 'OVER_ESTIMATE');
    rules.cost(cost);
    enter(one, 'done');
    one.cost = cost;
    one.doneOn = today();
  };
  const acceptWork = (one: Repair, stars: number | null): void => {
    rules.stars(stars);
    enter(one, 'accepted');
    one.stars = stars;
  };
  const reopen = (one: Repair, complaint: string): void => {
    if (one.reopened >= (has('reopenedOnce') ? 1 : 2)) refuse(409, 'TOO_OFTEN');
    rules.notBlank(complaint, 'complaintMayBeBlank');
    enter(one, 'working');
    one.complaint = complaint;
    if (!has('reopeningIsNotCounted')) one.reopened += 1;
    if (!has('reopenedKeepsDay')) one.doneOn = null;
  };

  const addBooking = (given: Pick<Booking, 'tenancy' | 'place' | 'starts' | 'ends' | 'note'>): Booking => {
    if (!isHoused(given.tenancy)) refuse(has('notHousedIs403') ? 403 : 409, 'NOT_HOUSED');
    const booking: Booking = { number: 0, ...given, reason: null, state: 'booked' };
    rules.newBooking(booking);
    const added = { ...booking, number: data.next('booking') };
    data.bookings.push(added);
    return added;
  };
  const cancel = (one: Booking): void => {
    const least = (has('cancelledTwoDaysBefore') ? 2 : 1) * dayLength;
    if (one.starts - now() < least) refuse(409, 'TOO_LATE');
    one.state = 'cancelled';
  };
  return {
    ...{ pay, askPlan, agree, turnDown, waive, enter, addRepair, assign, handBack, quote, sendBack, finish, acceptWork, reopen },
    ...{ addBooking, cancel },
  };
}

export type TenantSteps = ReturnType<typeof tenantSteps>;
