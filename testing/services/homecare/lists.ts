import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import {
  type Absence,
  absenceKinds,
  type Care,
  type HomecareData,
  type Incident,
  type Invoice,
  incidentKinds,
  owedOf,
  type Person,
  skills,
  type Task,
  type Visit,
} from './data.ts';
import type { Has } from './faults.ts';
import { amount, moment } from './inputs.ts';
import type { HomecareViews } from './views.ts';

const careStates = ['asked', 'assessed', 'agreed', 'running', 'paused', 'ended'];
const visitStates = ['planned', 'confirmed', 'under way', 'done', 'missed', 'cancelled'];
const invoiceStates = ['draft', 'sent', 'paid', 'withdrawn'];

/** The lists that people see. */
export function homecareLists(data: HomecareData, views: HomecareViews, has: Has) {
  const paging = (query: URLSearchParams): { limit: number; offset: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || (limit > 1000 && !has('limitIsUnbounded')) || offset < 0) invalid();
    return { limit, offset };
  };
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const { limit, offset } = paging(query);
    const found = all.filter(fits);
    const start = has('offsetIsIgnored') ? 0 : has('offsetBeginsAtOne') ? Math.max(0, offset - 1) : offset;
    return {
      shown: found.slice(start, start + limit),
      total: has('totalIsOfThePage') ? Math.min(limit, found.length) : found.length,
    };
  };
  const byNumber = (a: { number: number }, b: { number: number }): number => a.number - b.number;
  /** Those without a value come last, in both directions. */
  const descending = (a: number | null, b: number | null): number => (a === b ? 0 : a === null ? 1 : b === null ? -1 : b - a);

  const carers = (me: Person, query: URLSearchParams): Body => {
    const skill = given(query, 'skill', (value) => among(value, skills));
    const least = given(query, 'least', integer);
    const byHours = (a: Person, b: Person): number =>
      !views.seesHours(me) || has('carersAreByNumber')
        ? 0
        : has('fewestHoursFirst')
          ? a.weeklyHours - b.weeklyHours
          : b.weeklyHours - a.weeklyHours;
    const all = [...data.people].sort((a, b) => byHours(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (one.role !== 'carer') return false;
      if (skill !== null && one.skill !== skill) return false;
      if (least === null) return true;
      if (!views.seesHours(me) && !has('leastFindsHidden')) return false;
      return has('leastIsStrict') ? one.weeklyHours > least : one.weeklyHours >= least;
    });
    return { carers: shown.map((one) => views.person(one, me)), total };
  };
  const holds = (value: string | null, words: string): boolean => value?.toLowerCase().includes(words.toLowerCase()) === true;
  const cares = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, careStates));
    const level = given(query, 'level', (value) => among(value, skills));
    const coordinator = given(query, 'coordinator', integer);
    const words = query.get('words');
    const byHours = (a: Care, b: Care): number => {
      if (has('caresAreByNumber')) return 0;
      if (has('noHoursComeFirst')) return (b.hours ?? 99) - (a.hours ?? 99);
      return descending(a.hours, b.hours);
    };
    const all = [...data.cares].sort((a, b) => byHours(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'family' && has('caresOfAllFamilies');
      if (!views.seesCare(one, me) && !isLeaked) return false;
      if (state !== null && one.state !== state && !(level !== null && has('stateIsIgnoredWithLevel'))) return false;
      if (level !== null && one.level !== level) return false;
      if (coordinator !== null) {
        const isSeen = one.coordinator !== null && (views.seesPerson(one.coordinator, me) || has('hiddenCoordinatorIsFiltered'));
        if (!isSeen || one.coordinator?.number !== coordinator) return false;
      }
      if (words === null) return true;
      const seesNote = (me.role !== 'family' && me.role !== 'office') || has('wordsFindHiddenNotes');
      return holds(one.client, words) || (seesNote && holds(one.note, words));
    });
    return { cares: shown.map((one) => views.care(one, me)), total };
  };
  const tasks = (of: Care, me: Person, query: URLSearchParams): Body => {
    const byDuration = (a: Task, b: Task): number => (has('tasksAreByNumber') ? 0 : b.duration - a.duration);
    const all = [...(has('tasksOfAllAreListed') ? data.tasks : data.tasksOf(of))].sort((a, b) => byDuration(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => views.seesTask(one, me));
    return { tasks: shown.map((one) => views.task(one, me)), total };
  };
  const visits = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'care', integer);
    const carer = given(query, 'carer', integer);
    const state = given(query, 'state', (value) => among(value, visitStates));
    const from = given(query, 'from', moment);
    const before = given(query, 'before', moment);
    const byStart = (a: Visit, b: Visit): number => (has('visitsAreByNumber') ? 0 : a.starts - b.starts);
    const all = [...data.visits].sort((a, b) => byStart(a, b) || (has('oldestOfAMomentFirst') ? byNumber(a, b) : byNumber(b, a)));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked =
        (me.role === 'family' && one.care.family === me && has('plannedIsListed')) ||
        (me.role === 'carer' && one.state !== 'planned' && has('visitsOfColleagues')) ||
        (me.role === 'office' && has('visitsToComeAreListed'));
      if (!views.seesVisit(one, me) && !isLeaked) return false;
      if (of !== null && views.numberOf(one.care, me) !== of && !(one.care.number === of && has('hiddenCareIsFiltered'))) return false;
      const isOfCarer = one.carer.number === carer && views.seesPerson(one.carer, me);
      if (carer !== null && !isOfCarer) return false;
      if (state !== null && one.state !== state && !(state === 'planned' && one.state === 'confirmed' && has('plannedFindsConfirmed')))
        return false;
      if (from !== null && (has('fromIsStrict') ? one.starts <= from : one.starts < from)) return false;
      return before === null || (has('beforeIncludes') ? one.starts <= before : one.starts < before);
    });
    return { visits: shown.map((one) => views.visit(one, me)), total };
  };
  const absences = (me: Person, query: URLSearchParams): Body => {
    const carer = given(query, 'carer', integer);
    const kind = given(query, 'kind', (value) => among(value, absenceKinds));
    const on = given(query, 'on', date);
    const byFirst = (a: Absence, b: Absence): number =>
      has('lastAbsenceFirst') ? Date.parse(b.first) - Date.parse(a.first) : Date.parse(a.first) - Date.parse(b.first);
    const all = [...data.absences].sort((a, b) => byFirst(a, b) || byNumber(b, a));
    const { shown, total } = page(all, query, (one) => {
      if (!views.seesAbsence(one, me) && !(me.role === 'carer' && has('absencesOfColleagues'))) return false;
      if (carer !== null && one.carer.number !== carer) return false;
      if (kind !== null && one.kind !== kind) return false;
      if (on === null) return true;
      return one.first <= on && (has('lastDayIsNotOn') ? one.last > on : one.last >= on);
    });
    return { absences: shown.map((one) => views.absence(one, me)), total };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'care', integer);
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const owing = given(query, 'owing', amount);
    const before = given(query, 'before', date);
    const dueOf = ({ due }: Invoice): number => (due === null ? Number.MAX_SAFE_INTEGER : Date.parse(due));
    const byDue = (a: Invoice, b: Invoice): number => {
      if (has('draftsComeFirst')) return (a.due === null ? 0 : dueOf(a)) - (b.due === null ? 0 : dueOf(b));
      return dueOf(a) - dueOf(b);
    };
    const all = [...data.invoices].sort((a, b) => byDue(a, b) || (has('oldestInvoiceFirst') ? byNumber(a, b) : byNumber(b, a)));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'family' && one.state !== 'draft' && has('invoicesOfAllFamilies');
      if (!views.seesInvoice(one, me) && !isLeaked) return false;
      if (of !== null && views.numberOf(one.care, me) !== of) return false;
      if (state !== null && one.state !== state) return false;
      const owed = has('owingIgnoresReceived') ? owedOf(one) + one.received : owedOf(one);
      if (owing !== null && owed < owing) return false;
      if (before === null) return true;
      return one.due !== null && (has('beforeIncludesTheDay') ? one.due <= before : one.due < before);
    });
    return { invoices: shown.map((one) => views.invoice(one, me)), total };
  };
  const incidents = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'visit', integer);
    const kind = given(query, 'kind', (value) => among(value, incidentKinds));
    const severe = given(query, 'severe', flag);
    const state = given(query, 'state', (value) => among(value, ['open', 'closed']));
    const all = [...data.incidents].sort((a, b) => byNumber(b, a));
    const { shown, total } = page(all, query, (one: Incident) => {
      const isLeaked =
        (me.role === 'family' && one.visit.care.family === me && has('openIncidentsAreListed')) ||
        (me.role === 'carer' && has('incidentsOfColleagues'));
      if (!views.seesIncident(one, me) && !isLeaked) return false;
      if (of !== null && !(views.seesVisit(one.visit, me) && one.visit.number === of)) return false;
      if (kind !== null && one.kind !== kind) return false;
      if (state !== null && one.state !== state) return false;
      if (severe === null) return true;
      if (me.role === 'family' && !has('severeFindsHidden')) return false;
      return has('severeIgnoresFalse') ? one.severe || !severe : one.severe === severe;
    });
    return { incidents: shown.map((one) => views.incident(one, me)), total };
  };
  return { paging, carers, cares, tasks, visits, absences, invoices, incidents };
}
