import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { type Category, categoryKinds, depots, type Job, jobKinds, type Machine, type Person } from './data.ts';
import type { Has } from './faults.ts';
import { from } from './fleet-steps.ts';
import { cents } from './inputs.ts';

/** The calls about categories, machines and jobs. */
export function fleetCalls({ data, rules, fleet, access, views, door }: Company, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  /** `lax`: a fault that lets people find what they may not see. */
  const categoryOf = (code: string, me: Person, lax = false): Category => {
    const category = data.categories.find((one) => one.code === code) ?? door.missing();
    return access.seesCategory(category, me) || lax ? category : door.hidden();
  };
  const addCategory = (request: Request): Body => {
    const keys = ['code', 'name', 'kind', 'daily', 'weekly', 'deposit', 'fuelled', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { clerksAddCategories: 'clerk' });
    const category: Category = {
      ...{ code: text(body['code'], 5), name: text(body['name'], 40) },
      kind: among(body['kind'], categoryKinds, has('kindMayBeAnything')),
      ...{ daily: cents(body['daily']), weekly: cents(body['weekly']), deposit: cents(body['deposit']) },
      fuelled: 'fuelled' in body ? yesOrNo(body['fuelled']) : has('machinesAreFuelled') && body['kind'] === 'machine',
      listed: true,
      note: 'note' in body ? words(100)(body['note']) : null,
    };
    if (data.categories.some(({ code }) => code === category.code)) refuse(409, 'CONFLICT');
    rules.newCategory(category);
    data.categories.push(category);
    return views.category(category, me);
  };
  const editCategory = (code: string, request: Request): Body => {
    const keys = ['name', 'daily', 'weekly', 'deposit', 'fuelled', 'listed', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { mechanicsEditCategories: 'mechanic' });
    const category = categoryOf(code, me);
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : category.name,
      daily: 'daily' in body ? cents(body['daily']) : category.daily,
      weekly: 'weekly' in body ? cents(body['weekly']) : category.weekly,
      deposit: 'deposit' in body ? cents(body['deposit']) : category.deposit,
      fuelled: 'fuelled' in body ? yesOrNo(body['fuelled']) : category.fuelled,
      listed: 'listed' in body ? yesOrNo(body['listed']) : has('patchListsAgain') ? true : category.listed,
      note: 'note' in body ? words(100)(body['note']) : has('patchClearsNote') ? null : category.note,
    };
    rules.category({ ...category, ...changed }, category);
    return views.category(Object.assign(category, changed), me);
  };
  const deleteCategory = (code: string, request: Request): null => {
    const { me } = enter(request, ['manager'], null, { clerksDeleteCategories: 'clerk' });
    const category = categoryOf(code, me);
    allow(!category.listed || has('listedIsDeleted'));
    const machines = data.machines.filter(
      (one) => one.category === category && (one.state !== 'written off' || !has('writtenOffDoesNotHold')),
    );
    const lines = data.lines.filter((one) => one.category === category && !has('linesDoNotHoldCategory'));
    if (machines.length + lines.length > 0) refuse(has('usedIs422') ? 422 : 409, 'CONFLICT');
    data.categories = data.categories.filter((one) => one !== category);
    return null;
  };

  const machineOf = (serial: unknown): Machine => data.machines.find((one) => one.serial === serial) ?? door.missing();
  const addMachine = (request: Request): Body => {
    const keys = ['serial', 'code', 'depot', 'hours', 'value', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { clerksAddMachines: 'clerk' });
    if ('code' in body) orNull(body['code'], text);
    const category = categoryOf(String(body['code'] ?? ''), me);
    const serial = text(body['serial'], 9);
    const depot = among(body['depot'], depots);
    const hours = 'hours' in body ? whole(body['hours']) : 0;
    const value = cents(body['value']);
    const note = 'note' in body ? words(100)(body['note']) : null;
    if (!category.listed && !has('unlistedGetsMachines')) refuse(has('unlistedIs422') ? 422 : 409, 'UNLISTED');
    if (data.machines.some((one) => one.serial === serial)) refuse(409, 'CONFLICT');
    rules.newMachine(serial, hours, value);
    const machine: Machine = {
      ...{ serial, category, depot, hours, inspectedOn: rules.today(), hoursInspected: has('newIsInspectedAtNothing') ? 0 : hours },
      ...{ value, note, reason: null, state: 'available' },
    };
    data.machines.push(machine);
    return views.machine(machine, me);
  };
  const moveMachine = (serial: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk', 'manager'], ['depot'], { mechanicsMove: 'mechanic' });
    const one = machineOf(serial);
    allow(me.role !== 'clerk' || one.depot === me.depot || has('clerksFetchMachines'));
    from(one.state === 'available' || (one.state === 'in service' && has('machinesInServiceMove')));
    fleet.move(one, among(body['depot'], depots));
    return views.machine(one, me);
  };
  const writeOffMachine = (serial: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['reason'], { clerksWriteOffMachines: 'clerk' });
    const one = machineOf(serial);
    from(one.state === 'available' || (one.state === 'in service' && has('machinesInServiceAreWrittenOff')));
    fleet.writeOff(one, text(body['reason'], 100));
    return views.machine(one, me);
  };

  const addJob = (serial: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk', 'mechanic', 'manager'], ['kind', 'note']);
    const machine = machineOf(serial);
    allow(me.role !== 'clerk' || body['kind'] === 'repair' || has('clerksOrderInspections'));
    if (has('mechanicsOrderInspectionsOnly') && me.role === 'mechanic') allow(body['kind'] === 'inspection');
    const kind = among(body['kind'], jobKinds);
    const note = 'note' in body ? words(100)(body['note']) : null;
    if (has('noteBeforeMachine')) rules.job(kind, note);
    const isReady = machine.state === 'available' || (machine.state === 'in service' && has('anotherJobIsAdded'));
    if (!isReady) refuse(has('notReadyIs422') ? 422 : 409, 'NOT_READY');
    rules.job(kind, note);
    const job = fleet.addJob(machine, kind, note);
    if (has('jobKeepsMachineAvailable')) machine.state = 'available';
    return views.job(job, me);
  };
  const jobOf = (number: string, me: Person): Job => numbered(data.jobs, number, (one) => access.seesJob(one, me));
  const takeJob = (number: string, request: Request): Body => {
    const { me } = enter(request, ['mechanic'], null, { managersTakeJobs: 'manager' }, number);
    const one = jobOf(number, me);
    from(one.state === 'open');
    fleet.take(one, me);
    return views.job(one, me);
  };
  const mayWorkOn = (one: Job, me: Person): boolean =>
    one.mechanic === me || (one.mechanic === null && has('untakenIsFinished')) || has('anyMechanicFinishes');
  const finishJob = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['mechanic'], ['result', 'cost'], {}, number);
    const one = jobOf(number, me);
    allow(mayWorkOn(one, me));
    from(one.state === 'open');
    const result = text(body['result'], 100);
    fleet.finish(one, result, cents(body['cost']));
    return views.job(one, me);
  };
  const condemnJob = (number: string, request: Request): Body => {
    const { me, body } = enter(request, has('mechanicsCondemnNot') ? ['manager'] : ['mechanic', 'manager'], ['result'], {}, number);
    const one = jobOf(number, me);
    allow(me.role !== 'mechanic' || one.mechanic === me || has('anyMechanicCondemns'));
    from(one.state === 'open');
    fleet.condemn(one, text(body['result'], 100));
    return views.job(one, me);
  };
  return {
    ...{ categoryOf, machineOf, addCategory, editCategory, deleteCategory, addMachine, moveMachine, writeOffMachine },
    ...{ addJob, takeJob, finishJob, condemnJob },
  };
}

export type FleetCalls = ReturnType<typeof fleetCalls>;
