import { refuse } from '../hand-written.ts';
import { dayAfter, type Invoice, type Person, type Removal, type Rental, restOf, type StorageData } from './data.ts';
import type { Has } from './faults.ts';
import type { StorageRules } from './rules.ts';

export type InvoiceSteps = ReturnType<typeof invoiceSteps>;

/** The events of invoices. */
export function invoiceSteps(data: StorageData, rules: StorageRules, has: Has) {
  const { today } = rules;

  const add = (customer: Person, about: { removal?: Removal; rental?: Rental }, kind: string, amount: number): void => {
    data.invoices.push({
      ...{ number: data.next('invoice'), customer, removal: about.removal ?? null, rental: about.rental ?? null, kind, amount },
      ...{ paid: 0, credited: 0, due: dayAfter(today(), 14), settledOn: null },
      ...{ state: 'open', overdueAt: 0 },
    });
  };
  const isLate = ({ state }: Invoice): boolean => state === 'overdue' || state === 'collection';
  const unlock = (rental: Rental): void => {
    if (rental.state !== 'locked') return;
    if (data.invoicesOf(rental).some(isLate) && !has('anyPaymentUnlocks')) return;
    rental.state = rental.endsOn !== null && !has('unlockForgetsNotice') ? 'leaving' : 'active';
  };
  const pay = (one: Invoice, payment: number): void => {
    const rest = restOf(one);
    const most = has('creditIsPaidAgain') ? one.amount - one.paid : rest;
    if (payment <= 0 || payment > most) refuse(has('badAmountIs400') ? 400 : 422, 'BAD_AMOUNT');
    one.paid = has('paymentReplaces') ? payment : one.paid + payment;
    if (payment < rest) return;
    one.state = 'settled';
    one.settledOn = today();
    if (one.rental !== null) unlock(one.rental);
  };
  const credit = (one: Invoice, amount: number): void => {
    const isAll = amount === restOf(one);
    one.credited += amount;
    if (!isAll) return;
    one.state = 'settled';
    one.settledOn = today();
  };
  return { add, pay, credit };
}
