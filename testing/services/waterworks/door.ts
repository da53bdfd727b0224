import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, text } from '../hand-written-inputs.ts';
import { dayLength, type Person, type Tariff, type WaterData } from './data.ts';
import type { Has, Others, WaterFault } from './faults.ts';
import { words } from './inputs.ts';
import type { WaterRules } from './rules.ts';
import type { WaterViews } from './views.ts';

export const everyone = ['customer', 'clerk', 'reader', 'crew', 'manager'];

/** The people and tariffs that the waterworks begin with. */
const people = [
  { name: 'Mona Manager', role: 'manager' },
  { name: 'Cora Clerk', role: 'clerk' },
  { name: 'Rosa Reader', role: 'reader', zone: 'hill' },
  { name: 'Rita Reader', role: 'reader', zone: 'dale' },
  { name: 'Kit Crew', role: 'crew' },
  { name: 'Kim Crew', role: 'crew' },
  { name: 'Hugo Householder', role: 'customer' },
  { name: 'Ida Innkeeper', role: 'customer' },
];
const tariffs = [
  { code: 'H1', name: 'Household', kind: 'household', standing: 3000, unit: 200, block: 60, over: 350, sewage: 20 },
  { code: 'B1', name: 'Business', kind: 'business', standing: 6000, unit: 160, block: 400, over: 160, sewage: 0 },
];

interface Parts {
  readonly data: WaterData;
  readonly rules: WaterRules;
  readonly views: WaterViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function waterDoor({ data, rules, views, now }: Parts, fault: WaterFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'phone' | 'role' | 'zone'>): Person => {
    const person: Person = { number: data.next('person'), ...one, remark: null };
    data.people.push(person);
    return person;
  };
  for (const { name, role, zone = null } of people) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    addPerson({ name, email: address, password: 'correct-horse', phone: null, role, zone });
  }
  data.tariffs.push(...tariffs.map((one): Tariff => ({ ...one, note: null, state: 'in force' })));

  const unauthorized = (): never =>
    refuse(has('signedOutIsForbidden') ? 403 : 401, has('signedOutIsForbidden') ? 'FORBIDDEN' : 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
    return json === undefined ? refuse(400, 'MALFORMED') : json;
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
   * `keys`: of the body; null if the call takes none. `others`: the role that a fault also lets in.
   * `number`: the one in the route, which is read before the body.
   */
  const enter = (request: Request, wanted: readonly string[], keys: readonly string[] | null, others: Others = {}, number = '1') => {
    const me = actor(request, keys !== null) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    if (!/^-?\d+$/.test(number)) missing();
    return { me, body: keys === null ? {} : bodyOf(request, keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `w${opened}-${'f'.repeat(24)}`;
    sessions.set(token, { person, until: now() + (has('sessionsLastAMonth') ? 30 : 14) * dayLength });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request, true);
    const body = bodyOf(request, ['name', 'email', 'password', 'phone']);
    if (me !== null && !has('signedInSignUp')) forbidden();
    const name = text(body['name'], has('nameMayBeLong') ? undefined : 40);
    const [address, password] = [email(body['email']), text(body['password'])];
    const phone = 'phone' in body ? words(20)(body['phone']) : null;
    if (data.people.some((one) => isSame(one.email, address))) refuse(409, 'CONFLICT');
    rules.notBlank(name, null, 'nameMayBeSpaces');
    rules.phone(phone, 'newPhoneIsNotChecked');
    const known = { name, email: address, password: has('passwordMayBeEmpty') ? password : notEmpty(password) };
    return opening(addPerson({ ...known, phone, role: 'customer', zone: null }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address));
    if (person === undefined) return refuse(401, 'UNAUTHORIZED');
    if (person.password !== password) refuse(401, 'UNAUTHORIZED');
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
  return { actor, enter, allow, missing, hidden, forbidden, numbered, signUp, signIn, signOut };
}

export type WaterDoor = ReturnType<typeof waterDoor>;
