import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Absence, type Care, type HomecareData, type Incident, type Invoice, minutesOf, type Task, type Visit } from './data.ts';
import type { Has, HomecareFault } from './faults.ts';

export type HomecareRules = ReturnType<typeof homecareRules>;

const hour = 3_600_000;
const aDay = 24 * hour;
/** The moment at which a date begins. */
export const startOf = (date: string): number => Date.parse(date);
export const active: readonly Visit['state'][] = ['planned', 'confirmed', 'under way'];

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function homecareRules(data: HomecareData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const daysUntil = (date: string): number => (startOf(date) - startOf(today())) / aDay;
  /** `lax`: a fault that does without the rule, or looks for an empty text only. */
  const notBlank = (value: string, lax?: HomecareFault, emptyOnly?: HomecareFault): void => {
    const isBlank = emptyOnly !== undefined && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== undefined && has(lax))) refuse(has('blankIs400') ? 400 : 422, 'BLANK');
  };
  const phone = (value: string | null, isNew: boolean): void => {
    const form = has('plusIsNoPhone') ? /^[0-9 ]{5,}$/ : has('phoneEndsAnyhow') ? /^[+]?[0-9 ]{5,}/ : /^[+]?[0-9 ]{5,}$/;
    if (value !== null && !form.test(value) && (isNew || !has('patchedPhoneIsNotChecked'))) refuse(422, 'BAD_PHONE');
  };
  const weeklyHours = (value: number): void => {
    if ((value < 0 && !has('weekMayBeNegative')) || value > 40) refuse(422, 'BAD_HOURS');
  };

  const twins = ({ family, client, number }: Care): Care[] =>
    data.cares.filter(
      (one) =>
        (one.family === family || has('clientsAreOnesOfAll')) &&
        one.client === client &&
        one.number !== number &&
        (one.state !== 'ended' || has('endedIsKnown')),
    );
  /** `was`: the care before a change; null if it is new. */
  const care = (one: Care, was: Care | null): void => {
    notBlank(one.client, was === null ? 'newClientMayBeBlank' : undefined);
    const isOld = has('oldestIsStrict') ? one.birthYear <= 1900 : one.birthYear < 1900;
    if ((isOld || one.birthYear > 2008) && !(was !== null && has('patchedYearIsNotChecked'))) refuse(422, 'BAD_YEAR');
    if (was === null) {
      const own = data.cares.filter((other) => other.family === one.family);
      const open = own.filter(({ state }) => state !== 'ended' || has('endedCaresCount'));
      if (open.length >= 3) refuse(has('manyCaresIs429') ? 429 : 409, 'TOO_MANY_CARES');
    }
    if (was !== null && (was.client === one.client || has('patchedClientMayBeKnown'))) return;
    if (twins(one).length > 0 && !has('clientsMayRepeat')) refuse(has('knownIs422') ? 422 : 409, 'KNOWN_CLIENT');
  };
  const assess = (grade: number, level: string, hours: number): void => {
    if (grade < (has('gradeOfZero') ? 0 : 1) || grade > 5) refuse(422, 'BAD_GRADE');
    if (hours < (has('noHourIsFine') ? 0 : 1) || (has('thirtyHoursAreRefused') ? hours >= 30 : hours > 30)) {
      refuse(422, 'BAD_HOURS');
    }
    const least = has('nursingOfFour') ? 4 : 3;
    if (level === 'nursing' && grade < least && !has('nursingOfAll')) refuse(has('noNursingIs409') ? 409 : 422, 'NO_NURSING');
  };

  /** `was`: the task before a change; null if it is new. */
  const task = (one: Task, was: Task | null): void => {
    notBlank(one.title, was === null ? 'newTitleMayBeBlank' : undefined);
    const isLong = one.duration > 120 && !(was !== null && has('patchedDurationIsUnbounded'));
    if (one.duration < 5 || isLong) refuse(422, 'BAD_DURATION');
    const others = data.tasksOf(one.care).filter(({ number }) => number !== one.number);
    if (was === null) {
      const isClosed = one.care.state === 'ended' || (one.care.state === 'asked' && !has('askedIsPlanned'));
      if (isClosed && !(one.care.state === 'ended' && has('endedIsPlanned'))) refuse(has('notPlannableIs422') ? 422 : 409, 'NOT_PLANNABLE');
      if (others.length >= (has('nineTasks') ? 9 : 8)) refuse(409, 'PLAN_FULL');
    }
    if (was !== null && (was.title === one.title || has('patchedTitleMayRepeat'))) return;
    const pool = has('titlesAreOnesOfAll') ? data.tasks : others;
    if (pool.some(({ title }) => title === one.title) && !has('titlesMayRepeat')) refuse(409, 'TASK_TWICE');
  };

  const overlaps = (a: Visit, b: Visit): boolean =>
    has('endsTouchStarts') ? a.starts <= b.ends && b.starts <= a.ends : a.starts < b.ends && b.starts < a.ends;
  const free = (visit: Visit): void => {
    const states: string[] = has('plannedDoNotHold')
      ? ['confirmed', 'under way']
      : has('cancelledHold')
        ? [...active, 'cancelled']
        : [...active];
    const others = data.visits.filter((one) => one.number !== visit.number && states.includes(one.state) && overlaps(one, visit));
    if (others.some(({ carer }) => carer === visit.carer) && !has('carersMayOverlap')) refuse(has('busyIs422') ? 422 : 409, 'CARER_BUSY');
    if (others.some(({ care: of }) => of === visit.care) && !has('clientsMayOverlap')) refuse(409, 'CLIENT_BUSY');
  };
  /** The minutes of the visits in the seven days up to this one. */
  const minutesBefore = (visit: Visit, isOf: (one: Visit) => boolean): number => {
    const states: string[] = [...active, ...(has('doneIsForgotten') ? [] : ['done'])];
    const week = data.visits.filter(
      (one) =>
        one.number !== visit.number &&
        isOf(one) &&
        states.includes(one.state) &&
        one.starts > visit.starts - 7 * aDay &&
        one.starts <= visit.starts,
    );
    return week.reduce((sum, one) => sum + minutesOf(one), 0);
  };
  const able = ({ care: of, carer }: Visit, lax: HomecareFault): void => {
    if (of.level === 'nursing' && carer.skill !== 'nursing' && !has(lax)) refuse(409, 'NOT_QUALIFIED');
  };
  const isAway = ({ first, last }: Absence, { starts, ends }: Pick<Visit, 'starts' | 'ends'>): boolean => {
    const until = startOf(last) + (has('lastDayIsWorked') ? 0 : aDay);
    return starts < until && ends > startOf(first);
  };
  const there = (visit: Visit, lax: HomecareFault): void => {
    const own = data.absences.filter(({ carer }) => carer === visit.carer);
    if (own.some((one) => isAway(one, visit)) && !has(lax)) refuse(409, 'CARER_ABSENT');
  };
  const works = (visit: Visit, lax: HomecareFault): void => {
    const sum = minutesBefore(visit, ({ carer }) => carer === visit.carer) + minutesOf(visit);
    const most = visit.carer.weeklyHours * 60;
    if (sum > most && !has(lax)) refuse(409, 'CARER_HOURS');
  };
  const newVisit = (visit: Visit): void => {
    const { starts, ends, care: of } = visit;
    const least = has('quarterIsEnough') ? 15 : 30;
    if (ends - starts < least * 60_000 || ends - starts > 8 * hour) refuse(422, 'BAD_DURATION');
    if (minutesOf(visit) % 15 !== 0 && !has('quartersAreNotChecked')) refuse(422, 'NO_QUARTERS');
    const late = has('nothingIsEnteredLate') ? 0 : 2;
    if (starts < now() - late * hour) refuse(422, 'PAST');
    if (starts - now() > (has('sixtyOneDays') ? 61 : 60) * aDay) refuse(422, 'TOO_FAR');
    if (of.startsOn !== null && starts < startOf(of.startsOn) && !has('visitsBeforeStart')) refuse(409, 'NOT_STARTED');
    able(visit, 'anyoneNurses');
    there(visit, 'absentArePlanned');
    free(visit);
    const sum = minutesBefore(visit, (one) => one.care === of) + minutesOf(visit);
    const most = (of.hours ?? 0) * 60;
    if ((has('careHoursAreStrict') ? sum >= most : sum > most) && !has('careHoursAreNotChecked')) refuse(409, 'TOO_MANY_HOURS');
    works(visit, 'carerHoursAreNotChecked');
  };
  const substitute = (visit: Visit): void => {
    able(visit, 'anyoneNursesInstead');
    there(visit, 'absentSubstitute');
    if (!has('substitutesMayOverlap')) free(visit);
    works(visit, 'substitutesWorkMore');
  };
  /** Before the visit's state changes. */
  const begin = ({ carer }: Visit): void => {
    const others = data.visits.filter((one) => one.carer === carer && one.state === 'under way');
    if (others.length > 0 && !has('twoAreUnderWay')) refuse(409, 'OTHER_VISIT');
  };
  const expenses = (value: number): void => {
    if ((value < 0 && !has('expensesMayBeNegative')) || (has('fiftyAreRefused') ? value >= 5000 : value > 5000)) {
      refuse(422, 'BAD_EXPENSES');
    }
  };

  const absence = (one: Absence): void => {
    const { carer, first, last } = one;
    if (first > last && !has('lastMayBeBefore')) refuse(422, 'BAD_DAYS');
    const days = (startOf(last) - startOf(first)) / aDay;
    if (days > (has('thirtyOneDays') ? 31 : 30)) refuse(422, 'TOO_LONG');
    if (daysUntil(first) < 0 && !has('absencesMayBePast')) refuse(422, 'PAST');
    const own = data.absences.filter((other) => other.carer === carer);
    const again = has('absencesMayTouch')
      ? own.filter((other) => other.first < last && other.last > first)
      : own.filter((other) => other.first <= last && other.last >= first);
    if (again.length > 0) refuse(409, 'ABSENT_ALREADY');
    const visits = data.visits.filter((visit) => visit.carer === carer && active.includes(visit.state) && isAway(one, visit));
    if (visits.length > 0 && !has('visitsDoNotMatter')) refuse(409, 'HAS_VISITS');
  };
  const absenceEnds = ({ first }: Absence): void => {
    if (first <= today() && !has('begunIsDeleted')) refuse(409, 'BEGUN');
  };

  const invoice = (one: Invoice): void => {
    if (!one.month.endsWith('-01') && !has('anyDayIsAMonth')) refuse(422, 'BAD_MONTH');
    if (one.month > today()) refuse(422, 'MONTH_TO_COME');
    const drafts = data.invoicesOf(one.care).filter(({ state }) => state === 'draft' || (state === 'sent' && has('sentHoldsDrafts')));
    if (drafts.length > 0 && !has('twoDrafts')) refuse(409, 'DRAFT_OPEN');
  };
  const discount = (one: Pick<Invoice, 'discount' | 'net'>): void => {
    const isMore = has('discountMustBeLess') ? one.discount >= one.net && one.discount > 0 : one.discount > one.net;
    if (one.discount < 0 || isMore) refuse(422, 'BAD_DISCOUNT');
  };

  const incident = ({ visit, kind, report }: Incident): void => {
    notBlank(report, 'incidentMayBeBlank');
    const same = data.incidents.filter((one) => one.visit === visit && one.kind === kind);
    const open = same.filter(({ state }) => state === 'open' || has('closedIsReported'));
    if (open.length > 0 && !has('reportedTwice')) refuse(409, 'REPORTED');
  };
  return {
    ...{ today, daysUntil, notBlank, phone, weeklyHours, care, assess, task, newVisit, substitute, begin, expenses },
    ...{ absence, absenceEnds, invoice, discount, incident },
  };
}
