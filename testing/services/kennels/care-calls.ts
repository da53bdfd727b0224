import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, yesOrNo } from '../hand-written-inputs.ts';
import { ownersKinds } from './access.ts';
import { type Incident, type Invoice, kinds, type Person, type Stay, severities, type Task } from './data.ts';
import { everyone } from './door.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { Kennels } from './kennels.ts';

/** The calls about tasks, incidents and invoices. */
export function careCalls({ data, rules, steps, access, views, door }: Kennels, stayOf: (number: string, me: Person) => Stay, has: Has) {
  const { allow, enter, numbered } = door;
  const { from } = steps;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const taskOf = (number: string, me: Person, lax = false): Task => numbered(data.tasks, number, (one) => access.seesTask(one, me) || lax);
  const mayPlan = (kind: unknown, me: Person): boolean => {
    switch (me.role) {
      case 'owner':
        return ownersKinds.includes(String(kind));
      case 'keeper':
        return kind !== 'medicine';
      case 'vet':
        return kind === 'medicine' || has('vetsPlanEverything');
      default:
        return !has('managersPlanNothing');
    }
  };
  const addTask = (number: string, request: Request): Body => {
    const { me, body } = enter(request, everyone, ['kind', 'day', 'note']);
    const stay = stayOf(number, me);
    allow(mayPlan(body['kind'], me));
    const [kind, day] = [among(body['kind'], kinds, has('kindMayBeAnything')), date(body['day'])];
    const note = 'note' in body ? words(100)(body['note']) : null;
    const states = ['confirmed', 'present'];
    if (has('presentOnlyHasTasks')) states.shift();
    if (!states.includes(stay.state)) refuse(409, 'NOT_PLANNED');
    rules.task({
      ...{ number: 0, stay, kind, day, note, price: 0, keeper: null, result: null, reason: null, state: 'due' },
    });
    const task = steps.addTask(stay, kind, day, has('taskNoteIsForgotten') ? null : note);
    if (has('whoPlansTakes') && me.role === 'keeper') task.keeper = me;
    return views.task(task, me);
  };
  const takeTask = (number: string, request: Request): Body => {
    const { me } = enter(request, ['keeper'], null, {});
    const one = taskOf(number, me);
    steps.take(one, me);
    return views.task(one, me);
  };
  const finishTask = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['keeper', 'vet'], ['result'], {});
    const one = taskOf(number, me);
    allow(one.kind !== 'medicine' || me.role !== 'keeper' || has('keepersGiveMedicine'));
    from(one.state === 'due' || (one.state === 'done' && has('doneIsFinished')));
    steps.finish(one, 'result' in body ? words(has('resultMayBeLong') ? 1000 : 100)(body['result']) : undefined, me);
    return views.task(one, me);
  };
  const skipTask = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['keeper', 'vet'], ['reason'], { ownersSkip: 'owner' });
    const one = taskOf(number, me);
    if (one.kind === 'medicine' && me.role === 'keeper' && has('keepersSkipNoMedicine')) door.forbidden();
    from(one.state === 'due' || (one.state === 'done' && has('doneIsSkipped')));
    steps.skip(one, text(body['reason'], has('skipReasonMayBeLong') ? undefined : 100), me);
    return views.task(one, me);
  };
  const deleteTask = (number: string, request: Request): null => {
    const { me } = enter(request, ['owner', 'manager'], null, {});
    const one = taskOf(number, me, has('ownersDeleteAllTasks') && me.role === 'owner');
    allow(me.role !== 'owner' || one.keeper === null);
    from(one.state === 'due' || (one.state === 'skipped' && has('skippedIsDeleted')) || (one.state === 'done' && has('doneIsDeleted')));
    data.tasks = data.tasks.filter((other) => other !== one);
    return null;
  };

  const addIncident = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['keeper', 'vet'], ['severity', 'text'], { managersReport: 'manager', ownersReport: 'owner' });
    const stay = stayOf(number, me);
    const severity = among(body['severity'], severities);
    const what = text(body['text'], has('incidentMayBeLong') ? undefined : 200);
    if (stay.state !== 'present' && !(stay.state === 'confirmed' && has('confirmedHasIncidents'))) refuse(409, 'NOT_PRESENT');
    rules.notBlank(what, null, 'incidentMayBeSpaces');
    const one: Incident = {
      ...{ number: data.next('incident'), stay, reporter: me, severity, text: what, treatment: null },
      closed: false,
    };
    data.incidents.push(one);
    steps.report(one);
    return views.incident(one, me);
  };
  const editIncident = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['keeper', 'vet'], ['severity', 'treatment', 'closed'], {});
    const one = numbered(data.incidents, number, (each) => access.seesIncident(each, me) || has('anyKeeperEdits'));
    if (me.role === 'keeper') {
      const isOther = 'severity' in body || !('treatment' in body || 'closed' in body);
      allow(!isOther || !one.closed || has('closedIsEdited'));
      allow(!('treatment' in body));
      allow(!('closed' in body) || has('keepersClose'));
    } else if (one.closed && has('closedIsFinal')) door.forbidden();
    const changed = {
      severity: 'severity' in body ? among(body['severity'], severities) : one.severity,
      treatment: 'treatment' in body ? words(has('treatmentMayBeLong') ? 1000 : 200)(body['treatment']) : one.treatment,
      closed: 'closed' in body ? yesOrNo(body['closed']) : one.closed,
    };
    rules.incident({ ...one, ...changed });
    Object.assign(one, changed);
    return views.incident(one, me);
  };

  const invoiceOf = (number: string, me: Person, lax = false): Invoice =>
    numbered(data.invoices, number, (one) => access.seesInvoice(one, me) || lax);
  const readInvoice = (number: string, request: Request): Body => {
    const { me } = enter(request, ['owner', 'manager'], null, { vetsReadInvoices: 'vet' });
    return views.invoice(invoiceOf(number, me, me.role === 'vet'), me);
  };
  const payInvoice = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['owner'], ['amount'], {});
    if ('amount' in body) orNull(body['amount'], cents);
    const one = invoiceOf(number, me, has('anyonePays'));
    from(one.state === 'open' || (one.state === 'written off' && has('writtenOffIsPaid')));
    steps.pay(one, cents(body['amount']));
    return views.invoice(one, me);
  };
  const writeOff = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['reason'], { ownersWriteOff: 'owner' });
    const one = invoiceOf(number, me);
    from(one.state === 'open');
    steps.writeOff(one, text(body['reason'], 100));
    return views.invoice(one, me);
  };
  return { addTask, takeTask, finishTask, skipTask, deleteTask, addIncident, editIncident, readInvoice, payInvoice, writeOff };
}
