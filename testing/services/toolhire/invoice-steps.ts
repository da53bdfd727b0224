import { refuse } from '../hand-written.ts';
import { dayAfter, type Invoice } from './data.ts';
import type { Has } from './faults.ts';
import type { ToolRules } from './rules.ts';

export type InvoiceSteps = ReturnType<typeof invoiceSteps>;

/** The events of invoices. */
export function invoiceSteps(rules: ToolRules, has: Has) {
  const { today } = rules;
  const states = ['open', 'overdue', 'collection'];

  const pay = (one: Invoice, payment: number): void => {
    const owed = one.amount - one.paid;
    const isBad = payment < 0 || (payment === 0 && !has('payNothing')) || payment > (has('overpaidIsFine') ? one.amount : owed);
    if (isBad) refuse(has('badAmountIs400') ? 400 : 422, 'BAD_AMOUNT');
    one.paid = has('payReplaces') ? payment : one.paid + payment;
    if (one.paid < one.amount) return;
    if (!has('payDoesNotSettle')) one.state = 'settled';
    one.settledOn = today();
  };
  const isPayable = ({ state }: Invoice): boolean => {
    if (state === 'collection' && has('collectionIsNotPaid')) return false;
    return states.includes(state) || (state === 'disputed' && has('disputedIsPaid'));
  };
  const dispute = (one: Invoice, reason: string): void => {
    if (one.hire.state !== 'closed' && !has('feesAreDisputed')) refuse(409, 'NO_DISPUTE');
    rules.notBlank(reason, 'disputeMayBeBlank');
    one.state = 'disputed';
    one.reason = reason;
  };
  const grant = (one: Invoice, credit: number): void => {
    const owed = one.amount - one.paid;
    if (credit < 1 || (credit > owed && !has('creditMayBeMore'))) refuse(422, 'BAD_AMOUNT');
    one.credit = has('creditsAddUp') ? one.credit + credit : credit;
    if (!has('grantKeepsAmount')) one.amount -= credit;
    if (credit >= owed && !has('grantDoesNotSettle')) {
      one.state = 'settled';
      one.settledOn = today();
      return;
    }
    one.state = 'open';
    if (!has('grantKeepsDue')) one.due = dayAfter(today(), 14);
  };
  const reject = (one: Invoice, reply: string): void => {
    rules.notBlank(reply, null, 'replyMayBeSpaces');
    one.state = 'open';
    one.reply = reply;
    if (!has('rejectKeepsDue')) one.due = dayAfter(today(), 14);
  };
  const writeOff = (one: Invoice, reason: string): void => {
    if (one.paid > 0 && !has('paidIsWrittenOff')) refuse(has('partlyPaidIs422') ? 422 : 409, 'PARTLY_PAID');
    rules.notBlank(reason);
    one.state = has('writtenOffIsSettled') ? 'settled' : 'written off';
    one.reason = reason;
  };
  return { states, pay, isPayable, dispute, grant, reject, writeOff };
}
