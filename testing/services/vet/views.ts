import type { Body } from '../hand-written.ts';
import type { VetAccess } from './access.ts';
import {
  type Animal,
  type Batch,
  dayAfter,
  endOf,
  type Invoice,
  type Item,
  type Person,
  type Price,
  total,
  unpaid,
  type VetData,
  type Visit,
} from './data.ts';
import type { Has } from './faults.ts';

export const nightPrice = 2800;

/** When an animal is to be vaccinated again. */
export function dueOn({ vaccinatedOn, species }: Animal, has: Has): string | null {
  if (vaccinatedOn === null) return null;
  if (species === 'dog') return dayAfter(vaccinatedOn, has('dogsAreDueEachYear') ? 365 : 1095);
  return dayAfter(vaccinatedOn, species === 'cat' ? 365 : 180);
}

/** The parts of the records that people see. `me` is null if signed out. */
export function vetViews(data: VetData, access: VetAccess, has: Has) {
  const money = (cents: number): number | string => (has('moneyIsText') ? (cents / 100).toFixed(2) : cents / 100);
  const shown = (time: number): string => {
    const iso = new Date(time).toISOString();
    return iso;
  };
  const nameOf = (one: Person, me: Person): string | null => (access.seesPerson(one, me) ? one.name : null);
  const isDesk = ({ role }: Person): boolean => role === 'receptionist' || role === 'manager';

  const debts = (one: Person): number =>
    total(data.invoices.filter(({ owner, state }) => owner === one && unpaid.includes(state)).map(({ amount, paid }) => amount - paid));
  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, room: one.room },
    ...(me.role !== 'owner' || one === me || has('ownersSeePhones') ? { phone: one.phone } : {}),
    ...(isDesk(me) || (me.role === 'vet' && has('vetsSeeRemarks')) ? { remark: one.remark } : {}),
    ...(isDesk(me) || (me.role === 'owner' && one === me) ? { debts: money(debts(one)) } : {}),
  });
  const animal = (one: Animal, me: Person): Body => {
    const visits = data.visits.filter((visit) => visit.animal === one && (access.seesVisit(visit, me) || has('allVisitsAreCounted')));
    const { remark } = one;
    return {
      ...{ number: one.number, owner: nameOf(one.owner, me), name: one.name, species: one.species, born: one.born },
      ...{ weight: one.weight, chip: one.chip, insured: one.insured },
      ...(access.isStaff(me) || has('ownersSeeAnimalRemarks') ? { remark: remark === null && has('noRemarkIsEmpty') ? '' : remark } : {}),
      ...{ vaccinatedOn: one.vaccinatedOn, dueOn: dueOn(one, has), reminders: one.reminders, diedOn: one.diedOn },
      ...{ state: one.state, visits: visits.length },
    };
  };
  const price = (one: Price, me: Person | null): Body => ({
    ...{ code: one.code, name: one.name, kind: one.kind, base: money(one.base), perKilo: money(one.perKilo), listed: one.listed },
    ...(access.isStaff(me) ? { remark: one.remark } : {}),
  });
  const batch = (one: Batch, me: Person): Body => ({
    ...{ code: one.code, medicine: one.medicine, price: money(one.price), stock: one.stock, expires: one.expires },
    ...(me.role === 'manager' || has('vetsSeeWorth') ? { worth: money(one.price * one.stock) } : {}),
    ...{ reason: one.reason, state: one.state },
  });
  const codeOf = ({ price: of, batch: from }: Item, me: Person): string | null => {
    if (of !== null) return access.seesPrice(of, me) || has('unlistedCodesAreShown') ? of.code : null;
    return from !== null && (access.seesBatch(from, me) || has('batchCodesAreShown')) ? from.code : null;
  };
  const item = (one: Item, me: Person): Body => ({
    ...{ number: one.number, visit: one.visit.number, code: codeOf(one, me), name: one.name, units: one.units },
    ...{ urgent: one.urgent, charge: money(one.charge) },
  });
  const visit = (one: Visit, me: Person): Body => {
    const items = data.itemsOf(one);
    const isTold = me.role !== 'owner' || one.state === 'done' || has('findingsAreShownEarly');
    const seesFindings = isTold && (me.role !== 'receptionist' || has('receptionistsSeeFindings'));
    return {
      number: one.number,
      animal: access.seesAnimal(one.animal, me) || has('formerAnimalsAreNamed') ? one.animal.name : null,
      ...{ owner: nameOf(one.owner, me), vet: nameOf(one.vet, me), kind: one.kind, room: one.room },
      ...{ begins: shown(one.begins), ends: shown(endOf(one)), complaint: one.complaint, fasted: one.fasted },
      ...{ estimate: one.estimate === null ? null : money(one.estimate), consented: one.consented },
      ...{ kennel: one.kennel, admittedOn: one.admittedOn, nights: one.nights, note: one.note, notedOn: one.notedOn, notes: one.notes },
      ...(seesFindings ? { findings: one.findings } : {}),
      reason: one.reason,
      cost: money(data.costOf(one) + (has('costHasNights') ? one.nights * nightPrice : 0)),
      state: one.state,
      items: items.map((each) => item(each, me)),
    };
  };
  const invoice = (one: Invoice, me: Person): Body => ({
    ...{ number: one.number, visit: one.visit.number, owner: nameOf(one.owner, me), kind: one.kind, gross: money(one.gross) },
    ...{ covered: money(one.covered), discount: money(one.discount), amount: money(one.amount), paid: money(one.paid) },
    ...{ due: one.due, extended: one.extended, settledOn: one.settledOn, reason: one.reason, state: one.state },
  });
  return { money, person, animal, price, batch, item, visit, invoice };
}

export type VetViews = ReturnType<typeof vetViews>;
