import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { among, orNull, text } from '../hand-written-inputs.ts';
import { everyone } from './door.ts';
import type { Has } from './faults.ts';
import type { Practice } from './practice.ts';

/** The calls about people. */
export function peopleCalls({ data, rules, access, views, door }: Practice, has: Has) {
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
    const others = { vetsRemarkOnPeople: 'vet' } as const;
    const { me, body } = enter(request, ['receptionist', 'manager'], ['remark', 'room'], others, number);
    const one = numbered(data.people, number, (each) => access.seesPerson(each, me));
    const isManager = me.role === 'manager';
    allow(Object.keys(body).length > 0 || has('emptyPatchIsFine'));
    allow(!('remark' in body) || isManager || one.role === 'owner' || has('deskRemarksOnStaff') || me.role === 'vet');
    const mayMove = isManager || (me.role === 'receptionist' && has('deskAssignsRooms'));
    allow(!('room' in body) || (mayMove && one.role === 'vet'));
    const remark = 'remark' in body ? words(100)(body['remark']) : one.remark;
    const room = 'room' in body ? orNull(body['room'], (value) => among(value, ['one', 'two'])) : one.room;
    if (room !== one.room) rules.room(one, room);
    Object.assign(one, { remark, room });
    return views.person(one, me);
  };
  return { editMe, editPerson };
}
