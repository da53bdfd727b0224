import { refuse } from '../hand-written.ts';
import { type Booking, type Crossing, dayAfter, dayLength, type FerryData, hour, leaves, minute, type Pass, share } from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';
import type { FerryRules } from './rules.ts';

export type BookingSteps = ReturnType<typeof bookingSteps>;

/** The events of bookings and of passes. `now`: milliseconds since the epoch. */
export function bookingSteps(data: FerryData, rules: FerryRules, figures: Figures, has: Has, now: () => number) {
  const { today } = rules;
  const from = (isFrom: boolean): void => {
    if (!isFrom) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const isOpen = ({ state }: Crossing): boolean => state === 'planned' || state === 'confirmed';
  /** Whether a crossing can still be booked. */
  const isBookable = (one: Crossing): boolean => {
    if (one.state === 'confirmed' && has('confirmedIsFull')) return false;
    const closing = has('bookedUntilItLeaves') ? 0 : 15 * minute;
    return isOpen(one) && now() < leaves(one) - closing;
  };

  const usePass = (pass: Pass, times: number): void => {
    if (pass.kind === 'season') return;
    pass.left = pass.left - times;
    if (pass.left === 0) pass.state = 'used';
  };
  const giveBack = (pass: Pass | null, times: number): void => {
    if (pass === null) return;
    if (pass.kind !== 'season') pass.left += times;
    if (pass.state === 'used' && !has('usedStaysUsed')) pass.state = 'valid';
  };
  const voidReturns = (one: Booking): void => {
    for (const pass of data.passes) if (pass.booking === one && pass.state === 'valid') pass.state = 'void';
  };

  const takeUp = (one: Booking): void => {
    one.state = has('takenUpIsBooked') ? 'booked' : 'held';
    if (!has('takenUpKeepsItsTime')) one.heldAt = now();
  };
  /** Gives room that has become free to those who wait. */
  const moveUp = (crossing: Crossing): void => {
    const waiting = data.bookingsOf(crossing, ['waiting']);
    for (const one of has('latestMovesUpFirst') ? waiting.reverse() : waiting) {
      if (figures.fits(one)) takeUp(one);
      else if (has('firstHoldsUpTheRest')) return;
    }
  };
  const lapse = (one: Booking): void => {
    one.state = 'lapsed';
    if (!has('lapseMovesNoOneUp')) moveUp(one.crossing);
  };

  /** What happens to bookings that are not checked in when a crossing closes. */
  const miss = (one: Booking): void => {
    if (one.state === 'held' || one.state === 'booked') {
      const isBooked = one.state === 'booked';
      one.state = isBooked ? 'missed' : 'lapsed';
      if ((isBooked || has('heldIsMissed')) && !has('missIsNotCounted')) one.passenger.misses += 1;
      return;
    }
    if (figures.fits(one) && !has('waitersStayAshore')) {
      one.state = 'checked in';
      if (!has('waitersComeFree')) one.paid = one.price;
    } else {
      one.state = 'turned away';
    }
  };
  const callOff = (one: Booking): void => {
    const isPaid = one.state === 'booked' || one.state === 'checked in';
    one.state = 'called off';
    if (!isPaid) return;
    one.refund = has('callOffKeepsFee') ? one.price : one.price + one.fee;
    if (!has('callOffKeepsReturn')) voidReturns(one);
    if (!has('callOffKeepsCrossings')) giveBack(one.pass, one.adults);
  };
  const shift = (one: Booking, target: Crossing): void => {
    if (one.state === 'checked in') one.state = 'booked';
    one.formerly = one.crossing;
    one.crossing = target;
    if (has('shiftCostsFee')) one.fee += 500;
  };

  const price = (one: Booking): void => {
    one.price = figures.quote(one);
  };
  const book = (one: Booking): void => {
    price(one);
    if (one.car > 0 && one.car > figures.deckFree(one.crossing)) one.state = 'waiting';
  };
  const pay = (one: Booking, payment: number): void => {
    const isDue = has('moreIsTaken') ? payment >= one.price : payment === one.price;
    if (!isDue) refuse(422, 'BAD_AMOUNT');
    one.state = 'booked';
    one.paid = payment;
    if (one.kind !== 'return') return;
    const begins = has('returnCountsFromToday') ? today() : one.crossing.day;
    data.passes.push({
      ...{ number: data.next('pass'), owner: one.passenger, kind: 'return', route: one.crossing.route },
      ...{ left: 1, until: dayAfter(begins, 30), booking: one, state: 'valid' },
    });
  };
  const redeem = (one: Booking, pass: Pass): void => {
    const { crossing, adults } = one;
    const isValid = pass.state === 'valid' || (pass.state === 'used' && has('usedIsRedeemed'));
    if (!isValid) refuse(409, 'PASS_INVALID');
    const isElsewhere = pass.route !== crossing.route && !has('passIsForAllRoutes');
    const isOut = pass.kind === 'return' && crossing.direction === 'out' && !has('returnGoesOut');
    if (isElsewhere || isOut) refuse(422, 'WRONG_ROUTE');
    if (crossing.day > pass.until) refuse(409, 'PASS_EXPIRED');
    const isMore = one.children > 0 || (one.car > 0 && !has('passCoversCars'));
    const isTwo = pass.kind !== 'ten' && adults > 1 && !has('seasonCoversTwo');
    if (one.kind === 'return' || isMore || isTwo) refuse(422, 'NOT_COVERED');
    if (pass.kind === 'ten' && pass.left < adults) refuse(409, 'TOO_FEW_LEFT');
    one.state = 'booked';
    one.pass = pass;
    one.price = 0;
    usePass(pass, has('redeemTakesOne') ? 1 : adults);
  };
  const charge = (one: Booking): void => {
    const { haulier } = one.passenger;
    if (haulier === null) throw refuse(409, 'NO_ACCOUNT');
    if (haulier.blocked && !has('blockedIsCharged')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    if (one.kind === 'return' && !has('returnsAreCharged')) refuse(422, 'NOT_COVERED');
    const sum = (has('ceilingIgnoresDebts') ? 0 : figures.owed(haulier)) + one.price;
    const isOver = has('ceilingIsStrict') ? sum >= haulier.ceiling : sum > haulier.ceiling;
    if (isOver) refuse(has('overLimitIs409') ? 409 : 402, 'OVER_LIMIT');
    one.state = 'booked';
    one.haulier = haulier;
  };
  const move = (one: Booking, target: Crossing): void => {
    const old = one.crossing;
    const isBooked = one.state === 'booked';
    if (target === old) refuse(422, 'SAME_CROSSING');
    if (target.route !== old.route || (target.direction !== old.direction && !has('movesTurnRound'))) {
      refuse(422, 'WRONG_ROUTE');
    }
    const isLate = leaves(old) - now() < 4 * hour && !has('movesAreNeverLate');
    if (isLate && has('lateBeforeOpen')) refuse(409, 'TOO_LATE');
    if (!isBookable(target)) refuse(409, 'NOT_OPEN');
    if (isLate) refuse(409, 'TOO_LATE');
    if (one.car > figures.deckFree(target) && !has('movesToFullDeck')) refuse(409, 'DECK_FULL');
    if (one.pass !== null && target.day > one.pass.until && !has('movesPastThePass')) refuse(409, 'PASS_EXPIRED');
    if (!has('movesIgnoreSeats')) rules.seats(one, target);
    one.formerly = old;
    one.crossing = target;
    const quote = figures.quote(one);
    if (isBooked) {
      one.fee += 500;
      if (one.pass === null && quote > one.price && !has('differenceIsFree')) one.fee += quote - one.price;
    } else {
      one.price = quote;
    }
    if (!has('moveMovesNoOneUp')) moveUp(old);
  };
  const cancel = (one: Booking): void => {
    const isBooked = one.state === 'booked';
    if (isBooked && data.passes.some((pass) => pass.booking === one && pass.state === 'used') && !has('usedReturnIsCancelled')) {
      refuse(409, 'RETURN_USED');
    }
    one.state = 'cancelled';
    if (isBooked) {
      const { crossing } = one;
      const notice = leaves(has('noticeIgnoresDelay') ? { ...crossing, delay: 0 } : crossing) - now();
      const isFull = notice >= 3 * dayLength;
      const isHalf = notice >= (has('halfUntilTwelveHours') ? 12 : 24) * hour;
      one.refund = isFull ? one.price : isHalf ? share(one.price, 50) : 0;
      if (!has('cancelKeepsReturn')) voidReturns(one);
      if (isHalf || has('lateGivesBack')) giveBack(one.pass, one.adults);
    }
    moveUp(one.crossing);
  };
  const checkIn = (one: Booking): void => {
    const { crossing, car } = one;
    if (crossing.state !== 'confirmed' && !(crossing.state === 'planned' && has('plannedIsCheckedIn'))) refuse(409, 'NOT_OPEN');
    if (now() < leaves(crossing) - (has('checkInIsTwoHours') ? 2 : 1) * hour) refuse(409, 'TOO_EARLY');
    const isFirst = car > 0 || now() >= leaves(crossing) - 30 * minute;
    const cars = data.bookingsOf(crossing, has('heldCarsGoFirst') ? ['booked', 'held'] : ['booked']).filter((other) => other.car > 0);
    if (!isFirst && cars.length > 0 && !has('footFirst')) refuse(has('carsFirstIs422') ? 422 : 409, 'CARS_FIRST');
    one.state = 'checked in';
  };
  return { from, isOpen, isBookable, moveUp, lapse, miss, callOff, shift, price, book, pay, redeem, charge, move, cancel, checkIn };
}
