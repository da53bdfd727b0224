import { refuse } from '../hand-written.ts';
import { type Booking, daysBetween, type Pass, type PoolData, part, type Rental } from './data.ts';
import type { Has } from './faults.ts';
import type { PoolFigures } from './figures.ts';
import type { PoolRules } from './rules.ts';

/** Goes on only where there is a transition from the state. */
export const from = (isThere: boolean): void => {
  if (!isThere) refuse(409, 'CONFLICT');
};

/** The events of passes, rentals and bookings. */
export function poolSteps(data: PoolData, rules: PoolRules, figures: PoolFigures, has: Has) {
  const { today } = rules;

  const use = (one: Pass): void => {
    from(one.state === 'valid' || (one.state === 'expired' && has('expiredIsUsed')));
    const isDaily = one.kind === 'season' || (one.kind === 'ten' && has('tenOpensOnceADay'));
    const dayCheck = (): void => {
      if (isDaily && one.lastOn === today() && !has('seasonOpensTwice')) refuse(409, 'USED_TODAY');
    };
    if (has('usedBeforeOwes')) dayCheck();
    if (one.swimmer.fines > 0 && !has('debtorsEnter')) rules.owes();
    dayCheck();
    if (!has('useForgetsDay')) one.lastOn = today();
    if (one.kind === 'season') {
      if (has('seasonCountsVisits')) one.left -= 1;
      return;
    }
    one.left -= 1;
    if (one.left === 0 && !(one.kind === 'ten' && has('tenIsNeverUsedUp'))) one.state = 'used up';
  };
  const refundOf = (one: Pass): number => {
    const { kind, price, left, lastOn, boughtOn, expires } = one;
    const kept = daysBetween(boughtOn, today());
    const isNew = kept < 14 || (kept === 14 && !has('coolingIsStrict'));
    if (isNew && (lastOn === null || has('coolingIgnoresVisits'))) return price;
    if (kind !== 'season') return has('refundOfTenIsWhole') ? price : part(price, left, 10);
    const rest = daysBetween(today(), expires);
    if (rest < 30 || (rest === 30 && has('seasonNoticeIsStrict'))) refuse(409, 'TOO_LATE');
    return has('seasonRefundRoundsDown') ? Math.floor((price * rest) / 120) : part(price, rest, 120);
  };
  const giveBack = (one: Pass): void => {
    from(one.state === 'valid');
    if (one.kind === 'single' && !has('singleIsGivenBack')) refuse(409, 'NO_REFUND');
    one.refund = refundOf(one);
    one.state = 'returned';
  };

  const rent = (one: Rental): Rental => {
    const { locker } = one;
    const isFree = locker.state === 'free' || (locker.state === 'broken' && has('brokenIsRented'));
    if (has('termBeforeFree')) rules.term(one.term);
    if (!isFree) refuse(409, 'NOT_FREE');
    rules.newRental(one);
    locker.state = 'taken';
    const rental = { ...one, number: data.next('rental') };
    data.rentals.push(rental);
    return rental;
  };
  const bringKey = (one: Rental): void => {
    const { locker, deposit } = one;
    from(one.state === 'out' || (one.state === 'overdue' && !has('overdueIsNotBrought')));
    if (one.state === 'overdue') {
      const late = 200 * daysBetween(figures.back(one), today());
      one.fine = has('lateHasNoCap') ? late : Math.min(late, deposit);
    }
    one.refund = deposit - one.fine;
    one.backOn = today();
    one.state = 'closed';
    locker.state = 'free';
  };
  const loseKey = (one: Rental): void => {
    const { locker, swimmer, deposit } = one;
    from(one.state === 'out' || (one.state === 'overdue' && !has('overdueIsNotLost')));
    one.state = 'lost';
    one.fine = 2500;
    locker.state = has('lostKeyFreesLocker') ? 'free' : 'broken';
    swimmer.fines += has('lostKeyIgnoresDeposit') ? 2500 : 2500 - deposit;
  };

  const agree = (one: Booking): void => {
    from(one.state === 'asked' || (one.state === 'declined' && has('declinedIsAgreed')));
    one.state = 'agreed';
  };
  const decline = (one: Booking, reason: string): void => {
    rules.notBlank(reason);
    one.state = 'declined';
    one.reason = reason;
  };
  const cancel = (one: Booking): void => {
    from(one.state === 'asked' || (one.state === 'agreed' && !has('agreedIsNotCancelled')));
    if (one.state === 'agreed') {
      const notice = daysBetween(today(), one.day);
      const isEarly = notice > 2 || (notice === 2 && !has('laneNoticeIsStrict'));
      one.refund = isEarly ? one.price : has('lateCancelIsFree') ? 0 : part(one.price, 1, 2);
    }
    one.state = 'cancelled';
  };
  return { use, giveBack, rent, bringKey, loseKey, agree, decline, cancel };
}

export type PoolSteps = ReturnType<typeof poolSteps>;
