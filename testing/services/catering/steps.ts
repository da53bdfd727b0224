import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type CateredEvent, type CateringData, owed, type Person, type Rental, type Shift, sum } from './data.ts';
import type { CateringFault, Has } from './faults.ts';
import type { CateringRules } from './rules.ts';

export type CateringSteps = ReturnType<typeof cateringSteps>;

const offerTime = 14 * 86_400_000;

/** The events of section 4. `now`: milliseconds since the epoch. */
export function cateringSteps(data: CateringData, rules: CateringRules, has: Has, now: () => number) {
  /** Refuses unless the state is one of these, or one that a fault adds. */
  const from = (state: string, states: readonly string[], more: Readonly<Partial<Record<CateringFault, string>>> = {}): void => {
    const isAdded = Object.entries(more).some(([fault, other]) => other === state && has(fault as CateringFault));
    if (!states.includes(state) && !isAdded) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };

  /** Offers that nobody accepted in time. */
  const expire = (): void => {
    const time = has('offersLastAWeek') ? offerTime / 2 : offerTime;
    for (const one of data.events) {
      const isWaiting = one.state === 'offered' || (one.state === 'asked' && has('questionsExpire'));
      if (isWaiting && now() - one.since >= time && !has('offersNeverExpire'))
        one.state = has('offersAreDeclined') ? 'declined' : 'expired';
    }
  };

  const offer = (one: CateredEvent): void => {
    from(one.state, ['asked'], { offeredAgain: 'offered' });
    const orders = data.ordersOf(one);
    if (orders.length === 0 && !has('nothingIsOffered')) refuse(409, 'NOTHING_ORDERED');
    const prices = orders.map(({ portions, price, dish }) => {
      if (has('totalForgetsPortions')) return price;
      if (has('totalIsPerGuest')) return price * one.guests;
      return portions * (has('totalUsesTodaysPrice') ? dish.price : price);
    });
    const all = has('totalForgetsLastOrder') && prices.length > 1 ? sum(prices.slice(0, -1)) : sum(prices);
    const reduced = (all * (100 - one.customer.discount)) / 100;
    one.total = has('discountIsForgotten') ? all : has('totalRoundsUp') ? Math.ceil(reduced) : Math.floor(reduced);
    const base = has('depositIgnoresDiscount') ? all : one.total;
    const deposit = (base * (has('depositIsHalf') ? 50 : 30)) / 100;
    one.deposit = Math.floor(deposit);
    one.state = 'offered';
    one.since = now();
  };
  const decline = (one: CateredEvent, reason: string): void => {
    rules.notBlank(reason, 'declinedForNothing');
    one.state = 'declined';
    if (!has('declineForgetsReason')) one.reason = reason;
  };
  const accept = (one: CateredEvent): void => {
    from(one.state, ['offered'], { askedIsAccepted: 'asked' });
    if (one.customer.blocked && !has('blockedAccept')) refuse(403, 'BLOCKED');
    if (!has('acceptIgnoresKitchen')) rules.kitchen(one, one.guests);
    one.state = 'accepted';
  };
  const change = (one: CateredEvent, count: number): void => {
    const most = has('threeChanges') ? 3 : 2;
    const changedEnough = (): void => {
      if (one.changes >= most) refuse(has('tooManyChangesIs409') ? 409 : 429, 'TOO_MANY_CHANGES');
    };
    const least = has('changeADayBefore') ? 1 : has('changeThreeDaysBefore') ? 3 : 2;
    const tooLate = (): void => {
      if (rules.daysUntil(one.day) < least) refuse(409, 'TOO_LATE');
    };
    for (const check of has('noticeBeforeChanges') ? [tooLate, changedEnough] : [changedEnough, tooLate]) check();
    rules.guests(count, has('changedGuestsAreUnbounded'));
    if (!has('changeIgnoresKitchen')) rules.kitchen(one, count);
    const more = count - one.guests;
    if (!has('changeIsFree')) {
      const charged = has('fewerGuestsAreRefunded') ? more : has('allGuestsAreCharged') ? count : Math.max(more, 0);
      one.total += charged * 12;
    }
    if (has('changeRaisesDeposit')) one.deposit = Math.floor((one.total * 30) / 100);
    if (!(has('fewerGuestsAreIgnored') && more < 0)) one.guests = count;
    if (!has('changesAreNotCounted') && !(has('fewerGuestsAreNotCounted') && more < 0)) one.changes += 1;
  };
  const prepare = (one: CateredEvent): void => {
    from(one.state, ['accepted'], { offeredIsPrepared: 'offered' });
    const isPaid = has('anyPaymentIsEnough')
      ? one.paid > 0
      : has('depositMustBeExceeded')
        ? one.paid > one.deposit
        : one.paid >= one.deposit;
    if (!isPaid && !has('noDepositIsNeeded')) refuse(has('noDepositIs409') ? 409 : 402, 'NO_DEPOSIT');
    rules.prepared(one);
    one.state = 'prepared';
    const reserved = data
      .rentalsOf(one)
      .filter(({ state }) => state === 'reserved' || (state === 'released' && has('releasedIsHandedOut')));
    if (has('prepareKeepsRentals')) return;
    for (const rental of has('oneRentalIsHandedOut') ? reserved.slice(0, 1) : reserved) rental.state = 'out';
  };
  const serve = (one: CateredEvent): void => {
    from(one.state, ['prepared'], { acceptedIsServed: 'accepted' });
    const days = rules.daysUntil(one.day);
    if (days > 0 && !has('servedAtAnyTime')) refuse(has('tooEarlyIs422') ? 422 : 409, 'TOO_EARLY');
    one.state = 'served';
  };
  const bill = (one: CateredEvent): void => {
    from(one.state, ['served'], { preparedIsBilled: 'prepared' });
    const isOut = data.rentalsOf(one).some(({ state }) => state === 'out');
    if (isOut && !has('outIsBilled')) refuse(409, 'NOT_RETURNED');
    const rentals = data.rentalsOf(one);
    if (!has('rentalsAreNotBilled')) one.total += sum(rentals.map(({ charge }) => charge));
    if (!has('billForgetsDay')) one.billedOn = dayOf(now());
    one.state = 'billed';
  };
  const pay = (one: CateredEvent, amount: number): void => {
    const most = has('payIgnoresPaid') ? one.total - one.credit : has('payIgnoresCredit') ? one.total - one.paid : owed(one);
    const isMore = has('payMustBeLess') ? amount >= most : amount > most;
    if (amount < (has('payNothing') ? 0 : 1) || (isMore && !has('payMore'))) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    one.paid = has('payReplaces') ? amount : one.paid + amount;
    if (has('payCloses') && one.state === 'billed' && owed(one) === 0) one.state = 'closed';
  };
  const remind = (one: CateredEvent): void => {
    from(one.state, ['billed'], { servedIsReminded: 'served' });
    if (owed(one) <= 0 && !has('nobodyOwesIsReminded')) refuse(409, 'NOTHING_OWED');
    const most = has('fourReminders') ? 4 : 3;
    if (one.reminders >= most) refuse(has('tooOftenIs409') ? 409 : 429, 'TOO_OFTEN');
    if (!has('remindersAreNotCounted')) one.reminders += 1;
    const costs = one.reminders > (has('firstReminderCosts') ? 0 : 1);
    if (costs && !has('remindersAreFree')) one.total += 10;
    const last = has('secondReminderBlocks') ? 2 : 3;
    if (one.reminders === last && !has('remindersDoNotBlock')) one.customer.blocked = true;
  };
  const close = (one: CateredEvent): void => {
    from(one.state, ['billed'], { servedIsClosed: 'served' });
    const rest = has('closeIgnoresCredit') ? one.total - one.paid : owed(one);
    if (rest > 0 && !has('owedIsClosed')) refuse(has('stillOwedIs409') ? 409 : 402, 'STILL_OWED');
    one.state = 'closed';
    if (has('closeUnblocks')) one.customer.blocked = false;
  };
  const complain = (one: CateredEvent, complaint: string): void => {
    rules.notBlank(complaint, 'complaintMayBeBlank');
    if (has('firstComplaintStays') && one.complaint !== null) return;
    if (!has('complaintIsForgotten')) one.complaint = complaint;
  };
  const compensate = (one: CateredEvent, amount: number): void => {
    if (one.complaint === null && !has('nobodyComplained')) refuse(409, 'NO_COMPLAINT');
    rules.credit(amount, one);
    if (!has('creditIsForgotten')) one.credit = has('creditsAddUp') ? one.credit + amount : amount;
    if (has('creditClearsComplaint')) one.complaint = null;
  };

  const drop = (one: Shift): void => {
    one.state = 'dropped';
    if (has('dropForgetsPerson')) one.person = null;
  };
  const cancel = (one: CateredEvent, reason: string | null | undefined): void => {
    if (one.state === 'accepted') {
      const days = rules.daysUntil(one.day);
      if (days < (has('cancelTwoDaysBefore') ? 2 : has('cancelOnTheDay') ? 0 : 1)) refuse(409, 'TOO_LATE');
      const isEarly = has('noticeOfSixDays') ? days >= 6 : has('noticeOfEightDays') ? days > 7 : days >= 7;
      const share = isEarly ? 10 : 50;
      const fee = ((has('feeOfDeposit') ? one.deposit : one.total) * share) / 100;
      if (!has('feeIsForgotten')) one.fee = has('feeRoundsUp') ? Math.ceil(fee) : Math.floor(fee);
      const shifts = data.shiftsOf(one).filter(({ state }) => state === 'open' || (state === 'taken' && !has('takenShiftsStay')));
      if (!has('cancelKeepsShifts')) for (const shift of has('oneShiftIsDropped') ? shifts.slice(0, 1) : shifts) drop(shift);
      const reserved = data.rentalsOf(one).filter(({ state }) => state === 'reserved');
      if (!has('cancelKeepsRentals')) for (const rental of reserved) rental.state = 'released';
      if (has('cancelClearsTotal')) one.total = 0;
    } else if (has('offersCostAFee')) one.fee = Math.floor((one.total * 10) / 100);
    one.state = 'cancelled';
    if (reason !== undefined && !has('cancelForgetsReason')) one.reason = reason;
  };

  const take = (one: Shift, person: Person): void => {
    from(one.state, ['open'], { droppedIsTaken: 'dropped' });
    rules.take(one, person);
    one.state = 'taken';
    if (!has('takeForgetsPerson')) one.person = person;
  };
  const leave = (one: Shift): void => {
    from(one.state, ['taken'], { doneIsLeft: 'done' });
    const least = has('leaveFourDaysBefore') ? 4 : 3;
    if (rules.daysUntil(one.event.day) < least && !has('leaveAtAnyTime')) refuse(409, 'TOO_LATE');
    one.state = 'open';
    if (!has('leaveKeepsPerson')) one.person = null;
  };
  const finish = (one: Shift, worked: number): void => {
    const states = has('billedIsNotFinished') ? ['served'] : ['served', 'billed'];
    if (has('preparedIsFinished')) states.push('prepared');
    if (!states.includes(one.event.state)) refuse(409, 'NOT_SERVED');
    rules.work(worked, one);
    one.state = 'done';
    if (!has('workIsForgotten')) one.worked = worked;
    const hours = has('plannedHoursArePaid') ? one.hours : worked;
    if (!has('payIsForgotten')) one.pay = hours * (has('allWagesAreTheSame') ? 15 : (one.person?.wage ?? 0));
  };

  const release = (one: Rental): void => {
    from(one.state, ['reserved'], { outIsReleased: 'out' });
    one.state = 'released';
  };
  const giveBack = (one: Rental, broken: number): void => {
    if (one.event.state !== 'served' && !has('returnedBeforeServed')) refuse(409, 'NOT_SERVED');
    if (broken !== 0 && !has('returnIgnoresStock')) rules.stock(one.item.stock - broken);
    rules.broken(broken, one);
    one.state = 'returned';
    if (!has('brokenIsForgotten')) one.broken = broken;
    const rent = has('rentIsForgotten') ? 0 : one.amount * one.item.rent;
    const damage = has('damageIsForgotten') ? 0 : broken * (has('damageIsRent') ? one.item.rent : one.item.value);
    one.charge = rent + damage;
    if (!has('brokenStaysInStock')) one.item.stock -= broken;
  };
  return {
    ...{ from, expire, offer, decline, accept, change, prepare, serve, bill, pay, remind, close, complain, compensate, cancel },
    ...{ drop, take, leave, finish, release, giveBack },
  };
}
