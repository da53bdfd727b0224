import type { Animal, Incident, Invoice, Person, Place, Stay, Task } from './data.ts';
import type { Has } from './faults.ts';

/** The tasks that owners ask for. */
export const ownersKinds = ['walk', 'grooming', 'taxi'];

/** What people may see. `me` is null if signed out. */
export function kennelAccess(has: Has) {
  const seesPerson = (one: Person, me: Person): boolean => {
    if (me === one || me.role === 'manager') return true;
    return me.role !== 'owner' && (one.role === 'owner' || (me.role === 'keeper' && has('keepersSeeColleagues')));
  };
  const seesAnimal = ({ owner }: Animal, me: Person): boolean => me.role !== 'owner' || owner === me;
  const isStaff = (me: Person | null): boolean => me !== null && me.role !== 'owner';
  const seesPlace = ({ open }: Place, me: Person | null): boolean => open || isStaff(me);
  const seesStay = ({ owner, state }: Stay, me: Person): boolean => {
    switch (me.role) {
      case 'owner':
        return owner === me;
      case 'keeper':
        return state !== 'cancelled';
      case 'vet':
        return state === 'present' || (state === 'ended' && !has('vetsLoseEnded'));
      default:
        return true;
    }
  };
  const seesTask = ({ stay, state, kind }: Task, me: Person): boolean => {
    switch (me.role) {
      case 'owner':
        return stay.owner === me && (state === 'done' || ownersKinds.includes(kind) || has('ownersSeeAllTasks'));
      case 'vet':
        return kind === 'medicine';
      default:
        return true;
    }
  };
  const seesIncident = ({ stay, severity, reporter }: Incident, me: Person): boolean => {
    switch (me.role) {
      case 'owner':
        return stay.owner === me && (severity !== 'minor' || has('ownersSeeMinor'));
      case 'keeper':
        return reporter === me;
      default:
        return true;
    }
  };
  const seesInvoice = ({ owner }: Invoice, me: Person): boolean => me.role === 'manager' || (me.role === 'owner' && owner === me);
  return { isStaff, seesPerson, seesAnimal, seesPlace, seesStay, seesTask, seesIncident, seesInvoice };
}

export type KennelAccess = ReturnType<typeof kennelAccess>;
