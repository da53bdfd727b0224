import type { Category, Firm, Hire, Invoice, Job, Line, Person } from './data.ts';
import type { Has } from './faults.ts';

/** What people may see. `me` is null if signed out. */
export function toolAccess(has: Has) {
  const clients = ['customer', 'buyer'];
  const isStaff = (me: Person | null): boolean => me !== null && !clients.includes(me.role);
  const seesPerson = (one: Person, me: Person): boolean => {
    switch (me.role) {
      case 'buyer':
        return one.firm !== null && (one.firm === me.firm || has('buyersSeeAllBuyers'));
      case 'clerk':
        return one === me || clients.includes(one.role);
      case 'mechanic':
        return one === me;
      default:
        return one === me || me.role === 'manager';
    }
  };
  const seesFirm = (one: Firm, me: Person): boolean => {
    if (me.role === 'buyer') return one === me.firm || has('buyersSeeAllFirms');
    return me.role === 'clerk' || me.role === 'manager';
  };
  const seesCategory = ({ listed }: Category, me: Person | null): boolean => listed || isStaff(me);
  const seesHire = ({ customer, firm, depot, state }: Hire, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return customer === me && (firm === null || has('formerBuyersSeeHires'));
      case 'buyer':
        return firm !== null && firm === me.firm && (customer === me || !has('buyersSeeOwnHiresOnly'));
      case 'clerk':
        return (depot === me.depot || has('clerksSeeBothDepots')) && (state !== 'draft' || has('clerksSeeDrafts'));
      default:
        return me.role === 'manager';
    }
  };
  const seesLine = ({ hire }: Line, me: Person): boolean => seesHire(hire, me);
  const seesJob = ({ kind }: Job, me: Person): boolean => {
    if (me.role === 'clerk') return kind === 'repair' || has('clerksSeeInspections');
    return me.role === 'mechanic' || me.role === 'manager';
  };
  const seesInvoice = ({ customer, firm, hire }: Invoice, me: Person): boolean => {
    switch (me.role) {
      case 'customer':
        return customer === me && (firm === null || has('formerBuyersSeeInvoices'));
      case 'buyer':
        return firm !== null && firm === me.firm;
      case 'clerk':
        return hire.depot === me.depot || has('clerksSeeAllInvoices');
      default:
        return me.role === 'manager';
    }
  };
  return { isStaff, seesPerson, seesFirm, seesCategory, seesHire, seesLine, seesJob, seesInvoice };
}

export type ToolAccess = ReturnType<typeof toolAccess>;
