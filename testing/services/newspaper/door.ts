import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import { dayLength, type PaperData, type Person } from './data.ts';
import type { Has, Others, PaperFault } from './faults.ts';
import type { PaperRules } from './rules.ts';
import type { PaperViews } from './views.ts';

/** The people and rounds that the newspaper begins with. */
const people = [
  ['Mara Manager', 'manager'],
  ['Ed Editor', 'editor'],
  ['Eva Editor', 'editor'],
  ['Carl Carrier', 'carrier'],
  ['Cora Carrier', 'carrier'],
  ['Rita Reader', 'reader'],
  ['Rob Reader', 'reader'],
] as const;
const rounds = [
  { code: 'N1', name: 'North side', by: 3, metres: 2400, capacity: 30 },
  { code: 'S1', name: 'South side', by: 4, metres: 6000, capacity: 2 },
];

interface Parts {
  readonly data: PaperData;
  readonly rules: PaperRules;
  readonly views: PaperViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type PaperDoor = ReturnType<typeof paperDoor>;

/** Who people are, and what they send. */
export function paperDoor({ data, rules, views, now }: Parts, fault: PaperFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'phone' | 'role'>): Person => {
    const person: Person = { number: data.next('person'), ...one, trusted: true, remark: null };
    data.people.push(person);
    return person;
  };
  for (const [name, role] of people) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    addPerson({ name, email: address, password: 'correct-horse', phone: null, role });
  }
  for (const { by, ...round } of rounds) {
    const carrier = data.people[by];
    if (carrier !== undefined) data.rounds.push({ ...round, carrier, note: null });
  }

  const unauthorized = (): never =>
    refuse(has('signedOutIsForbidden') ? 403 : 401, has('signedOutIsForbidden') ? 'FORBIDDEN' : 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs410') ? 410 : 404, 'NOT_FOUND');
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
    const token = `t${opened}-${'n'.repeat(24)}`;
    sessions.set(token, { person, until: now() + (has('sessionsLastTwoWeeks') ? 14 : 30) * dayLength });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

  const signUp = (request: Request): Body => {
    const me = actor(request, true);
    const body = bodyOf(request, ['name', 'email', 'password', 'phone']);
    if (me !== null && !has('signedInSignUp')) forbidden();
    const name = text(body['name'], 40);
    const [address, password] = [email(body['email']), text(body['password'])];
    const phone = 'phone' in body ? orNull(body['phone'], (value) => text(value, 20)) : null;
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenEmailIs422') ? 422 : 409, 'CONFLICT');
    rules.newPerson(name, phone);
    const known = { name, email: address, password: notEmpty(password) };
    return opening(addPerson({ ...known, phone, role: 'reader' }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address));
    if (person === undefined && has('unknownEmailIsMissing')) return missing();
    if (person === undefined || person.password !== password) return refuse(401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(person);
  };

  /** The record of a number that the person may see. */
  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: unknown, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === String(number)) ?? missing();
    return sees(record) ? record : hidden();
  };
  return { actor, enter, allow, missing, hidden, numbered, signUp, signIn };
}
