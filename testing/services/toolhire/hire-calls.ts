import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, orNull, text, whole } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { depots, type Hire, type Invoice, type Line, type Person } from './data.ts';
import type { Has, Others, ToolFault } from './faults.ts';
import type { FleetCalls } from './fleet-calls.ts';
import { from } from './fleet-steps.ts';
import { cents } from './inputs.ts';

/** The calls about hires, their lines and their invoices. */
export function hireCalls({ data, rules, hires, invoices, access, views, door, now }: Company, fleet: FleetCalls, has: Has) {
  const { allow, enter, numbered } = door;
  const clients = ['customer', 'buyer'];
  const counter = ['clerk', 'manager'];
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  /** `lax`: a fault that lets people find what they may not see. */
  const hireOf = (number: string, me: Person, lax = false): Hire => numbered(data.hires, number, (one) => access.seesHire(one, me) || lax);
  const addHire = (request: Request): Body => {
    const { me, body } = enter(request, clients, ['depot', 'begins', 'ends', 'site', 'order'], {
      clerksAddHires: 'clerk',
      managersAddHires: 'manager',
    });
    const one: Hire = {
      ...{ number: 0, customer: me, firm: me.firm, depot: among(body['depot'], depots) },
      ...{ begins: date(body['begins']), ends: date(body['ends']) },
      site: 'site' in body ? words(has('siteMayBeLong') ? 1000 : 80)(body['site']) : null,
      order: 'order' in body ? words(20)(body['order']) : null,
      ...{ remark: null, price: 0, deposit: 0, deposited: 0, extras: 0, late: 0, fee: 0, refund: 0, reason: null },
      ...{ outOn: null, backOn: null, state: 'draft', draftedAt: now(), reservedFor: '' },
    };
    const isBlocked = (me.blocked && !has('blockedPeopleHire')) || (me.firm?.blocked === true && !has('blockedFirmsHire'));
    if (has('rulesBeforeBlocked')) rules.hire(one, null);
    if (isBlocked) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    rules.hire(one, null);
    const hire = { ...one, number: data.next('hire') };
    data.hires.push(hire);
    return views.hire(hire, me);
  };
  const readHire = (number: string, request: Request): Body => {
    const { me } = enter(request, ['customer', 'buyer', 'clerk', 'manager'], null, { mechanicsReadHires: 'mechanic' }, number);
    return views.hire(hireOf(number, me, me.role === 'mechanic'), me);
  };
  const mayEdit = ({ customer, state }: Hire, me: Person): boolean => {
    if (me.role === 'manager') return state === 'draft' || (state === 'reserved' && !has('managersEditDraftsOnly'));
    if (me.role === 'clerk') return state === 'reserved' && has('clerksEditReserved');
    return (customer === me || has('colleaguesEdit')) && (state === 'draft' || (state === 'reserved' && has('customersEditReserved')));
  };
  const editHire = (number: string, request: Request): Body => {
    const keys = ['begins', 'ends', 'site', 'order', 'remark'];
    const { me, body } = enter(request, ['customer', 'buyer', 'clerk', 'manager'], keys, {}, number);
    const one = hireOf(number, me);
    const isOther = ['begins', 'ends', 'site', 'order'].some((key) => key in body) || !('remark' in body);
    allow(!isOther || mayEdit(one, me));
    allow(!('remark' in body) || counter.includes(me.role) || has('clientsWriteRemarks'));
    const changed = {
      begins: 'begins' in body ? date(body['begins']) : one.begins,
      ends: 'ends' in body ? date(body['ends']) : one.ends,
      site: 'site' in body ? words(80)(body['site']) : one.site,
      order: 'order' in body ? words(20)(body['order']) : one.order,
      remark: 'remark' in body ? words(100)(body['remark']) : one.remark,
    };
    const next = { ...one, ...changed };
    rules.hire(next, one);
    if (one.state === 'reserved' && !has('movesWhenNoneIsLeft')) rules.room(next);
    const isMoved = changed.begins !== one.begins || (changed.ends !== one.ends && !has('onlyBeginChangesPrice'));
    Object.assign(one, changed);
    if (isMoved) hires.moved(one);
    return views.hire(one, me);
  };

  type OnHire = (one: Hire, body: Body, me: Person) => void;
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: OnHire, others: Others = {}, lax: ToolFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      const one = hireOf(number, me, lax !== null && has(lax));
      step(one, body, me);
      return views.hire(one, me);
    };
  const reserve: OnHire = (one, _body, me) => {
    allow(one.customer === me || has('colleaguesReserve'));
    hires.reserve(one);
  };
  const deposit: OnHire = (one, body) => {
    from(one.state === 'reserved');
    hires.payDeposit(one, cents(body['amount']));
  };
  const cancel: OnHire = (one, body, me) => {
    if (has('colleaguesDoNotCancel') && me.role === 'buyer') allow(one.customer === me);
    const states = ['draft', 'reserved'];
    if (has('draftIsNotCancelled')) states.shift();
    if (has('outIsCancelled')) states.push('out');
    from(states.includes(one.state));
    hires.cancel(one, 'reason' in body ? words(has('cancelReasonMayBeLong') ? 1000 : 100)(body['reason']) : undefined);
  };
  const extend: OnHire = (one, body, me) => {
    allow(me.role !== 'buyer' || one.customer === me || has('colleaguesExtend'));
    from(one.state === 'out' || (one.state === 'overdue' && has('overdueIsExtended')));
    hires.extend(one, date(body['ends']));
  };

  const lineOf = (number: string, me: Person): Line => numbered(data.lines, number, (one) => access.seesLine(one, me));
  const addLine = (number: string, request: Request): Body => {
    const { me, body } = enter(request, clients, ['code', 'wish'], { managersAddLines: 'manager' }, number);
    if ('code' in body) orNull(body['code'], text);
    const hire = hireOf(number, me);
    const category = fleet.categoryOf(String(body['code'] ?? ''), me, has('unlistedIsHired'));
    allow(hire.customer === me || !clients.includes(me.role) || has('colleaguesAddLines'));
    const wish = 'wish' in body ? words(has('wishMayBeLong') ? 1000 : 80)(body['wish']) : null;
    if (hire.state !== 'draft' && !(hire.state === 'reserved' && has('reservedGetsLines'))) refuse(409, 'NOT_DRAFT');
    const one: Line = {
      ...{ number: 0, hire, category, wish: has('wishIsForgotten') ? null : wish, machine: null, price: 0, ran: null },
      ...{ tank: null, damage: null, charge: 0, state: 'asked' },
    };
    rules.newLine(one);
    const line = { ...one, number: data.next('line') };
    data.lines.push(line);
    return views.line(line, me);
  };
  const deleteLine = (number: string, request: Request): null => {
    const { me } = enter(request, clients, null, {}, number);
    const one = lineOf(number, me);
    allow(one.hire.customer === me || has('colleaguesDeleteLines'));
    from(one.state === 'asked' || (one.state === 'assigned' && has('assignedIsDeleted')));
    const isFree = one.hire.state === 'draft' || (one.hire.state === 'cancelled' && has('cancelledLosesLines'));
    if (!isFree && !(one.state === 'assigned' && has('assignedIsDeleted'))) refuse(409, 'NOT_DRAFT');
    data.lines = data.lines.filter((other) => other !== one);
    return null;
  };
  const assign = (number: string, request: Request): Body => {
    const { me, body } = enter(request, counter, ['serial'], { mechanicsAssign: 'mechanic' }, number);
    if ('serial' in body) orNull(body['serial'], text);
    const one = numbered(data.lines, number, (each) => access.seesLine(each, me) || me.role === 'mechanic');
    hires.assign(one, fleet.machineOf(body['serial'] ?? null));
    return views.line(one, me);
  };
  const bringBack = (number: string, request: Request): Body => {
    const { me, body } = enter(
      request,
      has('managersTakeNothingBack') ? ['clerk'] : counter,
      ['hours', 'tank', 'damage'],
      { customersBringBack: 'customer' },
      number,
    );
    const one = lineOf(number, me);
    from(one.state === 'out');
    const [hours, tank] = [whole(body['hours']), whole(body['tank'])];
    hires.bringBack(one, hours, tank, 'damage' in body ? words(100)(body['damage']) : null);
    return views.line(one, me);
  };
  const lose = (number: string, request: Request): Body => {
    const { me } = enter(request, ['manager'], null, { clerksLose: 'clerk' }, number);
    const one = lineOf(number, me);
    from(one.state === 'out');
    hires.lose(one);
    return views.line(one, me);
  };

  type OnInvoice = (one: Invoice, body: Body, me: Person) => void;
  const invoiceStep =
    (roles: readonly string[], key: string, step: OnInvoice, others: Others = {}, lax: ToolFault | null = null) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, [key], others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      const one = numbered(data.invoices, number, (each) => access.seesInvoice(each, me) || (lax !== null && has(lax)));
      step(one, body, me);
      return views.invoice(one, me);
    };
  const pay: OnInvoice = (one, body, me) => {
    if (has('colleaguesDoNotPay') && me.role === 'buyer') allow(one.customer === me);
    from(invoices.isPayable(one));
    invoices.pay(one, cents(body['amount']));
  };
  const dispute: OnInvoice = (one, body, me) => {
    allow(one.customer === me || has('colleaguesDispute'));
    const states = ['open', 'overdue'];
    if (has('overdueIsNotDisputed')) states.pop();
    if (has('collectionIsDisputed')) states.push('collection');
    from(states.includes(one.state));
    invoices.dispute(one, text(body['reason'], has('disputeMayBeLong') ? undefined : 100));
  };
  const grant: OnInvoice = (one, body) => {
    from(one.state === 'disputed' || (one.state === 'open' && has('openIsGranted')));
    invoices.grant(one, cents(body['credit']));
  };
  const reject: OnInvoice = (one, body) => {
    from(one.state === 'disputed');
    invoices.reject(one, text(body['reply'], 100));
  };
  const writeOff: OnInvoice = (one, body) => {
    const states = [...invoices.states];
    if (has('collectionIsNotWrittenOff')) states.pop();
    from(states.includes(one.state));
    invoices.writeOff(one, text(body['reason'], 100));
  };
  return {
    ...{ addHire, readHire, editHire, addLine, deleteLine, assign, bringBack, lose },
    reserve: stepOf(clients, null, reserve),
    deposit: stepOf(['customer', 'clerk'], ['amount'], deposit, { managersTakeDeposits: 'manager' }, 'anyonePaysDeposits'),
    cancel: stepOf(['customer', 'buyer', 'manager'], ['reason'], cancel, { clerksCancel: 'clerk' }, 'anyoneCancels'),
    handOut: stepOf(counter, null, hires.handOut, { customersHandOut: 'customer' }),
    extend: stepOf(['customer', 'buyer', 'clerk', 'manager'], ['ends'], extend),
    close: stepOf(has('managersCloseNothing') ? ['clerk'] : counter, null, hires.close),
    pay: invoiceStep(['customer', 'buyer', 'clerk'], 'amount', pay, { managersPay: 'manager' }, 'anyonePays'),
    dispute: invoiceStep(clients, 'reason', dispute),
    grant: invoiceStep(['manager'], 'credit', grant, { clerksGrant: 'clerk' }),
    reject: invoiceStep(['manager'], 'reply', reject, { clerksReject: 'clerk' }),
    writeOff: invoiceStep(['manager'], 'reason', writeOff, {}),
  };
}
