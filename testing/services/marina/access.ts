import type { Request } from '../../../src/verifier/answers/request.ts';
import { refuse } from '../hand-written.ts';
import type { Berth, Boat, Charge, Has, Job, MarinaData, Person, Stay } from './data.ts';

/** Who asks, what they may read, and what is found for them; else the request is refused. */
export function marinaAccess(data: MarinaData, sessions: ReadonlyMap<string, Person>, has: Has) {
  const unauthorized = (): never => refuse(has('signedOutIs403') ? 403 : 401, has('signedOutIsForbidden') ? 'FORBIDDEN' : 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, has('forbiddenIsUnauthorized') ? 'UNAUTHORIZED' : 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, has('missingIsInvalid') ? 'INVALID' : 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));

  const personOf = (request: Request): Person | null => {
    if (request.token === null) return null;
    return sessions.get(request.token) ?? (has('unknownTokenIsNobody') ? null : unauthorized());
  };
  const signedIn = (request: Request): Person => personOf(request) ?? unauthorized();
  /** Who asks, which must be a person with one of these roles. */
  const enter = (request: Request, ...wanted: (string | false)[]): Person => {
    const me = signedIn(request);
    return wanted.includes(me.role) ? me : forbidden();
  };

  const owns = (me: Person, boat: Boat): boolean => boat.owner === me;
  const isStaff = (me: Person): boolean => me.role !== 'skipper';
  const readsBoat = (me: Person, boat: Boat): boolean => isStaff(me) || owns(me, boat);
  const stayStatusesOfDockhands = ['confirmed', 'moored', 'departed'];
  const readsStay = (me: Person, stay: Stay): boolean =>
    me.role === 'harbourmaster' || (me.role === 'skipper' ? owns(me, stay.boat) : stayStatusesOfDockhands.includes(stay.status));
  const readsJob = (me: Person, job: Job): boolean =>
    me.role === 'harbourmaster' || (me.role === 'skipper' ? owns(me, job.boat) : job.dockhand === me);
  const readsPerson = (me: Person, one: Person): boolean => isStaff(me) || one === me || isStaff(one);
  const seesRemarks = (me: Person): boolean => isStaff(me);

  const boatNamed = (me: Person, registration: string, evenHidden = false): Boat => {
    const boat = data.boats.find((one) => one.registration === registration) ?? missing();
    return readsBoat(me, boat) || evenHidden ? boat : hidden();
  };
  const berthNamed = (code: string): Berth => data.berths.find((one) => one.code === code) ?? missing();
  const stayNumbered = (me: Person, number: string, evenHidden = false): Stay => {
    const stay = data.stays.find((one) => one.number === Number(number)) ?? missing();
    return readsStay(me, stay) || evenHidden ? stay : hidden();
  };
  const jobNumbered = (me: Person, number: string, evenHidden = false): Job => {
    const job = data.jobs.find((one) => one.number === Number(number)) ?? missing();
    return readsJob(me, job) || evenHidden ? job : hidden();
  };
  const chargeNumbered = (me: Person, number: string): Charge => {
    const charge = data.charges.find((one) => one.number === Number(number)) ?? missing();
    return isStaff(me) || owns(me, charge.stay.boat) ? charge : hidden();
  };

  return {
    ...{ forbidden, signedIn, personOf, enter, owns, isStaff, readsBoat, readsStay, readsJob, readsPerson, seesRemarks },
    ...{ boatNamed, berthNamed, stayNumbered, jobNumbered, chargeNumbered, missing, hidden },
  };
}

export type MarinaAccess = ReturnType<typeof marinaAccess>;
