import { refuse } from '../hand-written.ts';
import type { Leak, Person, WaterData } from './data.ts';
import type { Has } from './faults.ts';
import { from, type WaterRules } from './rules.ts';

export type LeakSteps = ReturnType<typeof leakSteps>;

/**
 * The events of leaks. `given` reads what the caller sent, once the state allows the event. `now`:
 * milliseconds since the epoch.
 */
export function leakSteps(data: WaterData, rules: WaterRules, has: Has, now: () => number) {
  const add = (one: Leak): Leak => {
    rules.newLeak(one, one.reporter);
    const leak = { ...one, number: data.next('leak') };
    data.leaks.push(leak);
    return leak;
  };
  const isBusy = (crew: Person): boolean => {
    const jobs = data.leaks.filter((one) => {
      if (one.crew !== crew) return false;
      return one.state === 'assigned' || (one.state === 'repaired' && has('repairedKeepsBusy'));
    });
    return jobs.length >= (has('threeJobs') ? 3 : 2);
  };
  const enter = (one: Leak, state: Leak['state']): void => {
    if (one.state !== state) one.since = now();
    one.state = state;
  };
  const take = (one: Leak, me: Person): void => {
    from(one.state === 'reported');
    if (isBusy(me)) refuse(has('crewBusyIs422') ? 422 : 409, 'CREW_BUSY');
    enter(one, 'assigned');
    one.crew = me;
  };
  const assign = (one: Leak, crew: Person): void => {
    from(one.state === 'reported' || one.state === 'assigned');
    if (crew.role !== 'crew' && !has('anyoneIsCrew')) refuse(422, 'NOT_CREW');
    const isUrgent = one.severity === 'burst' && !has('burstsWaitToo');
    if (!isUrgent && isBusy(crew)) refuse(has('crewBusyIs422') ? 422 : 409, 'CREW_BUSY');
    enter(one, 'assigned');
    if (!(has('reassignKeepsCrew') && one.crew !== null)) one.crew = crew;
  };
  const repair = (one: Leak, given: () => readonly [result: string, cost: number]): void => {
    from(one.state === 'assigned');
    const [result, cost] = given();
    if (has('costBeforeResult')) rules.cost(cost);
    rules.notBlank(result, 'repairedWithoutResult');
    rules.cost(cost);
    enter(one, 'repaired');
    one.result = result;
    one.cost = cost;
    one.repairedOn = rules.today();
    if (one.connection === null || (one.severity === 'drip' && !has('dripsGetRelief'))) return;
    if (one.severity === 'flow' && has('burstsOnlyGetRelief')) return;
    one.connection.carried -= has('reliefIsAdded') ? -10 : 10;
  };
  const discard = (one: Leak, given: () => string): void => {
    from(one.state === 'reported' || (one.state === 'assigned' && has('assignedIsDiscarded')));
    const result = given();
    rules.notBlank(result);
    enter(one, 'discarded');
    one.result = result;
  };
  const complain = (one: Leak, given: () => string): void => {
    from(one.state === 'repaired' || (one.state === 'done' && has('doneIsComplainedAbout')));
    const note = given();
    if (has('noteBeforeCount')) rules.notBlank(note);
    if (one.returns >= (has('oneComplaint') ? 1 : 2)) refuse(409, 'TOO_OFTEN');
    rules.notBlank(note, 'complaintMayBeBlank');
    enter(one, 'reported');
    one.note = note;
    if (!has('complaintKeepsCrew')) one.crew = null;
    if (!has('complaintIsNotCounted')) one.returns += 1;
    if (!has('complaintKeepsDay')) one.repairedOn = null;
  };
  const confirm = (one: Leak): void => {
    from(one.state === 'repaired');
    enter(one, 'done');
  };
  return { add, enter, take, assign, repair, discard, complain, confirm };
}
