import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { type Item, type Job, type Part, type Person, skills } from './data.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { Has, Others, WorkshopFault } from './faults.ts';
import { cents } from './inputs.ts';
import { from } from './steps.ts';

const desk = ['receptionist', 'manager'];
const readers = ['customer', 'receptionist', 'mechanic', 'manager'];
const clients = ['customer', 'receptionist'];

/** The calls about repair orders and their items. */
export function jobCalls({ data, rules, desk: steps, jobs, access, views, door }: Company, onDesk: DeskCalls, has: Has) {
  const { allow, enter, numbered, personOf } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));
  const jobOf = (number: string, me: Person, lax = false): Job => numbered(data.jobs, number, (one) => access.seesJob(one, me) || lax);
  const itemOf = (number: string, me: Person, lax = false): Item => numbered(data.items, number, (one) => access.seesItem(one, me) || lax);
  const isOwn = (job: Job, me: Person): boolean => job.mechanic === me;

  const addJob = (plate: string, request: Request): Body => {
    const others: Others = { managersAddJobs: 'manager', mechanicsAddJobs: 'mechanic' };
    const { me, body } = enter(request, ['receptionist'], ['complaint', 'mileage'], others);
    const mileage = 'mileage' in body ? orNull(body['mileage'], whole) : null;
    const vehicle = onDesk.vehicleOf(plate, me);
    if (mileage === null || mileage < vehicle.mileage) return steps.mileageBack();
    const complaint = text(body['complaint'], has('complaintMayBeLong') ? 2000 : 200);
    steps.noJob(vehicle);
    rules.mileage(mileage);
    rules.notBlank(complaint);
    if (!has('walkInKeepsMileage')) vehicle.mileage = mileage;
    return views.job(steps.addJob({ vehicle, customer: vehicle.owner, complaint, mileage }), me);
  };
  const readJob = (number: string, request: Request): Body => {
    const { me } = enter(request, readers, null, { storekeepersReadJobs: 'storekeeper' }, number);
    return views.job(jobOf(number, me), me);
  };
  const editJob = (number: string, request: Request): Body => {
    const { me, body } = enter(request, readers, ['complaint', 'discount', 'note'], {}, number);
    const one = jobOf(number, me);
    allow(Object.keys(body).length > 0);
    if ('complaint' in body) {
      const isOpen = one.state === 'intake' || (one.state === 'estimated' && me.role === 'receptionist');
      allow(clients.includes(me.role) && isOpen);
    }
    if ('discount' in body) {
      const isFixed = ['billed', 'in storage', 'collected', 'abandoned', 'cancelled', 'expired'].includes(one.state);
      const isLax = one.state === 'collected' && has('collectedIsDiscounted');
      allow((me.role === 'manager' || (me.role === 'receptionist' && has('receptionistsDiscount'))) && (!isFixed || isLax));
    }
    if ('note' in body) allow(me.role === 'mechanic' ? isOwn(one, me) || has('anyMechanicNotes') : me.role !== 'customer');
    const changed = {
      complaint: 'complaint' in body ? text(body['complaint'], 200) : one.complaint,
      discount: 'discount' in body ? whole(body['discount']) : one.discount,
      note: 'note' in body ? words(100)(body['note']) : one.note,
    };
    rules.notBlank(changed.complaint, 'patchedComplaintMayBeBlank');
    rules.discount(changed.discount);
    return views.job(Object.assign(one, changed), me);
  };

  type OnJob = (one: Job, body: Body, me: Person) => void;
  const jobStep =
    (wanted: readonly string[], keys: readonly string[] | null, step: OnJob, others: Others = {}, lax: WorkshopFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, keys, others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      if ('person' in body) orNull(body['person'], whole);
      const one = jobOf(number, me, lax !== null && has(lax));
      step(one, body, me);
      return views.job(one, me);
    };
  const deposit: OnJob = (one, body) => {
    from(one.state === 'ordered');
    jobs.payDeposit(one, cents(body['amount']));
  };
  const assign: OnJob = (one, body, me) => {
    const mechanic = personOf(body['person'], me, access.seesPerson);
    from(one.state === 'in work' || one.state === 'waiting');
    jobs.assign(one, mechanic);
  };
  const ask: OnJob = (one, _body, me) => {
    allow(me.role === 'receptionist' || isOwn(one, me));
    jobs.ask(one);
  };
  const drive: OnJob = (one, body, me) => {
    allow(me.role === 'manager' || isOwn(one, me) || has('anyMechanicDrives'));
    from(one.state === 'in work' || (one.state === 'ready' && has('readyIsDriven')));
    const distance = whole(body['distance']);
    jobs.drive(one, distance, 'fault' in body ? words(80)(body['fault']) : undefined);
  };
  const cancel: OnJob = (one, body, me) => {
    allow(me.role !== 'customer' || one.state !== 'intake' || has('customersCancelIntake'));
    if (has('customersDoNotCancelOrdered') && me.role === 'customer') allow(one.state !== 'ordered');
    from(['intake', 'estimated', 'ordered'].includes(one.state));
    jobs.cancel(one, text(body['reason'], has('cancelReasonMayBeLong') ? 1000 : 100));
  };

  const addItem = (number: string, request: Request): Body => {
    const keys = ['words', 'skill', 'minutes', 'urgent'];
    const others: Others = { managersAddItems: 'manager' };
    const wanted = has('mechanicsReportNothing') ? ['receptionist'] : ['receptionist', 'mechanic'];
    const { me, body } = enter(request, wanted, keys, others, number);
    const job = jobOf(number, me);
    allow(me.role !== 'mechanic' || isOwn(job, me) || has('anyMechanicAddsItems'));
    const given = {
      words: text(body['words'], has('itemMayBeLong') ? 1000 : 80),
      skill: 'skill' in body ? among(body['skill'], skills) : 'general',
      minutes: 'minutes' in body ? whole(body['minutes']) : 0,
      urgent: 'urgent' in body ? yesOrNo(body['urgent']) : false,
    };
    return views.item(jobs.addItem(job, given), me);
  };
  /** Whether a person may change an item. */
  const mayEdit = (one: Item, me: Person): boolean => one.state === 'noted' && (me.role !== 'mechanic' || isOwn(one.job, me));
  const editors = ['receptionist', 'mechanic', 'manager'];
  const editItem = (number: string, request: Request): Body => {
    const { me, body } = enter(request, editors, ['words', 'skill', 'minutes', 'urgent'], {}, number);
    const one = itemOf(number, me);
    allow(mayEdit(one, me));
    const changed = {
      words: 'words' in body ? text(body['words'], 80) : one.words,
      skill: 'skill' in body ? among(body['skill'], skills) : one.skill,
      minutes: 'minutes' in body ? whole(body['minutes']) : one.minutes,
      urgent: 'urgent' in body ? yesOrNo(body['urgent']) : has('patchClearsUrgency') ? false : one.urgent,
    };
    rules.item({ ...one, ...changed });
    return views.item(Object.assign(one, changed), me);
  };
  const setPart = (number: string, request: Request): Body => {
    const others: Others = { storekeepersFitParts: 'storekeeper' };
    const { me, body } = enter(request, editors, ['code', 'quantity'], others, number);
    if ('code' in body) orNull(body['code'], text);
    const one = itemOf(number, me);
    const part: Part = data.parts.find(({ code }) => code === body['code']) ?? door.missing();
    allow(mayEdit(one, me));
    const quantity = whole(body['quantity']);
    rules.itemPart(one, part, quantity);
    one.part = part;
    one.quantity = has('quantityAddsUp') ? one.quantity + quantity : quantity;
    return views.item(one, me);
  };
  const deleteItem = (number: string, request: Request): null => {
    const { me } = enter(request, desk, null, {}, number);
    const one = itemOf(number, me);
    const isLax = (one.state === 'proposed' && has('proposedIsDeleted')) || (one.state === 'declined' && has('declinedIsDeleted'));
    from(one.state === 'noted' || isLax);
    data.items = data.items.filter((other) => other !== one);
    return null;
  };

  type OnItem = (one: Item, body: Body, me: Person) => void;
  const itemStep =
    (wanted: readonly string[], keys: readonly string[] | null, step: OnItem, others: Others = {}, lax: WorkshopFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, keys, others, number);
      const one = itemOf(number, me, lax !== null && has(lax));
      step(one, body, me);
      return views.item(one, me);
    };
  const decline: OnItem = (one, body) => {
    from(one.state === 'proposed' || (one.state === 'approved' && has('approvedIsDeclined')));
    jobs.decline(one, 'reason' in body ? words(100)(body['reason']) : undefined);
  };
  const issue: OnItem = (one) => {
    from(one.state === 'approved');
    steps.issue(one);
  };
  const finish: OnItem = (one, body, me) => {
    allow(isOwn(one.job, me) || has('anyMechanicFinishes'));
    from(one.state === 'approved' || (one.state === 'done' && has('finishedTwice')));
    jobs.finish(one, whole(body['spent']));
  };
  const orderers = has('receptionistsDoNotOrder') ? ['customer'] : clients;
  return {
    ...{ addJob, readJob, editJob, addItem, editItem, setPart, deleteItem },
    estimate: jobStep(desk, null, jobs.estimate),
    order: jobStep(orderers, null, jobs.order, { managersOrderWork: 'manager' }, 'anyoneOrders'),
    deposit: jobStep(clients, ['amount'], deposit, { managersTakeDeposits: 'manager' }),
    start: jobStep(['mechanic'], null, (one, _body, me) => jobs.start(one, me)),
    assign: jobStep(['manager'], ['person'], assign),
    ask: jobStep(['receptionist', 'mechanic'], null, ask),
    resume: jobStep(clients, null, jobs.resume, { mechanicsResume: 'mechanic' }),
    drive: jobStep(['mechanic', 'manager'], ['distance', 'fault'], drive),
    bill: jobStep(desk, null, jobs.bill),
    collect: jobStep(has('managersReleaseNothing') ? ['receptionist'] : desk, null, jobs.collect, { customersCollect: 'customer' }),
    cancel: jobStep(['customer', ...desk], ['reason'], cancel),
    quote: itemStep(has('managersDoNotQuote') ? ['receptionist'] : desk, null, jobs.quote),
    approve: itemStep(clients, null, (one) => jobs.approve(one), { managersApprove: 'manager' }, 'anyoneApproves'),
    decline: itemStep(clients, ['reason'], decline),
    issue: itemStep(['storekeeper'], null, issue, { mechanicsIssue: 'mechanic', managersIssue: 'manager' }),
    finish: itemStep(['mechanic'], ['spent'], finish),
  };
}
