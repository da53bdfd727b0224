import type { Body } from '../hand-written.ts';
import { among, date, dayOf, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { ToolAccess } from './access.ts';
import {
  type Category,
  categoryKinds,
  depots,
  type Hire,
  hireStates,
  type Invoice,
  invoiceStates,
  type Job,
  jobKinds,
  jobStates,
  type Machine,
  machineStates,
  type Person,
  roles,
  total as sumOf,
  type ToolData,
} from './data.ts';
import type { Has } from './faults.ts';
import type { FleetSteps } from './fleet-steps.ts';
import { cents } from './inputs.ts';
import type { ToolViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: ToolData;
  readonly access: ToolAccess;
  readonly views: ToolViews;
  readonly fleet: FleetSteps;
}

/** The lists of the company. `me` is null if signed out. */
export function toolLists({ data, access, views, fleet }: Parts, has: Has, now: () => number) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetCountsPages') ? offset * limit : offset;
    const shown = found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);

    return text.toLowerCase().includes(words.toLowerCase());
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const blocked = given(query, 'blocked', flag);
    const words = query.get('words');
    const byName = (a: Person, b: Person): number => byText(a.name, b.name);
    const byNumber = (a: Person, b: Person): number => (has('newestNamesakeFirst') ? b.number - a.number : a.number - b.number);
    const all = [...data.people].sort((a, b) => byName(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me)) return false;
      if (!is(role, one.role)) return false;
      if (has('blockedIgnoresFalse') ? blocked && !one.blocked : !is(blocked, one.blocked)) return false;
      return words === null || holds(one.name, words);
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const categories = (me: Person | null, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, categoryKinds));
    const fuelled = given(query, 'fuelled', flag);
    const most = given(query, 'most', cents);
    const words = query.get('words');
    const rank = (one: Category): number => (has('kindsAreByAlphabet') ? [...categoryKinds].sort() : categoryKinds).indexOf(one.kind);
    const byKind = (a: Category, b: Category): number => rank(a) - rank(b);
    const byDay = (a: Category, b: Category): number => (has('cheapestFirst') ? a.daily - b.daily : b.daily - a.daily);
    const byCode = (a: Category, b: Category): number => byText(a.code, b.code);
    const all = [...data.categories].sort((a, b) => byKind(a, b) || byDay(a, b) || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesCategory(one, me) && !has('unlistedIsListed')) return false;
      if (!is(kind, one.kind) || !is(fuelled, one.fuelled)) return false;
      if (most !== null && (has('mostIsStrict') ? one.daily >= most : one.daily > most)) return false;
      return words === null || holds(one.name, words);
    });
    return { categories: shown.map((one) => views.category(one, me)), total };
  };
  const machines = (me: Person, query: URLSearchParams): Body => {
    const depot = given(query, 'depot', (value) => among(value, depots));
    const state = given(query, 'state', (value) => among(value, machineStates));
    const due = given(query, 'due', flag);
    const code = query.get('category');
    const byHours = (a: Machine, b: Machine): number => b.hours - a.hours;
    const bySerial = (a: Machine, b: Machine): number => (has('machinesAreByAge') ? 0 : byText(a.serial, b.serial));
    const all = [...data.machines].sort((a, b) => byHours(a, b) || bySerial(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (me.role === 'clerk' && one.depot !== me.depot && has('clerksListOwnDepot')) return false;
      if (code !== null && one.category.code !== code) return false;
      if ((!is(depot, one.depot) && !has('machineDepotIsIgnored')) || !is(state, one.state)) return false;
      return has('dueIgnoresFalse') ? !due || fleet.isDue(one) : is(due, fleet.isDue(one));
    });
    return { machines: shown.map((one) => views.machine(one, me)), total };
  };
  const hires = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, hireStates));
    const depot = given(query, 'depot', (value) => among(value, depots));
    const start = given(query, 'from', date);
    const before = given(query, 'before', date);
    const words = query.get('words');
    const byBegin = (a: Hire, b: Hire): number => byText(a.begins, b.begins) * (has('lastBeginFirst') ? -1 : 1);
    const byNumber = (a: Hire, b: Hire): number => (has('oldestHireFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.hires].sort((a, b) => byBegin(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesHire(one, me)) return false;
      if (!is(state, one.state) || !is(depot, one.depot)) return false;
      if (start !== null && (has('fromLooksAtEnd') ? one.ends < start : one.begins < start)) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.ends > before : one.ends >= before)) return false;
      if (words === null) return true;
      const isNamed = access.seesPerson(one.customer, me) || has('wordsFindFormerBuyers');
      return (isNamed && holds(one.customer.name, words)) || (has('wordsFindSites') && holds(one.site ?? '', words));
    });
    const counted = has('valueIsOfAll') ? data.hires.filter((one) => access.seesHire(one, me)) : shown;
    const value = counted.map(({ price }) => price);
    return { hires: shown.map((one) => views.hire(one, me)), total, value: views.money(sumOf(value)) };
  };
  const jobs = (me: Person, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, jobKinds));
    const state = given(query, 'state', (value) => among(value, jobStates));
    const urgent = given(query, 'urgent', flag);
    const mine = given(query, 'mine', flag);
    const serial = query.get('machine');
    const byUrgency = (a: Job, b: Job): number => (has('urgencyIsNoOrder') ? 0 : Number(b.urgent) - Number(a.urgent));
    const byNumber = (a: Job, b: Job): number => (has('newestJobFirst') ? b.number - a.number : a.number - b.number);
    const all = [...data.jobs].sort((a, b) => byUrgency(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesJob(one, me) && !has('clerksListInspections')) return false;
      if (!is(kind, one.kind) || !is(state, one.state) || !is(urgent, one.urgent)) return false;
      if (serial !== null && one.machine.serial !== serial) return false;
      if (mine === false && one.mechanic === null && has('untakenIsMine')) return false;
      return is(mine, one.mechanic === me);
    });
    return { jobs: shown.map((one) => views.job(one, me)), total };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const least = given(query, 'least', cents);
    const code = query.get('firm');
    const byDue = (a: Invoice, b: Invoice): number => byText(a.due, b.due) * (has('latestDueFirst') ? -1 : 1);
    const byNumber = (a: Invoice, b: Invoice): number => a.number - b.number;
    const all = [...data.invoices].sort((a, b) => byDue(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesInvoice(one, me) && !(me.role === 'customer' && has('customersListAllInvoices'))) return false;
      if (!is(state, one.state)) return false;
      const owed = has('leastIgnoresPaid') ? one.amount : one.amount - one.paid;
      if (least !== null && (has('leastIsStrict') ? owed <= least : owed < least)) return false;
      return code === null || one.firm?.code === code;
    });
    const counted = has('owedIsOfAll') ? data.invoices.filter((one) => access.seesInvoice(one, me)) : shown;
    const owed = counted.map((one) => one.amount - one.paid);
    return { invoices: shown.map((one) => views.invoice(one, me)), total, owed: views.money(sumOf(owed)) };
  };
  const board = (me: Person): Body => {
    const day = dayOf(now());
    const seen = data.hires.filter((one) => access.seesHire(one, me) || has('boardIsOfBothDepots'));
    const open = data.jobs.filter((one) => access.seesJob(one, me) || has('boardCountsInspections'));
    return {
      leaving: seen.filter(({ state, begins }) => state === 'reserved' && begins === day).length,
      out: seen.filter(({ state }) => state === 'out' || (state === 'overdue' && has('overdueIsOut'))).length,
      overdue: seen.filter(({ state, ends }) => state === 'overdue' || (state === 'out' && ends === day && has('lastDayIsOverdue'))).length,
      jobs: open.filter(({ state }) => state === 'open').length,
      ready: data.machines.filter((one) => one.state === 'available').length,
    };
  };
  return { people, categories, machines, hires, jobs, invoices, board };
}
