import type { Animal, Batch, Invoice, Item, Person, Price, Visit } from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. `me` is null if signed out. */
export function vetAccess(has: Has) {
  const isStaff = (me: Person | null): boolean => me !== null && me.role !== 'owner';
  const seesPerson = (one: Person, me: Person): boolean => isStaff(me) || one === me || one.role === 'vet';
  const seesAnimal = ({ owner }: Animal, me: Person): boolean => isStaff(me) || owner === me;
  const seesPrice = ({ listed }: Price, me: Person | null): boolean => listed || isStaff(me);
  const seesBatch = (_one: Batch, me: Person): boolean => me.role === 'vet' || me.role === 'manager';
  const seesVisit = ({ owner, animal }: Visit, me: Person): boolean => {
    if (isStaff(me)) return true;

    return owner === me || (animal.owner === me && has('newOwnersSeeVisits'));
  };
  const seesItem = ({ visit }: Item, me: Person): boolean => seesVisit(visit, me);
  const seesInvoice = ({ owner }: Invoice, me: Person): boolean =>
    owner === me || me.role === 'receptionist' || me.role === 'manager' || (me.role === 'vet' && has('vetsListInvoices'));
  return { isStaff, seesPerson, seesAnimal, seesPrice, seesBatch, seesVisit, seesItem, seesInvoice };
}

export type VetAccess = ReturnType<typeof vetAccess>;
