import { refuse } from '../hand-written.ts';
import { daysBetween, type Item, type Job, type JobState, type Person, share, sumOf, type WorkshopData } from './data.ts';
import type { Has } from './faults.ts';
import type { WorkshopRules } from './rules.ts';
import { type DeskSteps, from } from './steps.ts';
import type { Sums } from './sums.ts';

export type JobSteps = ReturnType<typeof jobSteps>;

/** The events of repair orders and of their items. `now`: milliseconds since the epoch. */
export function jobSteps(data: WorkshopData, rules: WorkshopRules, sums: Sums, desk: DeskSteps, has: Has, now: () => number) {
  const { today } = rules;
  const enter = (job: Job, state: JobState): void => {
    job.state = state;
    job.since = now();
  };
  const itemIn = (job: Job, ...states: readonly string[]): boolean => data.itemsOf(job).some(({ state }) => states.includes(state));

  const addItem = (job: Job, given: Pick<Item, 'words' | 'skill' | 'minutes' | 'urgent'>): Item => {
    const isOpen = job.state === 'intake' || job.state === 'in work';
    const isLax = job.state === 'estimated' && has('estimatedTakesItems');
    if (!isOpen && !isLax) refuse(409, 'NOT_OPEN');
    const finding = job.state === 'in work';
    const item: Item = {
      ...{ number: 0, job, ...given, part: null, quantity: 0, finding, price: 0 },
      ...{ issued: false, spent: null, reason: null, state: 'noted' },
    };
    rules.newItem(item);
    const added = { ...item, number: data.next('item') };
    data.items.push(added);
    return added;
  };
  const quote = (one: Item): void => {
    from(one.state === 'noted');
    if (one.minutes <= 0 && one.part === null && !has('nothingIsQuoted')) refuse(422, 'NOTHING_TO_DO');
    one.state = 'proposed';
    one.price = sums.cost(one);
  };
  const notAsked = ({ state }: Job): void => {
    const isAsked = state === 'estimated' || (state === 'waiting' && !has('waitingIsNotAsked'));
    const isLax = state === 'in work' && has('inWorkIsDecided');
    if (!isAsked && !isLax) refuse(409, 'NOT_ASKED');
  };
  const approve = (one: Item): void => {
    from(one.state === 'proposed');
    notAsked(one.job);
    one.state = 'approved';
    if (has('approvalPricesAgain')) one.price = sums.cost(one);
  };
  const decline = (one: Item, reason: string | null | undefined): void => {
    notAsked(one.job);
    const isMissing = (reason ?? null) === null;
    if (one.urgent && isMissing) refuse(has('noReasonIs409') ? 409 : 422, 'NO_REASON');
    if (!one.urgent && isMissing && has('declineNeedsReason')) refuse(422, 'NO_REASON');
    if (typeof reason === 'string') rules.notBlank(reason);
    one.state = 'declined';
    if (reason !== undefined) one.reason = reason;
  };
  const finish = (one: Item, spent: number): void => {
    const { job, part } = one;
    if (job.state !== 'in work' && !(job.state === 'waiting' && has('waitingIsFinished')))
      refuse(has('notInWorkIs422') ? 422 : 409, 'NOT_IN_WORK');
    if (part !== null && !one.issued) refuse(has('notIssuedIs422') ? 422 : 409, 'NOT_ISSUED');
    rules.minutes(spent, 'spentIsUnbounded');
    one.state = 'done';
    if (!has('finishForgetsTime')) one.spent = spent;
  };

  const estimate = (one: Job): void => {
    from(one.state === 'intake');
    if (data.itemsOf(one).length === 0) refuse(has('noItemsIs409') ? 409 : 422, 'NO_ITEMS');
    if (itemIn(one, 'noted')) refuse(409, 'NOT_PRICED');
    enter(one, 'estimated');
  };
  const order = (one: Job): void => {
    from(one.state === 'estimated');
    const isNone = !itemIn(one, 'approved');
    if (has('noneBeforeUndecided') && isNone) refuse(409, 'NONE_APPROVED');
    if (itemIn(one, 'proposed')) refuse(has('undecidedIs422') ? 422 : 409, 'UNDECIDED');
    if (isNone) refuse(409, 'NONE_APPROVED');
    enter(one, 'ordered');
    const total = sums.total(one);
    if (!one.warranty && (total >= 20_000 || has('depositAlways'))) one.deposit = share(total, has('depositOfHalf') ? 50 : 30);
  };
  const payDeposit = (one: Job, payment: number): void => {
    const owed = has('depositIsPaidTwice') ? one.deposit : one.deposit - one.deposited;
    const isMore = has('depositMustBeLess') ? payment >= owed : payment > owed;
    if (payment <= 0 || (isMore && !has('anyDepositIsTaken'))) {
      refuse(has('badDepositIs409') ? 409 : 422, 'BAD_AMOUNT');
    }
    one.deposited += payment;
  };
  const start = (one: Job, me: Person): void => {
    from(one.state === 'ordered');
    const isPaid = has('someDepositIsEnough') ? one.deposited > 0 || one.deposit === 0 : one.deposited >= one.deposit;
    if (!isPaid && !has('noDepositIsNeeded')) refuse(402, 'NO_DEPOSIT');
    const approved = data.itemsOf(one).filter(({ state }) => state === 'approved');
    const fits = ({ skill }: Item): boolean => skill === me.skill || (skill === 'general' && !has('specialistsDoNoGeneral'));
    const isFit = has('oneFittingSkillIsEnough') ? approved.some(fits) : approved.every(fits);
    const isOver = sums.load(me) + sums.workload(one) > me.capacity;
    if (has('capacityBeforeSkill') && isOver) refuse(409, 'OVERBOOKED');
    if (!isFit) refuse(409, 'NOT_QUALIFIED');
    if (isOver) refuse(has('overbookedIs422') ? 422 : 409, 'OVERBOOKED');
    enter(one, 'in work');
    one.mechanic = me;
  };
  const assign = (one: Job, mechanic: Person): void => {
    if (mechanic.role !== 'mechanic') refuse(422, 'NOT_MECHANIC');
    one.mechanic = mechanic;
  };
  const ask = (one: Job): void => {
    from(one.state === 'in work');
    const isNew = has('notedIsAsked') ? itemIn(one, 'proposed', 'noted') : itemIn(one, 'proposed');
    if (!isNew) refuse(has('nothingNewIs422') ? 422 : 409, 'NOTHING_NEW');
    enter(one, 'waiting');
    one.rounds += 1;
  };
  const resume = (one: Job): void => {
    from(one.state === 'waiting');
    if (itemIn(one, 'proposed')) refuse(has('undecidedIs422') ? 422 : 409, 'UNDECIDED');
    enter(one, 'in work');
  };
  /** What happens if the customer does not answer in time. */
  const giveUp = (one: Job): void => {
    enter(one, 'in work');
    for (const item of data.itemsOf(one).filter(({ state }) => state === 'proposed')) {
      item.state = has('noAnswerApproves') ? 'approved' : 'declined';
      item.reason = 'No answer';
    }
  };
  const drive = (one: Job, distance: number, fault: string | null | undefined): void => {
    const open = has('notedDoesNotHoldDrive') ? itemIn(one, 'proposed', 'approved') : itemIn(one, 'noted', 'proposed', 'approved');
    if (open) refuse(has('notDoneIs422') ? 422 : 409, 'NOT_DONE');
    if ((distance < 1 || distance > 50) && !has('drivesAnyDistance')) refuse(has('badDistanceIs409') ? 409 : 422, 'BAD_DISTANCE');
    const next = one.mileage + distance;
    if ((fault ?? null) !== null) {
      const words = String(fault);
      addItem(one, { words, skill: 'general', minutes: 0, urgent: true });
      one.fault = words;
      one.mileage = next;
      one.drives += 1;
      return;
    }
    if (next > one.vehicle.mileage) {
      rules.mileage(next);
      one.vehicle.mileage = next;
    }
    one.mileage = next;
    if (fault === null) one.fault = null;
    one.drives += 1;
    one.readyOn = today();
    enter(one, 'ready');
  };
  const bill = (one: Job): void => {
    from(one.state === 'ready');
    if (desk.hasLoanCar(one) && !has('billedWithCar')) refuse(409, 'NOT_RETURNED');
    enter(one, 'billed');
    const { deposited } = one;
    const owed = sums.net(one) + (has('billForgetsLoan') ? 0 : one.loan);
    if (owed > deposited || (owed === deposited && has('emptyInvoices'))) desk.addInvoice(one, 'repair', owed - deposited);
    if (owed < deposited) one.refund = deposited - owed;
  };
  const collect = (one: Job): void => {
    from(one.state === 'billed' || one.state === 'in storage');
    if (desk.isHeld(one)) refuse(has('unpaidIs409') ? 409 : 402, 'UNPAID_INVOICE');
    const isStored = one.state === 'in storage';
    enter(one, 'collected');
    one.collectedOn = today();
    if (!isStored || one.storedOn === null) return;
    const first = has('storageFromReady') ? (one.readyOn ?? one.storedOn) : one.storedOn;
    const days = daysBetween(first, today()) + (has('firstDayOfStorageCounts') ? 1 : 0);
    one.storage = 1200 * (has('storageIsFlat') ? Math.min(1, days) : days);
    if (one.storage > 0 && !has('storageIsNotInvoiced')) desk.addInvoice(one, 'storage', one.storage);
  };
  const cancel = (one: Job, reason: string): void => {
    if (data.itemsOf(one).some(({ issued }) => issued) && !has('issuedIsCancelled'))
      refuse(has('partsIssuedIs422') ? 422 : 409, 'PARTS_ISSUED');
    if (desk.hasLoanCar(one)) refuse(409, 'NOT_RETURNED');
    rules.notBlank(reason);
    const isOrdered = one.state === 'ordered';
    enter(one, 'cancelled');
    one.reason = reason;
    if (!isOrdered) return;
    if (!one.warranty) one.fee = 4000;
    if (one.fee > one.deposited) {
      desk.addInvoice(one, 'cancellation', one.fee - one.deposited);
    }
    if (one.fee < one.deposited) one.refund = one.deposited - one.fee;
  };
  const sumOfMinutes = (jobs: readonly Job[]): number => sumOf(jobs.map(sums.workload));
  return {
    ...{ enter, addItem, quote, approve, decline, finish, estimate, order, payDeposit, start, assign, ask, resume, giveUp },
    ...{ drive, bill, collect, cancel, sumOfMinutes },
  };
}
