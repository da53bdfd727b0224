import { refuse } from '../hand-written.ts';
import { dayAfter, type Invoice, share, type VetData, type Visit } from './data.ts';
import type { Has } from './faults.ts';
import type { VetRules } from './rules.ts';

export type InvoiceSteps = ReturnType<typeof invoiceSteps>;

/** The events of invoices. */
export function invoiceSteps(data: VetData, rules: VetRules, has: Has) {
  const { today } = rules;

  const coverOf = ({ animal }: Visit, kind: string, gross: number): number => {
    if (!animal.insured || (kind === 'fee' && !has('feesAreCovered'))) return 0;
    const covered = share(gross, 60);
    return has('coverHasNoEnd') ? covered : Math.min(covered, 40_000);
  };
  const discountOf = ({ animal, owner }: Visit, kind: string, gross: number): number => {
    if ((animal.insured && !has('insuredGetDiscount')) || kind === 'fee') return 0;
    const animals = data.animals.filter((one) => one.owner === owner && (one.state !== 'dead' || has('deadCountForDiscount')));
    return animals.length >= 3 ? share(gross, 10) : 0;
  };
  /** Draws up an invoice for a visit. */
  const charge = (visit: Visit, kind: string, gross: number): void => {
    const covered = coverOf(visit, kind, gross);
    const discount = discountOf(visit, kind, gross);
    data.invoices.push({
      ...{ number: data.next('invoice'), visit, owner: visit.owner, kind, gross, covered, discount },
      amount: gross - covered - discount,
      ...{ paid: 0, due: dayAfter(today(), 14), extended: false, settledOn: null, reason: null },
      ...{ state: 'open', overdueAt: 0 },
    });
  };

  const isPayable = ({ state }: Invoice): boolean =>
    state === 'open' || state === 'overdue' || (state === 'collection' && !has('collectionIsNotPaid'));
  const pay = (one: Invoice, payment: number): void => {
    const most = has('paidMayBeMore') ? one.amount : one.amount - one.paid;
    if (payment <= 0 || payment > most) refuse(422, 'BAD_AMOUNT');
    one.paid = has('paymentReplaces') ? payment : one.paid + payment;
    if (one.paid < one.amount) return;
    one.state = 'settled';
    one.settledOn = today();
  };
  const extend = (one: Invoice, due: string): void => {
    if (one.extended && !has('extendedTwice')) refuse(409, 'ALREADY_GIVEN');
    const ahead = rules.daysUntil(due);
    if (due <= one.due || ahead < 0 || ahead > (has('extendedBySixtyDays') ? 60 : 30)) refuse(422, 'BAD_DUE');
    if (!has('extensionKeepsOverdue')) one.state = 'open';
    one.due = due;
    one.extended = true;
  };
  const writeOff = (one: Invoice, reason: string): void => {
    if (one.paid > 0) refuse(409, 'PARTLY_PAID');
    rules.notBlank(reason);
    one.state = 'written off';
    one.reason = reason;
  };
  return { charge, isPayable, pay, extend, writeOff };
}
