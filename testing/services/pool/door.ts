import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { date, email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import { dayLength, type Person, type PoolData } from './data.ts';
import type { Has, Others, PoolFault } from './faults.ts';
import type { PoolRules } from './rules.ts';
import type { PoolViews } from './views.ts';

export const everyone = ['swimmer', 'cashier', 'instructor', 'manager'];

/** The people that the pool begins with. */
const people = [
  { name: 'Mona Manager', role: 'manager', born: '1975-03-01' },
  { name: 'Cas Cashier', role: 'cashier', born: '1990-03-01' },
  { name: 'Ines Instructor', role: 'instructor', born: '1988-03-01' },
  { name: 'Ivo Instructor', role: 'instructor', born: '1992-03-01' },
  { name: 'Sam Swimmer', role: 'swimmer', born: '1985-03-01', level: 2 },
  { name: 'Sue Swimmer', role: 'swimmer', born: '1969-03-01', level: 3, member: true },
  { name: 'Kit Swimmer', role: 'swimmer', born: '2016-03-01' },
  { name: 'Dan Dolphin', role: 'swimmer', born: '1980-03-01', level: 5, club: 'Dolphins' },
  { name: 'Dora Dolphin', role: 'swimmer', born: '1981-03-01', member: true, club: 'Dolphins' },
  { name: 'Fay Flipper', role: 'swimmer', born: '1982-03-01', club: 'Flippers' },
];
const lockers = [
  { code: 'A01', size: 'small' },
  { code: 'A02', size: 'small' },
  { code: 'B01', size: 'large' },
];

interface Parts {
  readonly data: PoolData;
  readonly rules: PoolRules;
  readonly views: PoolViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function poolDoor({ data, rules, views, now }: Parts, fault: PoolFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Omit<Person, 'number' | 'note' | 'fines'>): Person => {
    const person: Person = { number: data.next('person'), ...one, note: null, fines: 0 };
    data.people.push(person);
    return person;
  };
  for (const { name, role, born, level = 1, member = false, club = null } of people) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    addPerson({ name, email: address, password: 'correct-horse', phone: null, born, role, level, member, club });
  }
  for (const one of lockers) data.lockers.push({ ...one, state: 'free' });

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
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    if (!/^-?\d+$/.test(number)) missing();
    return { me, body: keys === null ? {} : bodyOf(request, keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `t${opened}-${'p'.repeat(24)}`;
    sessions.set(token, { person, until: now() + (has('sessionsLastAWeek') ? 7 : 30) * dayLength });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request, true);
    const body = bodyOf(request, ['name', 'email', 'password', 'born', 'phone']);
    if (me !== null && !has('signedInSignUp')) forbidden();
    const name = text(body['name'], 40);
    const [address, password, born] = [email(body['email']), text(body['password']), date(body['born'])];
    const phone = 'phone' in body ? orNull(body['phone'], (value) => text(value, 20)) : null;
    if (data.people.some((one) => isSame(one.email, address))) refuse(409, 'CONFLICT');
    rules.newPerson(name, phone, born);
    const known = { name, email: address, password: notEmpty(password) };
    return opening(addPerson({ ...known, phone, born, role: 'swimmer', level: 1, member: false, club: null }));
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
  return { actor, enter, allow, missing, hidden, numbered, signUp, signIn, signOut };
}

export type PoolDoor = ReturnType<typeof poolDoor>;
