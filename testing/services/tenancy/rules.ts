import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Booking, type CoopData, dayLength, type Flat, hourLength, type Offer, type Person, type Repair } from './data.ts';
import type { CoopFault, Has } from './faults.ts';
import type { CoopFigures } from './views.ts';

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function coopRules(data: CoopData, figures: CoopFigures, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string, fault: CoopFault | null = null): never => refuse(fault !== null && has(fault) ? 400 : 422, code);
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string, lax: CoopFault | null = null, emptyOnly: CoopFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) bad('BLANK', 'blankIs400');
  };

  const phone = (value: string | null, lax: CoopFault | null): void => {
    const form = has('phoneHasNoPlus') ? /^[0-9 ]{6,}$/ : /^[+]?[0-9 ]{6,}$/;
    if (value !== null && !form.test(value) && !(lax !== null && has(lax))) bad('BAD_PHONE');
  };
  const newPerson = ({ name, phone: number }: Pick<Person, 'name' | 'phone'>): void => {
    notBlank(name, null, 'nameMayBeSpaces');
    phone(number, null);
  };
  const shares = (value: number): void => {
    if (value > 40 && !has('sharesAreUnbounded')) refuse(409, 'TOO_MANY_SHARES');
  };
  const wish = (one: Person, rooms: number): void => {
    if (rooms !== one.wants && (rooms < 1 || rooms > (has('wishOfSixRooms') ? 6 : 5))) bad('BAD_ROOMS');
    if (!has('joinWithOffer')) noOffer(one);
  };
  const noOffer = (one: Person): void => {
    if (data.hasOpenOffer(one)) refuse(409, 'HAS_OFFER');
  };

  const newFlat = (one: Flat): void => {
    const form = has('flatCodeMayBeSmall') ? /^[A-Z]-[1-9][0-9]{0,2}$/i : /^[A-Z]-[1-9][0-9]{0,2}$/;
    if (!form.test(one.code)) bad('BAD_CODE');
    if (one.rooms < 1 || one.rooms > 5) bad('BAD_ROOMS');
    const isSmall = one.area < one.rooms * (has('areaIgnoresRooms') ? 0 : 10);
    if (isSmall || one.area > 200) bad('BAD_AREA');
    if ((one.floor < 0 && !has('floorMayBeNegative')) || one.floor > 6) bad('BAD_FLOOR');
    base(one, one.base, null);
    if (one.meter < 0 && !has('meterMayBeNegative')) bad('BAD_READING');
    reading(one.meter);
  };
  const base = ({ area }: Flat, value: number, lax: CoopFault | null): void => {
    if ((value <= 0 || value > 1200 * area) && !(lax !== null && has(lax))) bad('BAD_BASE');
  };
  const reading = (value: number): void => {
    if (value > 99_999 && !has('readingsAreUnbounded')) bad('BAD_READING');
  };

  /** Whether another member comes before one who is offered a flat. */
  const isBefore = (other: Person, member: Person): boolean => {
    const [theirs, own] = [figures.points(other), figures.points(member)];
    if (theirs !== own) return theirs > own;
    const [since, ownSince] = [other.waitsSince ?? '', member.waitsSince ?? ''];
    return since < ownSince && !has('turnIgnoresTime');
  };
  const newOffer = ({ flat, member }: Pick<Offer, 'flat' | 'member'>): void => {
    const isWanted = member.wants === flat.rooms || (has('smallerFlatsAreOffered') && member.wants !== null && member.wants > flat.rooms);
    if (!isWanted) refuse(409, 'WRONG_ROOMS');
    if (!has('twoOffers')) noOffer(member);
    const others = data.people.filter((one) => one !== member && one.wants === flat.rooms);
    const waiting = others.filter((one) => !data.hasOpenOffer(one) || has('turnCountsOffered'));
    if (waiting.some((one) => isBefore(one, member)) && !has('turnIsIgnored')) refuse(has('outOfTurnIs403') ? 403 : 409, 'OUT_OF_TURN');
  };

  const parts = (value: number): void => {
    if (value < (has('onePart') ? 1 : 2) || value > 6) bad('BAD_PARTS');
  };
  const newRepair = ({ tenancy, what }: Pick<Repair, 'tenancy' | 'what'>): void => {
    const words = has('whatCountsSpaces') ? what : what.trim();
    if ([...words].length < 3) bad('BLANK', 'blankIs400');
    const own = data.repairs.filter((one) => one.tenancy === tenancy);
    const waiting = own.filter(({ state }) => state === 'reported' || (state === 'assigned' && !has('assignedDoNotCount')));
    if (waiting.length >= (has('fourRepairs') ? 4 : 3)) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  const estimate = (value: number): void => {
    if (value < 0 || (value === 0 && !has('estimateMayBeNothing')) || value > 900_000) bad('BAD_ESTIMATE');
  };
  const cost = (value: number): void => {
    if (value < 0 && !has('costMayBeNegative')) bad('BAD_COST');
  };
  const stars = (value: number | null): void => {
    if (value !== null && (value < 1 || value > (has('tenStars') ? 10 : 5))) bad('BAD_STARS');
  };

  const overlaps = (one: Booking, other: Booking): boolean => {
    if (one.place !== other.place) return false;
    if (other.state === 'cancelled' && !has('cancelledHolds')) return false;
    return has('touchingIsTaken')
      ? one.starts <= other.ends && other.starts <= one.ends
      : one.starts < other.ends && other.starts < one.ends;
  };
  const newBooking = (one: Booking): void => {
    const { tenancy, place, starts, ends } = one;
    const length = ends - starts;
    if (length <= 0) bad('DATES_REVERSED');
    if (starts < now() && !has('pastIsBooked')) bad('PAST');
    const ahead = has('bookedAMonthAhead') ? 30 : 60;
    if (starts - now() > ahead * dayLength) bad('TOO_FAR');
    if (length < hourLength && !has('minutesAreBooked')) bad('TOO_SHORT');
    const longest = place === 'laundry' ? 4 * hourLength : (has('staysOfSixDays') ? 6 : 7) * dayLength;
    if (length > longest) bad('TOO_LONG');
    const planned = data.bookings.filter((other) => other.tenancy === tenancy && other.state === 'booked');
    const counted = planned.filter((other) => other.place === place || has('bookingsOfBothPlacesCount'));
    if (counted.length >= 2) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
    if (data.arrears(tenancy) > 0 && !has('arrearsMayBook')) refuse(has('arrearsIs409') ? 409 : 402, 'IN_ARREARS');
    const isTaken = data.bookings.some((other) => overlaps(one, other));
    if (isTaken) refuse(has('placeTakenIs422') ? 422 : 409, 'PLACE_TAKEN');
  };
  return {
    ...{ today, bad, notBlank, phone, newPerson, shares, wish, noOffer, newFlat, base, reading, newOffer, parts },
    ...{ newRepair, estimate, cost, stars, newBooking },
  };
}

export type CoopRules = ReturnType<typeof coopRules>;
