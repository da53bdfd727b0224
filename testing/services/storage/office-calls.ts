import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Company } from './company.ts';
import { type Unit, unitKinds, type Van } from './data.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';

/** The calls about customers, vans and units. */
export function officeCalls({ data, rules, access, views, door }: Company, has: Has) {
  const { allow, enter, missing, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const editCustomer = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['blocked', 'remark'], { storekeepersBlock: 'storekeeper' }, number);
    const one = numbered(data.people, number, () => true);
    if (one.role !== 'customer' && !has('staffIsBlocked')) missing();
    allow('blocked' in body || 'remark' in body);
    const blocked = 'blocked' in body ? yesOrNo(body['blocked']) : one.blocked;
    const remark = 'remark' in body ? words(100)(body['remark']) : has('blockingClearsRemark') ? null : one.remark;
    return views.person(Object.assign(one, { blocked, remark }), me);
  };

  const addVan = (request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['plate', 'name', 'capacity']);
    const van: Van = { plate: text(body['plate'], 8), name: text(body['name'], 30), capacity: whole(body['capacity']), sold: false };
    if (data.vans.some(({ plate }) => plate === van.plate)) refuse(409, 'CONFLICT');
    rules.newVan(van);
    data.vans.push(van);
    return views.van(van, me);
  };
  const editVan = (plate: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['name', 'capacity', 'sold'], { foremenEditVans: 'foreman' });
    const van = data.vans.find((one) => one.plate === plate) ?? missing();
    const changed = {
      name: 'name' in body ? text(body['name'], 30) : van.name,
      capacity: 'capacity' in body ? whole(body['capacity']) : van.capacity,
      sold: 'sold' in body ? yesOrNo(body['sold']) : van.sold,
    };
    rules.van({ ...van, ...changed }, van);
    return views.van(Object.assign(van, changed), me);
  };

  /** A unit that the person may see. */
  const unitOf = (code: unknown, me: Parameters<typeof access.seesUnit>[1]): Unit => {
    const unit = data.units.find((one) => one.code === code) ?? missing();
    return access.seesUnit(unit, me) ? unit : door.hidden();
  };
  const addUnit = (request: Request): Body => {
    const keys = ['code', 'kind', 'monthly', 'note'];
    const { me, body } = enter(request, ['clerk'], keys);
    const unit: Unit = {
      ...{ code: text(body['code'], 4), kind: among(body['kind'], unitKinds) },
      ...{ monthly: cents(body['monthly']), closed: false },
      note: 'note' in body ? words(100)(body['note']) : null,
      state: 'free',
    };
    if (data.units.some(({ code }) => code === unit.code)) refuse(409, 'CONFLICT');
    rules.unit(unit);
    data.units.push(unit);
    return views.unit(unit, me);
  };
  const editUnit = (code: string, request: Request): Body => {
    const { me, body } = enter(request, ['storekeeper', 'clerk'], ['monthly', 'closed', 'note']);
    const unit = unitOf(code, me);
    const isStorekeeper = me.role === 'storekeeper';
    allow(!isStorekeeper || !('monthly' in body) || has('storekeepersChangeRents'));
    allow(!isStorekeeper || !('closed' in body) || !has('storekeepersCloseNothing'));
    allow(!isStorekeeper || Object.keys(body).length > 0);
    const changed = {
      monthly: 'monthly' in body ? cents(body['monthly']) : unit.monthly,
      closed: 'closed' in body ? yesOrNo(body['closed']) : unit.closed,
      note: 'note' in body ? words(100)(body['note']) : has('changedUnitLosesNote') ? null : unit.note,
    };
    rules.unit({ ...unit, ...changed });
    return views.unit(Object.assign(unit, changed), me);
  };
  return { unitOf, editCustomer, addVan, editVan, addUnit, editUnit };
}

export type OfficeCalls = ReturnType<typeof officeCalls>;
