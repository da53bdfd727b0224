import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { dayOf, email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import { dayLength, type FerryData, type Haulier, monthAfter, type Person } from './data.ts';
import type { FerryFault, Has, Others } from './faults.ts';
import type { FerryRules } from './rules.ts';
import type { FerryViews } from './views.ts';

export const everyone = ['passenger', 'purser', 'captain', 'manager'];

/** The people and hauliers that the company begins with. */
const hauliers = [
  { code: 'FISH', name: 'Skerry Fishery', ceiling: 25_000 },
  { code: 'BUILD', name: 'Holm Builders', ceiling: 80_000 },
];
const people = [
  { name: 'Marit Manager', role: 'manager' },
  { name: 'Kjell Captain', role: 'captain' },
  { name: 'Sunniva Captain', role: 'captain' },
  { name: 'Ragna Purser', role: 'purser' },
  { name: 'Per Purser', role: 'purser' },
  { name: 'Pia Passenger', role: 'passenger' },
  { name: 'Odd Islander', role: 'passenger', resident: true },
  { name: 'Hanne Haulier', role: 'passenger', haulier: 0 },
  { name: 'Hugo Haulier', role: 'passenger', haulier: 0 },
];

interface Parts {
  readonly data: FerryData;
  readonly rules: FerryRules;
  readonly views: FerryViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function ferryDoor({ data, rules, views, now }: Parts, fault: FerryFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'phone' | 'role' | 'resident' | 'haulier'>): Person => {
    const person: Person = { number: data.next('person'), ...one, misses: 0, remark: null };
    data.people.push(person);
    return person;
  };
  data.hauliers.push(...hauliers.map((one): Haulier => ({ ...one, blocked: false, remark: null, billOn: monthAfter(dayOf(now())) })));
  for (const { name, role, resident = false, haulier } of people) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    const known = { name, email: address, password: 'correct-horse', phone: null, role, resident };
    addPerson({ ...known, haulier: haulier === undefined ? null : (data.hauliers[haulier] ?? null) });
  }

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
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    if (!/^-?\d+$/.test(number)) missing();
    return { me, body: keys === null ? {} : bodyOf(request, keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `t${opened}-${'f'.repeat(24)}`;
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
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenEmailIs422') ? 422 : 409, 'CONFLICT');
    rules.newPerson({ name, phone });
    const known = { name, email: address, password: notEmpty(password) };
    return opening(addPerson({ ...known, phone, role: 'passenger', resident: false, haulier: null }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs400') ? 400 : 401, 'UNAUTHORIZED');
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

export type FerryDoor = ReturnType<typeof ferryDoor>;
