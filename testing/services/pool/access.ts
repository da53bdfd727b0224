import {
  type Booking,
  type Course,
  type Enrolment,
  isBookable,
  isLive,
  type Pass,
  type Person,
  type PoolData,
  type Rental,
} from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. `me` is null if signed out. */
export function poolAccess(data: PoolData, has: Has) {
  const teaches = (me: Person, one: Person): boolean =>
    data.enrolments.some(({ swimmer, course, state }) => {
      if (swimmer !== one || course.instructor !== me) return false;
      return state === 'waiting' || state === 'enrolled' || !has('formerSwimmersAreHidden');
    });
  const seesPerson = (one: Person, me: Person | null): boolean => {
    switch (me?.role) {
      case 'swimmer':
        return one === me || one.role === 'instructor';
      case 'cashier':
        return one === me || one.role === 'swimmer' || one.role === 'instructor' || (one.role === 'manager' && has('cashiersSeeManagers'));
      case 'instructor':
        if (one.role === 'swimmer' && has('instructorsSeeAllSwimmers')) return true;
        return one === me || one.role === 'instructor' || teaches(me, one);
      case 'manager':
        return true;
      default:
        return one.role === 'instructor';
    }
  };
  const isOffice = ({ role }: Person): boolean => role === 'cashier' || role === 'manager';
  const seesPass = ({ swimmer }: Pass, me: Person): boolean => isOffice(me) || (me.role === 'swimmer' && swimmer === me);
  const seesCourse = (one: Course, me: Person | null): boolean => {
    switch (me?.role) {
      case 'cashier':
      case 'manager':
        return true;
      case 'instructor':
        return isLive(one) || one.instructor === me || (one.state === 'called off' && has('instructorsSeeCalledOff'));
      case 'swimmer':
        if (one.state === 'running' && has('swimmersLoseRunning')) return false;
        return isBookable(one) || data.enrolmentsOf(one).some(({ swimmer }) => swimmer === me);
      default:
        return isBookable(one) || (one.state === 'running' && has('visitorsSeeRunning'));
    }
  };
  const seesEnrolment = ({ swimmer, course }: Enrolment, me: Person | null): boolean => {
    switch (me?.role) {
      case 'cashier':
      case 'manager':
        return true;
      case 'instructor':
        return course.instructor === me || has('instructorsSeeAllEnrolments');
      default:
        return swimmer === me;
    }
  };
  const seesRental = ({ swimmer }: Rental, me: Person): boolean => isOffice(me) || (me.role === 'swimmer' && swimmer === me);
  const seesBooking = ({ booker, club, state }: Booking, me: Person): boolean => {
    switch (me.role) {
      case 'swimmer':
        return booker === me || (club !== null && club === me.club && !has('clubmatesSeeNothing'));
      case 'instructor':
        return state === 'agreed' || (state === 'asked' && has('instructorsSeeAsked'));
      default:
        return true;
    }
  };
  return { isOffice, seesPerson, seesPass, seesCourse, seesEnrolment, seesRental, seesBooking };
}

export type PoolAccess = ReturnType<typeof poolAccess>;
