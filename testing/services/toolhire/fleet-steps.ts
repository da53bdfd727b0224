import { refuse } from '../hand-written.ts';
import type { Job, Machine, Person, ToolData } from './data.ts';
import type { Has } from './faults.ts';
import type { ToolRules } from './rules.ts';
import { hoursLeft, inspectBy } from './views.ts';

export type FleetSteps = ReturnType<typeof fleetSteps>;

/** Goes on only where there is a transition from the state. */
export const from = (isThere: boolean): void => {
  if (!isThere) refuse(409, 'CONFLICT');
};

/** The events of machines and of jobs. `now`: milliseconds since the epoch. */
export function fleetSteps(data: ToolData, rules: ToolRules, has: Has, now: () => number) {
  const { today } = rules;

  const addJob = (machine: Machine, kind: string, note: string | null): Job => {
    const job: Job = {
      ...{ number: data.next('job'), machine, kind, note, urgent: false, mechanic: null },
      ...{ result: null, cost: 0, state: 'open', openedAt: now() },
    };
    data.jobs.push(job);
    machine.state = 'in service';
    return job;
  };
  const move = (one: Machine, depot: string): void => {
    if (depot === one.depot && !has('moveToTheSameDepot')) refuse(409, 'SAME_DEPOT');
    one.depot = depot;
  };
  const writeOff = (one: Machine, reason: string): void => {
    rules.notBlank(reason, 'machineGoesWithoutReason');
    one.state = 'written off';
    if (!has('writeOffForgetsReason')) one.reason = reason;
  };
  const comeBack = (one: Machine, hours: number, damage: string | null): void => {
    one.state = 'available';
    one.hours = hours;
    const run = hours - one.hoursInspected;
    const isRun = has('inspectionHoursAreStrict') ? run > 250 : run >= 250;
    const isOld = has('inspectionIgnoresDays')
      ? false
      : today() > inspectBy(one) || (today() === inspectBy(one) && has('inspectedADayEarly'));
    if ((isRun && !has('hoursNeedNoInspection')) || isOld) addJob(one, 'inspection', null);
    else if (damage !== null && !has('damageNeedsNoRepair')) addJob(one, 'repair', has('repairForgetsNote') ? 'Damaged' : damage);
  };
  const isDue = (one: Machine): boolean => hoursLeft(one) <= 0 || inspectBy(one) < today();

  const take = (one: Job, me: Person): void => {
    if (one.mechanic !== null && !has('takenIsTaken')) refuse(409, 'TAKEN');
    if (!has('takeForgetsMechanic')) one.mechanic = me;
  };
  const finish = (one: Job, result: string, cost: number): void => {
    const { machine } = one;
    rules.notBlank(result, 'finishedWithoutResult');
    rules.jobCost(cost);
    one.state = 'done';
    one.result = result;
    if (!has('finishForgetsCost')) one.cost = cost;
    if (!has('finishKeepsInService')) machine.state = 'available';
    const isInspected = one.kind === 'inspection' || !has('repairIsNoInspection');
    if (isInspected && !has('finishForgetsDay')) machine.inspectedOn = today();
    if (isInspected && !has('finishForgetsHours')) machine.hoursInspected = machine.hours;
  };
  const condemn = (one: Job, result: string): void => {
    rules.notBlank(result, null, 'condemnedWithSpaces');
    one.state = 'condemned';
    one.result = result;
    if (!has('condemnKeepsMachine')) one.machine.state = 'written off';
    one.machine.reason = result;
  };
  return { addJob, move, writeOff, comeBack, isDue, take, finish, condemn };
}
