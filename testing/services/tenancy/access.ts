import { type Booking, type CoopData, type Flat, isHoused, type Offer, type Person, type Rent, type Repair, type Tenancy } from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. `me` is null if signed out. */
export function coopAccess(data: CoopData, has: Has) {
  const isOffice = ({ role }: Person): boolean => role === 'clerk' || role === 'board';
  /** Whether a person has a flat now. */
  const isTenant = (me: Person): boolean => data.tenancies.some((one) => one.member === me && isHoused(one));
  /** Whether a person has a role of the document. */
  const is = (me: Person, role: string): boolean => (role === 'tenant' ? isTenant(me) : me.role === role);

  const seesPerson = (one: Person, me: Person): boolean => {
    switch (me.role) {
      case 'member':
        return one === me || one.role === 'craftsman';
      case 'clerk':
        return one === me || one.role === 'member' || one.role === 'craftsman' || (one.role === 'board' && has('clerksSeeBoard'));
      case 'craftsman':
        return one === me || (one.role === 'member' && has('craftsmenSeeTenants'));
      default:
        return true;
    }
  };
  const seesFlat = (one: Flat, me: Person | null): boolean => {
    if (me === null) return one.state === 'vacant' || has('visitorsSeeAllFlats');
    if (me.role !== 'member' || one.state === 'vacant') return true;
    if (one.state === 'reserved' && has('membersSeeReservedFlats')) return true;
    const isOffered = data.offers.some(({ flat, member }) => flat === one && member === me);
    return isOffered || data.tenancies.some(({ flat, member }) => flat === one && member === me);
  };
  const seesOffer = ({ member }: Offer, me: Person): boolean => isOffice(me) || member === me;
  const seesTenancy = (one: Tenancy, me: Person): boolean => {
    if (me.role === 'craftsman') return data.repairs.some(({ tenancy, craftsman }) => tenancy === one && craftsman === me);
    return isOffice(me) || one.member === me;
  };
  const seesRent = ({ tenancy }: Rent, me: Person): boolean => isOffice(me) || tenancy.member === me;
  const seesRepair = ({ tenancy, craftsman, trade }: Repair, me: Person): boolean => {
    if (me.role !== 'craftsman') return isOffice(me) || tenancy.member === me;
    return craftsman === me || (has('craftsmenSeeTheirTrade') && trade === me.trade);
  };
  const seesBooking = ({ tenancy }: Booking, me: Person): boolean => {
    if (me.role === 'clerk' || tenancy.member === me) return true;
    return isTenant(me) ? !has('tenantsSeeOwnBookingsOnly') : me.role === 'member' && has('membersSeeAllBookings');
  };
  return { isOffice, is, seesPerson, seesFlat, seesOffer, seesTenancy, seesRent, seesRepair, seesBooking };
}

export type CoopAccess = ReturnType<typeof coopAccess>;
