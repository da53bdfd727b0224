import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Person, type Round, roles } from './data.ts';
import type { Has } from './faults.ts';
import type { Paper } from './paper.ts';

export type PeopleCalls = ReturnType<typeof peopleCalls>;

/** The calls about people and rounds. */
export function peopleCalls({ data, figures, rules, access, views, door }: Paper, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const editPerson = (number: string, request: Request): Body => {
    const keys = ['role', 'trusted', 'remark'];
    const { me, body } = enter(request, ['editor', 'manager'], keys, { carriersEditPeople: 'carrier' }, number);
    const one = numbered(data.people, number, (each) => access.seesPerson(each, me));
    const isManager = me.role === 'manager';
    allow(Object.keys(body).length > 0);
    if ('role' in body) allow(isManager && (one !== me || has('managersResign')));
    if ('trusted' in body) allow(isManager || has('editorsTrust'));
    if ('remark' in body) allow(isManager || one.role === 'reader' || has('editorsRemarkOnColleagues') || me.role === 'carrier');
    const changed = {
      role: 'role' in body ? among(body['role'], roles) : one.role,
      trusted: 'trusted' in body ? yesOrNo(body['trusted']) : one.trusted,
      remark: 'remark' in body ? words(100)(body['remark']) : one.remark,
    };
    rules.role(one, changed.role);
    return views.person(Object.assign(one, changed), me);
  };

  /** The person of a number in the body. */
  const personOf = (body: Body, me: Person): Person => numbered(data.people, body['person'] ?? '', (each) => access.seesPerson(each, me));
  const checkPerson = (body: Body): void => {
    if ('person' in body) orNull(body['person'], whole);
  };
  const roundOf = (code: unknown): Round => data.rounds.find((one) => one.code === code) ?? door.missing();
  const addRound = (request: Request): Body => {
    const keys = ['code', 'name', 'person', 'metres', 'capacity', 'note'];
    const { me, body } = enter(request, ['manager'], keys);
    checkPerson(body);
    const carrier = personOf(body, me);
    const one: Round = {
      ...{ code: text(body['code'], 3), name: text(body['name'], 40), carrier },
      ...{ metres: whole(body['metres']), capacity: whole(body['capacity']) },
      note: 'note' in body ? words(100)(body['note']) : null,
    };
    if (data.rounds.some(({ code }) => code === one.code)) refuse(409, 'CONFLICT');
    rules.newRound(one);
    data.rounds.push(one);
    return views.round(one, me);
  };
  const editRound = (code: string, request: Request): Body => {
    const keys = ['person', 'metres', 'capacity', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { carriersEditRounds: 'carrier' });
    checkPerson(body);
    const one = roundOf(code);
    const carrier = 'person' in body ? personOf(body, me) : one.carrier;
    const changed = {
      carrier,
      metres: 'metres' in body ? whole(body['metres']) : one.metres,
      capacity: 'capacity' in body ? whole(body['capacity']) : one.capacity,
      note: 'note' in body ? words(100)(body['note']) : one.note,
    };
    rules.round({ ...one, ...changed }, true);
    rules.cart(figures.copies(one), changed.capacity);
    return views.round(Object.assign(one, changed), me);
  };
  return { editPerson, personOf, checkPerson, roundOf, addRound, editRound };
}
