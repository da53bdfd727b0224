import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import type { KennelData, Person } from './data.ts';
import type { Has, KennelFault, Others } from './faults.ts';
import type { KennelRules } from './rules.ts';
import type { KennelViews } from './views.ts';

export const everyone = ['owner', 'keeper', 'vet', 'manager'];

/** The milliseconds of 30 days. */
const sessionLength = 2_592_000_000;

interface Parts {
  readonly data: KennelData;
  readonly rules: KennelRules;
  readonly views: KennelViews;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Who people are, and what they send. */
export function kennelDoor({ data, rules, views, now }: Parts, fault: KennelFault | null) {
  const has: Has = (one) => fault === one;
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, phone: string | null, role: string): Person => {
    const person: Person = {
      ...{ number: data.next('person'), name, email: address, password, phone, role },
      ...{ misses: 0, blocked: false, remark: null },
    };
    data.people.push(person);
    return person;
  };
  for (const name of ['Mona Manager', 'Vera Vet', 'Kim Keeper', 'Kurt Keeper', 'Olaf Owner', 'Olga Owner']) {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    addPerson(name, `${first}@example.com`, 'correct-horse', null, last);
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
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(has('brokenJsonIs422') ? 422 : 400, 'MALFORMED');
    return json;
  };
  const bodyOf = (request: Request, ...keys: string[]): Body => {
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
  /** `keys`: of the body; null if the call takes none. */
  const enter = (request: Request, wanted: readonly string[], keys: readonly string[] | null, others: Others = {}) => {
    const me = actor(request, keys !== null) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return { me, body: keys === null ? {} : bodyOf(request, ...keys) };
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `k${opened}-${'d'.repeat(24)}`;
    sessions.set(token, { person, until: now() + sessionLength });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request, true);
    const body = bodyOf(request, 'name', 'email', 'password', 'phone');
    if (me !== null) forbidden();
    const [name, address, password] = [text(body['name'], 40), email(body['email']), text(body['password'])];
    const phone = 'phone' in body ? orNull(body['phone'], (value) => text(value, has('phoneMayBeLong') ? undefined : 20)) : null;
    if (data.people.some((one) => isSame(one.email, address))) refuse(409, 'CONFLICT');
    rules.notBlank(name, 'nameMayBeBlank');
    rules.phone(phone, 'newPhoneIsNotChecked');
    return opening(
      addPerson(
        name,
        address,
        notEmpty(password),
        has('signUpForgetsPhone') ? null : phone,
        has('whoSignsUpIsKeeper') ? 'keeper' : 'owner',
      ),
    );
  };
  const signIn = (request: Request): Body => {
    actor(request, true);
    const body = bodyOf(request, 'email', 'password');
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
  return { actor, enter, allow, missing, hidden, forbidden, numbered, signUp, signIn, signOut };
}

export type KennelDoor = ReturnType<typeof kennelDoor>;
