import type { Booking, Payment, Performance, Person, Production, Ticket, Voucher } from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. `me` is null if signed out. */
export function boxAccess(has: Has) {
  const isStaff = (me: Person | null): boolean => me !== null && me.role !== 'customer';
  const isOffice = (me: Person | null): boolean => me !== null && (me.role === 'clerk' || me.role === 'manager');

  const seesPerson = (one: Person, me: Person): boolean => {
    if (one === me || me.role === 'manager') return true;
    return me.role === 'clerk' && (one.role === 'customer' || has('clerksSeeStaff'));
  };
  const seesProduction = ({ state }: Production, me: Person | null): boolean => {
    if (isStaff(me)) return true;
    if (me === null) return state === 'announced';
    return state === 'announced' || (state === 'archived' && !has('customersMissArchived')) || has('customersSeePlanned');
  };
  const seesPerformance = ({ state, production }: Performance, me: Person | null): boolean => {
    if (isStaff(me)) return true;
    if (state === 'scheduled') return me !== null && has('customersSeeScheduled');
    if (state === 'cancelled' && has('cancelledIsHidden')) return false;
    return me !== null || production.state === 'announced' || has('visitorsSeeOldPerformances');
  };
  const seesBooking = ({ customer }: Booking, me: Person): boolean => (me.role === 'customer' ? customer === me : isOffice(me));
  const seesTicket = ({ booking, performance }: Ticket, me: Person): boolean => {
    if (me.role === 'customer') return booking.customer === me;
    if (me.role !== 'usher') return true;
    const { state } = performance;
    return state === 'admitting' || (state === 'played' && has('ushersSeePlayed'));
  };
  const seesVoucher = ({ holder }: Voucher, me: Person): boolean => {
    if (me.role === 'customer') return holder === me || holder === null || has('customersSeeAllVouchers');
    return isOffice(me);
  };
  const seesPayment = ({ booking, takenBy, kind }: Payment, me: Person): boolean => {
    if (me.role === 'customer') return booking.customer === me && (takenBy === me || !has('customersSeeOwnPaymentsOnly'));
    if (me.role === 'clerk') return takenBy === me || (kind === 'refund' && has('clerksSeeAllRefunds'));
    return me.role === 'manager';
  };
  return { isStaff, isOffice, seesPerson, seesProduction, seesPerformance, seesBooking, seesTicket, seesVoucher, seesPayment };
}

export type BoxAccess = ReturnType<typeof boxAccess>;
