import { refuse } from '../hand-written.ts';
import { dayOf, invalid } from '../hand-written-inputs.ts';
import {
  type Absence,
  type Care,
  type HomecareData,
  type Incident,
  type Invoice,
  minutesOf,
  owedOf,
  type Person,
  type Task,
  type Visit,
} from './data.ts';
import type { Has, HomecareFault } from './faults.ts';
import { type HomecareRules, startOf } from './rules.ts';

const hour = 3_600_000;

/** The events of the company's records. `now`: milliseconds since the epoch. */
export function homecareSteps(data: HomecareData, rules: HomecareRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const notBlocked = ({ blocked }: Person, lax: HomecareFault): void => {
    if (blocked && !has(lax)) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
  };

  const assess = (one: Care, grade: number, level: string, hours: number, me: Person): void => {
    rules.assess(grade, level, hours);
    one.state = 'assessed';
    one.assessedAt = now();
    one.grade = grade;
    one.level = level;
    if (!has('assessForgetsHours')) one.hours = hours;
    if (!has('assessForgetsCoordinator') && !(has('firstCoordinatorStays') && one.coordinator !== null)) one.coordinator = me;
  };
  const agree = (one: Care): void => {
    from(one.state === 'assessed' || (one.state === 'asked' && has('askedIsAgreed')));
    notBlocked(one.family, 'blockedAgree');
    one.state = 'agreed';
  };
  const decline = (one: Care, wish: string): void => {
    one.state = has('declineEnds') ? 'ended' : 'asked';
    if (!has('declineForgetsWish')) one.wish = wish;
  };
  /** Offers that nobody agreed to in time. */
  const expire = (): void => {
    const days = has('offersLastForAWeek') ? 7 : 14;
    const isOver = (one: Care): boolean => one.state === 'assessed' && one.assessedAt + days * 24 * hour <= now();
    for (const one of has('offersLastForEver') ? [] : data.cares.filter(isOver)) {
      one.state = has('offersEnd') ? 'ended' : 'asked';
      if (!has('expiredIsNotCounted')) one.expired += 1;
    }
  };
  const start = (one: Care, day: string): void => {
    if (data.tasksOf(one).length === 0 && !has('planIsNotNeeded')) refuse(409, 'NO_PLAN');
    const days = rules.daysUntil(day);
    const most = has('startWithinTwoWeeks') ? 14 : 30;
    if ((days < 0 && !has('startMayBePast')) || days > most) refuse(422, 'BAD_START');
    one.state = 'running';
    one.startsOn = day;
  };
  /** `kept`: a fault that keeps the visits that are planned. */
  const dropVisits = (one: Care, kept: HomecareFault): void => {
    const isDropped = ({ state }: Visit): boolean => state === 'planned' || (state === 'confirmed' && !has('confirmedIsNotDropped'));
    const dropped = has(kept) ? [] : data.visitsOf(one).filter(isDropped);
    for (const visit of has('oneVisitIsDropped') ? dropped.slice(0, 1) : dropped) {
      visit.state = 'cancelled';
    }
  };
  const pause = (one: Care, reason: string): void => {
    rules.notBlank(reason, 'pauseMayBeBlank');
    one.state = 'paused';
    if (!has('pauseForgetsReason')) one.reason = reason;
    dropVisits(one, 'pauseKeepsVisits');
  };
  const resume = (one: Care): void => {
    from(one.state === 'paused');
    if (one.alert && !has('alertDoesNotHold')) refuse(409, 'ALERT');
    const isReminded = data
      .invoicesOf(one)
      .some(
        ({ state, reminders }) => (state === 'sent' || (state === 'paid' && has('paidHoldsToo'))) && (reminders > 0 || has('sentHolds')),
      );
    const isBlocked = one.family.blocked && !has('blockedResume');
    if (isBlocked || (isReminded && !has('remindedResume'))) refuse(has('unpaidIs409') ? 409 : 402, 'UNPAID');
    one.state = 'running';
    if (!has('resumeKeepsReason')) one.reason = null;
  };
  const end = (one: Care, reason: string): void => {
    if (data.visitsOf(one).some(({ state }) => state === 'under way') && !has('underWayIsEnded')) refuse(409, 'VISIT_RUNNING');
    rules.notBlank(reason, undefined, 'endMayBeSpaces');
    one.state = 'ended';
    one.reason = reason;
    dropVisits(one, 'endKeepsVisits');
  };

  const confirm = (one: Visit): void => {
    from(one.state === 'planned');
    one.state = has('confirmBegins') ? 'under way' : 'confirmed';
  };
  const substitute = (one: Visit, carer: Person): void => {
    if (one.carer === carer && !has('sameCarerSubstitutes')) refuse(422, 'SAME_CARER');
    rules.substitute({ ...one, carer });
    if (!has('substituteIsForgotten')) one.carer = carer;
    if (!has('substituteStaysConfirmed')) one.state = 'planned';
  };
  const begin = (one: Visit): void => {
    from(one.state === 'confirmed' || (one.state === 'planned' && has('plannedBegins')));
    const early = (has('anHourEarly') ? 60 : has('notEarly') ? 0 : 15) * 60_000;
    if (one.starts - now() > early) refuse(has('tooEarlyIs422') ? 422 : 409, 'TOO_EARLY');
    rules.begin(one);
    one.state = 'under way';
  };
  const finish = (one: Visit, report: string, expenses: number | null | undefined): void => {
    if (one.ticked.length === 0 && !has('nothingIsDone')) refuse(409, 'NOTHING_DONE');
    if (has('allMustBeTicked') && one.ticked.length < data.tasksOf(one.care).length) refuse(409, 'NOTHING_DONE');
    const spent = expenses === undefined ? one.expenses : (expenses ?? invalid());
    rules.expenses(spent);
    rules.notBlank(report, 'reportMayBeBlank');
    one.state = 'done';
    if (!has('finishForgetsReport')) one.report = report;
    if (!has('finishForgetsExpenses')) one.expenses = spent;
    const nursing = has('nursingCostsAsBasic') ? 850 : 1200;
    const rate = (has('rateIsOfTheCarer') ? one.carer.skill : one.care.level) === 'nursing' ? nursing : 850;
    const quarters = has('wholeHoursAreBilled') ? Math.trunc(minutesOf(one) / 60) * 4 : minutesOf(one) / 15;
    if (!has('finishForgetsFee')) one.fee = rate * quarters;
  };
  const miss = (one: Visit, reason: string): void => {
    if (one.starts > now() && !has('missedBefore')) refuse(409, 'NOT_YET');
    rules.notBlank(reason);
    one.state = has('missCancels') ? 'cancelled' : 'missed';
    one.reason = reason;
  };
  const cancel = (one: Visit, reason: string, me: Person): void => {
    if (one.starts <= now() && !has('cancelledLate')) refuse(409, 'TOO_LATE');
    rules.notBlank(reason, 'cancelMayBeBlank');
    one.state = 'cancelled';
    if (!has('cancelForgetsReason')) one.reason = reason;
    const notice = (has('noticeOfTwelveHours') ? 12 : 24) * hour;
    const isFamily = me.role === 'family' || has('coordinatorsCostToo');
    if (isFamily && (one.starts - now() < notice || has('cancellingCostsAlways')) && !has('shortNoticeIsFree')) one.fee = 1500;
  };
  const tick = (visit: Visit, task: Task): void => {
    underWay(visit);
    if (task.care !== visit.care && !has('otherPlansAreTicked')) refuse(422, 'OTHER_PLAN');
    if (visit.ticked.includes(task)) return;
    visit.ticked = has('tickReplaces') ? [task] : [...visit.ticked, task].sort((a, b) => a.number - b.number);
  };
  const untick = (visit: Visit, task: Task): void => {
    underWay(visit);
    if (has('untickDoesNothing')) return;
    visit.ticked = has('untickClears') ? [] : visit.ticked.filter((one) => one !== task);
  };
  const underWay = ({ state }: Visit): void => {
    const isThere = state === 'under way' || (state === 'done' && has('doneIsTicked'));
    if (!isThere) refuse(409, 'NOT_UNDER_WAY');
  };

  const monthAfter = (month: string): number => {
    const [year = 0, number = 0, day = 0] = month.split('-').map(Number);
    const last = new Date(Date.UTC(year, number + 1, 0)).getUTCDate();
    return Date.UTC(year, number, Math.min(day, last));
  };
  const bill = (care: Care, month: string, remark: string | null): Invoice => {
    const isDue = ({ invoice, fee, expenses, starts, state }: Visit): boolean => {
      if (invoice !== null && !has('billedTwice')) return false;
      if (state === 'cancelled' && has('cancelledIsNotBilled')) return false;
      if (fee + expenses <= 0) return false;
      return has('allMonthsAreBilled') || (starts >= startOf(month) && starts < monthAfter(month));
    };
    const visits = (has('visitsOfAllAreBilled') ? data.visits : data.visitsOf(care)).filter(isDue);
    if (visits.length === 0 && !has('nothingIsBilled')) refuse(has('nothingToBillIs422') ? 422 : 409, 'NOTHING_TO_BILL');
    const sum = (of: (visit: Visit) => number): number => visits.reduce((all, visit) => all + of(visit), 0);
    const one: Invoice = {
      ...{ number: data.next(), care, month, remark },
      net: has('netForgetsExpenses') ? sum(({ fee }) => fee) : sum(({ fee, expenses }) => fee + expenses),
      ...{ discount: 0, charges: 0, received: 0, due: null, reminders: 0, state: 'draft' },
    };
    rules.invoice(one);
    for (const visit of has('oneVisitIsBilled') ? visits.slice(0, 1) : has('billForgetsVisits') ? [] : visits) visit.invoice = one;
    data.invoices.push(one);
    return one;
  };
  const send = (one: Invoice, due: string): void => {
    const days = rules.daysUntil(due);
    const isPast = days < 0 && !has('dueMayBePast');
    if (isPast || days > 60) refuse(422, 'BAD_DUE');
    one.state = 'sent';
    one.due = due;
  };
  const pay = (one: Invoice, amount: number): void => {
    const owed = has('payIgnoresReceived') ? owedOf(one) + one.received : owedOf(one);
    const isMore = has('payMustBeLess') ? amount >= owed : amount > owed;
    if ((has('payNothing') ? amount < 0 : amount <= 0) || (isMore && !has('payMore')))
      refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    const isAll = amount === owed;
    one.received = has('payReplaces') ? amount : one.received + amount;
    if (isAll && !has('paidStaysSent')) one.state = 'paid';
  };
  const remind = (one: Invoice): void => {
    from(one.state === 'sent');
    if (one.reminders >= (has('fourReminders') ? 4 : 3)) refuse(has('remindedIs429') ? 429 : 409, 'REMINDED_ENOUGH');
    const isDue = one.due !== null && (has('dueIsStrict') ? one.due < dayOf(now()) : one.due <= dayOf(now()));
    if (!isDue && !has('remindedBefore')) refuse(409, 'NOT_DUE');
    if (!has('remindersAreNotCounted')) one.reminders += 1;
    if (!has('remindersAreFree')) one.charges += 500;
    if (one.reminders === 3 && !has('remindersDoNotBlock')) one.care.family.blocked = true;
  };
  const withdraw = (one: Invoice): void => {
    const states = has('draftIsKept') ? ['sent'] : has('paidIsWithdrawn') ? ['draft', 'sent', 'paid'] : ['draft', 'sent'];
    from(states.includes(one.state));
    if (one.received > 0 && !has('partlyPaidIsWithdrawn')) refuse(409, 'PARTLY_PAID');
    one.state = 'withdrawn';
    if (!has('withdrawKeepsVisits')) for (const visit of data.visits) if (visit.invoice === one) visit.invoice = null;
  };

  const report = (one: Incident): void => {
    const states: string[] = has('onlyUnderWayIsReported') ? ['under way'] : ['under way', 'done'];
    if (has('confirmedIsReported')) states.push('confirmed');
    if (!states.includes(one.visit.state)) refuse(409, 'NOT_BEGUN');
    rules.incident(one);
    data.incidents.push(one);
    if (one.severe && !has('severeDoesNotAlert')) one.visit.care.alert = true;
  };
  const close = (one: Incident, answer: string, me: Person): void => {
    rules.notBlank(answer);
    one.state = 'closed';
    if (!has('closeForgetsAnswer')) one.answer = answer;
    if (!has('closeForgetsWho')) one.closedBy = me;
    const { care } = one.visit;
    const others = data.incidents.filter((other) => other.visit.care === care);
    const isOpen = others.some(({ severe, state }) => (severe || has('mildHoldsAlert')) && state === 'open');
    if (!has('closeKeepsAlert')) care.alert = isOpen;
  };
  const deleteAbsence = (one: Absence): void => {
    rules.absenceEnds(one);
    if (!has('absenceStays')) data.absences = data.absences.filter((other) => other !== one);
  };
  return {
    ...{ from, notBlocked, assess, agree, decline, expire, start, pause, resume, end },
    ...{ confirm, substitute, begin, finish, miss, cancel, tick, untick },
    ...{ bill, send, pay, remind, withdraw, report, close, deleteAbsence },
  };
}
