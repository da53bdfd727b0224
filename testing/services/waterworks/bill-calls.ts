import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { among, orNull, text, whole } from '../hand-written-inputs.ts';
import { type Bill, type Instalment, type Leak, methods, type Objection, type Payment, type Person, severities, zones } from './data.ts';
import type { Has, Others } from './faults.ts';
import { cents } from './inputs.ts';
import type { OfficeCalls } from './office-calls.ts';
import type { SupplyCalls } from './supply-calls.ts';
import type { Works } from './works.ts';

/** The calls about bills, instalments, payments and objections. */
export function billCalls({ data, bills, access, views, door }: Works, has: Has) {
  const { allow, enter, numbered } = door;
  const office = ['clerk', 'manager'];

  const billOf = (number: string, me: Person, lax = false): Bill => numbered(data.bills, number, (one) => access.seesBill(one, me) || lax);
  const readBill = (number: string, request: Request): Body => {
    const wanted = ['customer', ...office];
    const { me } = enter(request, wanted, null, {}, number);
    return views.bill(billOf(number, me, me.role === 'reader' || me.role === 'crew' || has('anyoneReadsBills')), me);
  };
  const split = (number: string, request: Request): Body => {
    const wanted = has('customersDoNotSplit') ? ['clerk'] : ['customer', 'clerk'];
    const { me, body } = enter(request, wanted, ['parts'], {}, number);
    const one = billOf(number, me);
    const isFree = one.state === 'open' || (one.state === 'reminded' && has('customersSplitReminded'));
    allow(me.role !== 'customer' || isFree);
    bills.split(one, () => whole(body['parts']));
    return views.bill(one, me);
  };
  const pay = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['customer', 'clerk'], ['amount', 'method'], {}, number);
    const one = billOf(number, me, has('anyonePays'));
    allow(me.role !== 'customer' || body['method'] !== 'cash' || has('customersPayCash'));
    const amount = cents(body['amount']);
    const method = 'method' in body ? among(body['method'], methods, has('methodMayBeAnything')) : 'transfer';
    return views.payment(bills.pay(one, me, amount, method), me);
  };
  const contest = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['customer'], ['reason', 'claimed'], {}, number);
    const one = billOf(number, me, has('anyoneObjects'));
    const reason = text(body['reason'], 200);
    const claimed = 'claimed' in body ? orNull(body['claimed'], whole) : null;
    return views.objection(bills.contest(one, reason, claimed), me);
  };
  const payPart = (number: string, request: Request): Body => {
    const wanted = has('clerksPayNoParts') ? ['customer'] : ['customer', 'clerk'];
    const { me } = enter(request, wanted, null, {}, number);
    const one: Instalment = numbered(data.instalments, number, ({ bill }) => access.seesBill(bill, me) || has('anyonePaysParts'));
    bills.payPart(one, me);
    return views.instalment(one);
  };
  const bounce = (number: string, request: Request): Body => {
    const { me } = enter(request, ['clerk'], null, { customersBounce: 'customer' }, number);
    const one: Payment = numbered(data.payments, number, ({ bill }) => access.seesBill(bill, me));
    bills.bounce(one);
    return views.payment(one, me);
  };

  type OnObjection = (one: Objection, body: Body) => void;
  const objectionStep =
    (wanted: readonly string[], key: string | null, step: OnObjection, others: Others = {}, lax = false) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, key === null ? null : [key], others, number);
      const one = numbered(data.objections, number, ({ bill }) => access.seesBill(bill, me) || lax);
      step(one, body);
      return views.objection(one, me);
    };
  const uphold: OnObjection = (one, body) => bills.uphold(one, () => cents(body['credit']));
  const dismiss: OnObjection = (one, body) => bills.dismiss(one, () => text(body['reply'], 200));
  return {
    ...{ readBill, split, pay, contest, payPart, bounce },
    uphold: objectionStep(['manager'], 'credit', uphold, { clerksUphold: 'clerk' }),
    dismiss: objectionStep(
      has('clerksDoNotDismiss') ? ['manager'] : office,
      'reply',
      dismiss,
      { readersDismiss: 'reader' },
      has('readersDismiss'),
    ),
    withdraw: objectionStep(['customer'], null, bills.withdraw, {}, has('anyoneWithdraws')),
  };
}

/** The calls about leaks. */
export function leakCalls({ data, leaks, access, views, door, now }: Works, office: OfficeCalls, supply: SupplyCalls, has: Has) {
  const { allow, enter, numbered } = door;
  const reporters = has('crewsDoNotReport') ? ['customer', 'clerk', 'reader'] : ['customer', 'clerk', 'reader', 'crew'];
  const others: Others = { managersReport: 'manager' };

  const leak = (me: Person, body: Body, at: Pick<Leak, 'zone' | 'connection'>): Leak => {
    const place = text(body['place'], 80);
    const severity = among(body['severity'], severities);
    const urgent = severity === 'burst' || (severity === 'flow' && has('flowsAreUrgent'));
    return {
      ...{ number: 0, ...at, place, severity, urgent, reporter: me, crew: null, result: null, note: null, cost: 0 },
      ...{ returns: 0, repairedOn: null, state: 'reported', since: now() },
    };
  };
  const report = (request: Request): Body => {
    const { me, body } = enter(request, reporters, ['zone', 'place', 'severity'], others);
    const zone = among(body['zone'], zones);
    return views.leak(leaks.add(leak(me, body, { zone, connection: null })), me);
  };
  const reportAt = (code: string, request: Request): Body => {
    const { me, body } = enter(request, reporters, ['place', 'severity'], others);
    const connection = supply.connectionOf(code, me, has('leaksAtAnyConnection'));
    const at = { zone: connection.zone, connection: has('leakForgetsConnection') ? null : connection };
    return views.leak(leaks.add(leak(me, body, at)), me);
  };

  type OnLeak = (one: Leak, body: Body, me: Person) => void;
  const stepOf =
    (wanted: readonly string[], keys: readonly string[] | null, step: OnLeak, others: Others = {}, lax = false) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, wanted, keys, others, number);
      if ('person' in body) orNull(body['person'], whole);
      const one = numbered(data.leaks, number, (each) => access.seesLeak(each, me) || lax);
      step(one, body, me);
      return views.leak(one, me);
    };
  const take: OnLeak = (one, _body, me) => leaks.take(one, me);
  const assign: OnLeak = (one, body, me) => leaks.assign(one, office.personOf(body['person'], me));
  const repair: OnLeak = (one, body, me) => {
    allow(one.crew === me || (one.crew === null && has('untakenIsConflict')) || has('anyCrewRepairs'));
    leaks.repair(one, () => [text(body['result'], 100), cents(body['cost'])]);
  };
  const discard: OnLeak = (one, body) => leaks.discard(one, () => text(body['result'], 100));
  const complain: OnLeak = (one, body) => leaks.complain(one, () => text(body['note'], 100));
  return {
    ...{ report, reportAt },
    take: stepOf(['crew'], null, take),
    assign: stepOf(['clerk', 'manager'], ['person'], assign),
    repair: stepOf(['crew'], ['result', 'cost'], repair, {}, has('anyCrewRepairs')),
    discard: stepOf(['clerk', 'manager'], ['result'], discard),
    complain: stepOf(['customer'], ['note'], complain, { readersComplain: 'reader' }),
    confirm: stepOf(has('clerksDoNotConfirm') ? ['customer'] : ['customer', 'clerk'], null, leaks.confirm),
  };
}
