import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { dayOf, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { type Haulier, type Invoice, monthAfter, type Person } from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';

/** The calls about people, hauliers and invoices. */
export function peopleCalls({ data, rules, bookings, crossings, access, views, door, now }: Company, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const editPerson = (number: string, request: Request): Body => {
    const keys = ['resident', 'misses', 'remark'];
    const { me, body } = enter(request, ['purser', 'manager'], keys, { captainsEditPeople: 'captain' }, number);
    const one = numbered(data.people, number, (each) => access.seesPerson(each, me));
    const isPassenger = one.role === 'passenger';
    const isManager = me.role === 'manager';
    allow(Object.keys(body).length > 0);
    allow(!('resident' in body) || (isManager && isPassenger) || has('pursersSetResidents') || (isManager && has('crewIsResident')));
    allow(!('misses' in body) || (isPassenger && (isManager || has('pursersForgiveMisses'))));
    const mayRemark = isManager || isPassenger || has('pursersRemarkOnCrew');
    allow(!('remark' in body) || mayRemark || me.role === 'captain');
    const changed = {
      resident: 'resident' in body ? yesOrNo(body['resident']) : one.resident,
      misses: 'misses' in body ? whole(body['misses']) : one.misses,
      remark: 'remark' in body ? words(100)(body['remark']) : one.remark,
    };
    rules.misses(changed.misses);
    return views.person(Object.assign(one, changed), me);
  };

  const haulierOf = (code: string, me: Person): Haulier => {
    const haulier = data.hauliers.find((one) => one.code === code) ?? door.missing();
    return access.seesHaulier(haulier, me) ? haulier : door.hidden();
  };
  const addHaulier = (request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['code', 'name', 'ceiling', 'remark'], { pursersAddHauliers: 'purser' });
    const haulier: Haulier = {
      ...{ code: text(body['code'], 6), name: text(body['name'], 40), ceiling: cents(body['ceiling']), blocked: false },
      remark: 'remark' in body ? words(100)(body['remark']) : null,
      billOn: monthAfter(dayOf(now())),
    };
    if (data.hauliers.some(({ code }) => code === haulier.code)) refuse(409, 'CONFLICT');
    rules.newHaulier(haulier);
    data.hauliers.push(haulier);
    return views.haulier(haulier, me);
  };
  const readHaulier = (code: string, request: Request): Body => {
    const { me } = enter(request, ['passenger', 'manager'], null);
    return views.haulier(haulierOf(code, me), me);
  };
  const editHaulier = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['ceiling', 'remark'], { driversEditHauliers: 'passenger' });
    const haulier = haulierOf(code, me);
    const changed = {
      ceiling: 'ceiling' in body ? cents(body['ceiling']) : haulier.ceiling,
      remark: 'remark' in body ? words(100)(body['remark']) : haulier.remark,
    };
    if (changed.ceiling !== haulier.ceiling) rules.ceiling(changed.ceiling, true);
    return views.haulier(Object.assign(haulier, changed), me);
  };
  const addDriver = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['person'], { driversAddDrivers: 'passenger' });
    if ('person' in body) orNull(body['person'], whole);
    const haulier = haulierOf(code, me);
    const one = numbered(data.people, String(body['person'] ?? ''), (each) => access.seesPerson(each, me) || me.role === 'passenger');
    if (one.role !== 'passenger') refuse(409, 'NOT_PASSENGER');
    rules.drivers(one, haulier);
    one.haulier = haulier;
    return views.person(one, me);
  };

  const payInvoice = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['passenger', 'manager'], ['amount'], {}, number);
    if ('amount' in body) orNull(body['amount'], cents);
    const one: Invoice = numbered(data.invoices, number, (each) => access.seesInvoice(each, me));
    const states = has('overdueIsNotPaid') ? ['open'] : ['open', 'overdue'];
    bookings.from(states.includes(one.state));
    crossings.payInvoice(one, cents(body['amount']));
    return views.invoice(one, me);
  };
  return { editPerson, addHaulier, readHaulier, editHaulier, addDriver, payInvoice };
}
