import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Bill, dayAfter, dayLength, type Enrolment, type Instrument, type MusicData, type Person, share } from './data.ts';
import type { Has } from './faults.ts';

export const conflict = (): never => refuse(409, 'CONFLICT');

/** Refuses an event that does not begin in this state. */
export const from = (isPossible: boolean): void => {
  if (!isPossible) conflict();
};

interface For {
  readonly enrolment?: Enrolment;
  readonly instrument?: Instrument;
}

export type Bills = ReturnType<typeof billSteps>;

/** The sums and the events of bills. */
export function billSteps(data: MusicData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const total = ({ amount, discount, charges }: Bill): number => share(amount, 100 - discount) + charges;
  const owed = (one: Bill): number => total(one) - one.paid;

  const create = (family: Person, amount: number, { enrolment = undefined, instrument = undefined }: For): void => {
    data.bills.push({
      ...{ number: data.next('bill'), family, kind: enrolment === undefined ? 'loan' : 'term' },
      ...{ enrolment: enrolment ?? null, instrument: instrument ?? null },
      ...{ amount, discount: 0, charges: 0, paid: 0, parts: 0 },
      due: dayAfter(today(), 14),
      ...{ settledOn: null, state: 'open', remindedAt: 0 },
    });
  };

  /** What follows once the last arrears of a family are paid. */
  const lift = (family: Person): void => {
    const isBehind = data.bills.some((one) => one.family === family && one.state === 'arrears');
    if (isBehind && !has('onePaidBillLifts')) return;
    family.suspended = false;
    if (has('suspendedPupilsStay')) return;
    for (const one of data.enrolments) {
      if (one.family === family && one.state === 'suspended') one.state = 'running';
    }
  };
  const pay = (one: Bill, payment: number): void => {
    const rest = owed(one);
    if (payment <= 0 || (payment > rest && !has('overpaidIsFine'))) refuse(422, 'BAD_AMOUNT');
    const isPart = payment < rest;
    if ((isPart || has('smallRestIsTooLittle')) && payment < 2000) refuse(422, 'TOO_LITTLE');
    const parts = one.parts + (has('fiveParts') ? 0 : 1);
    if (isPart && parts >= 4) refuse(has('lastPartIs422') ? 422 : 409, 'LAST_PART');
    one.paid = has('payReplaces') ? payment : one.paid + payment;
    one.parts += 1;
    if (!isPart) {
      const wasBehind = one.state === 'arrears';
      one.state = 'settled';
      one.settledOn = today();
      if (wasBehind || has('anySettledBillLifts')) lift(one.family);
    } else if (one.state !== 'arrears') {
      if (!has('partKeepsReminded')) one.state = 'open';
      one.due = dayAfter(has('partMovesDue') ? one.due : today(), 30);
    }
  };
  const grant = (one: Bill, discount: number): void => {
    const bound = (): void => {
      const isBig = has('discountIsBelowFifty') ? discount >= 50 : discount > 50;
      if (isBig || (discount < 0 && !has('discountMayBeNegative'))) refuse(422, 'BAD_DISCOUNT');
    };
    if (one.kind !== 'term' && !has('loansGetDiscounts')) refuse(409, 'NO_TERM');
    if (has('boundsBeforePaid')) bound();
    const rest = total({ ...one, discount }) - one.paid;
    if (rest <= 0 && !has('paidIsDiscounted')) refuse(409, 'TOO_MUCH');
    bound();
    one.discount = discount;
  };
  const remind = (one: Bill, at: number): void => {
    one.state = 'reminded';
    one.remindedAt = at;
    if (!has('reminderIsFree')) one.charges = has('oneReminderIsCharged') ? 500 : one.charges + 500;
  };
  const fallBehind = (one: Bill): void => {
    one.state = 'arrears';
    one.family.suspended = true;
    if (has('arrearsKeepPupils')) return;
    for (const each of data.enrolments) {
      const isOf = has('onlyOwnPupilIsSuspended') ? each === one.enrolment : each.family === one.family;
      if (isOf && each.state === 'running') each.state = 'suspended';
    }
  };
  const arrearsAt = (one: Bill): number => one.remindedAt + 14 * dayLength;
  return { today, total, owed, create, pay, grant, remind, fallBehind, arrearsAt };
}
