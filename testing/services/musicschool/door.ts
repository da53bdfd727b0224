import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text, yesOrNo } from '../hand-written-inputs.ts';
import type { MusicAccess } from './access.ts';
import { dayLength, type MusicData, type Person } from './data.ts';
import type { Has, MusicFault, Others } from './faults.ts';
import type { MusicViews } from './views.ts';

export const everyone = ['family', 'teacher', 'caretaker', 'clerk'];

/** The people that the school begins with. */
const people = [
  { name: 'Clara Clerk', role: 'clerk', teaches: null },
  { name: 'Cary Caretaker', role: 'caretaker', teaches: null },
  { name: 'Theo Teacher', role: 'teacher', teaches: 'piano' },
  { name: 'Tess Teacher', role: 'teacher', teaches: 'violin' },
  { name: 'Fay Family', role: 'family', teaches: null },
  { name: 'Finn Family', role: 'family', teaches: null },
  { name: 'Frida Family', role: 'family', teaches: null },
];

interface Parts {
  readonly data: MusicData;
  readonly access: MusicAccess;
  readonly views: MusicViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function musicDoor({ data, access, views, now }: Parts, fault: MusicFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Omit<Person, 'number' | 'suspended' | 'remark'>): Person => {
    const person: Person = { number: data.next('person'), ...one, suspended: false, remark: null };
    data.people.push(person);
    return person;
  };
  for (const one of people) {
    const address = `${one.name.split(' ')[0]?.toLowerCase()}@example.com`;
    addPerson({ ...one, email: address, password: 'correct-horse', phone: null });
  }

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : missing());
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    return json;
  };
  const bodyOf = (request: Request, keys: readonly string[]): Body => {
    const json = parsed(request);
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    for (const key of Object.keys(json)) if (!keys.includes(key) && !has('otherKeysAreIgnored')) invalid();
    return json as Body;
  };
  /** The acting person; null if signed out. `takes`: whether the call reads a body. */
  const actor = (request: Request, takes: boolean): Person | null => {
    const { token, contentType, body } = request;
    const session = sessions.get(token ?? '');
    const isKnown = session !== undefined && now() < session.until;
    const me = token === null ? null : isKnown ? session.person : has('unknownTokenIsNobody') ? null : unauthorized();
    if (!takes) return me;
    if (body !== null && contentType?.includes('json') === false) refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
    parsed(request);
    return me;
  };
  /**
   * `keys`: of the body; null if the call takes none. `number`: the one in the route, which is read
   * before the body.
   */
  const enter = (request: Request, wanted: readonly string[], keys: readonly string[] | null, others: Others = {}, number = '1') => {
    const me = actor(request, keys !== null) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    if (!/^-?\d+$/.test(number)) missing();
    return { me, body: keys === null ? {} : bodyOf(request, keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `t${opened}-${'m'.repeat(24)}`;
    sessions.set(token, { person, until: now() + (has('sessionsLastAWeek') ? 7 : 30) * dayLength });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request, true);
    const body = bodyOf(request, ['name', 'email', 'password', 'phone']);
    if (me !== null && !has('signedInSignUp')) forbidden();
    const name = text(body['name'], 40);
    const [address, password] = [email(body['email']), text(body['password'])];
    const phone = 'phone' in body ? orNull(body['phone'], (value) => text(value, 20)) : null;
    if (data.people.some((one) => isSame(one.email, address))) refuse(409, 'CONFLICT');
    if (has('nameMayBeSpaces') ? name === '' : name.trim() === '') refuse(has('blankIs400') ? 400 : 422, 'BLANK');
    if (phone !== null && !/^[+]?[0-9][0-9 ]{5,}$/.test(phone)) refuse(422, 'BAD_PHONE');
    const known = { name, email: address, password: has('passwordMayBeEmpty') ? password : notEmpty(password) };
    return opening(addPerson({ ...known, phone, role: 'family', teaches: null }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): null => {
    enter(request, everyone, null);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };

  /** The record of a number that the person may see. */
  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) ? record : hidden();
  };
  const editPerson = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['clerk'], ['suspended', 'remark'], { caretakersEditPeople: 'caretaker' }, number);
    const one = numbered(data.people, number, (each) => access.seesPerson(each, me));
    allow(Object.keys(body).length > 0 || has('emptyPatchIsFine'));
    allow(
      one.role === 'family' || (one.role === 'teacher' && has('teachersAreSuspended')) || (one === me && has('clerksRemarkOnThemselves')),
    );
    const suspended = 'suspended' in body ? yesOrNo(body['suspended']) : one.suspended;
    const remark = 'remark' in body ? orNull(body['remark'], (value) => text(value, 100)) : one.remark;
    return views.person(Object.assign(one, { suspended, remark }), me);
  };
  return { actor, enter, allow, missing, hidden, numbered, signUp, signIn, signOut, editPerson };
}

export type MusicDoor = ReturnType<typeof musicDoor>;
