import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import type { Firm, Person } from './data.ts';
import { everyone } from './door.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';

/** The calls about people and firms. */
export function peopleCalls({ data, rules, access, views, door }: Company, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const editMe = (request: Request): Body => {
    const { me, body } = enter(request, everyone, ['phone']);
    const phone = words(20)(body['phone']);
    if (phone !== me.phone) rules.phone(phone, 'patchedPhoneIsNotChecked');
    me.phone = phone;
    return views.person(me, me);
  };
  const editPerson = (number: string, request: Request): Body => {
    const keys = ['misses', 'blocked', 'remark'];
    const { me, body } = enter(request, ['clerk', 'manager'], keys, { buyersEditPeople: 'buyer' }, number);
    const one = numbered(data.people, number, (each) => access.seesPerson(each, me));
    const isClient = one.role === 'customer' || one.role === 'buyer';
    allow(Object.keys(body).length > 0);
    const isStanding = 'misses' in body || 'blocked' in body;
    allow(!isStanding || (isClient && (me.role === 'manager' || has('clerksBlock'))) || (me.role === 'manager' && has('staffIsBlocked')));
    allow(!('remark' in body) || me.role === 'manager' || isClient || has('clerksRemarkOnThemselves'));
    const changed = {
      misses: 'misses' in body ? whole(body['misses']) : one.misses,
      blocked: 'blocked' in body ? yesOrNo(body['blocked']) : one.blocked,
      remark: 'remark' in body ? words(has('personRemarkMayBeLong') ? 1000 : 100)(body['remark']) : one.remark,
    };
    rules.misses(changed.misses);
    if (has('unblockingForgivesMisses') && one.blocked && !changed.blocked) changed.misses = 0;
    return views.person(Object.assign(one, changed), me);
  };

  const firmOf = (code: string, me: Person): Firm => {
    const firm = data.firms.find((one) => one.code === code) ?? door.missing();
    return access.seesFirm(firm, me) ? firm : door.hidden();
  };
  const addFirm = (request: Request): Body => {
    const keys = ['code', 'name', 'ceiling', 'discount', 'remark'];
    const { me, body } = enter(request, ['manager'], keys, { clerksAddFirms: 'clerk' });
    const firm: Firm = {
      code: text(body['code'], 6),
      ...{ name: text(body['name'], 40), ceiling: cents(body['ceiling']) },
      discount: 'discount' in body ? whole(body['discount']) : 0,
      blocked: false,
      remark: 'remark' in body ? words(100)(body['remark']) : null,
    };
    if (data.firms.some(({ code }) => code === firm.code)) refuse(409, 'CONFLICT');
    rules.newFirm(firm);
    data.firms.push(firm);
    return views.firm(firm, me);
  };
  const readFirm = (code: string, request: Request): Body => {
    const { me } = enter(request, ['buyer', 'clerk', 'manager'], null);
    return views.firm(firmOf(code, me), me);
  };
  const editFirm = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['ceiling', 'discount', 'blocked', 'remark'], { buyersEditFirms: 'buyer' });
    const firm = firmOf(code, me);
    const changed = {
      ceiling: 'ceiling' in body ? cents(body['ceiling']) : firm.ceiling,
      discount: 'discount' in body ? whole(body['discount']) : has('patchClearsDiscount') ? 0 : firm.discount,
      blocked: 'blocked' in body ? yesOrNo(body['blocked']) : firm.blocked,
      remark: 'remark' in body ? words(100)(body['remark']) : firm.remark,
    };
    rules.firm({ ...firm, ...changed }, true);
    return views.firm(Object.assign(firm, changed), me);
  };
  const addBuyer = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['person'], { clerksAddBuyers: 'clerk' });
    if ('person' in body) orNull(body['person'], whole);
    const firm = firmOf(code, me);
    const one = numbered(data.people, String(body['person'] ?? ''), (each) => access.seesPerson(each, me));
    const isFree = one.role === 'customer' || (one.role === 'buyer' && has('buyersChangeFirms'));
    if (!isFree) refuse(has('notCustomerIs422') ? 422 : 409, 'NOT_CUSTOMER');
    rules.buyers(firm);
    if (!has('buyerStaysCustomer')) one.role = 'buyer';
    one.firm = firm;
    return views.person(one, me);
  };
  const dropBuyer = (code: string, number: string, request: Request): Body => {
    const { me } = enter(request, ['manager'], null, { buyersDropBuyers: 'buyer' }, number);
    const firm = firmOf(code, me);
    const one = numbered(data.people, number, (each) => access.seesPerson(each, me));
    if (one.firm !== firm) door.missing();
    one.role = 'customer';
    if (!has('droppedKeepsFirm')) one.firm = null;
    return views.person(one, me);
  };
  return { editMe, editPerson, addFirm, readFirm, editFirm, addBuyer, dropBuyer };
}
