import { refuse } from '../hand-written.ts';
import type { Band, Booking, BoxData, Performance, Production, SeatRow, Ticket, Voucher } from './data.ts';
import { daysBetween } from './data.ts';
import type { BoxFault, Has } from './faults.ts';
import type { Figures } from './figures.ts';

export type BoxRules = ReturnType<typeof boxRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function boxRules(data: BoxData, figures: Figures, has: Has, now: () => number) {
  const { today } = figures;
  const bad = (code: string): never => refuse(422, code);
  /** `lax`: a fault without the rule; `emptyOnly`: one that looks for an empty text only. */
  const notBlank = (value: string, lax: BoxFault | null = null, emptyOnly: BoxFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const code = (value: string, form: RegExp): void => {
    if (!form.test(value)) bad('BAD_CODE');
  };

  const phone = (value: string | null, lax: BoxFault): void => {
    const form = has('phoneHasNoPlus') ? /^[0-9][0-9 ]{4,}$/ : /^[+]?[0-9][0-9 ]{4,}$/;
    if (value !== null && !form.test(value) && !has(lax)) bad('BAD_PHONE');
  };
  const strikes = (value: number): void => {
    if (value < 0 && !has('strikesMayBeNegative')) bad('BAD_STRIKES');
  };

  /** `was`: the record before a change; null if it is new. */
  const band = (one: Band, was: Band | null): void => {
    if (was === null) {
      code(one.code, /^[A-Z]{1,4}$/);
      notBlank(one.name, null, 'bandMayBeSpaces');
    } else if (one.name !== was.name) {
      notBlank(one.name, 'patchedBandMayBeBlank');
    }
    const isTaken = data.bands.some((other) => other !== was && other.name === one.name);
    if (isTaken && !(was !== null && has('patchedBandMayRepeat'))) refuse(409, 'NAME_TAKEN');
    const isDear = one.price > (has('priceIsBelowMost') ? 14_999 : 15_000);
    if (isDear || (one.price < 500 && !(was !== null && has('patchedPriceMayBeLow')))) bad('BAD_PRICE');
  };
  const row = (one: SeatRow, was: SeatRow | null): void => {
    if (was === null) code(one.code, has('rowCodeMayHaveDigits') ? /^[A-Z0-9]{1,2}$/ : /^[A-Z]{1,2}$/);
    const isBad = one.seats < (has('rowMayBeEmpty') ? 0 : 1) || one.seats > 30;
    if (isBad && !(was !== null && has('patchedSeatsAreUnbounded'))) bad('BAD_SEATS');
  };
  const production = (one: Production, was: Production | null): void => {
    const isNew = was === null;
    if (isNew) {
      code(one.code, /^[A-Z0-9]{3,8}$/);
      notBlank(one.title, null, 'titleMayBeSpaces');
    } else if (one.title !== was.title) {
      notBlank(one.title, 'patchedTitleMayBeBlank');
    }
    const isTaken = data.productions.some((other) => other !== was && other.title === one.title);
    if (isTaken && !(isNew && has('titlesMayRepeat'))) refuse(409, 'NAME_TAKEN');
    if (one.minutes < 20 || one.minutes > 300) bad('BAD_LENGTH');
    if (one.minAge === null || one.minAge === was?.minAge) return;
    const isAge = one.minAge >= 0 && one.minAge <= 18;
    if (!isAge && !(!isNew && has('patchedAgeIsUnbounded'))) bad('BAD_AGE');
  };

  /** Whether a day may be that of a performance. */
  const day = (of: string): void => {
    if (has('todayIsFine') ? of < today() : of <= today()) bad('PAST');
    if (daysBetween(today(), of) > (has('aheadIsStrict') ? 299 : 300)) bad('TOO_FAR');
  };
  const hall = (one: Performance, was: Performance | null): void => {
    const isSame = (other: Performance): boolean =>
      other !== was && other.day === one.day && (other.slot === one.slot || has('hallIsTakenAllDay'));
    const isTaken = data.performances.some(
      (other) =>
        isSame(other) &&
        (other.state !== 'cancelled' || has('cancelledTakesHall')) &&
        (other.production === one.production || !has('hallIsPerProduction')),
    );
    if (isTaken && !(was !== null && has('postponedTakesHall'))) refuse(has('hallTakenIs422') ? 422 : 409, 'HALL_TAKEN');
  };
  const salesFrom = (one: Performance, lax: BoxFault | null): void => {
    const isLate = has('salesBeginBefore') ? one.salesFrom >= one.day : one.salesFrom > one.day;
    if (isLate && !(lax !== null && has(lax))) bad('SALES_TOO_LATE');
  };
  const newPerformance = (one: Performance): void => {
    day(one.day);
    salesFrom(one, null);
    hall(one, null);
  };

  const isOpen = ({ state }: Booking): boolean =>
    (state === 'basket' && !has('basketsDoNotCount')) || (state === 'reserved' && !has('reservedDoNotCount'));
  const newBooking = ({ performance, customer }: Booking): void => {
    const { state } = performance;
    const isOnSale = state === 'on sale' || (state === 'admitting' && !has('doorsEndSales'));
    if (has('notYetBeforeOnSale') && state !== 'cancelled') begun(performance, customer);
    const isLax = state === 'cancelled' && has('cancelledIsBooked');
    if (!isOnSale && !isLax) refuse(has('notOnSaleIs422') ? 422 : 409, 'NOT_ON_SALE');
    if (now() >= figures.starts(performance)) refuse(409, 'CLOSED');
    begun(performance, customer);
    const all = data.bookings.filter((one) => isOpen(one) && (one.performance === performance || !has('openCountsPerPerformance')));
    const own = all.filter((one) => one.customer === customer);
    const most = has('fourBookings') ? 4 : 3;
    if (own.length >= most) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  /** Whether the sale has begun for a customer. */
  const begun = (performance: Performance, customer: Booking['customer']): void => {
    const isMember = figures.isMember(customer) || has('everyoneComesFirst');
    const from = isMember && !has('membersWait') ? figures.memberFrom(performance) : performance.salesFrom;
    const isBegun = has('saleBeginsTheDayAfter') ? today() > from : today() >= from;
    if (!isBegun) refuse(has('notYetIs409') ? 409 : 403, 'NOT_YET');
  };

  const seat = (row: SeatRow, number: number, lax: BoxFault): void => {
    const isSeat = number >= 1 && number <= (has('lastSeatIsMissing') ? row.seats - 1 : row.seats);
    if (!isSeat && !has(lax)) bad('NO_SUCH_SEAT');
  };
  const open = (row: SeatRow, lax: BoxFault): void => {
    if (row.closed && !has(lax)) refuse(has('rowClosedIs422') ? 422 : 409, 'ROW_CLOSED');
  };
  const holds = ({ state }: Ticket): boolean =>
    (state === 'held' && !has('heldSeatsAreGiven')) || state === 'sold' || (state === 'admitted' && !has('admittedSeatsAreGiven'));
  /** Whether another ticket holds a seat. */
  const isTaken = (performance: Performance, row: SeatRow, number: number, but: Ticket | null): boolean =>
    data.tickets.some(
      (other) =>
        other !== but &&
        other.row === row &&
        other.seat === number &&
        (holds(other) || (other.state === 'void' && has('voidHoldsSeats'))) &&
        (other.performance === performance || has('seatsAreOfAllPerformances')),
    );
  const seatIsFree = (performance: Performance, row: SeatRow, number: number, but: Ticket | null, lax: BoxFault): void => {
    if (isTaken(performance, row, number, but) && !has(lax)) refuse(has('seatTakenIs422') ? 422 : 409, 'SEAT_TAKEN');
  };
  const reduced = (booking: Booking, but: Ticket | null): void => {
    const others = data.ticketsOf(booking).filter((other) => other !== but && other.reduced);
    if (others.length >= 3) refuse(409, 'TOO_MANY_REDUCED');
  };
  const newTicket = (one: Ticket): void => {
    const { booking, performance } = one;
    if (has('seatTakenBeforeRow')) seatIsFree(performance, one.row, one.seat, null, 'seatsAreSoldTwice');
    seat(one.row, one.seat, 'newSeatIsNotChecked');
    open(one.row, 'closedRowsAreSold');
    seatIsFree(performance, one.row, one.seat, null, 'seatsAreSoldTwice');
    const isMember = figures.isMember(booking.customer) && !has('membersGetNoMoreTickets');
    const most = isMember ? 8 : has('sevenTickets') ? 7 : 6;
    const count = data.tickets.filter((other) => other.booking === booking && (!has('ticketsOfARowCount') || other.row === one.row)).length;
    if (count >= most) refuse(409, 'TOO_MANY_TICKETS');
    if (one.reduced) reduced(booking, null);
  };

  const expires = (date: string, lax: BoxFault | null): void => {
    if (has('voucherEndsToday') ? date < today() : date <= today()) bad('PAST');
    if (daysBetween(today(), date) > 1095 && !(lax !== null && has(lax))) bad('TOO_FAR');
  };
  const newVoucher = (one: Voucher): void => {
    code(one.code, has('voucherCodeMayBeShort') ? /^[A-Z0-9]{1,10}$/ : /^[A-Z0-9]{6,10}$/);
    if (one.value < 500 || one.value > 50_000) bad('BAD_VALUE');
    expires(one.expires, null);
  };
  return {
    /** The moment of the operation. */
    moment: now,
    ...{ notBlank, phone, strikes, band, row, production, day, hall, salesFrom, newPerformance, newBooking },
    ...{ seat, open, isTaken, seatIsFree, reduced, newTicket, expires, newVoucher },
  };
}
