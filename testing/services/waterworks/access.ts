import type { Bill, Connection, Leak, Meter, Person, Reading, Tariff } from './data.ts';
import type { Has } from './faults.ts';

export type WaterAccess = ReturnType<typeof waterAccess>;

/** What people may see. `me` is null if signed out. */
export function waterAccess(has: Has) {
  const isOffice = (me: Person): boolean => me.role === 'clerk' || me.role === 'manager';

  const seesPerson = (one: Person, me: Person): boolean => {
    if (one === me || me.role === 'manager') return true;
    if (me.role === 'clerk') {
      return one.role === 'customer' || (one.role === 'crew' && !has('clerksMissCrews')) || has('clerksSeeStaff');
    }
    return me.role === 'crew' && (one.role === 'crew' || (one.role === 'customer' && has('crewsSeeCustomers')));
  };
  const seesTariff = ({ state }: Tariff, me: Person | null): boolean => {
    if (me !== null && isOffice(me)) return true;
    if (state === 'draft') return has('draftTariffsAreShown');
    return state === 'in force' || has('retiredTariffsAreShown');
  };
  const seesConnection = ({ customer, zone }: Connection, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return customer === me || (customer === null && has('vacantConnectionsAreShown'));
      case 'reader':
        return zone === me.zone;
      default:
        return true;
    }
  };
  const seesMeter = ({ connection, state }: Meter, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return connection?.customer === me && (state !== 'removed' || !has('removedMetersAreHidden'));
      case 'reader':
        if (connection === null) return has('readersSeeTheStore');
        return connection.zone === me.zone || has('readersSeeAllMeters');
      default:
        return true;
    }
  };
  const seesReading = ({ connection, reporter }: Reading, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        if (connection.customer === me) return reporter === me || !has('readersReadingsAreHidden');
        return reporter === me && !has('formerReadingsAreHidden');
      case 'reader':
        return connection.zone === me.zone;
      default:
        return isOffice(me);
    }
  };
  const seesBill = ({ customer, connection }: Bill, me: Person): boolean => {
    if (isOffice(me)) return true;
    return customer === me || (connection.customer === me && has('newcomersSeeFormerBills'));
  };
  const seesLeak = ({ reporter, zone, crew, state }: Leak, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return reporter === me;
      case 'reader':
        return zone === me.zone || reporter === me;
      case 'crew':
        return crew === me || state === 'reported' || (state === 'assigned' && has('crewsSeeAssigned'));
      default:
        return true;
    }
  };
  return { isOffice, seesPerson, seesTariff, seesConnection, seesMeter, seesReading, seesBill, seesLeak };
}
