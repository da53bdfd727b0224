import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import { dayLength, type Person, type WorkshopData } from './data.ts';
import type { Has, Others, WorkshopFault } from './faults.ts';
import type { WorkshopRules } from './rules.ts';
import type { WorkshopViews } from './views.ts';

export const everyone = ['customer', 'receptionist', 'mechanic', 'storekeeper', 'manager'];

/** The people that the workshop begins with. */
const people = [
  { name: 'Marta Manager', role: 'manager' },
  { name: 'Rosa Reception', role: 'receptionist' },
  { name: 'Milo Mechanic', role: 'mechanic', skill: 'engine' },
  { name: 'Mina Mechanic', role: 'mechanic', skill: 'electrics', capacity: 240 },
  { name: 'Moe Mechanic', role: 'mechanic' },
  { name: 'Stan Store', role: 'storekeeper' },
  { name: 'Carla Client', role: 'customer' },
  { name: 'Cem Client', role: 'customer' },
  { name: 'Cleo Client', role: 'customer' },
];

interface Parts {
  readonly data: WorkshopData;
  readonly rules: WorkshopRules;
  readonly views: WorkshopViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function workshopDoor({ data, rules, views, now }: Parts, fault: WorkshopFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'phone' | 'role' | 'skill' | 'capacity'>): Person => {
    const person: Person = { number: data.next('person'), ...one, misses: 0, blocked: false, note: null };
    data.people.push(person);
    return person;
  };
  for (const { name, role, skill = 'general', capacity = 480 } of people) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    addPerson({ name, email: address, password: 'correct-horse', phone: null, role, skill, capacity });
  }

  const unauthorized = (): never => refuse(401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(has('malformedIs422') ? 422 : 400, 'MALFORMED');
    return json;
  };
  const bodyOf = (request: Request, keys: readonly string[]): Body => {
    const json = parsed(request);
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
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
   * `keys`: of the body; null if the call takes none. `others`: whom a fault lets in. `number`: the
   * one in the route, which is read before the body.
   */
  const enter = (request: Request, wanted: readonly string[], keys: readonly string[] | null, others: Others = {}, number = '1') => {
    const me = actor(request, keys !== null) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    if (!/^-?\d+$/.test(number)) missing();
    return { me, body: keys === null ? {} : bodyOf(request, keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `t${opened}-${'w'.repeat(24)}`;
    sessions.set(token, { person, until: now() + (has('sessionsLastAWeek') ? 7 : 30) * dayLength });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request, true);
    const body = bodyOf(request, ['name', 'email', 'password', 'phone']);
    if (me !== null && !has('signedInSignUp')) forbidden();
    const name = text(body['name'], 40);
    const [address, password] = [has('emailNeedsNoForm') ? text(body['email']) : email(body['email']), text(body['password'])];
    const phone = 'phone' in body ? orNull(body['phone'], (value) => text(value, 20)) : null;
    const isTaken = data.people.some((one) => isSame(one.email, address));
    if (isTaken) refuse(has('takenEmailIs422') ? 422 : 409, 'CONFLICT');
    rules.notEmptyOr(name, 'nameMayBeSpaces');
    rules.phone(phone, 'newPhoneIsNotChecked');
    const known = { name, email: address, password: notEmpty(password), phone: phone };
    return opening(addPerson({ ...known, role: 'customer', skill: 'general', capacity: has('newCapacityIsNothing') ? 0 : 480 }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && (one.password === password || has('anyPasswordOpens')));
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    if (person.blocked && has('blockedPeopleStayOut')) forbidden();
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): null => {
    const { me } = enter(request, everyone, null);
    if (has('signOutEndsAllSessions')) {
      for (const [token, { person }] of sessions) if (person === me) sessions.delete(token);
    }
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };

  /** The record of a number that the person may see. */
  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) ? record : hidden();
  };
  /** The person with a number in a body. */
  const personOf = (number: unknown, me: Person, sees: (one: Person, me: Person) => boolean): Person =>
    numbered(data.people, String(number ?? ''), (one) => sees(one, me));
  return { actor, enter, allow, missing, hidden, forbidden, numbered, personOf, signUp, signIn, signOut };
}

export type WorkshopDoor = ReturnType<typeof workshopDoor>;
