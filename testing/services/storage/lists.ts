import type { Body } from '../hand-written.ts';
import { among, date, flag, given, integer, invalid } from '../hand-written-inputs.ts';
import type { StorageAccess } from './access.ts';
import {
  damageStates,
  invoiceKinds,
  invoiceStates,
  type Person,
  type Removal,
  type Rental,
  removalStates,
  rentalStates,
  restOf,
  type StorageData,
  total as sumOf,
  type Unit,
  unitKinds,
} from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { StorageViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: StorageData;
  readonly access: StorageAccess;
  readonly views: StorageViews;
}

/** The lists of the company. `me` is null if signed out. */
export function storageLists({ data, access, views }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetCountsPages') ? offset * limit : offset;
    const shown = found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };
  const holds = (text: string, words: string): boolean => {
    const [whole, part] = has('wordsMindCase') ? [text, words] : [text.toLowerCase(), words.toLowerCase()];
    return whole.includes(part);
  };
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

  const customers = (me: Person, query: URLSearchParams): Body => {
    const blocked = given(query, 'blocked', flag);
    const words = query.get('words');
    const all = [...data.people].sort((a, b) => byText(a.name, b.name) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (one.role !== 'customer') return false;
      if (!access.seesPerson(one, me) && !has('foremenListCustomers')) return false;
      if (!is(blocked, one.blocked)) return false;
      return words === null || holds(one.name, words);
    });
    return { customers: shown.map((one) => views.person(one, me)), total };
  };
  const vans = (me: Person, query: URLSearchParams): Body => {
    const least = given(query, 'least', integer);
    const sold = given(query, 'sold', flag);
    const all = [...data.vans].sort((a, b) => b.capacity - a.capacity || byText(a.plate, b.plate));
    const { shown, total } = page(all, query, (one) => {
      if (least !== null && one.capacity < least) return false;
      return is(sold, one.sold);
    });
    return { vans: shown.map((one) => views.van(one, me)), total };
  };
  const removals = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, removalStates));
    const start = given(query, 'from', date);
    const before = given(query, 'before', date);
    const words = query.get('words');
    const byVolume = (a: Removal, b: Removal): number => (has('volumeIsNoOrder') ? 0 : b.volume - a.volume);
    const all = [...data.removals].sort((a, b) => byText(a.day, b.day) || byVolume(a, b) || a.number - b.number);
    const isLax = me.role === 'customer' && has('customersListAllRemovals');
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesRemoval(one, me) && !isLax) return false;
      if (!is(state, one.state)) return false;
      if (start !== null && one.day < start) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.day > before : one.day >= before)) return false;
      if (words === null || holds(one.origin, words)) return true;
      return !has('wordsFindOriginsOnly') && holds(one.destination, words);
    });
    const counted = has('volumeIsOfAll') ? data.removals.filter((one) => access.seesRemoval(one, me)) : shown;
    return { removals: shown.map((one) => views.removal(one, me)), total, volume: sumOf(counted.map(({ volume }) => volume)) };
  };
  const damages = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, damageStates));
    const urgent = given(query, 'urgent', flag);
    const least = given(query, 'least', cents);
    const all = [...data.damages].sort((a, b) => b.claimed - a.claimed || a.number - b.number);
    const isLax = me.role === 'foreman' && has('foremenListAllDamages');
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesDamage(one, me) && !isLax) return false;
      if (!is(state, one.state)) return false;
      if (!is(urgent, one.urgent)) return false;
      return least === null || one.claimed >= least;
    });
    return { damages: shown.map((one) => views.damage(one, me)), total, claimed: views.money(sumOf(shown.map((one) => one.claimed))) };
  };
  const units = (me: Person | null, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, unitKinds));
    const free = given(query, 'free', flag);
    const most = given(query, 'most', cents);
    const rank = (one: Unit): number => (has('kindsAreByAlphabet') ? [...unitKinds].sort() : unitKinds).indexOf(one.kind);
    const byCode = (a: Unit, b: Unit): number => byText(b.code, a.code) * (has('codesFromTheFront') ? -1 : 1);
    const all = [...data.units].sort((a, b) => rank(a) - rank(b) || a.monthly - b.monthly || byCode(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesUnit(one, me) || !is(kind, one.kind)) return false;
      if (most !== null && one.monthly > most) return false;
      const isFree = one.state === 'free';
      return has('freeIgnoresFalse') ? !free || isFree : is(free, isFree);
    });
    return { units: shown.map((one) => views.unit(one, me)), total };
  };
  const rentals = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, rentalStates));
    const kind = given(query, 'kind', (value) => among(value, unitKinds));
    const words = query.get('words');
    const none = has('endlessFirst') ? '' : '~';
    const byEnd = (a: Rental, b: Rental): number => byText(a.endsOn ?? none, b.endsOn ?? none);
    const all = [...data.rentals].sort((a, b) => byEnd(a, b) || b.number - a.number);
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesRental(one, me)) return false;
      if (!is(state, one.state)) return false;
      if (kind !== null && one.unit.kind !== kind) return false;
      if (words === null || holds(one.customer.name, words)) return true;
      const [code, wanted] = [one.unit.code.toLowerCase(), words.toLowerCase()];
      return access.seesUnit(one.unit, me) && (has('wordsFindPartsOfCodes') ? code.includes(wanted) : code === wanted);
    });
    return { rentals: shown.map((one) => views.rental(one, me)), total, monthly: views.money(sumOf(shown.map((one) => one.monthly))) };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const kind = given(query, 'kind', (value) => among(value, invoiceKinds));
    const least = given(query, 'least', cents);
    const all = [...data.invoices].sort((a, b) => byText(b.due, a.due) || a.number - b.number);
    const isLax = me.role === 'customer' && has('customersListAllInvoices');
    const { shown, total } = page(all, query, (one) => {
      if ((!access.seesInvoice(one, me) && !isLax) || !is(state, one.state) || !is(kind, one.kind)) return false;
      return least === null || (has('leastLooksAtAmount') ? one.amount : restOf(one)) >= least;
    });
    return { invoices: shown.map((one) => views.invoice(one, me)), total, owed: views.money(sumOf(shown.map(restOf))) };
  };
  return { customers, vans, removals, damages, units, rentals, invoices };
}
