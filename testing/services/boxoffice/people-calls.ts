import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import type { Person } from './data.ts';
import { everyone } from './door.ts';
import type { Has } from './faults.ts';
import type { Theatre } from './theatre.ts';

/** The calls about people. */
export function peopleCalls({ data, rules, steps, access, views, door }: Theatre, has: Has) {
  const { allow, enter } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));

  const editMe = (request: Request): Body => {
    const { me, body } = enter(request, has('staffDoesNotEditItself') ? ['customer'] : everyone, ['name', 'phone']);
    allow(Object.keys(body).length > 0 || has('emptyPatchIsFine'));
    const name = 'name' in body ? text(body['name'], 40) : me.name;
    const phone = 'phone' in body ? words(20)(body['phone']) : has('patchClearsPhone') ? null : me.phone;
    if (name !== me.name) rules.notBlank(name, 'patchedNameMayBeBlank');
    if (phone !== me.phone) rules.phone(phone, 'patchedPhoneIsNotChecked');
    me.name = name;
    me.phone = phone;
    return views.person(me, me);
  };
  const joinMe = (request: Request): Body => {
    const { me } = enter(request, ['customer'], null, { ushersJoin: 'usher' });
    steps.join(me);
    return views.person(me, me);
  };

  /** The customer of a number. */
  const customerOf = (number: string, me: Person): Person =>
    door.numbered(
      data.people.filter(({ role }) => role === 'customer' || (role === 'usher' && has('ushersAreCustomers'))),
      number,
      (one) => access.seesPerson(one, me) || (one.role === 'usher' && has('ushersAreCustomers')),
    );
  const edit = (number: string, request: Request): Body => {
    const keys = ['strikes', 'banned', 'remark'];
    const { me, body } = enter(request, ['clerk', 'manager'], keys, {}, number);
    const one = customerOf(number, me);
    allow(Object.keys(body).length > 0);
    allow(!('strikes' in body) || me.role === 'manager' || has('clerksForgiveStrikes'));
    allow(!('banned' in body) || me.role === 'manager' || has('clerksBan'));
    allow(!('remark' in body) || me.role === 'clerk' || !has('managersDoNotRemark'));
    const changed = {
      strikes: 'strikes' in body ? whole(body['strikes']) : one.strikes,
      banned: 'banned' in body ? yesOrNo(body['banned']) : has('patchUnbans') ? false : one.banned,
      remark: 'remark' in body ? words(100)(body['remark']) : one.remark,
    };
    rules.strikes(changed.strikes);
    return views.person(Object.assign(one, changed), me);
  };
  const join = (number: string, request: Request): Body => {
    const { me } = enter(request, ['clerk'], null, { ushersEnrol: 'usher' }, number);
    const one = customerOf(number, has('ushersEnrol') && me.role === 'usher' ? { ...me, role: 'manager' } : me);
    steps.join(one);
    return views.person(one, me);
  };
  return { editMe, joinMe, customerOf, edit, join };
}

export type PeopleCalls = ReturnType<typeof peopleCalls>;
