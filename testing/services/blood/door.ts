import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { date, email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import { type BloodData, firstPeople, type Person } from './data.ts';
import type { BloodFault, Others } from './faults.ts';
import type { BloodRules } from './rules.ts';
import type { BloodSteps } from './steps.ts';
import type { BloodViews } from './views.ts';

/** The paths of calls with a body, which is read before permissions are checked. */
const takes =
  /\/(people|session|me|defer|drives|appointments|answer|admit|turn-away|donation|test|units|discard|return|orders|reserve|recalls|close)$/;

/** Who comes in, what a request holds, and the refusals that all calls share. */
export function bloodDoor(data: BloodData, rules: BloodRules, steps: BloodSteps, views: BloodViews, fault: BloodFault | null) {
  const sessions = new Map<string, Person>();
  let opened = 0;
  const has = (one: BloodFault): boolean => fault === one;
  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs410') ? 410 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
    if (json === undefined) return refuse(has('brokenJsonIs422') ? 422 : 400, 'MALFORMED');
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
    const { method, path, token } = request;
    steps.lapse();
    const me = token === null ? null : (sessions.get(token) ?? (has('unknownTokensAreVisitors') ? null : unauthorized()));
    if (method === 'PATCH' || (method === 'POST' && takes.test(path))) parsed(request);
    return me;
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  /** Refuses a value of the route that is no number. */
  const numberIn = (key: string): void => {
    if (!/^-?\d+$/.test(key)) missing();
  };
  /** `lax`: a fault lets people find records that they may not see. */
  const numbered = <T extends { readonly number: number }>(
    all: readonly T[],
    number: string,
    sees: (one: T) => boolean,
    lax = false,
  ): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) || lax ? record : hidden();
  };
  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'role' | 'born' | 'weight'>): Person => {
    const unknown = { group: null, positive: null, missed: 0, donations: 0, lastDonation: null, deferredUntil: null, deferral: null };
    const person: Person = { number: data.next(), ...one, ...unknown };
    data.people.push(person);
    return person;
  };
  for (const { name, born, weight } of firstPeople) {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    addPerson({ name, email: `${first}@example.com`, password: 'correct-horse', role, born, weight });
  }

  const opening = (person: Person): Body => {
    opened += 1;
    const token = `b${opened}-${'d'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password', 'born');
    if (me !== null) forbidden();
    const [name, address, password] = [
      text(body['name'], has('nameMayBeLong') ? undefined : 40),
      email(body['email']),
      text(body['password']),
    ];
    const born = orNull(body['born'], date);
    if (has('nameBeforeEmail')) rules.notBlank(name);
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('emailTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name);
    if (born !== null) rules.born(born);
    const role = has('whoSignsUpIsNurse') ? 'nurse' : 'donor';
    return opening(
      addPerson({ name, email: address, password: notEmpty(password), role, born, weight: has('newDonorsHaveAWeight') ? 70 : null }),
    );
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs404') ? 404 : 401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  return { signUp, signIn, missing, hidden, allow, bodyOf, actor, enter, numberIn, numbered };
}
