import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { addDays, type Damage, type Delivery, daysBetween, type HutData, type Order, type Reservation, type Season } from './data.ts';
import type { Has } from './faults.ts';
import type { HutRules } from './rules.ts';

const hour = 3_600_000;

/** The events of the club's records. `now`: milliseconds since the epoch. */
export function hutSteps(data: HutData, rules: HutRules, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };

  const lapse = (season: Season): void => {
    const requested = data.reservationsIn(season).filter(({ state }) => state === 'requested');
    for (const one of has('oneRequestLapses') ? requested.slice(0, 1) : requested) one.state = has('closeDeclines') ? 'declined' : 'lapsed';
  };
  const publish = (one: Season): void => {
    from(one.state === 'planned' || (one.state === 'closed' && has('closedIsPublished')));
    if (daysBetween(today(), one.ends) < (has('lastDayIsPublished') ? 0 : 1) && !has('pastIsPublished')) refuse(409, 'SEASON_OVER');
    one.state = has('publishKeepsPlanned') ? 'planned' : 'open';
  };
  const close = (one: Season): void => {
    from(one.state === 'open' || (one.state === 'planned' && has('plannedIsClosed')));
    const using = has('confirmedIsNoUse') ? ['arrived'] : has('arrivedIsNoUse') ? ['confirmed'] : ['confirmed', 'arrived'];
    if (has('requestsAreUse')) using.push('requested');
    if (data.reservationsIn(one).some(({ state }) => using.includes(state)) && !has('usedIsClosed')) refuse(409, 'IN_USE');
    one.state = has('closePlansAgain') ? 'planned' : 'closed';
    if (!has('closeKeepsRequests')) lapse(one);
  };
  /** What happens by itself: what is due happens before a request. */
  const fire = (): void => {
    const at = now();
    const days = has('requestsLapseAfterTwoDays') ? 2 : has('requestsLapseAfterFourDays') ? 4 : 3;
    for (const one of has('requestsNeverLapse') ? [] : data.reservations) {
      const isDue = one.state === 'requested' || (one.state === 'confirmed' && has('confirmedLapses'));
      if (isDue && at >= one.at + days * 24 * hour) one.state = 'lapsed';
    }
    for (const one of has('seasonsNeverEnd') ? [] : data.seasons) {
      const isDue = one.state === 'open' || (one.state === 'planned' && has('plannedSeasonsEnd'));
      const noon = has('seasonsEndAtMidnight') ? 0 : has('seasonsEndADayLater') ? 36 : 12;
      if (!isDue || at < Date.parse(one.ends) + noon * hour) continue;
      one.state = 'closed';
      if (!has('endKeepsRequests')) lapse(one);
    }
  };

  const drop = (one: Reservation): void => {
    const orders = data.ordersOf(one).filter(({ state }) => state === 'ordered' || (state === 'served' && has('servedIsDropped')));
    for (const order of has('oneOrderIsDropped') ? orders.slice(0, 1) : orders) order.state = has('dropCancels') ? 'cancelled' : 'dropped';
  };
  const confirm = (one: Reservation): void => {
    from(
      one.state === 'requested' ||
        (one.state === 'declined' && has('declinedIsConfirmed')) ||
        (one.state === 'confirmed' && has('confirmedTwice')) ||
        (one.state === 'lapsed' && has('lapsedIsConfirmed')),
    );
    const isPast = has('confirmBeforeArrival') ? one.arrival <= today() : one.arrival < today();
    if (isPast && !has('pastIsConfirmed')) refuse(has('dayOverIs409') ? 409 : 422, 'DAY_OVER');
    if (!has('closedHutIsConfirmed')) rules.isOpenHut(one.season.hut);
    const { bedPrice, mattressPrice } = one.season;
    const rate = has('mattressCostsABed') || one.kind === 'bed' ? bedPrice : mattressPrice;
    const nights = has('oneNightIsPaid') ? 1 : has('departureIsPaid') ? one.nights + 1 : one.nights;
    const people = has('onePersonIsPaid') ? 1 : one.people;
    const isCheap = one.person.role === 'member' ? !has('membersPayAll') : has('guestsPayLess');
    const share = isCheap ? (has('membersSaveForty') ? 40 : 60) : 100;
    const amount = (nights * people * rate * share) / 100;
    one.price = has('priceIsRoundedUp') ? Math.ceil(amount) : Math.floor(amount);
    if (has('confirmForgetsPrice')) one.price = 0;
    if (!has('confirmForgetsDay')) one.confirmedOn = has('confirmedOnArrival') ? one.arrival : today();
    one.state = 'confirmed';
  };
  const decline = (one: Reservation, reason: string): void => {
    rules.notBlank(reason, 'declinedForNothing', 'declinedForSpaces');
    if (!has('declineForgetsReason')) one.reason = reason;
    one.state = has('declineCancels') ? 'cancelled' : 'declined';
  };
  const cancel = (one: Reservation): void => {
    from(one.state === 'requested' || one.state === 'confirmed' || (one.state === 'arrived' && has('arrivedIsCancelled')));
    const wasConfirmed = one.state === 'confirmed';
    if (one.state === 'confirmed' && has('confirmedIsKept')) refuse(409, 'CONFLICT');
    one.state = has('cancelDeclines') ? 'declined' : 'cancelled';
    if (!wasConfirmed) return;
    const days = daysBetween(today(), one.arrival);
    const isEarly = (has('sevenDaysAreLate') ? days > 7 : has('sixDaysAreEarly') ? days >= 6 : days >= 7) || has('lateIsFree');
    if (isEarly) one.refund = has('earlyRefundsPrice') ? one.price : has('earlyRefundsNothing') ? 0 : one.paid;
    else {
      const share = has('halfIsDue') ? 50 : 30;
      const fee = has('feeIsOfPaid') ? one.paid : one.price;
      one.fee = has('lateForgetsFee') ? 0 : has('feeIsRoundedUp') ? Math.ceil((fee * share) / 100) : Math.floor((fee * share) / 100);
      const left = one.paid - (has('refundIgnoresFee') ? 0 : one.fee);
      one.refund = has('refundMayBeNegative') ? left : has('lateRefundsNothing') ? 0 : Math.max(0, left);
    }
    if (has('cancelClearsPaid')) one.paid = 0;
    if (!has('cancelKeepsOrders')) drop(one);
  };
  const pay = (one: Reservation, amount: number): void => {
    const all = has('mealsAreNotOwed') ? one.price : one.price + one.meals;
    const owed = has('payIgnoresPaid') ? all : all - one.paid;
    const isMore = has('payMustBeLess') ? amount >= owed : amount > owed && !has('payMore');
    const isWrong = amount < (has('payNothing') ? 0 : 1) || isMore || (amount < owed && has('payAllAtOnce'));
    if (isWrong) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    one.paid = has('payReplaces') ? amount : has('payIsForgotten') ? one.paid : one.paid + amount;
  };
  const arrive = (one: Reservation): void => {
    from(
      one.state === 'confirmed' ||
        (one.state === 'requested' && has('requestedArrives')) ||
        (one.state === 'missed' && has('missedArrives')),
    );
    if (has('paidBeforeSoon') && one.paid * 2 < one.price) refuse(402, 'UNPAID');
    if (one.arrival > (has('arriveADayEarly') ? addDays(today(), 1) : today()) && !has('arriveAnyDay'))
      refuse(has('tooSoonIs422') ? 422 : 409, 'TOO_SOON');
    if (one.arrival < today() && has('lateIsTooLate')) refuse(409, 'TOO_SOON');
    const isUnpaid = has('halfIsTooLittle')
      ? one.paid * 2 <= one.price
      : has('allIsPaidAtTheDoor')
        ? one.paid < one.price
        : has('aThirdIsEnough')
          ? one.paid * 3 < one.price
          : one.paid * 2 < one.price;
    if (isUnpaid && !has('unpaidArrives')) refuse(has('unpaidIs409') ? 409 : 402, 'UNPAID');
    one.state = 'arrived';
    if (!has('arriveForgetsDay')) one.arrivedOn = has('arrivedAsPlanned') ? one.arrival : today();
  };
  const leave = (one: Reservation): void => {
    from(one.state === 'arrived' || (one.state === 'confirmed' && has('confirmedLeaves')));
    const owed = has('mealsAreFree') ? one.price : has('leaveOwesMealsOnly') ? one.meals : one.price + one.meals;
    const isUnpaid = one.paid < owed && !has('unpaidLeaves');
    if (has('unpaidBeforeOrders') && isUnpaid) refuse(402, 'UNPAID');
    const open = data.ordersOf(one).filter(({ state }) => state === 'ordered' || (state === 'cancelled' && has('cancelledIsOpen')));
    const isOpen = has('openOrdersOfAllDays')
      ? open.length > 0
      : open.some(({ day }) =>
          has('todayIsNotOpen') ? day < today() : has('tomorrowIsOpen') ? day <= addDays(today(), 1) : day <= today(),
        );
    if (isOpen && !has('openOrdersAreLeft')) refuse(409, 'OPEN_ORDERS');
    if (isUnpaid) refuse(has('unpaidIs409') ? 409 : 402, 'UNPAID');
    one.state = 'left';
    if (!has('leaveForgetsDay')) one.leftOn = today();
    if (!has('leaveKeepsOrders')) drop(one);
  };
  const noShow = (one: Reservation): void => {
    from(
      one.state === 'confirmed' ||
        (one.state === 'arrived' && has('arrivedIsMissed')) ||
        (one.state === 'requested' && has('requestedIsMissed')),
    );
    const isEarly = has('missedTheSameDay') ? one.arrival > today() : one.arrival >= today();
    if (isEarly && !has('missedAnyDay')) refuse(409, 'NOT_YET');
    const { person } = one;
    one.state = has('missedIsCancelled') ? 'cancelled' : 'missed';
    one.fee = has('missedIsFree') ? 0 : has('missedCostsThird') ? Math.floor((one.price * 30) / 100) : one.price;
    if (has('missedRefunds')) one.refund = one.paid;
    if (!has('missedKeepsOrders')) drop(one);
    if (!has('missedIsNotCounted')) person.noShows += 1;
    const isBarred = person.noShows >= (has('oneMissBars') ? 1 : has('threeMissesBar') ? 3 : 2) && !has('missesDoNotBar');
    person.barred = has('missUnbars') ? isBarred : person.barred || isBarred;
  };

  const serve = (one: Order): void => {
    from(
      one.state === 'ordered' || (one.state === 'served' && has('servedTwice')) || (one.state === 'cancelled' && has('cancelledIsServed')),
    );
    const { reservation, meal, day, count } = one;
    const isEarly = has('serveTheDayAfter') ? day >= today() : day > today();
    if (isEarly && !has('serveAnyDay')) refuse(409, 'NOT_YET');
    const prices: Record<string, number> = {
      dinner: has('dinnerIsBreakfast') ? 12 : 22,
      breakfast: has('breakfastIsPacked') ? 9 : 12,
      packed: has('packedIsBreakfast') ? 12 : 9,
    };
    const { hut } = reservation.season;
    const used = has('mealsUseOne') ? 1 : has('mealsUseNothing') ? 0 : count;
    rules.stock(hut.stock - used);
    hut.stock -= used;
    const price = (has('oneMealIsPaid') ? 1 : count) * (prices[meal] ?? 0);
    if (!has('serveForgetsPrice')) one.price = price;
    if (!has('mealsAreNotAdded')) reservation.meals = has('mealsAreReplaced') ? price : reservation.meals + price;
    if (has('mealsRaiseThePrice')) reservation.price += price;
    one.state = 'served';
  };
  const cancelOrder = (one: Order): void => {
    from(one.state === 'ordered' || (one.state === 'served' && has('servedIsCancelled')));
    const isLate = has('cancelTheSameDay') ? one.day < today() : one.day <= today();
    const isSoon = has('cancelTwoDaysBefore') && one.day <= addDays(today(), 1);
    if ((isLate || isSoon) && !has('cancelAnyDay')) refuse(has('tooLateIs422') ? 422 : 409, 'TOO_LATE');
    one.state = has('cancelDrops') ? 'dropped' : 'cancelled';
  };

  const accept = (one: Damage, severity: string): void => {
    one.state = 'accepted';
    if (!has('acceptKeepsSeverity')) one.severity = severity;
    const isDanger = one.severity === 'danger' || (one.severity === 'major' && has('majorCloses'));
    if (isDanger && !has('dangerStaysOpen')) one.hut.closed = true;
    if (!isDanger && has('minorOpens')) one.hut.closed = false;
  };
  const reject = (one: Damage, reason: string): void => {
    rules.notBlank(reason, 'rejectedForNothing', 'rejectedForSpaces');
    if (!has('rejectForgetsReason')) one.reason = reason;
    one.state = has('rejectWithdraws') ? 'withdrawn' : 'rejected';
  };
  const withdraw = (one: Damage): void => {
    from(
      one.state === 'reported' ||
        (one.state === 'accepted' && has('acceptedIsWithdrawn')) ||
        (one.state === 'rejected' && has('rejectedIsWithdrawn')),
    );
    one.state = has('withdrawRejects') ? 'rejected' : 'withdrawn';
  };
  const repair = (one: Damage, cost: number): void => {
    if (cost < (has('repairMustCost') ? 1 : 0) || cost > (has('repairBelowLimit') ? 4999 : 5000)) {
      if (!has('anyCostIsFine')) refuse(has('badCostIs409') ? 409 : 422, 'BAD_COST');
    }
    one.state = 'repaired';
    if (!has('repairForgetsCost')) one.cost = cost;
    if (!has('repairForgetsDay')) one.repairedOn = today();
    const others = data.damagesOf(one.hut).filter(({ severity, state }) => {
      const isOpen = state === 'accepted' || (state === 'reported' && has('reportedKeepsClosed'));
      return isOpen && (severity === 'danger' || has('minorKeepsClosed'));
    });
    const isSafe = others.length === 0 || has('oneRepairOpens');
    if ((one.severity === 'danger' || has('anyRepairOpens')) && isSafe && !has('repairKeepsClosed')) one.hut.closed = false;
  };
  const reopen = (one: Damage): void => {
    from(one.state === 'repaired' || (one.state === 'rejected' && has('rejectedIsReopened')));
    const days = one.repairedOn === null ? 0 : daysBetween(one.repairedOn, today());
    if (days > (has('eightDaysToReopen') ? 8 : has('sixDaysToReopen') ? 6 : 7) && !has('reopenAnyDay'))
      refuse(has('tooLateIs422') ? 422 : 409, 'TOO_LATE');
    if (!has('reopenedTwice')) rules.known(one);
    one.state = has('reopenReports') ? 'reported' : 'accepted';
    if (!has('reopenKeepsCost')) one.cost = null;
    if (has('reopenForgetsDay')) one.repairedOn = null;
    if (one.severity === 'danger' && !has('reopenKeepsOpen')) one.hut.closed = true;
  };

  const send = (one: Delivery): void => {
    from(one.state === 'planned' || (one.state === 'cancelled' && has('cancelledIsSent')));
    const isEarly = has('sentTheDayAfter')
      ? one.day >= today()
      : has('sentTheDayBefore')
        ? one.day > addDays(today(), 1)
        : one.day > today();
    if (isEarly && !has('sendAnyDay')) refuse(has('notYetIs422') ? 422 : 409, 'NOT_YET');
    one.state = has('sendDelivers') ? 'received' : 'sent';
    if (has('sendMovesDay')) one.day = addDays(today(), 1);
  };
  const cancelDelivery = (one: Delivery): void => {
    from(one.state === 'planned' || (one.state === 'sent' && has('sentIsCancelled')));
    one.state = has('cancelDeliveryLoses') ? 'lost' : 'cancelled';
    if (has('cancelClearsCost')) one.cost = 0;
  };
  const receive = (one: Delivery, received: number): void => {
    const isMore = has('someIsAlwaysLost') ? received >= one.amount : received > one.amount && !has('receiveMore');
    if (received < (has('receiveNothing') ? 0 : 1) || isMore) refuse(422, 'BAD_AMOUNT');
    const stock = has('stockIsReplaced') ? received : one.hut.stock + (has('allIsStored') ? one.amount : received);
    rules.stock(stock);
    if (!has('receiveForgetsStock') && !(one.goods === 'linen' && has('linenIsNotStored'))) one.hut.stock = stock;
    if (!has('receiveForgetsAmount')) one.received = received;
    one.state = 'received';
  };
  const lose = (one: Delivery): void => {
    from(one.state === 'sent' || (one.state === 'planned' && has('plannedIsLost')));
    const days = daysBetween(one.day, today());
    if (days < (has('lostAfterNine') ? 9 : has('lostAfterEleven') ? 11 : 10) && !has('loseAnyDay'))
      refuse(has('notYetIs422') ? 422 : 409, 'NOT_YET');
    one.state = has('loseCancels') ? 'cancelled' : 'lost';
    if (has('lostIsReceivedAsNothing')) one.received = 0;
  };
  return {
    ...{ from, publish, close, fire, confirm, decline, cancel, pay, arrive, leave, noShow, serve, cancelOrder },
    ...{ accept, reject, withdraw, repair, reopen, send, cancelDelivery, receive, lose },
  };
}
