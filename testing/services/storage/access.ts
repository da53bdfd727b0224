import type { Damage, Invoice, Person, Removal, Rental, StorageData, Unit } from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. `me` is null if signed out. */
export function storageAccess(data: StorageData, has: Has) {
  const isStore = (me: Person | null): boolean => me?.role === 'storekeeper' || me?.role === 'clerk';
  const seesPerson = (one: Person, me: Person): boolean => {
    if (one === me || me.role === 'clerk') return true;
    switch (me.role) {
      case 'customer':
        return data.removals.some(({ foreman, customer }) => foreman === one && customer === me);
      case 'foreman':
        return data.removals.some(({ foreman, customer }) => foreman === me && customer === one);
      default:
        return one.role === 'customer';
    }
  };
  const seesRemoval = ({ customer, foreman }: Removal, me: Person): boolean => {
    if (me.role === 'foreman') return foreman === me;
    return me.role === 'clerk' || (me.role === 'customer' && customer === me);
  };
  const seesDamage = ({ removal }: Damage, me: Person): boolean => seesRemoval(removal, me);
  const seesUnit = (one: Unit, me: Person | null): boolean => {
    if (!one.closed || isStore(me)) return true;
    if (me?.role !== 'customer') return false;
    const isTenant = data.rentals.some(({ unit, customer }) => unit === one && customer === me);
    return isTenant && !has('tenantsLoseClosed');
  };
  const seesRental = ({ customer }: Rental, me: Person): boolean => isStore(me) || (me.role === 'customer' && customer === me);
  const seesInvoice = ({ customer, rental }: Invoice, me: Person): boolean => {
    if (me.role === 'storekeeper') return rental !== null || has('storekeepersSeeAllInvoices');
    return me.role === 'clerk' || (me.role === 'customer' && customer === me);
  };
  return { isStore, seesPerson, seesRemoval, seesDamage, seesUnit, seesRental, seesInvoice };
}

export type StorageAccess = ReturnType<typeof storageAccess>;
