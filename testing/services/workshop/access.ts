import {
  type Appointment,
  type Claim,
  type Invoice,
  type Item,
  isPending,
  isWorking,
  type Job,
  type LoanCar,
  type Part,
  type Person,
  type Supply,
  type Vehicle,
} from './data.ts';
import type { Has } from './faults.ts';

/** Which records people may see. `me` is null if signed out. */
export function workshopAccess(has: Has) {
  const isDesk = ({ role }: Person): boolean => role === 'receptionist' || role === 'manager';
  const isStaff = (me: Person | null): boolean => me !== null && me.role !== 'customer';

  const seesPerson = (one: Person, me: Person): boolean => {
    if (isDesk(me) || one === me) return true;
    return me.role === 'mechanic' && one.role === 'mechanic';
  };
  const seesVehicle = (one: Vehicle, me: Person): boolean => {
    if (me.role === 'customer') return one.owner === me;
    return isDesk(me) || me.role === 'mechanic';
  };
  const seesAppointment = (one: Appointment, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return one.customer === me;
      case 'mechanic':
        return one.state === 'confirmed' || one.state === 'arrived';
      default:
        return isDesk(me);
    }
  };
  const seesJob = (one: Job, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return one.customer === me;
      case 'mechanic':
        return one.mechanic === me || isWorking(one);
      case 'storekeeper':
        return isWorking(one);
      default:
        return isDesk(me);
    }
  };
  const seesItem = (one: Item, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return one.job.customer === me && one.state !== 'noted';
      case 'mechanic':
        return isWorking(one.job) || one.job.mechanic === me || has('mechanicsSeeAllItems');
      case 'storekeeper':
        return isWorking(one.job);
      default:
        return isDesk(me);
    }
  };
  const seesPart = (one: Part, me: Person | null): boolean => one.active || isStaff(me);
  const seesSupply = (one: Supply, me: Person): boolean => {
    if (me.role === 'mechanic') return isPending(one) || has('mechanicsSeeOldSupplies');
    return me.role === 'storekeeper' || me.role === 'manager';
  };
  const seesInvoice = (one: Invoice, me: Person): boolean => {
    if (me.role === 'customer') return one.customer === me;
    return isDesk(me);
  };
  const seesClaim = (one: Claim, me: Person): boolean => {
    if (me.role === 'customer') return one.customer === me || has('customersSeeAllClaims');
    return isDesk(me);
  };
  const seesCar = (one: LoanCar, me: Person): boolean => {
    if (me.role !== 'customer') return isDesk(me);
    return one.job !== null && one.job.customer === me;
  };
  return {
    ...{ isDesk, isStaff, seesPerson, seesVehicle, seesAppointment, seesJob, seesItem, seesPart, seesSupply, seesInvoice },
    ...{ seesClaim, seesCar },
  };
}

export type WorkshopAccess = ReturnType<typeof workshopAccess>;
