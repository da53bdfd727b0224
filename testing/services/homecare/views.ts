import type { Body } from '../hand-written.ts';
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
  totalOf,
  type Visit,
} from './data.ts';
import type { Has } from './faults.ts';
import { shownAmount, shownMoment } from './inputs.ts';

export type HomecareViews = ReturnType<typeof homecareViews>;

/** Which records and which of their parts people see. */
export function homecareViews(data: HomecareData, has: Has) {
  const seesPerson = (one: Person, me: Person): boolean => {
    switch (me.role) {
      case 'family':
        return one === me || one.role === 'carer' || (one.role === 'coordinator' && has('familiesSeeCoordinators'));
      case 'carer':
        return one === me || (one.role === 'family' && has('carersSeeFamilies'));
      case 'coordinator':
        return one.role !== 'manager';
      case 'office':
        return one === me || one.role === 'family';
      default:
        return true;
    }
  };
  const visits = (care: Care, me: Person): boolean => data.visitsOf(care).some(({ carer }) => carer === me);
  const seesCare = (one: Care, me: Person): boolean => {
    switch (me.role) {
      case 'family':
        return one.family === me;
      case 'carer': {
        const states: string[] = has('pausedIsHiddenFromCarers') ? ['running'] : ['running', 'paused'];
        return (
          (states.includes(one.state) || (one.state === 'ended' && has('carersSeeEnded'))) && (visits(one, me) || has('carersSeeAllCares'))
        );
      }
      case 'office':
        return one.state !== 'asked' || has('officeSeesAsked');
      default:
        return true;
    }
  };
  const seesTask = ({ care }: Task, me: Person): boolean => {
    if (me.role === 'family') return care.family === me;
    if (me.role === 'carer') return visits(care, me);
    return me.role !== 'office';
  };
  const seesVisit = (one: Visit, me: Person): boolean => {
    switch (me.role) {
      case 'family':
        return one.care.family === me && (one.state !== 'planned' || has('plannedIsShown'));
      case 'carer':
        return one.carer === me;
      case 'office':
        return ['done', 'missed', 'cancelled'].includes(one.state) || (one.state === 'under way' && has('officeSeesUnderWay'));
      default:
        return true;
    }
  };
  const seesAbsence = ({ carer }: Absence, me: Person): boolean =>
    me.role === 'carer' ? carer === me : me.role !== 'family' && me.role !== 'office';
  const seesInvoice = ({ care, state }: Invoice, me: Person): boolean => {
    if (me.role === 'family') return care.family === me && (state !== 'draft' || has('draftsAreShown'));
    return me.role === 'office' || me.role === 'manager';
  };
  const seesIncident = ({ visit, author, state }: Incident, me: Person): boolean => {
    if (me.role === 'family') return visit.care.family === me && (state === 'closed' || has('openIncidentsAreShown'));
    if (me.role === 'carer') return author === me;
    return me.role !== 'office';
  };

  const nameOf = (one: Person | null, me: Person): string | null => (one !== null && seesPerson(one, me) ? one.name : null);
  const numberOf = (one: Care, me: Person): number | null => (seesCare(one, me) ? one.number : null);

  const seesHours = ({ role }: Person): boolean => role === 'carer' || role === 'coordinator' || role === 'manager';
  const person = (one: Person, me: Person): Body => {
    const isSeenByFamily = one === me || has('phonesAreShown');
    const seesBlocked = me.role === 'family' ? one === me : me.role !== 'carer';
    return {
      ...{ number: one.number, name: one.name, role: one.role },
      ...(me.role !== 'family' || isSeenByFamily ? { phone: one.phone === null && has('noPhoneIsEmpty') ? '' : one.phone } : {}),
      ...{ skill: one.skill },
      ...(seesHours(me) || (me.role === 'office' && has('officeSeesHours')) ? { weeklyHours: one.weeklyHours } : {}),
      ...(seesBlocked ? { blocked: one.blocked } : {}),
      ...(has('emailsAreShown') && me.role === 'manager' ? { email: one.email } : {}),
    };
  };
  const task = (one: Task, me: Person): Body => ({
    ...{ number: one.number, care: numberOf(one.care, me) },
    ...{ title: one.title, duration: one.duration },
  });
  const care = (one: Care, me: Person): Body => {
    const isStaff = me.role === 'carer' || me.role === 'coordinator' || me.role === 'manager';
    const tasks = data.tasksOf(one).filter((each) => seesTask(each, me) || has('tasksAreCounted'));
    const done = data.visitsOf(one).filter((each) => (seesVisit(each, me) || has('visitsOfAllAreCounted')) && each.state === 'done');
    return {
      ...{ number: one.number, family: has('familiesAreNamed') ? one.family.name : nameOf(one.family, me) },
      ...{ client: one.client, birthYear: one.birthYear, wish: one.wish },
      ...(me.role !== 'office' || has('gradesAreShown') ? { grade: one.grade } : {}),
      ...{ level: one.level, hours: one.hours },
      coordinator: has('coordinatorsAreNamed') ? (one.coordinator?.name ?? null) : nameOf(one.coordinator, me),
      ...(isStaff || (me.role === 'family' && has('notesAreShown')) ? { note: one.note } : {}),
      ...{ startsOn: one.startsOn !== null && has('startIsTime') ? `${one.startsOn}T00:00:00.000Z` : one.startsOn, reason: one.reason },
      ...(me.role === 'coordinator' || me.role === 'manager' || (me.role === 'family' && has('expiredIsShown'))
        ? { expired: one.expired }
        : {}),
      ...(isStaff ? { alert: one.alert } : {}),
      ...{ state: one.state, tasks: tasks.length, done: done.length },
    };
  };
  const visit = (one: Visit, me: Person): Body => {
    const seesMoney = me.role !== 'carer' && me.role !== 'coordinator';
    const isNumbered = one.invoice !== null && seesMoney && (seesInvoice(one.invoice, me) || has('draftsAreNumbered'));
    const ticked = one.ticked.filter((each) => seesTask(each, me) || has('ticksAreShown'));
    return {
      ...{ number: one.number, care: has('endedIsNumbered') ? one.care.number : numberOf(one.care, me) },
      client: seesCare(one.care, me) || has('clientsAreNamed') ? one.care.client : null,
      carer: has('carersAreNamed') ? one.carer.name : nameOf(one.carer, me),
      ...{ starts: shownMoment(one.starts), ends: shownMoment(one.ends) },
      ticked: ticked.map(({ number }) => number),
      ...(me.role !== 'office' || has('reportsAreShown') ? { report: one.report } : {}),
      reason: one.reason,
      ...(seesMoney || (me.role === 'carer' && has('carersSeeFees')) ? { fee: has('feesAreCents') ? one.fee : shownAmount(one.fee) } : {}),
      ...(me.role !== 'coordinator' || has('coordinatorsSeeExpenses') ? { expenses: shownAmount(one.expenses) } : {}),
      ...{ invoice: isNumbered ? (one.invoice?.number ?? null) : null, state: one.state },
    };
  };
  const absence = (one: Absence, me: Person): Body => ({
    ...{ number: one.number, carer: nameOf(one.carer, me), first: one.first, last: one.last, kind: one.kind },
    ...(me.role !== 'coordinator' || has('absenceNotesAreShown') ? { note: one.note } : {}),
  });
  const invoice = (one: Invoice, me: Person): Body => {
    const billed = data.visits.filter((each) => each.invoice === one && seesVisit(each, me));
    return {
      ...{ number: one.number, care: numberOf(one.care, me), family: nameOf(one.care.family, me), month: one.month },
      ...{ net: shownAmount(one.net), discount: shownAmount(one.discount), charges: shownAmount(one.charges) },
      total: shownAmount(
        has('totalForgetsCharges') ? totalOf(one) - one.charges : has('totalForgetsDiscount') ? totalOf(one) + one.discount : totalOf(one),
      ),
      ...{ received: shownAmount(one.received), owed: has('owedIsText') ? shownAmount(owedOf(one)).toFixed(2) : shownAmount(owedOf(one)) },
      ...{ due: one.due, reminders: one.reminders },
      ...(me.role === 'office' || (me.role === 'family' && has('remarksAreShown')) ? { remark: one.remark } : {}),
      ...{ state: one.state, visits: billed.map(({ number }) => number) },
    };
  };
  const incident = (one: Incident, me: Person): Body => ({
    ...{ number: one.number, visit: seesVisit(one.visit, me) ? one.visit.number : null },
    ...{ author: nameOf(one.author, me), kind: one.kind, report: one.report },
    ...(me.role !== 'family' || has('severityIsShown') ? { severe: one.severe } : {}),
    ...(me.role !== 'carer' ? { answer: one.answer } : {}),
    ...{ closedBy: has('closersAreNamed') ? (one.closedBy?.name ?? null) : nameOf(one.closedBy, me), state: one.state },
  });
  /** What was done in a care from a moment on. */
  const statement = (of: Care, from: number | null, me: Person): Body => {
    const done = data
      .visitsOf(of)
      .filter((one) => seesVisit(one, me) && (one.state === 'done' || (one.state === 'cancelled' && has('statementHasCancelled'))));
    const since = done.filter(({ starts }) => from === null || starts >= from);
    const sum = (value: (one: Visit) => number): number => since.reduce((all, one) => all + value(one), 0);
    return {
      visits: since.length,
      minutes: sum(minutesOf),
      fees: shownAmount(sum(({ fee }) => fee)),
      expenses: shownAmount(sum(({ expenses }) => expenses)),
    };
  };
  return {
    ...{ seesPerson, seesCare, seesTask, seesVisit, seesAbsence, seesInvoice, seesIncident, seesHours, numberOf },
    ...{ person, care, task, visit, absence, invoice, incident, statement },
  };
}
