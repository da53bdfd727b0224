import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Condition,
  type Contact,
  daysAfter,
  daysBetween,
  type Exhibition,
  isDelicate,
  type Loan,
  type MuseumData,
  type Transport,
  type Treatment,
  type Work,
} from './data.ts';
import type { Has } from './faults.ts';
import type { MuseumRules } from './rules.ts';

export type MuseumSteps = ReturnType<typeof museumSteps>;

/** The events of the museum's records. `now`: milliseconds since the epoch. */
export function museumSteps(data: MuseumData, rules: MuseumRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());

  const rest = (work: Work): void => {
    if (isDelicate(work) || has('allWorksRest')) work.restUntil = daysAfter(today(), has('restIsShort') ? 60 : 90);
  };
  const select = (work: Work, exhibition: Exhibition, me: Contact): void => {
    if (has('fragileBeforeState') && work.condition === 'poor') refuse(409, 'FRAGILE');
    from(work.state === 'stored' || (work.state === 'selected' && has('selectedIsSelected')));
    if (exhibition.curator !== me && !has('anyCuratorSelects')) refuse(403, has('notYoursIsForbidden') ? 'FORBIDDEN' : 'NOT_YOURS');
    const isPlanned = exhibition.state === 'planned' || (exhibition.state === 'open' && has('openShowsTakeWorks'));
    if (!isPlanned && !has('anyShowTakesWorks')) refuse(409, 'NOT_PLANNED');
    const { restUntil } = work;
    const end = has('restIsComparedWithToday') ? today() : exhibition.opens;
    const rests = restUntil !== null && (has('restEndsADayLater') ? restUntil >= end : restUntil > end);
    if (rests && !has('restIsIgnored')) refuse(409, 'RESTING');
    if (work.condition === 'poor' && !has('poorIsSelected')) refuse(409, 'FRAGILE');
    rules.select(work, exhibition);
    work.state = 'selected';
    if (!has('selectForgetsExhibition')) work.exhibition = exhibition;
  };
  const drop = (work: Work): void => {
    from(work.state === 'selected' || (work.state === 'on show' && has('shownIsDropped')));
    work.state = 'stored';
    if (!has('dropKeepsExhibition')) work.exhibition = null;
  };
  const takeDown = (work: Work): void => {
    work.state = 'stored';
    if (!has('finishKeepsExhibition')) work.exhibition = null;
    if (!has('finishForgetsRest')) rest(work);
  };
  const bringBack = (work: Work): void => {
    work.state = 'stored';
    if (!has('returnForgetsRest')) rest(work);
  };
  const deaccession = (work: Work, reason: string): void => {
    const isPromised = data
      .loansOf(work)
      .some(
        ({ state }) =>
          (state === 'requested' && !has('requestsAreNoPromise')) ||
          (state === 'approved' && !has('approvedIsNoPromise')) ||
          (state === 'returned' && has('returnedIsPromised')),
      );
    if (isPromised && !has('promisesAreIgnored')) refuse(409, has('promisedIsConflict') ? 'CONFLICT' : 'PROMISED');
    rules.notBlank(reason, 'reasonMayBeBlank');
    work.state = 'deaccessioned';
    if (!has('deaccessionForgetsReason')) work.reason = reason;
    if (has('deaccessionClearsNote')) work.note = null;
  };

  const exhibitions: Readonly<Record<string, (exhibition: Exhibition) => void>> = {
    inaugurate(exhibition) {
      from(exhibition.state === 'planned' || (exhibition.state === 'closed' && has('closedIsInaugurated')));
      const works = data.worksOf(exhibition);
      const isEarly = exhibition.opens > today() && !has('openingDayIsIgnored');
      if (isEarly && has('dayBeforeWorks')) refuse(409, 'TOO_EARLY');
      if (works.length === 0 && !has('emptyIsInaugurated')) refuse(409, has('emptyIsConflict') ? 'CONFLICT' : 'EMPTY');
      if (isEarly) refuse(409, 'TOO_EARLY');
      exhibition.state = 'open';
      if (has('inaugurateHangsNone')) return;
      for (const work of has('inaugurateHangsOne') ? works.slice(0, 1) : works) work.state = 'on show';
    },
    finish(exhibition) {
      from(exhibition.state === 'open' || (exhibition.state === 'planned' && has('plannedIsFinished')));
      exhibition.state = 'closed';
      if (has('finishMovesTheEnd')) exhibition.closes = today();
      for (const work of has('finishTakesDownOne') ? data.worksOf(exhibition).slice(0, 1) : data.worksOf(exhibition)) takeDown(work);
    },
    cancel(exhibition) {
      from(exhibition.state === 'planned' || (exhibition.state === 'open' && has('openIsCancelled')));
      exhibition.state = 'cancelled';
      if (has('cancelKeepsWorks')) return;
      for (const work of data.worksOf(exhibition)) {
        work.state = 'stored';
        if (!has('cancelKeepsExhibition')) work.exhibition = null;
        if (has('cancelLetsWorksRest')) rest(work);
      }
    },
  };

  const feeOf = (work: Work): number => {
    const share = has('feeIsCutOff')
      ? Math.floor(work.value / 100)
      : has('feeIsDouble')
        ? Math.round(work.value / 50)
        : Math.round(work.value / 100);
    if (has('cratingReplacesFee') && isDelicate(work)) return 15_000;
    const crating = has('cratingIsForAll') ? 15_000 : isDelicate(work) && !has('cratingIsFree') ? 15_000 : 0;
    return share + crating;
  };
  const decide = (loan: Loan, isForgotten: boolean): void => {
    if (!isForgotten) loan.decidedAt = now();
  };
  const approve = (loan: Loan, me: Contact): void => {
    from(loan.state === 'requested' || (loan.state === 'declined' && has('declinedIsApproved')));
    const isValuable = has('curatorLimitIsStrict') ? loan.work.value >= 5_000_000 : loan.work.value > 5_000_000;
    const isLimited = me.role === 'curator' || (me.role === 'director' && has('directorIsLimited'));
    if (isValuable && isLimited && !has('curatorsAreUnlimited')) refuse(has('needsDirectorIs409') ? 409 : 403, 'NEEDS_DIRECTOR');
    rules.approval(loan);
    loan.state = 'approved';
    decide(loan, has('approvalForgetsTime'));
  };
  const decline = (loan: Loan, answer: string): void => {
    rules.notBlank(answer, 'answerMayBeBlank');
    loan.state = 'declined';
    if (!has('declineForgetsAnswer')) loan.answer = answer;
    decide(loan, has('declineForgetsTime'));
    if (has('declineClearsFee')) loan.fee = 0;
  };
  const withdraw = (loan: Loan): void => {
    const states = has('approvedStays') ? ['requested'] : ['requested', 'approved'];
    if (has('declinedIsWithdrawn')) states.push('declined');
    from(states.includes(loan.state));
    const days = has('lastCallIsADayMore') ? 8 : has('lastCallIsADayLess') ? 6 : 7;
    const isFree = has('requestsAreWithdrawnLate') && loan.state === 'requested';
    if (daysBetween(today(), loan.starts) < days && !isFree && !has('lastCallIsIgnored')) refuse(409, 'TOO_LATE');
    loan.state = 'withdrawn';
    if (has('withdrawKeepsTransports')) return;
    for (const transport of data.transportsOf(loan)) if (transport.state === 'planned') transport.state = 'cancelled';
  };

  const leave = (loan: Loan): void => {
    const { work } = loan;
    from(loan.state === 'approved');
    from(work.state === 'stored' || has('anyWorkTravels'));
    loan.state = 'out';
    if (!has('departForgetsCondition')) loan.leftAs = work.condition;
    if (!has('departKeepsWorkStored')) work.state = 'on loan';
  };
  const comeBack = (loan: Loan): void => {
    from(loan.state === 'out');
    loan.state = 'returned';
    if (has('returnKeepsWorkOnLoan')) return;
    bringBack(loan.work);
    const isHurt = loan.work.condition === 'poor' && (loan.leftAs !== 'poor' || has('poorAlwaysSuspends'));
    if (isHurt && !has('damageIsForgiven')) loan.borrower.suspended = true;
    if (loan.work.condition !== loan.leftAs && has('anyChangeSuspends')) loan.borrower.suspended = true;
  };
  const transports: Readonly<Record<string, (transport: Transport) => void>> = {
    depart(transport) {
      from(transport.state === 'planned' || (transport.state === 'delivered' && has('deliveredDeparts')));
      const isEarly = has('departureDayIsStrict') ? transport.day >= today() : transport.day > today();
      if (isEarly && !has('departureDayIsIgnored')) refuse(409, 'TOO_EARLY');
      if (transport.direction === 'out') leave(transport.loan);
      if (transport.direction === 'back' && has('backArrivesAtOnce')) comeBack(transport.loan);
      transport.state = 'under way';
    },
    deliver(transport) {
      from(transport.state === 'under way' || (transport.state === 'planned' && has('plannedIsDelivered')));
      const isBack = transport.direction === 'back' || has('outIsReturned');
      if (isBack && !(transport.loan.state === 'returned' && has('backArrivesAtOnce'))) comeBack(transport.loan);
      transport.state = 'delivered';
    },
  };

  const finish = (treatment: Treatment, result: Condition, spent: number): void => {
    const isMore = has('spentIsStrict') ? spent >= treatment.hours : spent > treatment.hours;
    if (spent < (has('nothingMayBeSpent') ? 0 : 1) || (isMore && !has('spentIsUnlimited')))
      refuse(has('badSpentIs409') ? 409 : 422, 'BAD_SPENT');
    treatment.state = 'done';
    if (!has('finishForgetsSpent')) treatment.spent = spent;
    if (!has('finishForgetsResult')) treatment.result = result;
    if (!has('treatmentKeepsCondition')) treatment.work.condition = has('treatmentMakesGood') ? 'good' : result;
    if (!has('treatedStaysInLaboratory')) treatment.work.state = 'stored';
  };
  const treatments: Readonly<Record<string, (treatment: Treatment) => void>> = {
    begin(treatment) {
      const { work, conservator } = treatment;
      from(treatment.state === 'planned' || (treatment.state === 'dropped' && has('droppedIsBegun')));
      const isThere = work.state === 'stored' || (work.state === 'selected' && has('selectedIsTreated'));
      if (!isThere && !has('anyWorkIsTreated')) refuse(409, has('notInStoreIsConflict') ? 'CONFLICT' : 'NOT_IN_STORE');
      rules.bench(conservator);
      treatment.state = 'under way';
      if (!has('beginKeepsWorkStored')) work.state = 'in treatment';
    },
    'give-up'(treatment) {
      const { state, work } = treatment;
      const isPlanned = state === 'planned' && !has('plannedIsNotGivenUp');
      from(isPlanned || state === 'under way' || (state === 'done' && has('doneIsGivenUp')));
      if (state === 'under way' && !has('givenUpStaysInLaboratory')) work.state = 'stored';
      treatment.state = 'dropped';
    },
  };

  const reported = (work: Work, condition: Condition): void => {
    if (has('reportsOnlyWorsen') ? condition !== 'good' : !has('reportKeepsCondition')) work.condition = condition;
    const isDropped = condition === 'poor' || (condition === 'fair' && has('fairIsDropped'));
    if (isDropped && work.state === 'selected' && !has('poorStaysSelected')) drop(work);
  };
  return { from, select, drop, deaccession, exhibitions, feeOf, approve, decline, withdraw, transports, finish, treatments, reported };
}
