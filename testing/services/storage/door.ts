import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import { dayLength, type Person, type StorageData } from './data.ts';
import type { Has, Others, StorageFault } from './faults.ts';
import type { StorageRules } from './rules.ts';
import type { StorageViews } from './views.ts';

/** What the company begins with. */
const people = [
  { name: 'Olga Office', role: 'clerk' },
  { name: 'Fred Foreman', role: 'foreman' },
  { name: 'Fay Foreman', role: 'foreman' },
  { name: 'Stan Store', role: 'storekeeper' },
  { name: 'Cara Customer', role: 'customer' },
  { name: 'Carl Customer', role: 'customer' },
];
const vans = [
  { plate: 'LU-30', name: 'Luton box', capacity: 30 },
  { plate: 'PX-12', name: 'Little van', capacity: 12 },
];
const units = [
  { code: 'A1', kind: 'small', monthly: 4_000 },
  { code: 'B1', kind: 'medium', monthly: 7_000 },
];

interface Parts {
  readonly data: StorageData;
  readonly rules: StorageRules;
  readonly views: StorageViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function storageDoor({ data, rules, views, now }: Parts, fault: StorageFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'phone' | 'role'>): Person => {
    const person: Person = { number: data.next('person'), ...one, blocked: false, remark: null };
    data.people.push(person);
    return person;
  };
  for (const { name, role } of people) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    addPerson({ name, email: address, password: 'correct-horse', phone: null, role });
  }
  for (const van of vans) data.vans.push({ ...van, sold: false });
  for (const unit of units) data.units.push({ ...unit, closed: false, note: null, state: 'free' });

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  /** Refuses a step that does not leave the record's state. */
  const from = (isLeft: boolean): void => {
    if (!isLeft) refuse(has('wrongStateIs400') ? 400 : 409, 'CONFLICT');
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
    const token = `s${opened}-${'b'.repeat(24)}`;
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
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenAddressIs422') ? 422 : 409, 'CONFLICT');
    rules.newPerson({ name, phone });
    const known = { name, email: address, password: notEmpty(password), phone };
    return opening(addPerson({ ...known, role: 'customer' }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address));
    if (person === undefined || person.password !== password) {
      return person === undefined && has('unknownAddressIs404') ? missing() : refuse(401, 'UNAUTHORIZED');
    }
    sessions.delete(request.token ?? '');
    return opening(person);
  };

  /** The record of a number that the person may see. */
  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) ? record : hidden();
  };
  return { actor, enter, allow, from, missing, hidden, numbered, signUp, signIn };
}

export type StorageDoor = ReturnType<typeof storageDoor>;
