import { refuse } from '../hand-written.ts';
import {
  type Appointment,
  type Claim,
  dayAfter,
  daysBetween,
  type Invoice,
  type Item,
  isEnded,
  isPending,
  isUnpaid,
  type Job,
  type LoanCar,
  type Part,
  type Person,
  type Supply,
  share,
  type Vehicle,
  type WorkshopData,
} from './data.ts';
import type { Has } from './faults.ts';
import type { WorkshopRules } from './rules.ts';
import type { Sums } from './sums.ts';

/** Refuses an event that does not leave the record's state. */
export const from = (isFrom: boolean): void => {
  if (!isFrom) refuse(409, 'CONFLICT');
};

export type DeskSteps = ReturnType<typeof deskSteps>;

interface NewJob {
  readonly vehicle: Vehicle;
  readonly customer: Person;
  readonly complaint: string;
  readonly mileage: number;
  readonly appointment?: Appointment;
  readonly claim?: Claim;
}

/** The events of appointments, claims, loan cars, invoices, parts and supplies. */
export function deskSteps(data: WorkshopData, rules: WorkshopRules, sums: Sums, has: Has, now: () => number) {
  const { today } = rules;
  const mileageBack = (): never => refuse(has('mileageBackIs409') ? 409 : 422, 'MILEAGE_BACK');

  /** Whether a vehicle may have one more order. */
  const noJob = (vehicle: Vehicle): void => {
    const others = data.jobs.filter((one) => one.vehicle === vehicle && !isEnded(one));
    if (others.length > 0) refuse(has('hasJobIs422') ? 422 : 409, 'HAS_JOB');
  };
  const addJob = ({ vehicle, customer, complaint, mileage, appointment, claim }: NewJob): Job => {
    const job: Job = {
      ...{ number: data.next('job'), vehicle, customer, appointment: appointment ?? null, claim: claim ?? null, complaint, mileage },
      ...{ warranty: claim !== undefined && !has('acceptedIsNoWarranty'), mechanic: null, discount: 0, deposit: 0, deposited: 0, loan: 0 },
      ...{ storage: 0, fee: 0, refund: 0, rounds: 0, drives: 0, fault: null, reason: null, note: null, readyOn: null, storedOn: null },
      ...{ collectedOn: null, state: 'intake', since: now() },
    };
    data.jobs.push(job);
    return job;
  };

  const cancelAppointment = (one: Appointment, me: Person): void => {
    one.state = 'cancelled';
    const isLate = daysBetween(today(), one.day) < (has('noticeOfThreeDays') ? 3 : 2);
    if (me.role === 'customer' && isLate && !has('lateCancelIsFree')) one.fee = has('lateCancelCostsForty') ? 4000 : 3000;
  };
  const arrive = (one: Appointment, reading: number, complaint: string): void => {
    if (one.day !== today()) refuse(has('notTodayIs422') ? 422 : 409, 'NOT_TODAY');
    if (reading < one.vehicle.mileage && !has('arrivalMileageMayFall')) mileageBack();
    if ([...complaint].length > 200) refuse(422, 'INVALID');
    noJob(one.vehicle);
    rules.mileage(reading, 'arrivalMileageIsUnbounded');
    rules.notBlank(complaint);
    if (!has('arrivalKeepsMileage')) one.vehicle.mileage = reading;
    one.state = 'arrived';
    if (has('arrivalOpensNothing')) return;
    const mileage = has('jobForgetsMileage') ? 0 : reading;
    const { vehicle, customer } = one;
    addJob({ vehicle, customer, complaint, mileage, ...(has('jobForgetsAppointment') ? {} : { appointment: one }) });
  };
  const miss = (one: Appointment): void => {
    const { customer } = one;
    one.state = 'missed';
    customer.misses += 1;
    if (customer.misses >= (has('oneMissBlocks') ? 1 : 2) && !has('missesDoNotBlock')) customer.blocked = true;
  };

  const accept = (one: Claim, reading: number, answer: string | null | undefined): void => {
    const { job } = one;
    const { vehicle } = job;
    if (reading < vehicle.mileage) mileageBack();
    const driven = has('distanceFromVehicle') ? reading - vehicle.mileage : reading - job.mileage;
    if (driven > 5000) refuse(has('tooFarDrivenIs422') ? 422 : 409, 'TOO_FAR_DRIVEN');
    noJob(vehicle);
    rules.mileage(reading);
    if (answer !== undefined && !has('acceptForgetsAnswer')) one.answer = answer;
    one.state = 'accepted';
    if (!has('acceptForgetsDate')) one.decidedOn = today();
    vehicle.mileage = reading;
    addJob({ vehicle, customer: one.customer, complaint: one.words, mileage: reading, claim: one });
  };
  const reject = (one: Claim, answer: string): void => {
    rules.notBlank(answer);
    one.answer = answer;
    one.state = 'rejected';
    one.decidedOn = today();
  };

  const lend = (car: LoanCar, job: Job, backBy: string): void => {
    const states: string[] = ['ordered', 'in work', 'waiting'];
    if (has('estimatedGetsCar')) states.push('estimated');
    if (has('waitingGetsNoCar')) states.pop();
    if (!states.includes(job.state)) refuse(409, 'NOT_ORDERED');
    if (job.customer.blocked && !has('blockedGetsCar')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    const hasCar = data.cars.some((other) => other.job === job || (has('oneCarForACustomer') && other.job?.customer === job.customer));
    if (hasCar) refuse(409, 'HAS_CAR');
    const days = daysBetween(today(), backBy);
    if (days < 0 || days > (has('loanOfAMonth') ? 30 : 14)) refuse(422, 'BAD_RETURN');
    car.job = job;
    car.backBy = backBy;
    car.state = 'lent';
    car.lentOn = today();
  };
  const takeBack = (car: LoanCar, reading: number): void => {
    const { job, lentOn, backBy } = car;
    if (reading < car.mileage) mileageBack();
    if (job === null || backBy === null) return;
    const days = lentOn === null ? 0 : daysBetween(lentOn, today());
    const free = has('noFreeDays') ? 0 : has('threeFreeDays') ? 3 : 2;
    const paid = has('freeDaysOnlyIfShort') ? (days > free ? days : 0) : Math.max(0, days - free);
    let charge = car.daily * paid;
    const late = daysBetween(backBy, today());
    if (late > 0) charge += 3000 * (has('lateLoanIsFlat') ? 1 : late);
    const driven = reading - car.mileage;
    if (driven > 300) charge += 35 * (driven - 300);
    job.loan += charge;
    car.mileage = reading;
    car.state = 'free';
    car.job = null;
    car.lentOn = null;
    car.backBy = null;
  };

  const addInvoice = (job: Job, kind: string, amount: number): void => {
    data.invoices.push({
      ...{ number: data.next('invoice'), job, customer: job.customer, kind, amount, paid: 0 },
      ...{ due: dayAfter(today(), has('paymentInThirtyDays') ? 30 : 14), reminders: 0, settledOn: null, reason: null },
      ...{ state: 'open', since: now() },
    });
  };
  const pay = (one: Invoice, payment: number): void => {
    const rest = sums.rest(one);
    const isMore = has('fullPaymentIsTooMuch') ? payment >= rest : payment > rest;
    if (payment < 0 || (payment === 0 && !has('nothingIsPaid')) || isMore) refuse(has('badAmountIs400') ? 400 : 422, 'BAD_AMOUNT');
    if (payment < 2000 && payment < rest && !has('anyPartIsTaken')) refuse(422, 'TOO_LITTLE');
    const { customer, state } = one;
    if (payment !== rest) {
      one.paid = has('partReplacesPaid') ? payment : one.paid + payment;
      return;
    }
    one.paid = one.amount;
    one.state = 'settled';
    if (!has('settledForgetsDay')) one.settledOn = today();
    const others = data.invoices.some((other) => other !== one && other.customer === customer && other.state === 'notice');
    if (state === 'notice' && !others) customer.blocked = false;
  };
  const waive = (one: Invoice, reason: string): void => {
    if (one.paid !== 0 && !has('partlyPaidIsWaived')) refuse(has('partlyPaidIs422') ? 422 : 409, 'PARTLY_PAID');
    rules.notBlank(reason);
    one.state = 'waived';
    one.reason = has('waiverForgetsReason') ? null : reason;
  };
  const overdue = (one: Invoice): void => {
    one.state = 'overdue';
    one.since = now();
    if (!has('reminderIsNotCounted')) one.reminders = 1;
    one.amount += 500;
  };
  const notice = (one: Invoice): void => {
    one.state = 'notice';
    one.since = now();
    one.reminders = 2;
    if (!has('noticeIsFree')) one.amount += 500;
    one.customer.blocked = true;
  };

  /** What follows once the stock or the minimum of a part was changed. */
  const restock = (part: Part): void => {
    if (!part.active && !has('inactiveIsRestocked')) return;
    const { stock, minimum } = part;
    if (stock >= minimum || has('nothingIsRestocked')) return;
    if (data.supplies.some((one) => one.part === part && isPending(one))) return;
    addSupply(part, has('restockToMinimum') ? minimum - stock : has('restockOfMinimum') ? minimum : minimum * 2 - stock);
  };
  const addSupply = (part: Part, quantity: number): Supply => {
    const supply: Supply = {
      ...{ number: data.next('supply'), part, quantity, price: part.cost, expected: null },
      ...{ orderedOn: null, received: 0, reason: null, state: 'planned' },
    };
    data.supplies.push(supply);
    return supply;
  };
  const orderSupply = (one: Supply, expected: string, me: Person): void => {
    if (expected < today() && !has('expectedMayBePast')) refuse(422, 'PAST');
    const worth = has('limitIsPerPiece') ? one.price : one.price * one.quantity;
    if (worth > 40_000 && me.role === 'storekeeper') refuse(has('tooDearIs409') ? 409 : 403, 'TOO_DEAR');
    one.state = 'ordered';
    one.expected = expected;
    one.orderedOn = today();
  };
  const receive = (one: Supply, count: number): void => {
    const isMore = count > one.quantity - one.received;
    if (count < 0 || (count === 0 && !has('nothingIsReceived')) || isMore) refuse(has('badCountIs409') ? 409 : 422, 'BAD_COUNT');
    const { part } = one;
    rules.stock(part.stock + count, 'receivedStockIsFree');
    one.received += count;
    if (one.received >= one.quantity) one.state = 'received';
    else if (one.state === 'late' && has('partDeliveryIsNotLate')) one.state = 'ordered';
    part.stock += count;
    restock(part);
  };
  const cancelSupply = (one: Supply, reason: string): void => {
    if (one.received > 0 && !has('partlyReceivedIsCancelled')) refuse(409, 'PARTLY_RECEIVED');
    rules.notBlank(reason, 'supplyReasonMayBeBlank');
    one.state = 'cancelled';
    one.reason = has('supplyForgetsReason') ? null : reason;
  };
  const issue = (one: Item): void => {
    const { part, quantity } = one;
    if (part === null) {
      refuse(409, 'NO_PART');
      return;
    }
    if (one.issued) refuse(409, 'ALREADY_ISSUED');
    const isShort = has('reservedCannotBeIssued') ? part.stock - sums.reserved(part) < 0 : part.stock < quantity;
    if (isShort) refuse(has('noStockIs422') ? 422 : 409, 'NO_STOCK');
    rules.stock(part.stock - quantity);
    one.issued = true;
    if (!has('issueKeepsStock')) part.stock -= quantity;
    restock(part);
  };
  const hasLoanCar = (job: Job): boolean =>
    data.cars.some((one) => one.job === job && (one.state === 'lent' || !has('overdueCarIsForgotten')));
  const isHeld = (job: Job): boolean => {
    const unpaid = data.invoices.filter((one) => one.job === job && isUnpaid(one) && !(one.state === 'notice' && has('noticeLeaves')));
    if (has('paidInFullFirst')) return unpaid.length > 0;
    return unpaid.some(({ paid, amount }) => paid < share(amount, 50));
  };
  return {
    ...{ noJob, addJob, cancelAppointment, arrive, miss, accept, reject, lend, takeBack, addInvoice, pay, waive, overdue, notice },
    ...{ restock, addSupply, orderSupply, receive, cancelSupply, issue, hasLoanCar, isHeld, mileageBack, moment: now },
  };
}
