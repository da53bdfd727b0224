import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import type { CoopAccess } from './access.ts';
import { type CoopData, dayLength, type Person } from './data.ts';
import type { CoopFault, Has, Others } from './faults.ts';
import type { CoopRules } from './rules.ts';
import type { CoopViews } from './views.ts';

export const everyone = ['member', 'clerk', 'board', 'craftsman'];

/** The people, flats and tenancies that the cooperative begins with. */
const people = [
  { name: 'Cora Clerk', role: 'clerk' },
  { name: 'Bob Board', role: 'board' },
  { name: 'Pete Pipe', role: 'craftsman', trade: 'plumbing' },
  { name: 'Paula Pipe', role: 'craftsman', trade: 'plumbing' },
  { name: 'Ella Wire', role: 'craftsman', trade: 'electric' },
  { name: 'Mia Member', role: 'member', shares: 6 },
  { name: 'Max Member', role: 'member', shares: 8 },
  { name: 'Tara Tenant', role: 'member', shares: 4 },
  { name: 'Tom Tenant', role: 'member', shares: 9 },
];
const attic = { code: 'A-1', rooms: 2, area: 60, floor: 4, base: 40_000, meter: 120 };
const bay = { code: 'B-1', rooms: 3, area: 90, floor: 1, base: 45_000, meter: 300 };
const quay = { code: 'Q-1', rooms: 2, area: 60, floor: 0, base: 33_000, meter: 10 };
const tenancies = [
  { home: attic, name: 'Tara Tenant', begins: '2025-12-01', rent: 55_000 },
  { home: bay, name: 'Tom Tenant', begins: '2025-12-15', rent: 65_000 },
];

interface Parts {
  readonly data: CoopData;
  readonly access: CoopAccess;
  readonly rules: CoopRules;
  readonly views: CoopViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function coopDoor({ data, access, rules, views, now }: Parts, fault: CoopFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'phone' | 'role' | 'trade' | 'shares'>): Person => {
    const person: Person = { number: data.next('person'), ...one, wants: null, waitsSince: null, refusals: 0, remark: null };
    data.people.push(person);
    return person;
  };
  for (const { name, role, trade = null, shares = 0 } of people) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    const member = addPerson({ name, email: address, password: 'correct-horse', phone: null, role, trade, shares });
    const tenancy = tenancies.find((one) => one.name === name);
    if (tenancy === undefined) continue;
    const { home, begins, rent } = tenancy;
    data.flats.push({ ...home, remark: null, state: 'reserved' });
    data.tenancies.push({
      ...{
        number: data.next('tenancy'),
        flat: data.flats[data.flats.length - 1] as (typeof data.flats)[number],
        member,
        begins,
        ends: null,
      },
      ...{ rent, startReading: null, endReading: null, nextRent: null, state: 'agreed' },
    });
  }
  data.flats.push({ ...quay, remark: null, state: 'vacant' });

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
    allow((fault !== null && others[fault] === me.role) || wanted.some((role) => access.is(me, role)));
    if (!/^-?\d+$/.test(number)) missing();
    return { me, body: keys === null ? {} : bodyOf(request, keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `t${opened}-${'c'.repeat(24)}`;
    sessions.set(token, { person, until: now() + (has('sessionsLastAMonth') ? 30 : 120) * dayLength });
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
    rules.newPerson({ name, phone });
    const known = { name, email: address, password: notEmpty(password), role: 'member', trade: null };
    return opening(addPerson({ ...known, phone, shares: 0 }));
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, ['email', 'password']);
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs422') ? 422 : 401, 'UNAUTHORIZED');
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

export type CoopDoor = ReturnType<typeof coopDoor>;
