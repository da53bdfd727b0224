import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, text } from '../hand-written-inputs.ts';
import type { HutData, Person } from './data.ts';
import type { Has, HutFault, Others } from './faults.ts';
import type { HutRules } from './rules.ts';
import type { HutViews } from './views.ts';

export type HutAccess = ReturnType<typeof hutAccess>;

/** A call of section 7. `roles`: null if anybody may call it. `keys`: null if it takes no body. */
export interface Call<P> {
  readonly roles: P extends null ? null : readonly string[];
  readonly keys?: readonly string[] | null;
  readonly others?: Others;
  readonly status?: number;
  readonly handle: (me: P, key: string, body: Body, query: URLSearchParams, token: string | null) => Body | null;
}

/** Sessions, and what a call checks before its steps. `before`: done at first in each call. */
export function hutAccess(
  data: HutData,
  rules: HutRules,
  views: HutViews,
  has: Has,
  fault: HutFault | null,
  now: () => number,
  before: () => void,
) {
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : has('missingIs410') ? 410 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };

  /** The person of a session that has not ended; null if there is none. */
  const personOf = (token: string): Person | null => {
    const session = sessions.get(token);
    return session === undefined || now() >= session.until ? null : session.person;
  };
  const parsed = (request: Request): unknown => {
    const { body, contentType } = request;
    if (body !== null && contentType?.includes('json') === false && !has('allTypesAreRead'))
      refuse(has('wrongTypeIs400') ? 400 : 415, 'UNSUPPORTED_MEDIA_TYPE');
    const json = body === null ? {} : jsonIn(body);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(has('brokenJsonIs422') ? 422 : 400, 'MALFORMED');
    return json;
  };
  const bodyOf = (json: unknown, keys: readonly string[]): Body => {
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };
  /** `path`: with `:number` or `:code` for a parameter. */
  const route = <P extends Person | null>(name: string, call: Call<P>): Route => {
    const [method = '', path = ''] = name.split(' ');
    const status = call.status ?? (method === 'DELETE' ? 204 : 200);
    const keys = call.keys ?? null;
    const isNumbered = path.includes(':number');
    const handle = (key: string, request: Request): Body | null => {
      before();
      const { token } = request;
      const me = token === null ? null : (personOf(token) ?? (has('unknownTokensAreNobody') ? null : unauthorized()));
      const json = keys === null ? null : parsed(request);
      if (call.roles !== null) {
        const role = me?.role ?? 'visitor';
        const isLet = call.roles.includes(role) || (fault !== null && call.others?.[fault] === role);
        if (!isLet) (me === null ? unauthorized : forbidden)();
      }
      if (isNumbered && !/^-?\d+$/.test(key)) missing();
      const body = keys === null ? {} : bodyOf(json, keys);
      return call.handle(me as P, key, body, new URLSearchParams(request.query), token);
    };
    const answered = status === 204 && has('deletedIs200') ? 200 : status === 201 && has('createdIs200') ? 200 : status;
    const pattern = new RegExp(`^${path.replace(/:\w+/, '([^/]+)')}$`);
    return [method, pattern, ([, key = ''], request) => [answered, handle(key, request)]];
  };

  const opening = (person: Person): Body => {
    opened += 1;
    const token = `h${opened}-${'u'.repeat(24)}`;
    sessions.set(token, { person, until: now() + (has('sessionsEndAfterADay') ? 1 : 30) * 86_400_000 });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());
  const addPerson = (name: string, address: string, password: string, role: string, hut: Person['hut'] = null): Person => {
    const person: Person = {
      ...{ number: data.next(), name, email: address, password, role, hut },
      noShows: 0,
      barred: has('newPeopleAreBarred'),
    };
    data.people.push(person);
    return person;
  };
  const signUp = (body: Body): Body => {
    const name = text(body['name'], has('nameMayBeLong') ? undefined : 40);
    const address = has('anyTextIsAnEmail') ? text(body['email']) : email(body['email']);
    const password = text(body['password']);
    if (data.people.some((one) => isSame(one.email, address)) && !has('emailsMayRepeat')) refuse(has('takenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, 'nameMayBeBlank', 'nameMayBeSpaces');
    return opening(
      addPerson(name, address, notEmpty(password), has('whoSignsUpIsMember') ? 'member' : has('whoSignsUpIsOffice') ? 'office' : 'guest'),
    );
  };
  const signIn = (body: Body, token: string | null): Body => {
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && (one.password === password || has('anyPasswordIsRight')));
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : has('wrongPasswordIs422') ? 422 : 401, 'UNAUTHORIZED');
    if (token !== null) sessions.delete(token);
    return opening(person);
  };
  /** Ends the sessions of a token. */
  const signOut = (token: string | null): null => {
    if (token !== null && !has('signOutKeepsSession')) sessions.delete(token);
    return null;
  };

  /** `lax`: a fault that lets people find what they may not see. */
  const numbered = <T extends { readonly number: number }>(all: readonly T[], key: string, sees: (one: T) => boolean, lax = false): T => {
    const record = all.find(({ number }) => number === Number(key)) ?? missing();
    return lax || sees(record) ? record : hidden();
  };
  return { allow, missing, route, addPerson, signUp, signIn, signOut, numbered };
}
