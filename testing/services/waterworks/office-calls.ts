import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole } from '../hand-written-inputs.ts';
import { type Person, roles, type Tariff, tariffKinds, zones } from './data.ts';
import { everyone } from './door.ts';
import type { Has, Others } from './faults.ts';
import { cents, words } from './inputs.ts';
import type { Works } from './works.ts';

export type OfficeCalls = ReturnType<typeof officeCalls>;

/** The calls about people and tariffs. */
export function officeCalls({ data, rules, supply, access, views, door }: Works, has: Has) {
  const { allow, enter, numbered } = door;

  const editMe = (request: Request): Body => {
    const { me, body } = enter(request, everyone, ['phone']);
    const phone = words(20)(body['phone']);
    if (phone !== me.phone) rules.phone(phone, 'patchedPhoneIsNotChecked');
    me.phone = phone;
    return views.person(me, me);
  };
  const personOf = (number: unknown, me: Person): Person =>
    numbered(data.people, String(number ?? ''), (one) => access.seesPerson(one, me));
  const editPerson = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk', 'manager'], ['role', 'zone', 'remark'], { readersEditPeople: 'reader' }, number);
    const one = personOf(number, me);
    const isManager = me.role === 'manager';
    allow(Object.keys(body).length > 0);
    const isPlace = 'role' in body || 'zone' in body;
    allow(!isPlace || (isManager && (one !== me || has('managersChangeThemselves'))) || (me.role === 'clerk' && has('clerksHire')));
    const isCustomer = one.role === 'customer' || (one.role === 'crew' && has('clerksRemarkOnCrews'));
    allow(!('remark' in body) || isManager || isCustomer || me.role === 'reader' || (one === me && has('clerksRemarkOnThemselves')));
    const changed = {
      role: 'role' in body ? among(body['role'], roles) : one.role,
      zone: 'zone' in body ? orNull(body['zone'], (value) => among(value, zones)) : one.zone,
      remark: 'remark' in body ? words(has('remarkMayBeLong') ? 1000 : 100)(body['remark']) : one.remark,
    };
    rules.zoned(changed);
    if (has('newRoleClearsZone') && changed.role !== one.role) changed.zone = null;
    return views.person(Object.assign(one, changed), me);
  };

  const tariffOf = (code: unknown, me: Person): Tariff => {
    const tariff = data.tariffs.find((one) => one.code === code) ?? door.missing();
    return access.seesTariff(tariff, me) ? tariff : door.hidden();
  };
  const note = words(100);
  const addTariff = (request: Request): Body => {
    const keys = ['code', 'name', 'kind', 'standing', 'unit', 'block', 'over', 'sewage', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { clerksAddTariffs: 'clerk' });
    const unit = cents(body['unit']);
    const tariff: Tariff = {
      ...{ code: text(body['code'], 4), name: text(body['name'], 40) },
      ...{ kind: among(body['kind'], tariffKinds), standing: cents(body['standing']), unit },
      block: 'block' in body ? whole(body['block']) : 60,
      over: 'over' in body ? cents(body['over']) : has('usualOverIsDouble') ? unit * 2 : unit,
      sewage: 'sewage' in body ? whole(body['sewage']) : 0,
      note: 'note' in body ? note(body['note']) : null,
      state: has('newTariffsAreInForce') ? 'in force' : 'draft',
    };
    if (data.tariffs.some(({ code }) => code === tariff.code)) refuse(409, 'CONFLICT');
    rules.tariff(tariff, null);
    data.tariffs.push(tariff);
    return views.tariff(tariff, me);
  };
  const editTariff = (code: string, request: Request): Body => {
    const keys = ['name', 'standing', 'unit', 'block', 'over', 'sewage', 'note'];
    const { me, body } = enter(request, ['clerk', 'manager'], keys, { readersEditTariffs: 'reader' });
    const tariff = tariffOf(code, me);
    const others = Object.keys(body).filter((key) => key !== 'note');
    const isOther = others.length > 0 || !('note' in body);
    const isDraft = tariff.state === 'draft';
    const isNameOnly = others.length > 0 && others.every((key) => key === 'name');
    allow(
      !isOther ||
        (me.role === 'manager' && (isDraft || (isNameOnly && has('tariffsInForceAreRenamed')))) ||
        (me.role === 'clerk' && isDraft && has('clerksEditDrafts')),
    );
    if (has('clerksWriteNoNotes')) allow(me.role === 'manager');
    const changed = {
      name: 'name' in body ? text(body['name'], 40) : tariff.name,
      standing: 'standing' in body ? cents(body['standing']) : tariff.standing,
      unit: 'unit' in body ? cents(body['unit']) : tariff.unit,
      block: 'block' in body ? whole(body['block']) : has('patchResetsBlock') ? 60 : tariff.block,
      over: 'over' in body ? cents(body['over']) : tariff.over,
      sewage: 'sewage' in body ? whole(body['sewage']) : tariff.sewage,
      note: 'note' in body ? note(body['note']) : tariff.note,
    };
    rules.tariff({ ...tariff, ...changed }, tariff);
    return views.tariff(Object.assign(tariff, changed), me);
  };
  const stepOf =
    (step: (one: Tariff) => void, others: Others = {}) =>
    (code: string, request: Request): Body => {
      const { me } = enter(request, ['manager'], null, others);
      const tariff = tariffOf(code, me);
      step(tariff);
      return views.tariff(tariff, me);
    };
  const deleteTariff = (code: string, request: Request): null => {
    const { me } = enter(request, ['manager'], null, { clerksDeleteTariffs: 'clerk' });
    const tariff = tariffOf(code, me);
    if (tariff.state !== 'draft') refuse(409, 'CONFLICT');
    data.tariffs = data.tariffs.filter((one) => one !== tariff);
    return null;
  };
  return {
    ...{ editMe, personOf, editPerson, tariffOf, addTariff, editTariff, deleteTariff },
    adopt: stepOf(supply.adopt),
    retire: stepOf(supply.retire),
  };
}
