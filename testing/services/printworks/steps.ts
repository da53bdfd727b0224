import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Invoice, Order, Paper, Person, Press, PrintData, Proof } from './data.ts';
import type { Has } from './faults.ts';
import type { PrintRules } from './rules.ts';

const quoteLife = 14 * 86_400_000;

export type PrintSteps = ReturnType<typeof printSteps>;

/** The events of the works' records. `now`: milliseconds since the epoch. */
export function printSteps(data: PrintData, rules: PrintRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());
  const later = (days: number): string => dayOf(Date.parse(today()) + days * 86_400_000);

  /** The timer: quotes end by themselves. */
  const expire = (): void => {
    if (has('quotesDoNotExpire')) return;
    const moment = now() - (has('quotesLastAWeek') ? quoteLife / 2 : quoteLife);
    for (const one of data.orders) {
      const isQuoted = one.state === 'quoted' || (one.state === 'accepted' && has('acceptedExpires'));
      if (isQuoted && one.quotedAt !== null && one.quotedAt <= moment) one.state = 'expired';
    }
  };

  const restock = (one: Paper, sheets: number): void => {
    if (sheets < (has('restockOfNothing') ? 0 : 1) && !has('restockMayBeNegative')) refuse(422, 'BAD_SHEETS');
    const stock = has('restockReplaces') ? sheets : one.stock + sheets;
    const isFull = has('fullStoreIsRefused') ? stock >= 50_000 : stock > 50_000;
    if (isFull) refuse(409, 'NO_ROOM');
    one.stock = stock;
  };

  const quote = (one: Order, extra: number): void => {
    if (data.itemsOf(one).length === 0 && !has('quotedWithoutItems')) refuse(409, 'NO_ITEMS');
    if (one.paper.retired && !has('retiredIsQuoted')) refuse(409, 'PAPER_GONE');
    if (extra < 0 && !has('extraMayBeNegative')) refuse(422, 'BAD_EXTRA');
    const { customer } = one;
    const setup = has('quoteForgetsSetup') ? 0 : 2500;
    const full = one.paper.price * rules.sheetsOf(one) + setup + (has('quoteForgetsExtra') ? 0 : extra);
    const percent = has('quoteForgetsDiscount') ? 100 : 100 - customer.discount;
    const rounded = has('priceIsRoundedDown') ? Math.floor((full * percent) / 100) : Math.floor((full * percent + 50) / 100);
    const rush = one.rush && !has('rushIsFree') ? 1300 : 0;
    const cheap = has('rushIsDiscounted') ? Math.floor((rush * percent + 50) / 100) : rush;
    one.price = rounded + cheap;
    if (!has('quoteForgetsToNoteDiscount')) one.discount = customer.discount;
    one.quotedAt = now();
    one.state = 'quoted';
  };
  const reject = (one: Order, reason: string): void => {
    rules.notBlank(reason, 'rejectionMayBeBlank');
    one.state = 'rejected';
    if (!has('rejectForgetsReason')) one.reason = reason;
  };
  const accept = (one: Order): void => {
    from(one.state === 'quoted' || (one.state === 'expired' && has('expiredIsAccepted')));
    const { customer, paper } = one;
    const counts = ({ state }: Invoice): boolean => state === 'open';
    const own = data.invoices.filter((invoice) => invoice.customer === customer && counts(invoice));
    const debt = has('debtsAreIgnored') ? 0 : own.reduce((sum, each) => sum + (has('paidIsStillOwed') ? each.amount : rules.owed(each)), 0);
    const sum = debt + (has('creditForgetsPrice') ? 0 : (one.price ?? 0));
    const isOver = has('allCreditIsTooMuch') ? sum >= customer.credit : sum > customer.credit;
    if (isOver && !has('creditIsNotChecked')) refuse(has('overCreditIs409') ? 409 : 402, 'OVER_CREDIT');
    const sheets = rules.sheetsOf(one);
    const isShort = has('lastSheetIsKept') ? paper.stock <= sheets : paper.stock < sheets;
    if (isShort && !has('stockIsNotChecked')) refuse(409, 'OUT_OF_STOCK');
    if (!has('acceptTakesNoPaper')) paper.stock = paper.stock - sheets;
    one.state = 'accepted';
  };
  const askAgain = (one: Order): void => {
    const isThere = (one.state === 'quoted' && !has('quotedIsNotAskedAgain')) || (one.state === 'expired' && !has('expiredIsFinal'));
    from(isThere || (one.state === 'rejected' && has('rejectedIsAskedAgain')));
    const asked = { ...one, state: 'asked' } as const;
    rules.askedOnce(asked, 'askAgainTwice');
    one.state = 'asked';
    if (!has('askAgainKeepsPrice')) one.price = null;
    one.discount = null;
    if (!has('askAgainKeepsValidity')) one.quotedAt = null;
  };

  const invoice = (one: Order, amount: number): void => {
    const due = has('invoicesAreDueInTwoWeeks') ? later(14) : later(one.customer.paymentDays);
    data.invoices.push({
      ...{ number: data.next(), order: one, customer: one.customer, amount, due },
      ...{ fees: 0, credited: 0, paid: 0, reminders: 0, reason: null, state: 'open' },
    });
  };
  const cancel = (one: Order): void => {
    const free = ['asked', 'quoted', ...(has('expiredIsCancelledToo') ? ['expired'] : [])];
    const paid = ['accepted', 'proof sent', 'returned', 'approved', 'scheduled'];
    if (has('approvedStays')) paid.splice(3, 1);
    if (has('printedIsCancelled')) paid.push('in print');
    if (has('quotedStays')) free.splice(1, 1);
    const isFree = free.includes(one.state);
    from(isFree || paid.includes(one.state));
    if (one.state === 'scheduled' && one.printDay !== null) {
      const least = has('cutOffOfADay') ? 1 : 2;
      if (rules.daysUntil(one.printDay) < least && !has('cutOffIsNotChecked')) refuse(has('tooLateIs422') ? 422 : 409, 'TOO_LATE');
    }
    const isScheduled = one.state === 'scheduled';
    one.state = 'cancelled';
    if (isFree) return;
    if (!has('cancelIsFree')) invoice(one, 2500);
    if (!has('cancelKeepsPaper') && !(isScheduled && has('scheduledKeepsPaper'))) one.paper.stock += rules.sheetsOf(one);
    if (has('cancelKeepsProofs')) return;
    for (const proof of data.proofsOf(one)) {
      if (proof.state === 'sent') proof.state = 'dropped';
    }
  };

  const approve = (one: Proof): void => {
    from(one.state === 'sent' || (one.state === 'returned' && has('returnedIsApproved')));
    one.state = 'approved';
    if (!has('approveForgetsOrder')) one.order.state = 'approved';
  };
  const sendBack = (one: Proof, remarks: string): void => {
    const { order } = one;
    const most = has('fourRounds') ? 4 : 3;
    if (order.rounds >= most && !has('roundsAreEndless')) refuse(has('lastRoundIs422') ? 422 : 409, 'LAST_ROUND');
    rules.notBlank(remarks, 'remarksMayBeBlank');
    one.state = 'returned';
    if (!has('returnForgetsRemarks')) one.remarks = remarks;
    order.state = 'returned';
    const isFree = has('firstRoundCosts') ? order.rounds < 1 : has('twoRoundsAreFree') ? order.rounds <= 2 : order.rounds <= 1;
    if (!isFree && !has('roundsAreFree')) order.price = (order.price ?? 0) + 1200;
  };

  const schedule = (one: Order, press: Press, day: string): void => {
    if (press.down && !has('brokenIsScheduled')) refuse(409, 'PRESS_DOWN');
    rules.schedule(one, press, day);
    one.state = 'scheduled';
    if (!has('scheduleForgetsPress')) one.press = press;
    one.printDay = has('scheduledForToday') ? today() : day;
  };
  const unschedule = (one: Order): void => {
    from(one.state === 'scheduled' || (one.state === 'in print' && has('printedIsUnscheduled')));
    one.state = 'approved';
    if (!has('unscheduleKeepsPress')) one.press = null;
    if (!has('unscheduleKeepsDay')) one.printDay = null;
  };
  const start = (one: Order, me: Person): void => {
    from(one.state === 'scheduled');
    if (one.press?.down && !has('brokenIsStarted')) refuse(409, 'PRESS_DOWN');
    if ((one.printDay ?? '') > today() && !has('startedEarly')) refuse(409, 'TOO_EARLY');
    one.state = 'in print';
    if (!has('startForgetsPrinter')) one.printer = me;
  };
  const breakOff = (one: Order): void => {
    from(one.state === 'in print' || (one.state === 'scheduled' && has('scheduledIsBrokenOff')));
    if (one.press !== null && !has('breakOffLeavesPressUp')) one.press.down = true;
    one.state = 'approved';
    if (!has('breakOffKeepsPress')) one.press = null;
    one.printDay = null;
    if (!has('breakOffKeepsPrinter')) one.printer = null;
  };
  const finish = (one: Order, spoiled: number): void => {
    const isMore = spoiled > one.paper.stock;
    const isBad = (spoiled < 0 && !has('spoiledMayBeNegative')) || (isMore && !has('spoiledIsUnbounded'));
    if (isBad) refuse(422, 'BAD_SPOILED');
    one.state = 'finished';
    if (!has('finishForgetsSpoiled')) one.spoiled = spoiled;
    if (!has('spoiledIsKeptInStock')) one.paper.stock -= spoiled;
  };
  const deliver = (one: Order): void => {
    from(one.state === 'finished' || (one.state === 'in print' && has('printedIsDelivered')));
    one.state = 'delivered';
    if (!has('deliverForgetsDay')) one.deliveredOn = today();
    if (!has('deliverForgetsInvoice')) invoice(one, one.price ?? 0);
    if (has('deliverInvoicesTwice')) invoice(one, one.price ?? 0);
  };
  const complain = (one: Order, complaint: string): void => {
    const isLate = rules.daysUntil(one.deliveredOn ?? today()) < (has('complaintsWithinAWeek') ? -7 : -14);
    if (isLate) refuse(409, 'COMPLAINT_LATE');
    rules.notBlank(complaint, 'complaintMayBeBlank');
    one.state = 'complained';
    if (!has('complainForgetsWords')) one.complaint = complaint;
  };
  const settle = (one: Order, refund: number, answer: string, me: Person): void => {
    const limit = has('officeRefundsMore') ? 10_100 : 10_000;
    if (me.role !== 'manager' && refund > limit && !has('officeRefundsAll')) refuse(has('needsManagerIs409') ? 409 : 403, 'NEEDS_MANAGER');
    const isMore = refund > (one.price ?? 0);
    if ((refund < 0 && !has('refundMayBeNegative')) || (isMore && !has('refundIsUnbounded'))) refuse(422, 'BAD_REFUND');
    rules.notBlank(answer, 'answerMayBeBlank');
    one.state = 'settled';
    if (!has('settleForgetsRefund')) one.refund = refund;
    if (!has('settleForgetsAnswer')) one.answer = answer;
    if (has('settleForgetsInvoice')) return;
    for (const each of data.invoicesOf(one)) {
      each.credited = refund;
      if (each.state === 'open' && rules.owed(each) <= 0 && !has('settledStaysOpen')) each.state = 'paid';
    }
  };

  const pay = (one: Invoice, payment: number): void => {
    const owed = has('payIgnoresPaid') ? rules.owed(one) + one.paid : rules.owed(one);
    const isMore = has('payMustBeLess') ? payment >= owed : payment > owed;
    const isBad = payment < (has('payNothing') ? 0 : 1) || (isMore && !has('payMore'));
    if (isBad) refuse(422, 'BAD_PAYMENT');
    one.paid = has('payReplaces') ? payment : one.paid + payment;
    if ((rules.owed(one) <= 0 || has('everyPaymentClears')) && !has('paidStaysOpen')) one.state = 'paid';
  };
  const remind = (one: Invoice): void => {
    from(one.state === 'open');
    const most = has('fourReminders') ? 4 : 3;
    if (one.reminders >= most && !has('remindersAreEndless')) refuse(has('remindedEnoughIs429') ? 429 : 409, 'REMINDED_ENOUGH');
    const isEarly = has('dueDayIsEarly') ? one.due >= today() : one.due > today();
    if (isEarly && !has('remindedEarly')) refuse(409, 'NOT_DUE');
    if (!has('remindersAreNotCounted')) one.reminders += 1;
    const free = has('firstReminderCosts') ? 0 : 1;
    if (one.reminders > free && !has('remindersAreFree')) one.fees = one.fees + 500;
    const last = has('twoRemindersSuspend') ? 2 : 3;
    if (one.reminders >= last && !has('remindersDoNotSuspend')) one.customer.suspended = true;
  };
  const writeOff = (one: Invoice, reason: string): void => {
    rules.notBlank(reason, 'lossMayBeBlank');
    one.state = 'written off';
    if (!has('writeOffForgetsReason')) one.reason = reason;
    if (!has('writeOffDoesNotSuspend')) one.customer.suspended = true;
  };
  return {
    ...{ from, expire, restock, quote, reject, accept, askAgain, cancel, approve, sendBack, schedule, unschedule, start, breakOff },
    ...{ finish, deliver, complain, settle, pay, remind, writeOff },
  };
}
