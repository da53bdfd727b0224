import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, text } from '../hand-written-inputs.ts';
import type { CateringData, Person } from './data.ts';
import type { CateringFault, Has, Others } from './faults.ts';
import type { CateringRules } from './rules.ts';
import type { CateringViews } from './views.ts';

export type CateringAccess = ReturnType<typeof cateringAccess>;

export const everyone = ['customer', 'staff', 'office', 'manager'];
/** The paths of calls with a body, which is read before permissions are checked. */
const takes = /\/(people|session|dishes|events|orders|decline|change|pay|complain|compensate|cancel|shifts|finish|items|rentals|return)$/;
const company: readonly (readonly [name: string, role: string, trade?: string, wage?: number])[] = [
  ['Mara', 'Manager'],
  ['Olga', 'Office'],
  ['Coco', 'Staff', 'cook', 20],
  ['Cleo', 'Staff', 'cook', 18],
  ['Willi', 'Staff', 'waiter', 15],
  ['Drew', 'Staff', 'driver', 16],
  ['Clara', 'Customer'],
  ['Dan', 'Customer'],
];

/** How long a session lasts if the document does not say. */
const sessionLength = 30 * 86_400_000;

/** Who calls, and what their requests hold. `now`: milliseconds since the epoch. */
export function cateringAccess(
  data: CateringData,
  rules: CateringRules,
  views: CateringViews,
  has: Has,
  fault: CateringFault | null,
  now: () => number,
) {
  const sessions = new Map<string, { readonly person: Person; readonly began: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'role'> & Partial<Person>): Person => {
    const discount = has('newCustomersGetADiscount') ? 5 : 0;
    const person: Person = { number: data.next(), trade: null, wage: 0, discount, blocked: false, ...one };
    data.people.push(person);
    return person;
  };
  for (const [name, role, trade = null, wage = 0] of company) {
    const address = `${name.toLowerCase()}@example.com`;
    addPerson({ name: `${name} ${role}`, email: address, password: 'correct-horse', role: role.toLowerCase(), trade, wage, discount: 0 });
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
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };
  /** The acting person; null if signed out. */
  const actor = (request: Request): Person | null => {
    const { method, path, token, contentType, body } = request;
    const session = token === null ? undefined : sessions.get(token);
    const isOver = session === undefined || (now() - session.began >= sessionLength && !has('sessionsNeverEnd'));
    if (token !== null && isOver && !has('unknownTokenIsNobody')) unauthorized();
    const me = isOver ? null : session.person;
    if (method !== 'PATCH' && (method !== 'POST' || !takes.test(path))) return me;
    if (body !== null && contentType?.includes('json') === false && !has('allTypesAreRead')) refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
    parsed(request);
    return me;
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `k${opened}-${'e'.repeat(24)}`;
    sessions.set(token, { person, began: now() });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password');
    if (me !== null && !has('membersSignUp')) forbidden();
    const [name, address, password] = [text(body['name'], 40), email(body['email']), text(body['password'])];
    const isTaken = data.people.some((one) => isSame(one.email, address));
    if (isTaken && !has('emailsMayRepeat')) refuse(has('takenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, 'personNameMayBeBlank', 'personNameMayBeSpaces');
    return opening(
      addPerson({ name, email: address, password: notEmpty(password), role: has('whoSignsUpIsStaff') ? 'staff' : 'customer' }),
    );
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    if (person.blocked && has('blockedPeopleStayOut')) forbidden();
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): null => {
    enter(request, everyone);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };

  const found = <T>(one: T | undefined, sees: (one: T) => boolean): T => {
    const record = one ?? missing();
    return sees(record) ? record : hidden();
  };
  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T =>
    found(
      all.find((one) => String(one.number) === number),
      sees,
    );
  return { forbidden, allow, bodyOf, actor, enter, signUp, signIn, signOut, found, numbered };
}
