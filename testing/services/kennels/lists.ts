import type { Body } from '../hand-written.ts';
import { among, date, dayOf, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { KennelAccess } from './access.ts';
import {
  type Animal,
  builds,
  type Incident,
  type Invoice,
  invoiceStates,
  type KennelData,
  kinds,
  type Person,
  type Place,
  type Stay,
  severities,
  species,
  stayStates,
  type Task,
  taskStates,
} from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { KennelSteps } from './steps.ts';
import type { KennelViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: KennelData;
  readonly access: KennelAccess;
  readonly views: KennelViews;
  readonly steps: KennelSteps;
}

/** The lists of the kennels. `me` is null if signed out. */
export function kennelLists({ data, access, views, steps }: Parts, has: Has, now: () => number) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsFifteen') ? 15 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || (offset < 0 && !has('offsetMayBeNegative'))) invalid();
    const found = all.filter(fits);
    const from = has('offsetIsIgnored') ? 0 : Math.max(0, offset);
    return { shown: found.slice(from, from + limit), total: found.length };
  };
  const holds = (text: string, words: string): boolean =>
    has('wordsMindCase') ? text.includes(words) : text.toLowerCase().includes(words.toLowerCase());
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

  const people = (me: Person, query: URLSearchParams): Body => {
    const blocked = given(query, 'blocked', flag);
    const words = query.get('words');
    const byName = (a: Person, b: Person): number => byText(a.name, b.name) * (has('namesDescend') ? -1 : 1);
    const all = [...data.people].sort((a, b) => byName(a, b) || (has('newestOwnerFirst') ? b.number - a.number : a.number - b.number));
    const { shown, total } = page(all, query, (one) => {
      if (one.role !== 'owner' && !(has('staffIsListed') && access.seesPerson(one, me))) return false;
      if (!is(blocked, one.blocked)) return false;
      return words === null || holds(one.name, words);
    });
    return { owners: shown.map((one) => views.person(one, me)), total };
  };
  const animals = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'species', (value) => among(value, species));
    const build = given(query, 'build', (value) => among(value, builds));
    const expired = given(query, 'expired', date);
    const words = query.get('words');
    const byName = (a: Animal, b: Animal): number => (has('animalsAreByNumber') ? 0 : byText(a.name, b.name));
    const byNumber = (a: Animal, b: Animal): number => b.number - a.number;
    const all = [...data.animals].sort((a, b) => byName(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesAnimal(one, me) && !has('animalsOfAll')) return false;
      if (!is(kind, one.species) || (!is(build, one.build) && !has('buildIsIgnored'))) return false;
      if (expired !== null) {
        const until = steps.safeUntil(one);
        if (until === null && !has('unvaccinatedIsExpired')) return false;
        if (until !== null && until >= expired) return false;
      }
      if (words === null) return true;
      if (!access.isStaff(me) && !has('wordsFindHiddenNotes')) return false;
      return one.notes !== null && holds(one.notes, words);
    });
    return { animals: shown.map((one) => views.animal(one, me)), total };
  };
  const places = (me: Person | null, query: URLSearchParams): Body => {
    const kind = given(query, 'species', (value) => among(value, species));
    const roomy = given(query, 'roomy', flag);
    const most = given(query, 'most', cents);
    const byRate = (a: Place, b: Place): number => (has('cheapestFirst') ? a.rate - b.rate : b.rate - a.rate);
    const all = [...data.places].sort((a, b) => byRate(a, b) || byText(a.code, b.code) * (has('codesDescend') ? -1 : 1));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPlace(one, me) && !has('closedIsListed')) return false;
      if (!is(kind, one.species) && !has('placeSpeciesIsIgnored')) return false;
      if (has('roomyIgnoresFalse') ? roomy && !one.roomy : !is(roomy, one.roomy)) return false;
      return most === null || (has('mostIsStrict') ? one.rate < most : one.rate <= most);
    });
    return { places: shown.map((one) => views.place(one, me)), total };
  };
  const stays = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, stayStates));
    const start = given(query, 'from', date);
    const before = given(query, 'before', date);
    const [code, words] = [query.get('place'), query.get('words')];
    const byArrival = (a: Stay, b: Stay): number => byText(a.arrival, b.arrival) * (has('lastArrivalFirst') ? -1 : 1);
    const byNumber = (a: Stay, b: Stay): number => b.number - a.number;
    const all = [...data.stays].sort((a, b) => byArrival(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = me.role === 'keeper' && has('cancelledIsListed');
      if (!access.seesStay(one, me) && !isLeaked) return false;
      if (!is(state, one.state)) return false;
      const isThere = one.place.code === code && (access.seesPlace(one.place, me) || has('closedPlaceIsFound'));
      if (code !== null && !isThere) return false;
      if (start !== null && one.arrival < start) return false;
      const last = has('beforeLooksAtArrival') ? one.arrival : one.departure;
      if (before !== null && (has('beforeIncludesTheDay') ? last > before : last >= before)) return false;
      return words === null || holds(one.animal.name, words) || (has('wordsFindCompanions') && holds(one.companion?.name ?? '', words));
    });
    return { stays: shown.map((one) => views.stay(one, me)), total };
  };
  const tasks = (me: Person, query: URLSearchParams): Body => {
    const of = given(query, 'stay', integer);
    const day = given(query, 'day', date);
    const kind = given(query, 'kind', (value) => among(value, kinds));
    const state = given(query, 'state', (value) => among(value, taskStates));
    const mine = given(query, 'mine', flag);
    const byDay = (a: Task, b: Task): number => byText(a.day, b.day);
    const byKind = (a: Task, b: Task): number => kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
    const byNumber = (a: Task, b: Task): number => a.number - b.number;
    const all = [...data.tasks].sort((a, b) => byDay(a, b) || byKind(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesTask(one, me)) return false;
      const isOf = one.stay.number === of && access.seesStay(one.stay, me);
      if (of !== null && !isOf) return false;
      if (has('dayIsFrom') ? day !== null && one.day < day : !is(day, one.day)) return false;
      if (!is(kind, one.kind) || !is(state, one.state)) return false;
      if (mine === null) return true;
      if (!access.isStaff(me)) return false;
      return mine === (one.keeper === me);
    });
    return { tasks: shown.map((one) => views.task(one, me)), total };
  };
  const incidents = (me: Person, query: URLSearchParams): Body => {
    const severity = given(query, 'severity', (value) => among(value, severities));
    const closed = given(query, 'closed', flag);
    const animal = given(query, 'animal', integer);
    const rank = (one: Incident): number => severities.indexOf(one.severity) * (has('minorFirst') ? -1 : 1);
    const bySeverity = (a: Incident, b: Incident): number => rank(b) - rank(a);
    const byNumber = (a: Incident, b: Incident): number => b.number - a.number;
    const all = [...data.incidents].sort((a, b) => bySeverity(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesIncident(one, me) && !(me.role === 'keeper' && has('keepersListAllIncidents'))) return false;
      const wanted = has('severityIsTheLeast')
        ? severities.indexOf(severity ?? 'minor') <= severities.indexOf(one.severity)
        : is(severity, one.severity);
      if (!wanted || !is(closed, one.closed)) return false;
      return is(animal, one.stay.animal.number);
    });
    return { incidents: shown.map((one) => views.incident(one, me)), total };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const least = given(query, 'least', cents);
    const owner = given(query, 'owner', integer);
    const byAmount = (a: Invoice, b: Invoice): number => (has('smallestFirst') ? a.amount - b.amount : b.amount - a.amount);
    const byNumber = (a: Invoice, b: Invoice): number => a.number - b.number;
    const all = [...data.invoices].sort((a, b) => byAmount(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesInvoice(one, me) && !has('invoicesOfAll')) return false;
      if (!is(state, one.state)) return false;
      const owed = has('leastIgnoresPaid') ? one.amount : one.amount - one.paid;
      if (least !== null && (has('leastIsStrict') ? owed <= least : owed < least)) return false;
      return is(owner, one.owner.number);
    });
    const counted = has('dueIsOfAll') ? data.invoices.filter((one) => access.seesInvoice(one, me)) : shown;
    const due = counted
      .filter(({ state: at }) => at === 'open' || !has('dueIsOfOpenOnes'))
      .reduce((sum, one) => sum + one.amount - one.paid, 0);
    return { invoices: shown.map((one) => views.invoice(one, me)), total, due: views.money(due) };
  };
  const today = (me: Person): Body => {
    const day = dayOf(now());
    const seen = data.stays.filter((one) => access.seesStay(one, me) || has('todayIsOfAllStays'));
    const due = data.tasks.filter((one) => access.seesTask(one, me) || has('todayIsOfAllTasks'));
    const count = (wanted: string): number => seen.filter(({ state }) => state === wanted).length;
    return {
      present: count('present'),
      arriving: seen.filter(
        ({ state, arrival }) =>
          state === 'confirmed' && (arrival === day || (arrival < day && has('overdueIsArriving')) || has('allAreArriving')),
      ).length,
      waiting: count('waiting'),
      due: due.filter((one) => one.state === 'due' && (one.day <= day || has('laterTasksAreDue'))).length,
    };
  };
  return { people, animals, places, stays, tasks, incidents, invoices, today };
}
