import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import { type BoxData, dayLength, type Person } from './data.ts';
import type { BoxFault, Has, Others } from './faults.ts';
import type { BoxRules } from './rules.ts';
import type { BoxViews } from './views.ts';

export const everyone = ['customer', 'usher', 'clerk', 'manager'];

/** The people that the theatre begins with. */
const people = ['Magda Manager', 'Clive Clerk', 'Carol Clerk', 'Ulla Usher', 'Udo Usher', 'Cora Customer', 'Colin Customer'];

interface Parts {
  readonly data: BoxData;
  readonly rules: BoxRules;
  readonly views: BoxViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function boxDoor({ data, rules, views, now }: Parts, fault: BoxFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'phone' | 'role'>): Person => {
    const person: Person = { number: data.next('person'), ...one, memberUntil: null, strikes: 0, banned: false, remark: null };
    data.people.push(person);
    return person;
  };
  for (const name of people) {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    addPerson({ name, email: `${first}@example.com`, password: 'correct-horse', phone: null, role });
  }
  const [stalls, circle] = [
    { code: 'ST', name: 'Stalls', price: 3200 },
    { code: 'CI', name: 'Circle', price: 2400 },
  ];
  data.bands.push(stalls, circle);
  data.rows.push({ code: 'A', band: stalls, seats: 10, closed: false, note: null });
  data.rows.push({ code: 'B', band: circle, seats: 12, closed: false, note: null });

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
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
    if (body !== null && contentType?.includes('json') === false && !has('allTypesAreRead')) refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
    parsed(request);
    return me;
  };
  /**
   * `keys`: of the body; null if the call takes none. `number`: the one in the route, which is read
   * before the body.
   */
  const enter = (request: Request, wanted: readonly string[], keys: readonly string[] | null, others: Others = {}, number = '1') => {
    const me = actor(request, keys !== null) ?? unauthorized();
    if (keys !== null && has('bodyBeforeRole')) bodyOf(request, keys);
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    if (!/^-?\d+$/.test(number)) missing();
    return { me, body: keys === null ? {} : bodyOf(request, keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `t${opened}-${'h'.repeat(24)}`;
    const length = (has('sessionsLastAWeek') ? 7 : 30) * dayLength;
    sessions.set(token, { person, until: now() + length });
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
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, null, 'nameMayBeSpaces');
    rules.phone(phone, 'newPhoneIsNotChecked');
    const known = { name, email: address, password: has('passwordMayBeEmpty') ? password : notEmpty(password) };
    const role = has('newcomersAreUshers') ? 'usher' : 'customer';
    return opening(addPerson({ ...known, phone, role }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address));
    if (person === undefined) return has('unknownAccountIs404') ? refuse(404, 'NOT_FOUND') : refuse(401, 'UNAUTHORIZED');
    if (person.password !== password) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    if (!has('signInKeepsSession')) sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): null => {
    const { me } = enter(request, everyone, null);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    if (has('signOutEndsAll')) for (const [token, { person }] of sessions) if (person === me) sessions.delete(token);
    return null;
  };

  /** The record of a number that the person may see. */
  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) ? record : hidden();
  };
  return { actor, enter, allow, missing, hidden, forbidden, numbered, signUp, signIn, signOut };
}

export type BoxDoor = ReturnType<typeof boxDoor>;
