import { refuse } from '../hand-written.ts';
import {
  type Bill,
  type Connection,
  dayAfter,
  daysBetween,
  type Instalment,
  monthsAfter,
  type Objection,
  type Payment,
  type Person,
  type WaterData,
} from './data.ts';
import type { Has } from './faults.ts';
import type { Money } from './money.ts';
import { from, type WaterRules } from './rules.ts';

export type BillSteps = ReturnType<typeof billSteps>;

/**
 * The events of bills, instalments, payments and objections. `given` reads what the caller sent,
 * once the state allows the event. `now`: milliseconds since the epoch.
 */
export function billSteps(data: WaterData, rules: WaterRules, prices: Money, has: Has, now: () => number) {
  const { today } = rules;
  const dueDay = (): string => dayAfter(today(), has('dueInThirtyDays') ? 30 : 21);

  const add = (connection: Connection, customer: Person, volume: number, estimated: boolean): void => {
    const { tariff } = connection;
    const water = prices.waterOf(tariff, volume);
    data.bills.push({
      ...{ number: data.next('bill'), connection, customer, tariff, volume, estimated: estimated && !has('estimatesAreNotMarked') },
      ...{ billedOn: today(), water, amount: prices.amountOf(tariff, water), fees: 0, credit: 0, paid: 0, due: dueDay() },
      ...{ settledOn: null, state: 'open', remindedAt: 0 },
    });
  };
  /** Bills what was used, or an estimate. */
  const charge = (connection: Connection, customer: Person): void => {
    const used = prices.unbilled(connection);
    if (used > 0) {
      add(connection, customer, used, false);
      if (!has('billedIsNotMoved')) for (const meter of data.metersAt(connection)) meter.billed = meter.dial;
      if (!has('billKeepsCarried')) connection.carried = 0;
      return;
    }
    const guess = (has('estimateForOnePerson') ? 1 : connection.persons) * 30;
    add(connection, customer, guess, true);
    if (has('estimateReplacesCarried')) connection.carried = -guess;
    else if (!has('estimateIsNotCarried')) connection.carried -= guess;
  };
  const callOff = (one: Connection): void => {
    one.state = 'supplied';
    if (!has('callOffKeepsDay')) one.closeOn = null;
  };
  const relent = ({ connection }: Bill, lax: 'paidIsShut' | 'splitIsShut'): void => {
    if (connection.state === 'announced' && !prices.dunned(connection) && !has(lax)) callOff(connection);
  };

  const receive = (bill: Bill, sum: number): void => {
    const states = ['open', 'reminded', 'final notice', 'in parts'];
    if (has('finalNoticeIsNotPaid')) states.splice(2, 1);
    from(states.includes(bill.state));
    const owed = prices.owed(bill);
    const limit = has('feesAreOverpaid') ? bill.amount - bill.credit - bill.paid : owed;
    if (sum > limit && !has('overpaidIsFine')) refuse(has('overpaidIs409') ? 409 : 422, 'OVERPAID');
    if ((sum < 0 && !has('refundsArePaid')) || (sum === 0 && !has('nothingIsPaid'))) refuse(422, 'BAD_AMOUNT');
    bill.paid = has('payReplaces') ? sum : bill.paid + sum;
    if (sum < owed) return;
    bill.state = 'settled';
    bill.settledOn = today();
    relent(bill, 'paidIsShut');
  };
  const pay = (bill: Bill, payer: Person, amount: number, method: string): Payment => {
    if (bill.state === 'in parts' && !has('partsArePaidAtOnce')) refuse(409, 'BY_PARTS');
    receive(bill, amount);
    return book(bill, null, payer, amount, method);
  };
  const book = (bill: Bill, instalment: Instalment | null, payer: Person, amount: number, method: string): Payment => {
    const payment: Payment = {
      ...{ number: data.next('payment'), bill, instalment, amount, method, payer },
      ...{ paidOn: today(), state: 'booked' },
    };
    data.payments.push(payment);
    return payment;
  };
  const bounce = (one: Payment): void => {
    const { bill, amount } = one;
    from(one.state === 'booked' || has('bouncesTwice'));
    if (one.method === 'cash' && !has('cashBounces')) refuse(422, 'CASH');
    if (one.instalment !== null && !has('partsBounce')) refuse(409, 'BY_PARTS');
    const age = daysBetween(one.paidOn, today());
    if (age > 30 && !has('bouncesForEver')) refuse(409, 'TOO_LATE');
    const states = ['open', 'settled', 'reminded', 'final notice'];
    if (has('settledDoesNotBounce')) states.splice(1, 1);
    from(states.includes(bill.state) || one.instalment !== null);
    one.state = 'bounced';
    if (!has('bounceKeepsPaid')) bill.paid -= amount;
    if (!has('bounceIsFree')) bill.fees += 400;
    if (bill.state === 'reminded' || bill.state === 'final notice') return;
    bill.settledOn = null;
    bill.state = has('bouncedIsOpen') ? 'open' : 'reminded';
    bill.remindedAt = now();
  };

  const split = (bill: Bill, given: () => number): void => {
    from(bill.state === 'open' || bill.state === 'reminded' || bill.state === 'final notice');
    const parts = given();
    if ((parts < 2 && !(parts === 1 && has('onePartIsFine'))) || parts > (has('fivePartsAtMost') ? 5 : 6)) refuse(422, 'BAD_PARTS');
    const owed = prices.owed(bill);
    const smallCheck = (): void => {
      const sum = has('smallLooksAtAmount') ? bill.amount : owed;
      if (sum < 6000 && !has('smallBillsAreSplit')) refuse(has('tooSmallIs422') ? 422 : 409, 'TOO_SMALL');
    };
    const hasPlan = data.bills.some((one) => {
      if (one.state !== 'in parts') return false;
      return has('plansOfTheConnectionCount') ? one.connection === bill.connection : one.customer === bill.customer;
    });
    const planCheck = (): void => {
      if (hasPlan && !has('twoPlansAreFine')) refuse(409, 'HAS_PLAN');
    };
    if (has('planBeforeSize')) planCheck();
    smallCheck();
    planCheck();
    bill.state = 'in parts';
    for (const [index, amount] of prices.partsOf(owed, parts).entries()) {
      const months = index + (has('firstPartIsDueNow') ? 0 : 1);
      const due = has('partsByFourWeeks') ? dayAfter(today(), months * 28) : monthsAfter(today(), months);
      data.instalments.push({
        ...{ number: data.next('instalment'), bill, part: index + 1, amount, due },
        ...{ paidOn: null, state: 'planned' },
      });
    }
    relent(bill, 'splitIsShut');
  };
  const payPart = (one: Instalment, payer: Person): void => {
    from(one.state === 'planned' || (one.state === 'missed' && has('missedIsPaid')));
    const others = data.instalmentsOf(one.bill).filter(({ state, part }) => state === 'planned' && part < one.part);
    if (others.length > 0) refuse(has('notNextIs422') ? 422 : 409, 'NOT_NEXT');
    receive(one.bill, has('missedIsPaid') ? Math.min(one.amount, prices.owed(one.bill)) : one.amount);
    one.state = 'paid';
    one.paidOn = today();
    book(one.bill, one, payer, one.amount, 'transfer');
  };
  /** An instalment was not paid. */
  const miss = (one: Instalment): void => {
    const { bill } = one;
    one.state = 'missed';
    bill.state = 'final notice';
    bill.fees += 1200;
    if (has('otherPartsStay')) return;
    for (const other of data.instalmentsOf(bill)) if (other.state === 'planned') other.state = 'void';
  };

  const contest = (bill: Bill, reason: string, claimed: number | null): Objection => {
    const { state } = bill;
    from(state === 'open' || state === 'reminded' || (state === 'settled' && has('settledIsContested')));
    if (has('reasonBeforeTime')) rules.objection(reason, claimed, bill.volume);
    const age = daysBetween(bill.billedOn, today());
    if (age > 28 && !has('objectionsAtAnyTime')) refuse(409, 'TOO_LATE');
    const others = data.objections.filter((one) => one.bill === bill);
    const decided = has('withdrawnIsDecided') ? ['dismissed', 'withdrawn'] : ['dismissed'];
    if (others.some((one) => decided.includes(one.state)) && !has('dismissedIsContested')) refuse(409, 'DECIDED');
    rules.objection(reason, claimed, bill.volume);
    bill.state = 'contested';
    const one: Objection = {
      ...{ number: data.next('objection'), bill, reason, claimed: has('claimIsForgotten') ? null : claimed },
      ...{ urgent: false, credit: null, reply: null, state: 'filed', filedAt: now() },
    };
    data.objections.push(one);
    return one;
  };
  const resume = (bill: Bill, keepsDue = false): void => {
    bill.state = 'open';
    if (!keepsDue) bill.due = dueDay();
  };
  const uphold = (one: Objection, given: () => number): void => {
    from(one.state === 'filed');
    const credit = given();
    const { bill } = one;
    const owed = prices.owed(bill);
    const most = has('creditUpToAmount') ? bill.amount : owed;
    if (credit <= 0 || credit > most) refuse(has('badCreditIs409') ? 409 : 422, 'BAD_CREDIT');
    one.state = 'upheld';
    one.credit = credit;
    bill.credit = has('creditReplaces') ? credit : bill.credit + credit;
    if (credit >= owed && !has('creditDoesNotSettle')) {
      bill.state = 'settled';
      bill.settledOn = today();
      return;
    }
    bill.state = 'open';
    bill.due = dueDay();
  };
  const dismiss = (one: Objection, given: () => string): void => {
    from(one.state === 'filed');
    const reply = given();
    rules.notBlank(reply, null, 'dismissedWithSpaces');
    one.state = 'dismissed';
    one.reply = reply;
    if (has('dismissKeepsContested')) return;
    resume(one.bill);
  };
  const withdraw = (one: Objection): void => {
    from(one.state === 'filed');
    one.state = 'withdrawn';
    resume(one.bill, has('withdrawKeepsDue'));
  };
  return { charge, callOff, pay, bounce, split, payPart, miss, contest, uphold, dismiss, withdraw };
}
