import { refuse } from '../hand-written.ts';
import {
  type Damage,
  dayAfter,
  daysBetween,
  estimateOf,
  isUnpaid,
  type Person,
  type Removal,
  restOf,
  type StorageData,
  share,
  type Van,
} from './data.ts';
import type { Has } from './faults.ts';
import type { InvoiceSteps } from './invoice-steps.ts';
import type { StorageRules } from './rules.ts';

export type RemovalSteps = ReturnType<typeof removalSteps>;

interface Plan {
  readonly van: Van;
  readonly foreman: Person;
  readonly begins: string;
  readonly ends: string;
}

/** The events of removals and of damages, from the guards on. */
export function removalSteps(data: StorageData, rules: StorageRules, invoices: InvoiceSteps, has: Has) {
  const { today } = rules;

  const quote = (one: Removal, price: number, planned: number): void => {
    const least = share(estimateOf(one), 80);
    const isCheap = price < least || (price === least && has('leastPriceIsTooCheap'));
    if (isCheap && !(one.state === 'quoted' && has('requoteMayBeCheap'))) refuse(422, 'TOO_CHEAP');
    rules.plan(price, planned);
    const isFirst = one.state === 'asked';
    Object.assign(one, { price, planned, state: 'quoted' });
    if (!isFirst && has('requoteKeepsLastDay')) return;
    one.lapsesOn = dayAfter(today(), 7);
    if (one.lapsesOn >= one.day && !has('quoteOutlivesDay')) one.lapsesOn = dayAfter(one.day, -1);
  };
  const assign = (one: Removal, plan: Plan): void => {
    const { van } = plan;
    const isSmall = van.capacity < one.volume || (van.capacity === one.volume && has('fullVanIsTooSmall'));
    if (van.sold && !has('soldVanIsAssigned')) refuse(409, 'VAN_SOLD');
    if (isSmall) refuse(409, 'VAN_TOO_SMALL');
    rules.places({ ...one, ...plan });
    Object.assign(one, plan, { state: 'planned' });
  };
  const postpone = (one: Removal, day: string): void => {
    const notice = daysBetween(today(), one.day);
    if (notice < (has('fourDaysToPostpone') ? 4 : 3)) refuse(409, 'TOO_LATE');
    const isLater = has('sameDayIsLater') ? day >= one.day : day > one.day;
    if (!isLater) refuse(422, has('notLaterIsTooLate') ? 'TOO_LATE' : 'NOT_LATER');
    if (!has('postponedIsUnbounded')) rules.dayInBounds({ ...one, day });
    rules.oneADay({ ...one, day }, false);
    one.day = day;
    if (!has('postponedStaysPlanned')) one.state = 'accepted';
    one.van = null;
    if (!has('postponedKeepsForeman')) one.foreman = null;
    Object.assign(one, { begins: null, ends: null });
  };
  const cancel = (one: Removal, reason: string | null | undefined, me: Person): void => {
    if (typeof reason === 'string') rules.notBlank(reason, 'cancelReasonMayBeBlank');
    const isAgreed = one.state === 'accepted' || one.state === 'planned';
    const isCharged = isAgreed && !(one.state === 'accepted' && has('onlyPlannedCosts'));
    one.state = 'cancelled';
    if (reason !== undefined) one.reason = reason;
    const isFree = me.role === 'clerk' && !has('clerksCancelCosts');
    const notice = daysBetween(today(), one.day);
    const least = has('noticeOfTwoDays') ? 2 : 3;
    if (!isCharged || isFree || notice >= least) return;
    const { price } = one;
    one.fee = has('feeRoundsDown') ? Math.floor((price ?? 0) * 0.4) : share(price ?? 0, 40);
    if (!has('feeIsNotInvoiced')) invoices.add(one.customer, { removal: one }, 'cancellation', one.fee);
  };
  const begin = (one: Removal): void => {
    const isEarly = one.day > today();
    if (one.day !== today() && !(isEarly && has('beginsEarly'))) refuse(409, 'NOT_TODAY');
    const others = data.removals.filter(({ foreman, state }) => foreman === one.foreman && state === 'under way');
    if (others.length > 0 && !has('busyForemanBegins')) refuse(409, 'BUSY');
    one.state = 'under way';
  };
  const finish = (one: Removal, hours: number, report: string | null | undefined): void => {
    rules.hours(hours);
    one.state = 'done';
    one.hours = hours;
    if (report !== undefined) one.report = report;
    one.doneOn = has('doneOnItsDay') ? one.day : today();
    const over = hours - (one.planned ?? 0);
    const counted = has('hoursAreStarted') ? Math.ceil(over) : over;
    if (over > 0) one.extra = counted * 5_000;
    invoices.add(one.customer, { removal: one }, 'removal', (one.price ?? 0) + (has('extraIsNotInvoiced') ? 0 : one.extra));
  };

  const assess = (one: Damage, finding: string, assessed: number): void => {
    rules.assessment(finding, assessed, one.claimed);
    Object.assign(one, { finding, assessed, state: 'assessed' });
    if (!has('assessedStaysUrgent')) one.urgent = false;
  };
  const settle = (one: Damage, settlement: number): void => {
    const { removal } = one;
    const isMore = settlement > one.claimed && !has('moreThanClaimed');
    if (settlement <= 0 || isMore) refuse(has('badAmountIs400') ? 400 : 422, 'BAD_AMOUNT');
    const before = has('limitIsForEach') ? 0 : data.compensated(removal);
    if (before + settlement > 50_000) refuse(409, 'OVER_LIMIT');
    Object.assign(one, { settlement, paidOut: settlement, state: 'settled' });
    if (has('settledIsNotCredited')) return;
    for (const invoice of data.invoices.filter((each) => each.removal === removal && isUnpaid(each))) {
      if (invoice.state !== 'open' && has('overdueIsNotCredited')) continue;
      const credit = Math.min(settlement, restOf(invoice));
      if (!has('creditIsPaidOutToo')) one.paidOut = (one.paidOut ?? 0) - credit;
      invoices.credit(invoice, credit);
    }
  };
  const decline = (one: Damage, reason: string): void => {
    rules.notBlank(reason, null, 'declinedForSpaces');
    Object.assign(one, { state: 'declined', reason, urgent: false });
  };
  return { quote, assign, postpone, cancel, begin, finish, assess, settle, decline };
}
