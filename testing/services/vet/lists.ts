import type { Body } from '../hand-written.ts';
import { among, date, given, integer, invalid } from '../hand-written-inputs.ts';
import type { VetAccess } from './access.ts';
import {
  type Animal,
  allSpecies,
  animalStates,
  type Batch,
  batchStates,
  endOf,
  type Invoice,
  invoiceKinds,
  invoiceStates,
  type Person,
  type Price,
  priceKinds,
  roles,
  total as sumOf,
  type VetData,
  type Visit,
  visitKinds,
  visitStates,
} from './data.ts';
import type { Has } from './faults.ts';
import { cents, moment } from './inputs.ts';
import { dueOn, type VetViews } from './views.ts';

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** A to Z count as a to z. */
const byText = (a: string, b: string): number => {
  const [first, second] = [folded(a), folded(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

interface Parts {
  readonly data: VetData;
  readonly access: VetAccess;
  readonly views: VetViews;
}

/** The lists of the practice. `me` is null if signed out. */
export function vetLists({ data, access, views }: Parts, has: Has) {
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const found = all.filter(fits);
    const start = has('offsetCountsPages') ? offset * limit : offset;
    const shown = found.slice(start, start + limit);
    return { shown, total: found.length };
  };
  const holds = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());
  const is = <T>(wanted: T | null, value: T): boolean => wanted === null || wanted === value;

  const people = (me: Person, query: URLSearchParams): Body => {
    const role = given(query, 'role', (value) => among(value, roles));
    const words = query.get('words');
    const byNumber = (a: Person, b: Person): number => a.number - b.number;
    const all = [...data.people].sort((a, b) => byText(a.name, b.name) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPerson(one, me) && !has('ownersListOwners')) return false;
      return is(role, one.role) && (words === null || holds(one.name, words));
    });
    return { people: shown.map((one) => views.person(one, me)), total };
  };
  const animals = (me: Person, query: URLSearchParams): Body => {
    const species = given(query, 'species', (value) => among(value, allSpecies));
    const state = given(query, 'state', (value) => among(value, animalStates));
    const dueBy = given(query, 'dueBy', date);
    const words = query.get('words');
    const byNumber = (a: Animal, b: Animal): number => (has('oldestAnimalFirst') ? a.number - b.number : b.number - a.number);
    const all = [...data.animals].sort((a, b) => byText(a.name, b.name) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesAnimal(one, me)) return false;
      if (!is(species, one.species) || !is(state, one.state)) return false;
      const due = dueOn(one, has);
      if (dueBy !== null && due === null && !has('neverVaccinatedIsDue')) return false;
      if (dueBy !== null && due !== null && (has('dueByIsStrict') ? due >= dueBy : due > dueBy)) return false;
      return words === null || holds(one.name, words);
    });
    return { animals: shown.map((one) => views.animal(one, me)), total };
  };
  const prices = (me: Person | null, query: URLSearchParams): Body => {
    const kind = given(query, 'kind', (value) => among(value, priceKinds));
    const most = given(query, 'most', cents);
    const words = query.get('words');
    const kinds = has('kindsAreByAlphabet') ? [...priceKinds].sort() : priceKinds;
    const byKind = (a: Price, b: Price): number => kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
    const byBase = (a: Price, b: Price): number => b.base - a.base;
    const all = [...data.prices].sort((a, b) => byKind(a, b) || byBase(a, b) || byText(a.code, b.code));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesPrice(one, me) && !has('unlistedIsListed')) return false;
      if (!is(kind, one.kind)) return false;
      if (most !== null && one.base > most) return false;
      return words === null || holds(one.name, words);
    });
    return { prices: shown.map((one) => views.price(one, me)), total };
  };
  const batches = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, batchStates));
    const before = given(query, 'before', date);
    const words = query.get('words');
    const byDate = (a: Batch, b: Batch): number => byText(a.expires, b.expires);
    const all = [...data.batches].sort((a, b) => byDate(a, b) || (has('batchesAreByAge') ? 0 : byText(a.code, b.code)));
    const { shown, total } = page(all, query, (one) => {
      if (!is(state, one.state)) return false;
      if (before !== null && (has('beforeIncludesTheDay') ? one.expires > before : one.expires >= before)) return false;
      return words === null || holds(one.medicine, words);
    });
    const counted = has('unitsAreOfAll') ? data.batches : shown;
    return { batches: shown.map((one) => views.batch(one, me)), total, units: sumOf(counted.map(({ stock }) => stock)) };
  };
  const visits = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, visitStates));
    const kind = given(query, 'kind', (value) => among(value, visitKinds));
    const vet = given(query, 'vet', integer);
    const start = given(query, 'from', moment);
    const before = given(query, 'before', moment);
    const byBegin = (a: Visit, b: Visit): number => a.begins - b.begins;
    const byNumber = (a: Visit, b: Visit): number => b.number - a.number;
    const all = [...data.visits].sort((a, b) => byBegin(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesVisit(one, me)) return false;
      if (!is(state, one.state) || !is(kind, one.kind)) return false;
      if (!is(vet, one.vet.number)) return false;
      if (start !== null && one.begins < start) return false;
      return before === null || (has('beforeLooksAtBegin') ? one.begins <= before : endOf(one) <= before);
    });
    return { visits: shown.map((one) => views.visit(one, me)), total };
  };
  const invoices = (me: Person, query: URLSearchParams): Body => {
    const state = given(query, 'state', (value) => among(value, invoiceStates));
    const kind = given(query, 'kind', (value) => among(value, invoiceKinds));
    const least = given(query, 'least', cents);
    const byDue = (a: Invoice, b: Invoice): number => byText(a.due, b.due);
    const byNumber = (a: Invoice, b: Invoice): number => b.number - a.number;
    const all = [...data.invoices].sort((a, b) => byDue(a, b) || byNumber(a, b));
    const { shown, total } = page(all, query, (one) => {
      if (!access.seesInvoice(one, me) && !has('ownersListAllInvoices')) return false;
      if (!is(state, one.state) || !is(kind, one.kind)) return false;
      const owed = has('leastIgnoresPaid') ? one.amount : one.amount - one.paid;
      return least === null || owed >= least;
    });
    const counted = has('owedIsOfAll') ? data.invoices.filter((one) => access.seesInvoice(one, me)) : shown;
    const owed = counted.map((one) => one.amount - one.paid);
    return { invoices: shown.map((one) => views.invoice(one, me)), total, owed: views.money(sumOf(owed)) };
  };
  return { people, animals, prices, batches, visits, invoices };
}
