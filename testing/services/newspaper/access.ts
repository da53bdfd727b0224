import { type Advert, type Article, type Delivery, type Issue, type Person, type Round, type Subscription, served } from './data.ts';
import type { Has } from './faults.ts';

export type PaperAccess = ReturnType<typeof paperAccess>;

/** What people may see. `me` is null if signed out. */
export function paperAccess(has: Has) {
  const seesPerson = (one: Person, me: Person | null): boolean => {
    if (me === null) return false;
    if (one === me || me.role === 'manager') return true;
    if (me.role === 'carrier') return one.role === 'carrier' || (one.role === 'reader' && has('carriersSeeReaders'));
    return me.role === 'editor' && (one.role === 'reader' || one.role === 'editor');
  };
  const seesNote = ({ carrier }: Round, me: Person): boolean => {
    if (me.role === 'carrier') return carrier === me || has('carriersSeeAllNotes');
    return me.role === 'manager';
  };
  const seesSubscription = ({ reader, round, form, state }: Subscription, me: Person): boolean => {
    if (me.role === 'manager') return true;
    if (me.role === 'reader') return reader === me;
    if (me.role !== 'carrier') return false;
    if (round.carrier !== me && !has('carriersSeeAllSubscriptions')) return false;
    if (form === 'digital' && !has('carriersSeeDigital')) return false;
    return served.includes(state);
  };
  const seesIssue = ({ state }: Issue, me: Person | null): boolean => {
    if (me !== null) return true;
    return state === 'printed' || state === 'delivered' || (state === 'closed' && has('visitorsSeeClosedIssues'));
  };
  const seesDelivery = ({ carrier, round }: Delivery, me: Person): boolean => {
    if (me.role === 'manager') return true;
    if (me.role !== 'carrier') return false;
    return carrier === me || (round.carrier === me && !has('handedOverIsHidden'));
  };
  const seesWage = ({ carrier }: Delivery, me: Person): boolean => me.role === 'manager' || carrier === me || has('wageIsShown');
  const seesAdvert = ({ advertiser, state }: Advert, me: Person | null): boolean => {
    if (me === null || me.role === 'carrier') return false;
    if (me.role !== 'reader') return true;
    return advertiser === me || (state === 'printed' && has('printedAdvertsAreSeen'));
  };
  const seesArticle = ({ author, state }: Article, me: Person | null): boolean => {
    if (me?.role === 'editor' || me?.role === 'manager') return true;
    if (me?.role === 'reader' && author === me) return true;
    if (state === 'accepted') return me?.role === 'reader' && has('acceptedIsReadEarly');
    return state === 'printed';
  };
  return { seesPerson, seesNote, seesSubscription, seesIssue, seesDelivery, seesWage, seesAdvert, seesArticle };
}
