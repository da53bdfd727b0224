import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import { type Application, type GardenData, type Lease, type Person, type Plot, rentOf, type Shift, type Workday } from './data.ts';
import type { Has } from './faults.ts';
import type { GardenRules } from './rules.ts';

export type GardenSteps = ReturnType<typeof gardenSteps>;

/** The events of the garden's records. `now`: milliseconds since the epoch. */
export function gardenSteps(data: GardenData, rules: GardenRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());

  const pay = (person: Person, amount: number): void => {
    const isMore = amount > person.arrears && !has('mayPayMore');
    if (amount < (has('mayPayNothing') ? 0 : 1) || isMore) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    person.arrears = has('payClearsArrears') ? 0 : person.arrears - amount;
  };

  const plots: Readonly<Record<string, (plot: Plot) => void>> = {
    prepare(plot) {
      from(plot.state === 'fallow' || (plot.state === 'let' && has('letIsPrepared')));
      plot.state = 'free';
    },
    shut(plot) {
      from(plot.state === 'free');
      const holds = has('shutMindsAllApplications') ? ['waiting', 'offered', 'accepted'] : ['offered'];
      const isHeld = data.applicationsFor(plot).some(({ state }) => holds.includes(state));
      if (isHeld && !has('offeredIsShut')) refuse(409, has('shutIsConflict') ? 'CONFLICT' : 'OFFERED');
      plot.state = 'fallow';
    },
  };

  const back = (application: Application): void => {
    application.state = 'waiting';
    application.plot = null;
    if (!has('takenBackKeepsTime')) application.offeredAt = null;
  };
  const offer = (application: Application, plot: Plot): void => {
    if (plot.state !== 'free' && !(plot.state === 'fallow' && has('fallowIsOffered'))) refuse(409, 'NOT_FREE');
    rules.offer(application, plot);
    application.state = 'offered';
    application.plot = plot;
    if (!has('offerForgetsTime')) application.offeredAt = now();
  };
  const accept = (application: Application): void => {
    from(application.state === 'offered');
    const { person, plot } = application;
    const isBehind = has('arrearsMustBeNone') ? person.arrears > 0 : has('arrearsAreStrict') ? person.arrears >= 50 : person.arrears > 50;
    if (isBehind && !has('acceptIgnoresArrears')) refuse(has('arrearsIs409') ? 409 : 402, 'IN_ARREARS');
    rules.leases(person, 1);
    if (plot === null) return;
    application.state = 'accepted';
    if (!has('acceptKeepsPlotFree')) plot.state = 'let';
    if (has('acceptForgetsLease')) return;
    const rent = has('rentForgetsSun') ? plot.area * 2 : rentOf(plot);
    data.leases.push({
      ...{ number: data.next(), plot, tenant: person, rent, since: today(), until: null, reason: null, state: 'running' },
    });
    if (has('rentReplacesArrears')) person.arrears = rent;
    else if (!has('rentIsNotOwed')) person.arrears += rent;
  };
  const applications: Readonly<Record<string, (application: Application) => void>> = {
    accept,
    refuse(application) {
      from(application.state === 'offered');
      if (application.refusals >= (has('oneMoreRefusal') ? 2 : 1) && !has('refusalsAreEndless')) refuse(409, 'TOO_OFTEN');
      const { plot } = application;
      back(application);
      if (has('refuseKeepsPlot')) application.plot = plot;
      if (!has('refuseForgetsCount')) application.refusals += 1;
    },
    revoke(application) {
      from(application.state === 'offered' || (application.state === 'accepted' && has('acceptedIsRevoked')));
      back(application);
      if (has('revokeCounts')) application.refusals += 1;
    },
    withdraw(application) {
      const states = has('offeredStays') ? ['waiting'] : ['waiting', 'offered'];
      if (has('acceptedIsWithdrawn')) states.push('accepted');
      from(states.includes(application.state));
      application.state = 'withdrawn';
      if (!has('withdrawKeepsPlot')) application.plot = null;
    },
  };

  const release = (lease: Lease): void => {
    lease.state = 'ended';
    if (!has('endKeepsPlotLet')) lease.plot.state = has('endLeavesFallow') ? 'fallow' : 'free';
  };
  const notice = (lease: Lease, until: string): void => {
    rules.notice(until);
    lease.state = 'noticed';
    if (!has('noticeForgetsDay')) lease.until = until;
  };
  const recall = (lease: Lease): void => {
    from(lease.state === 'noticed');
    lease.state = 'running';
    if (!has('recallKeepsDay')) lease.until = null;
  };
  const terminate = (lease: Lease, reason: string): void => {
    const { arrears, banned } = lease.tenant;
    const isCause = (arrears > 0 && !has('arrearsAreNoCause')) || (banned && !has('bansAreNoCause'));
    if (!isCause && !has('noCauseIsNeeded')) refuse(409, 'NO_CAUSE');
    if (!has('terminateForgetsReason')) lease.reason = reason;
    if (!has('terminateForgetsDay')) lease.until = today();
    release(lease);
    if (has('terminateBans')) lease.tenant.banned = true;
  };
  const handOver = (lease: Lease): void => {
    from(lease.state === 'noticed' || (lease.state === 'running' && has('runningIsHandedOver')));
    if (lease.tenant.arrears > 0 && !has('handOverIgnoresArrears')) refuse(has('arrearsIs409') ? 409 : 402, 'IN_ARREARS');
    release(lease);
  };

  const workdays: Readonly<Record<string, (workday: Workday) => void>> = {
    announce(workday) {
      from(workday.state === 'draft' || (workday.state === 'cancelled' && has('cancelledIsAnnounced')));
      workday.state = 'open';
    },
    close(workday) {
      from(workday.state === 'open');
      const shifts = has('closeLooksAtOneShift') ? data.shiftsOn(workday).slice(0, 1) : data.shiftsOn(workday);
      const isDone = shifts.every(({ state }) => state !== 'signed') || has('closeIgnoresShifts');
      if (!isDone || (workday.day > today() && !has('closeIgnoresDay'))) refuse(409, 'UNFINISHED');
      workday.state = 'done';
    },
    cancel(workday) {
      const states = ['draft', 'open'];
      if (has('doneIsCancelled')) states.push('done');
      from(states.filter((state) => state !== 'draft' || !has('draftsStay')).includes(workday.state));
      workday.state = 'cancelled';
      if (has('cancelKeepsShifts')) return;
      const shifts = data.shiftsOn(workday).filter(({ state }) => state === 'signed' || (state === 'attended' && has('cancelDropsAll')));
      for (const shift of has('cancelDropsOne') ? shifts.slice(0, 1) : shifts) shift.state = 'dropped';
    },
  };

  const checkDay = ({ workday }: Shift, isIgnored: boolean): void => {
    if (workday.day > today() && !isIgnored) refuse(409, 'TOO_EARLY');
  };
  const leave = (shift: Shift): void => {
    from(shift.state === 'signed');
    const isLate = has('leaveOnTheDay') ? shift.workday.day < today() : shift.workday.day <= today();
    if (isLate) refuse(409, 'TOO_LATE_TO_LEAVE');
    shift.state = 'left';
  };
  const attend = (shift: Shift, hours: number): void => {
    checkDay(shift, has('attendIgnoresDay'));
    rules.hours(shift, hours);
    shift.state = 'attended';
    if (!has('attendForgetsHours')) shift.hours = hours;
    const { person, workday } = shift;
    const counted = has('attendCountsWholeDay') ? workday.hours : hours;
    if (has('hoursAreReplaced')) person.hours = counted;
    else if (!has('hoursAreNotCounted')) person.hours += counted;
  };
  const miss = (shift: Shift): void => {
    from(shift.state === 'signed' || (shift.state === 'left' && has('leftIsMissed')));
    checkDay(shift, has('missIgnoresDay'));
    shift.state = 'missed';
    if (!has('missIsNotFined')) shift.person.arrears += has('fineIsTwice') ? 40 : 20;
  };
  return { from, pay, plots, applications, offer, notice, recall, terminate, handOver, workdays, leave, attend, miss };
}
