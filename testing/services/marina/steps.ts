import { refuse } from '../hand-written.ts';
import {
  type Berth,
  type Boat,
  type Charge,
  daysAfter,
  daysBetween,
  type Has,
  type Job,
  type MarinaData,
  type Person,
  type Stay,
} from './data.ts';
import type { MarinaRules } from './rules.ts';

const hour = 3_600_000;

/** Section 4 of the document: a function for each event, and one for the timers. */
export function marinaSteps(data: MarinaData, rules: MarinaRules, has: Has, now: () => number) {
  const conflict = (): never => refuse(has('conflictIs422') ? 422 : 409, has('conflictIsWrongState') ? 'WRONG_STATE' : 'CONFLICT');

  const from = (status: string, ...statuses: (string | false)[]): void => {
    if (!statuses.includes(status)) conflict();
  };

  const withdrawOrdered = (boat: Boat): void => {
    const ordered = has('otherBoatsJobsWithdrawn') ? data.jobs.filter((job) => job.status === 'ordered') : data.jobsOf(boat, 'ordered');
    for (const job of ordered) job.status = 'withdrawn';
  };

  const isOpen = (berth: Berth): void => {
    if (berth.closed) refuse(409, 'BERTH_CLOSED');
  };

  const confirm = (stay: Stay, berth: Berth): void => {
    from(stay.status, 'requested', has('confirmedTwice') && 'confirmed', has('confirmedAfterDeclining') && 'declined');
    if (has('closedBeforeSize')) isOpen(berth);
    if (!has('confirmedToAnySize') && !rules.fits(stay.boat, berth)) refuse(409, has('tooBigIsConflict') ? 'CONFLICT' : 'BOAT_TOO_BIG');
    if (!has('confirmedToClosed')) isOpen(berth);
    rules.stay({ ...stay, berth, status: 'confirmed' }, 'event');
    stay.status = 'confirmed';
    if (!has('confirmedWithoutBerth')) stay.berth = berth;
  };

  /** `given`: the reason, parsed once the state is known to allow it; so are other values below. */
  const decline = (stay: Stay, given: () => string): void => {
    from(stay.status, 'requested', has('confirmedIsDeclined') && 'confirmed');
    const reason = given();
    rules.reason(reason, 'stay');
    stay.status = has('declinedIsCancelled') ? 'cancelled' : 'declined';
    if (!has('declineLosesReason')) stay.reason = reason;
  };

  const cancel = (me: Person, stay: Stay): void => {
    from(stay.status, 'requested', 'confirmed', has('mooredIsCancelled') && 'moored', has('cancelledTwice') && 'cancelled');
    const needsNotice = me.role === 'skipper' ? !has('cancelledAtAnyTime') : has('noticeByHarbourmaster');
    const needed = has('noticeOfThreeDays') ? 3 : has('noticeOfOneDay') ? 1 : 2;
    const asked = stay.status === 'confirmed' || has('noticeForRequests');
    if (asked && needsNotice && daysBetween(rules.today(), stay.arrives) < needed) refuse(409, 'TOO_LATE_TO_CANCEL');
    const keeps = has(me.role === 'skipper' ? 'cancelKeepsJobs' : 'harbourmasterCancelKeepsJobs');
    if ((stay.status === 'confirmed' && !keeps) || has('cancelledRequestWithdraws')) withdrawOrdered(stay.boat);
    stay.status = 'cancelled';
    if (has('cancelForgetsBerth')) stay.berth = null;
  };

  const arrive = (stay: Stay): void => {
    from(stay.status, 'confirmed', has('requestedArrives') && 'requested');
    const isDue = has('arrivesTheDayAfter') ? stay.arrives < rules.today() : stay.arrives <= rules.today();
    if (!has('arrivesEarly') && !isDue) refuse(has('tooEarlyIs422') ? 422 : 409, 'TOO_EARLY');
    stay.status = 'moored';
    if (!has('arrivalUnknown')) stay.arrivedAt = now();
    if (has('visitsCountArrivals')) stay.boat.visits += 1;
  };

  const move = (stay: Stay, berth: Berth): void => {
    from(stay.status, 'moored', has('confirmedIsMoved') && 'confirmed');
    if (!has('movedToAnySize') && !rules.fits(stay.boat, berth)) refuse(409, 'BOAT_TOO_BIG');
    if (!has('movedToClosed')) isOpen(berth);
    if (!has('movedToTaken')) rules.stay({ ...stay, berth }, 'event');
    if (!has('moveKeepsBerth')) stay.berth = berth;
    if (has('moveIsArrival')) stay.arrivedAt = now();
    if (has('moveForgetsPaid')) stay.paid = 0;
  };

  const extend = (stay: Stay, until: () => string): void => {
    from(stay.status, 'moored', has('confirmedIsExtended') && 'confirmed', has('departedIsExtended') && 'departed');
    const leaves = until();
    const isLonger = has('extendedByNothing') ? leaves >= stay.leaves : leaves > stay.leaves;
    if (!has('extendShortens') && !isLonger) refuse(422, 'NOT_LONGER');
    rules.stay({ ...stay, leaves }, 'extend');
    stay.leaves = has('extendByANight') ? daysAfter(stay.leaves, 1) : leaves;
    if (has('extendForgetsPaid')) stay.paid = 0;
  };

  const settle = (stay: Stay): void => {
    from(stay.status, 'moored', has('confirmedIsSettled') && 'confirmed', has('departedIsSettled') && 'departed');
    if (!has('settledTwice') && (data.balance(stay) ?? 0) <= 0) refuse(409, 'NOTHING_TO_PAY');
    const owed = data.total(stay) ?? 0;
    if (has('settleForgotten')) return;
    stay.paid = has('settleWithoutExtras') ? owed - data.extras(stay) : has('settleWithoutTax') ? owed - data.tax(stay) : owed;
    if (has('settleDeparts')) stay.status = 'departed';
  };

  const depart = (stay: Stay): void => {
    from(stay.status, 'moored', has('confirmedDeparts') && 'confirmed');
    const open = [...(has('departsWithPlannedWork') ? [] : ['planned']), ...(has('departsDuringWork') ? [] : ['under way'])];
    if (has('orderedWorkHolds')) open.push('ordered');
    const isWorkedOn = data.jobsOf(stay.boat, ...open).length > 0;
    const owes = (data.balance(stay) ?? 0) > 0 && !has('departsUnpaid');
    if (has('workBeforeUnpaid') && isWorkedOn) refuse(409, 'WORK_OPEN');
    if (owes) refuse(has('notSettledIs402') ? 402 : 409, 'NOT_SETTLED');
    if (isWorkedOn) refuse(409, 'WORK_OPEN');
    stay.status = 'departed';
    if (!has('departureUnknown')) stay.departedAt = now();
    if (!has('departIsNoVisit') && !has('visitsCountArrivals')) stay.boat.visits += 1;
    if (!has('departKeepsJobs')) withdrawOrdered(stay.boat);
    if (has('departForgetsBerth')) stay.berth = null;
  };

  const accept = (job: Job, plannedOn: () => string, dockhand: Person): void => {
    from(job.status, 'ordered', has('acceptedTwice') && 'planned', has('withdrawnIsAccepted') && 'withdrawn');
    const day = plannedOn();
    const isPast = has('acceptedForLaterOnly') ? day <= rules.today() : day < rules.today();
    const statuses = has('fullOfPlannedOnly')
      ? ['planned']
      : has('endedWorkFillsDay')
        ? ['planned', 'under way', 'done']
        : ['planned', 'under way'];
    const sameDay = data.jobs.filter((other) => other.plannedOn === day && statuses.includes(other.status));
    const counted = has('fullPerDockhand') ? sameDay.filter((other) => other.dockhand === dockhand) : sameDay;
    if (!has('dayIsNeverFull') && counted.length >= (has('fourJobsADay') ? 4 : 3)) refuse(409, 'DAY_FULL');
    if (has('pastBeforeDockhand') && isPast) refuse(422, 'PAST_DAY');
    const mayWork = dockhand.role === 'dockhand' || (has('harbourmasterWorks') && dockhand.role === 'harbourmaster');
    if (!has('anyoneWorks') && !mayWork) refuse(422, 'NOT_A_DOCKHAND');
    if (!has('acceptedForThePast') && isPast) refuse(422, 'PAST_DAY');
    job.status = 'planned';
    job.plannedOn = has('plannedAsWished') ? job.wishedOn : day;
    if (!has('acceptedWithoutDockhand')) job.dockhand = dockhand;
  };

  const replan = (job: Job, plannedOn: () => string): void => {
    from(job.status, 'planned', has('orderedIsReplanned') && 'ordered', has('replannedDuringWork') && 'under way');
    const day = plannedOn();
    if (!has('replannedToThePast') && day < rules.today()) refuse(422, 'PAST_DAY');
    if (!has('replanKeepsDay')) job.plannedOn = day;
    if (has('replanForgetsDockhand')) job.dockhand = null;
    if (has('replanChangesWish')) job.wishedOn = day;
  };

  const declineJob = (job: Job, given: () => string): void => {
    from(job.status, 'ordered', has('plannedIsDeclined') && 'planned');
    const reason = given();
    rules.reason(reason, 'job');
    job.status = 'declined';
    if (!has('declinedJobLosesReason')) job.reason = reason;
  };

  const start = (job: Job): void => {
    from(job.status, 'planned', has('startedTwice') && 'under way');
    const here = data.staysOf(job.boat).some(({ status }) => status === 'moored' || (has('startsBeforeArrival') && status === 'confirmed'));
    if (!has('startsAnywhere') && !here) refuse(409, 'BOAT_NOT_HERE');
    if (has('startsOnItsDayOnly') && job.plannedOn !== rules.today()) refuse(409, 'CONFLICT');
    job.status = 'under way';
  };

  const charge = (of: Omit<Charge, 'number'>): Charge => {
    const one = { number: data.next('charge'), ...of };
    data.charges.push(one);
    return one;
  };

  const finish = (me: Person, job: Job): void => {
    from(job.status, 'under way', has('finishedUnstarted') && 'planned', has('finishedTwice') && 'done');
    const stay = data.mooredStay(job.boat);
    if (stay !== undefined && !has('finishIsFree')) {
      const quantity = has('finishChargesAnHour') ? 1 : data.hours(job);
      const kind = has('workIsElectricity') ? 'electricity' : 'work';
      charge({ stay, kind, quantity, price: 55, by: me, job: has('chargeWithoutJob') ? null : job });
    }
    job.status = 'done';
    if (!has('finishUnknown')) job.finishedAt = now();
    const isLifted = has('everyJobLifts') || job.tasks.some(({ kind }) => kind === 'lift');
    const onlyFirst = has('onlyFirstTaskLifts') && job.tasks[0]?.kind !== 'lift';
    if (isLifted && !has('liftForgotten') && !onlyFirst) job.boat.lastLifted = rules.today();
    if (has('finishForgetsDockhand')) job.dockhand = null;
  };

  const withdraw = (job: Job): void => {
    from(job.status, 'ordered', 'planned', has('withdrawnDuringWork') && 'under way', has('doneIsWithdrawn') && 'done');
    const isLater = (day: string): boolean => (has('withdrawnOnTheDay') ? day >= rules.today() : day > rules.today());
    const late = job.status === 'planned' && job.plannedOn !== null && !isLater(job.plannedOn);
    if (late && !has('withdrawnAtAnyTime')) refuse(409, 'TOO_LATE_TO_WITHDRAW');
    if (has('plannedIsNotWithdrawn') && job.status === 'planned') conflict();
    job.status = has('withdrawnIsDeclined') ? 'declined' : 'withdrawn';
  };

  /** Timers in order of time: none of them starts another. */
  const timers = (): void => {
    const due: [time: number, fire: () => void][] = [];
    for (const stay of data.stays) {
      if (stay.status === 'requested') due.push([stay.createdAt + 5 * 24 * hour, () => (stay.status = 'expired')]);
      if (stay.status === 'confirmed') due.push([Date.parse(stay.arrives) + 36 * hour, () => (stay.status = 'missed')]);
    }
    for (const job of data.jobs) {
      if (job.status !== 'planned' || job.plannedOn === null) continue;
      due.push([Date.parse(job.plannedOn) + 90 * hour, () => Object.assign(job, { status: 'ordered', plannedOn: null, dockhand: null })]);
    }
    const time = now();
    for (const [at, fire] of due) if (at <= time) fire();
  };

  return {
    confirm,
    decline,
    cancel,
    arrive,
    move,
    extend,
    settle,
    depart,
    accept,
    replan,
    declineJob,
    start,
    finish,
    withdraw,
    charge,
    timers,
  };
}

export type MarinaSteps = ReturnType<typeof marinaSteps>;
