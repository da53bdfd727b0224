import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body, Route } from '../hand-written.ts';
import { among, date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { everyone } from './access.ts';
import type { Company } from './company.ts';
import { type Absence, absenceKinds, skills } from './data.ts';

/** The calls about people and absences. */
export function peopleCalls(company: Company): Route[] {
  const { data, rules, steps, views, lists, has, allow, bodyOf, enter, find, signUp, signIn, signOut, route, seen, shown } = company;

  const editMe = (request: Request): Body => {
    const me = enter(request, everyone);
    const body = bodyOf(request, 'name', 'phone');
    allow('name' in body || 'phone' in body || has('emptyPatchIsFine'));
    const name = 'name' in body ? text(body['name'], 50) : me.name;
    const phone = 'phone' in body ? orNull(body['phone'], (value) => text(value, 20)) : has('patchClearsPhone') ? null : me.phone;
    rules.notBlank(name);
    rules.phone(phone, false);
    me.name = name;
    me.phone = phone;
    return views.person(me, me);
  };
  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['office', 'manager'], { coordinatorsEditPeople: 'coordinator' });
    const body = bodyOf(request, 'skill', 'weeklyHours', 'blocked');
    const one = find.person(number, me);
    const isWork = 'skill' in body || 'weeklyHours' in body;
    allow(isWork || 'blocked' in body);
    const isManager = me.role === 'manager' || me.role === 'coordinator';
    allow(!isWork || (isManager && (one.role === 'carer' || has('allHaveHours'))));
    allow(!('blocked' in body) || one.role === 'family' || has('staffIsBlocked'));
    if (me.role === 'manager' && 'blocked' in body && has('managersDoNotBlock')) allow(false);
    const skill = 'skill' in body ? orNull(body['skill'], (value) => among(value, skills, has('skillMayBeAnything'))) : one.skill;
    const weeklyHours = 'weeklyHours' in body ? whole(body['weeklyHours']) : one.weeklyHours;
    const blocked = 'blocked' in body ? yesOrNo(body['blocked']) : one.blocked;
    rules.weeklyHours(weeklyHours);
    return views.person(Object.assign(one, { skill: has('skillIsNotKept') ? one.skill : skill, weeklyHours, blocked }), me);
  };

  const addAbsence = (request: Request): Body => {
    const me = enter(request, ['carer'], { coordinatorsAreAbsent: 'coordinator' });
    const body = bodyOf(request, 'first', 'last', 'kind', 'note');
    const one: Absence = {
      ...{ number: data.next(), carer: me, first: date(body['first']), last: date(body['last']), kind: among(body['kind'], absenceKinds) },
      note: 'note' in body ? orNull(body['note'], (value) => text(value, 100)) : null,
    };
    rules.absence(one);
    data.absences.push(one);
    return views.absence(one, me);
  };
  const deleteAbsence = (number: string, request: Request): null => {
    steps.deleteAbsence(find.absence(number, enter(request, ['carer'])));
    return null;
  };

  return [
    route('POST', 'people', (_key, request) => signUp(request), 201),
    route('POST', 'session', (_key, request) => signIn(request)),
    route('DELETE', 'session', (_key, request) => signOut(request)),
    route(
      'GET',
      'me',
      seen(everyone, (me) => views.person(me, me)),
    ),
    route('PATCH', 'me', (_key, request) => editMe(request)),
    route('GET', 'carers', seen(['family', 'coordinator', 'manager'], lists.carers, { officeListsCarers: 'office' })),
    route(
      'GET',
      'people/:n',
      shown(['family', 'coordinator', 'office', 'manager'], find.person, views.person, { carersReadPeople: 'carer' }),
    ),
    route('PATCH', 'people/:n', editPerson),
    route('POST', 'absences', (_key, request) => addAbsence(request), 201),
    route('GET', 'absences', seen(['carer', 'coordinator', 'manager'], lists.absences)),
    route('DELETE', 'absences/:n', deleteAbsence),
  ];
}
