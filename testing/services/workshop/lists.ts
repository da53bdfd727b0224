import type { Body } from '../hand-written.ts';
import { among, date, dayOf, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { WorkshopAccess } from './access.ts';
import {
  type Appointment,
  appointmentStates,
  bays,
  type Claim,
  carStates,
  claimStates,
  fuels,
  type Invoice,
  type Item,
  invoiceKinds,
  invoiceStates,
  isHolding,
  itemStates,
  type Job,
  jobStates,
  type LoanCar,
  type Person,
  roles,
  type Supply,
  skills,
  sumOf,
  supplyStates,
  type Vehicle,
  type WorkshopData,
} from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { JobSteps } from './job-steps.ts';
import type { WorkshopViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};
/** Yes comes before no. */
const byFlag = (a: boolean, b: boolean): number => Number(b) - Number(a);

interface Parts {
  readonly data: WorkshopData;
  readonly access: WorkshopAccess;
  readonly views: WorkshopViews;
  readonly jobs: JobSteps;
}

/** The lists of the workshop. `me` is null if signed out. */
export function workshopLists({ data, access, views, jobs: onJobs }: Parts, has: Has, now: () => number) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || (limit > 1000 && !has('limitIsUnbounded')) || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetCountsPages') ? offset * limit : has('offsetSkipsOneMore') && offset > 0 ? offset + 1 : offset;
    const shown = found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    if (has('wordsMindCase')) return text.includes(words);
    return text.toLowerCase().includes(words.toLowerCase());
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;
  const choice = (query: URLSearchParams, name: string, values: readonly string[]): string | null =>
    given(query, name, (value) => among(value, values, has('unknownChoicesFindNothing')));

  const people = (me: Person, query: URLSearchParams): Body => {
    const [role, skill] = [choice(query, 'role', roles), choice(query, 'skill', skills)];
    const blocked = given(query, 'blocked', flag);
    const words = query.get('words');
    const byMisses = (a: Person, b: Person): number => b.misses - a.misses;
    const byNumber = (a: Person, b: Person): number => a.number - b.number;
    const all = [...data.people].sort((a, b) => byMisses(a, b) || byText(a.name, b.name) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me) || !is(role, one.role)) return false;
      if (skill !== null && one.skill !== skill) return false;
      if (has('blockedIgnoresFalse') ? blocked && !one.blocked : !is(blocked, one.blocked)) return false;
      return words === null || holds(one.name, words) || (has('wordsFindEmails') && holds(one.email, words));
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const vehicles = (me: Person, query: URLSearchParams): Body => {
    const fuel = choice(query, 'fuel', fuels);
    const active = given(query, 'active', flag);
    const least = given(query, 'least', integer);
    const words = query.get('words');
    const byYear = (a: Vehicle, b: Vehicle): number => (has('oldestVehicleFirst') ? a.year - b.year : b.year - a.year);
    const byPlate = (a: Vehicle, b: Vehicle): number => byText(a.plate, b.plate);
    const all = [...data.vehicles].sort((a, b) => byYear(a, b) || byPlate(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesVehicle(one, me) && !(me.role === 'customer' && has('customersListAllVehicles'))) return false;
      if (!is(fuel, one.fuel) || !is(active, one.active)) return false;
      if (least !== null && (has('leastMileageIsStrict') ? one.mileage <= least : one.mileage < least)) return false;
      return words === null || holds(one.make, words) || (has('wordsFindPlates') && holds(one.plate, words));
    });
    return { vehicles: shown.map((one) => views.vehicle(one, me)), total };
  };
  const appointments = (me: Person, query: URLSearchParams): Body => {
    const [bay, state] = [choice(query, 'bay', bays), choice(query, 'state', appointmentStates)];
    const [start, until] = [given(query, 'from', date), given(query, 'until', date)];
    const plate = query.get('plate');
    const byDay = (a: Appointment, b: Appointment): number => byText(a.day, b.day);
    const byHour = (a: Appointment, b: Appointment): number => a.starts - b.starts;
    const byNumber = (a: Appointment, b: Appointment): number =>
      has('oldestAppointmentFirst') ? a.number - b.number : b.number - a.number;
    const all = [...data.appointments].sort((a, b) => byDay(a, b) || byHour(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesAppointment(one, me) || !is(bay, one.bay) || !is(state, one.state)) return false;
      if (start !== null && (has('fromIsStrict') ? one.day <= start : one.day < start)) return false;
      if (until !== null && one.day > until) return false;
      return plate === null || (one.vehicle.plate === plate && (access.seesVehicle(one.vehicle, me) || has('platesFindSoldVehicles')));
    });
    return { appointments: shown.map((one) => views.appointment(one, me)), total };
  };
  const jobs = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', jobStates);
    const [warranty, mine] = [given(query, 'warranty', flag), given(query, 'mine', flag)];
    const [plate, words] = [query.get('plate'), query.get('words')];
    const byWarranty = (a: Job, b: Job): number => (has('warrantyIsNoOrder') ? 0 : byFlag(a.warranty, b.warranty));
    const byNumber = (a: Job, b: Job): number => (has('oldestJobFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.jobs].sort((a, b) => byWarranty(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesJob(one, me) || !is(state, one.state)) return false;
      if (!is(warranty, one.warranty) || !is(mine, one.mechanic === me)) return false;
      if (plate !== null && (one.vehicle.plate !== plate || !access.seesVehicle(one.vehicle, me))) return false;
      return words === null || holds(one.complaint, words);
    });
    return { jobs: shown.map((one) => views.job(one, me)), total, minutes: onJobs.sumOfMinutes(shown) };
  };
  const items = (me: Person, query: URLSearchParams): Body => {
    const [state, skill] = [choice(query, 'state', itemStates), choice(query, 'skill', skills)];
    const [urgent, finding] = [given(query, 'urgent', flag), given(query, 'finding', flag)];
    const byUrgency = (a: Item, b: Item): number => byFlag(a.urgent, b.urgent);
    const byMinutes = (a: Item, b: Item): number => (has('shortestItemFirst') ? a.minutes - b.minutes : b.minutes - a.minutes);
    const byNumber = (a: Item, b: Item): number => a.number - b.number;
    const all = [...data.items].sort((a, b) => byUrgency(a, b) || byMinutes(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesItem(one, me) || !is(state, one.state) || !is(urgent, one.urgent)) return false;
      if (me.role === 'mechanic' && has('mechanicsListTheirSkill') && one.skill !== me.skill && one.skill !== 'general') return false;
      if (skill !== null && one.skill !== skill) return false;
      return has('findingIgnoresFalse') ? !finding || one.finding : is(finding, one.finding);
    });
    return { items: shown.map((one) => views.item(one, me)), total };
  };
  const parts = (me: Person | null, query: URLSearchParams): Body => {
    const low = given(query, 'low', flag);
    const most = given(query, 'most', cents);
    const words = query.get('words');
    const all = [...data.parts].sort((a, b) => byText(a.name, b.name));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPart(one, me)) return false;
      if (low !== null && !access.isStaff(me) && !has('visitorsFindLowParts')) return false;
      const isLow = has('minimumIsLow') ? one.stock <= one.minimum : one.stock < one.minimum;
      if (has('lowIgnoresFalse') ? low && !isLow : !is(low, isLow)) return false;
      if (most !== null && (has('mostIsStrict') ? one.price >= most : one.price > most)) return false;
      return words === null || holds(one.name, words);
    });
    return { parts: shown.map((one) => views.part(one, me)), total };
  };
  const supplies = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', supplyStates);
    const before = given(query, 'before', date);
    const code = query.get('part');
    const rank = ({ expected }: Supply): string => expected ?? (has('unexpectedFirst') ? '' : '~');
    const byDay = (a: Supply, b: Supply): number => byText(rank(a), rank(b));
    const all = [...data.supplies].sort((a, b) => byDay(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesSupply(one, me) || !is(state, one.state)) return false;
      if (code !== null && one.part.code !== code) return false;
      if (before === null) return true;
      return one.expected !== null && (has('beforeIncludesTheDay') ? one.expected <= before : one.expected < before);
    });
    const amounts = shown.map((one) => one.price * (has('valueCountsReceived') ? one.quantity : one.quantity - one.received));
    const isHidden = me.role === 'mechanic' && shown.length > 0 && !has('mechanicsSeeSupplyValue');
    return { supplies: shown.map((one) => views.supply(one, me)), total, value: isHidden ? null : views.money(sumOf(amounts)) };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const [state, kind] = [choice(query, 'state', invoiceStates), choice(query, 'kind', invoiceKinds)];
    const least = given(query, 'least', cents);
    const byDue = (a: Invoice, b: Invoice): number => byText(a.due, b.due);
    const byAmount = (a: Invoice, b: Invoice): number => b.amount - a.amount;
    const all = [...data.invoices].sort((a, b) => byDue(a, b) || byAmount(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesInvoice(one, me)) return false;
      if (!is(state, one.state) || !is(kind, one.kind)) return false;
      if (one.state === 'waived' && state === null && has('waivedIsLeftOut')) return false;
      return least === null || one.amount - one.paid >= least;
    });
    const counted = has('owedIsOfAll') ? data.invoices.filter((one) => access.seesInvoice(one, me)) : shown;
    const owed = counted.map(({ amount, paid }) => amount - paid);
    return { invoices: shown.map((one) => views.invoice(one, me)), total, owed: views.money(sumOf(owed)) };
  };
  const claims = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', claimStates);
    const urgent = given(query, 'urgent', flag);
    const byUrgency = (a: Claim, b: Claim): number => (has('urgentClaimsAreNotAhead') ? 0 : byFlag(a.urgent, b.urgent));
    const byNumber = (a: Claim, b: Claim): number => a.number - b.number;
    const all = [...data.claims].sort((a, b) => byUrgency(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => access.seesClaim(one, me) && is(state, one.state) && is(urgent, one.urgent));
    return { claims: shown.map((one) => views.claim(one, me)), total };
  };
  const cars = (me: Person, query: URLSearchParams): Body => {
    const state = choice(query, 'state', carStates);
    const most = given(query, 'most', cents);
    const byPrice = (a: LoanCar, b: LoanCar): number => (has('dearestCarFirst') ? b.daily - a.daily : a.daily - b.daily);
    const all = [...data.cars].sort((a, b) => byPrice(a, b) || byText(a.plate, b.plate));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesCar(one, me)) return false;
      if (!is(state, one.state)) return false;
      if (one.state === 'retired' && state === null && has('retiredCarsAreLeftOut')) return false;
      return most === null || one.daily <= most;
    });
    return { cars: shown.map((one) => views.car(one, me)), total };
  };
  const board = (me: Person): Body => {
    const day = dayOf(now());
    const seen = data.appointments.filter((one) => access.seesAppointment(one, me) || has('boardCountsHiddenAppointments'));
    const own = data.jobs.filter((one) => access.seesJob(one, me));
    const inState = (...states: readonly string[]): number => own.filter(({ state }) => states.includes(state)).length;
    const lowParts = data.parts.filter((one) => one.stock < one.minimum && (one.active || has('boardCountsInactiveParts')));
    const out = data.cars.filter((one) => access.seesCar(one, me) && one.job !== null);
    return {
      arriving: seen.filter((one) => one.day === day && (isHolding(one) || (one.state === 'arrived' && has('arrivedIsArriving')))).length,
      working: has('waitingIsWorking') ? inState('in work', 'waiting') : inState('in work'),
      waiting: inState('estimated', 'waiting'),
      leaving: inState('ready', 'billed', 'in storage'),
      low: lowParts.length,
      lent: out.length,
    };
  };
  return { people, vehicles, appointments, jobs, items, parts, supplies, invoices, claims, cars, board };
}
