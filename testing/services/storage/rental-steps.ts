import { refuse } from '../hand-written.ts';
import { dayAfter, daysBetween, isUnpaid, monthAfter, type Rental, roomOf, type StorageData } from './data.ts';
import type { Has } from './faults.ts';
import type { InvoiceSteps } from './invoice-steps.ts';
import type { StorageRules } from './rules.ts';

export type RentalSteps = ReturnType<typeof rentalSteps>;

/** The events of rentals, from the guards on. */
export function rentalSteps(data: StorageData, rules: StorageRules, invoices: InvoiceSteps, has: Has) {
  const { today } = rules;
  const locked = (): never => refuse(402, 'UNIT_LOCKED');
  const nextBill = (date: string): string => (has('monthsHaveThirtyDays') ? dayAfter(date, 30) : monthAfter(date));
  const bill = (one: Rental): void => {
    invoices.add(one.customer, { rental: one }, 'rent', has('rentFollowsUnit') ? one.unit.monthly : one.monthly);
  };

  const payDeposit = (one: Rental, payment: number): void => {
    const isEnough = payment === one.deposit || (has('partOfDepositIsEnough') && payment > 0 && payment < one.deposit);
    if (!isEnough) refuse(has('badAmountIs400') ? 400 : 422, 'BAD_AMOUNT');
    one.state = 'active';
    one.startedOn = today();
    one.nextBill = nextBill(today());
    bill(one);
  };
  /** Bills the next month. */
  const billAgain = (one: Rental): void => {
    one.nextBill = nextBill(one.nextBill ?? today());
    bill(one);
  };
  const putIn = (one: Rental, numbers: readonly number[]): void => {
    const { boxes } = one;
    if (one.state === 'locked') locked();
    if (numbers.length === 0) refuse(422, 'NO_BOXES');
    const least = has('labelMayBeZero') ? 0 : 1;
    if (numbers.some((label) => label < least || label > 9_999)) refuse(422, 'BAD_LABEL');
    const isTwice = new Set(numbers).size < numbers.length && !has('labelsMayRepeat');
    const isInside = numbers.some((label) => boxes.includes(label)) && !has('boxInsideIsPutIn');
    const sameCheck = (): void => {
      if (isTwice || isInside) refuse(409, 'SAME_BOX');
    };
    const room = roomOf(one.unit) + (has('oneBoxMoreFits') ? 1 : 0);
    const isFull = has('fullLooksAtNewBoxes') ? numbers.length > room : boxes.length + numbers.length > room;
    if (!has('fullBeforeSame')) sameCheck();
    if (isFull) refuse(409, 'FULL');
    sameCheck();
    one.boxes = has('boxesAreReplaced') ? [...numbers] : [...boxes, ...numbers];
  };
  const takeOut = (one: Rental, numbers: readonly number[]): void => {
    if (one.state === 'locked' && !has('lockedGivesBoxes')) locked();
    if (numbers.length === 0) refuse(422, 'NO_BOXES');
    const isMissing = has('oneBoxIsEnough')
      ? !numbers.some((label) => one.boxes.includes(label))
      : numbers.some((label) => !one.boxes.includes(label));
    if (isMissing) refuse(409, 'NO_SUCH_BOX');
    one.boxes = one.boxes.filter((label) => !numbers.includes(label));
  };
  const giveNotice = (one: Rental): void => {
    if (one.state === 'locked' && !has('lockedGivesNotice')) locked();
    one.state = 'leaving';
    one.endsOn = dayAfter(today(), 14);
  };
  const end = (one: Rental): void => {
    const endsOn = one.endsOn ?? today();
    const isEarly = today() < endsOn || (today() === endsOn && has('lastDayIsTooEarly'));
    const owed = data.invoicesOf(one).filter((each) => isUnpaid(each) && !(each.state === 'open' && has('openIsNoArrears')));
    if (isEarly && !has('noticeMayBeCutShort')) refuse(409, 'TOO_EARLY');
    if (one.boxes.length > 0) refuse(409, 'NOT_EMPTY');
    if (owed.length > 0) refuse(has('arrearsAre409') ? 409 : 402, 'ARREARS');
    one.state = 'ended';
    if (!has('endedUnitStaysOccupied')) one.unit.state = 'free';
    const late = has('overstayIsFree') ? 0 : daysBetween(endsOn, today());
    const refund = one.deposit - 300 * late;
    one.refund = refund < 0 && !has('refundMayBeNegative') ? 0 : refund;
  };
  return { payDeposit, billAgain, putIn, takeOut, giveNotice, end };
}
