import { refuse } from '../hand-written.ts';
import { type AnimalSteps, from } from './animal-steps.ts';
import { type Batch, type Item, type Price, share, treated, type VetData, type Visit } from './data.ts';
import type { Has } from './faults.ts';
import type { VetRules } from './rules.ts';

export type ItemSteps = ReturnType<typeof itemSteps>;

/** What is put down and taken back during a treatment, and what it takes from the stock. */
export function itemSteps(data: VetData, rules: VetRules, animals: AnimalSteps, has: Has) {
  const isTreated = ({ state }: Visit): boolean => treated.includes(state);

  const chargeOf = (price: Price, weight: number, units: number, urgent: boolean): number => {
    const grams = price.perKilo * weight;
    const byWeight = has('weightRoundsDown') ? Math.floor(grams / 1000) : Math.floor((grams + 500) / 1000);
    const base = has('weightReplacesBase') && byWeight > 0 ? 0 : price.base;
    const one = base + byWeight;
    const sum = has('unitsAreOne') ? one : one * units;
    if (!urgent || has('urgentIsNoDearer')) return sum;
    return share(sum, 150);
  };
  const add = (one: Item): Item => {
    const item: Item = { ...one, number: data.next('item') };
    data.items.push(item);
    return item;
  };
  const blank = { number: 0, name: '', charge: 0 };

  const treat = (visit: Visit, price: Price, units: number, urgent: boolean): Item => {
    if (!isTreated(visit)) refuse(409, 'NOT_IN_TREATMENT');
    const isVaccine = price.kind === 'vaccine';
    if (isVaccine) animals.vaccinateCheck(visit.animal);
    rules.item({ ...blank, visit, price, batch: null, units, urgent });
    const charge = chargeOf(price, visit.animal.weight, units, urgent);
    if (isVaccine) animals.vaccinate(visit.animal);
    return add({ number: 0, visit, price, batch: null, units, urgent, name: price.name, charge });
  };

  /** Whether there is another batch that should be used first. */
  const isOlderLeft = (one: Batch): boolean =>
    data.batches.some((other) => {
      if (other.medicine !== one.medicine && !has('olderOfAnyMedicine')) return false;
      if (other.state !== 'usable') return false;
      return (other.stock > 0 || has('emptyBatchIsUsedFirst')) && other.expires < one.expires;
    });
  const give = (visit: Visit, batch: Batch, units: number, urgent: boolean): Item => {
    if (!isTreated(visit)) refuse(409, 'NOT_IN_TREATMENT');
    from(batch.state === 'usable' || (batch.state === 'expired' && has('expiredIsGiven')));
    const isOlderFirst = isOlderLeft(batch) && !has('newerIsGiven');
    if (isOlderFirst && has('olderBeforeEnough')) refuse(409, 'OLDER_FIRST');
    const isMore = has('lastUnitStays') ? units >= batch.stock : units > batch.stock;
    if (isMore && !has('moreThanStockIsGiven')) refuse(409, 'NOT_ENOUGH');
    if (isOlderFirst) refuse(409, 'OLDER_FIRST');
    const left = batch.stock - units;
    rules.stock(left, 'moreThanStockIsGiven');
    rules.item({ ...blank, visit, price: null, batch, units, urgent });
    if (!has('givingKeepsStock')) batch.stock = left;
    const sum = batch.price * units;
    const charge = urgent && has('urgentMedicineIsDearer') ? share(sum, 150) : sum;
    return add({ number: 0, visit, price: null, batch, units, urgent, name: batch.medicine, charge });
  };
  const takeBack = (one: Item): void => {
    if (!isTreated(one.visit)) refuse(409, 'NOT_IN_TREATMENT');
    if (one.price?.kind === 'vaccine') refuse(409, 'ALREADY_GIVEN');
    const { batch } = one;
    if (batch !== null && !has('deletedIsNotPutBack')) {
      const back = batch.stock + one.units;
      rules.stock(back);
      batch.stock = back;
    }
    data.items = data.items.filter((other) => other !== one);
  };
  return { treat, give, takeBack };
}
