import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, text } from '../hand-written-inputs.ts';
import type { ConferenceData, Person } from './data.ts';
import type { Has } from './faults.ts';
import type { ConferenceRules } from './rules.ts';
import type { ConferenceViews } from './views.ts';

/** The paths of calls with a body, which is read before permissions are checked. */
const takes =
  /\/(people|session|editions|submissions|coauthors|withdraw|reject|rebut|finish|bids|reviews|registrations|pay|talk|reviews\/[^/]+\/submit)$/;
const examples = [
  ['Pia Programme', 'Society'],
  ['Carl Chair', 'East'],
  ['Cora Chair', 'West'],
  ['Rita Reviewer', 'North'],
  ['Ralf Reviewer', 'South'],
  ['Rosa Reviewer', 'Coast'],
  ['Anna Author', 'North'],
  ['Abel Author', 'Coast'],
] as const;

/** How people get in, and how their requests are read. `pass`: what happens by itself. */
export function conferenceAccess(data: ConferenceData, rules: ConferenceRules, views: ConferenceViews, has: Has, pass: () => void) {
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, institution: string, role: string): Person => {
    const person: Person = { number: data.next(), name, email: address, password, role, institution, load: has('usualLoadIsTwo') ? 2 : 3 };
    data.people.push(person);
    return person;
  };
  for (const [name, institution] of examples) {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    addPerson(name, `${first}@example.com`, 'correct-horse', institution, role);
  }

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIsMissing') ? 404 : 403, has('forbiddenIsMissing') ? 'NOT_FOUND' : 'FORBIDDEN');
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
    pass();
    const { method, path, token } = request;
    const me = token === null ? null : (sessions.get(token) ?? (has('unknownTokensAreVisitors') ? null : unauthorized()));
    if (method === 'PATCH' || (method === 'POST' && takes.test(path))) parsed(request);
    return me;
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `c${opened}-${'n'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password', 'institution');
    if (me !== null && !has('signedInSignUp')) forbidden();
    const [name, address] = [text(body['name'], has('nameMayBeLong') ? undefined : 40), email(body['email'])];
    const [password, institution] = [text(body['password']), text(body['institution'], 60)];
    if (data.people.some((one) => isSame(one.email, address)) && !has('emailsMayBeShared')) refuse(409, 'CONFLICT');
    rules.notBlank(name, 'nameMayBeBlank');
    rules.notBlank(institution, 'institutionMayBeBlank');
    return opening(addPerson(name, address, notEmpty(password), institution, has('whoSignsUpIsReviewer') ? 'reviewer' : 'author'));
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']), text(body['password'])];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): void => {
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
  };
  return { unauthorized, forbidden, missing, hidden, allow, bodyOf, actor, signUp, signIn, signOut };
}
