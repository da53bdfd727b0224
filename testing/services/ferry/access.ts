import type { Booking, Duty, FerryData, Haulier, Invoice, Pass, Person } from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. */
export function ferryAccess(data: FerryData, has: Has) {
  const seesPerson = (one: Person, me: Person): boolean => {
    switch (me.role) {
      case 'purser':
        return one === me || ['passenger', 'captain'].includes(one.role) || (one.role === 'purser' && has('pursersSeePursers'));
      case 'captain':
        return one.role !== 'passenger';
      default:
        return one === me || me.role === 'manager';
    }
  };
  const seesHaulier = (one: Haulier, me: Person): boolean =>
    me.role === 'manager' || (me.role === 'passenger' && (one === me.haulier || has('driversSeeAllHauliers')));
  const areColleagues = (one: Person, other: Person): boolean => one.haulier !== null && one.haulier === other.haulier;
  const seesBooking = (one: Booking, me: Person): boolean => {
    switch (me.role) {
      case 'passenger':
        return one.passenger === me || (areColleagues(one.passenger, me) && !has('colleaguesSeeNothing'));
      case 'purser':
        return data.isAboard(me, one.crossing) || has('pursersSeeAllBookings');
      case 'captain':
        return data.isAboard(me, one.crossing);
      default:
        return true;
    }
  };
  const seesPass = (one: Pass, me: Person): boolean =>
    me.role === 'purser' || me.role === 'manager' || (me.role === 'passenger' && one.owner === me);
  const seesDuty = (one: Duty, me: Person): boolean =>
    me.role === 'captain' || me.role === 'manager' || (me.role === 'purser' && (one.person === me || has('pursersSeeAllDuties')));
  const seesInvoice = (one: Invoice, me: Person): boolean =>
    me.role === 'manager' || (me.role === 'passenger' && one.haulier === me.haulier);
  return { seesPerson, seesHaulier, seesBooking, seesPass, seesDuty, seesInvoice };
}

export type FerryAccess = ReturnType<typeof ferryAccess>;
