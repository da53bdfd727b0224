import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { email, invalid, notEmpty, orNull, text } from '../hand-written-inputs.ts';
import type { Absence, Care, HomecareData, Incident, Invoice, Person, Task, Visit } from './data.ts';
import type { Has, HomecareFault, Others } from './faults.ts';
import type { HomecareRules } from './rules.ts';
import type { HomecareViews } from './views.ts';

export const everyone = ['family', 'carer', 'coordinator', 'office', 'manager'];
/** The paths of calls with a body, which is read before permissions are checked. */
const takes =
  /\/(people|session|cares|assess|decline|start|pause|end|tasks|visits|substitute|ticks|finish|miss|cancel|absences|invoices|send|pay|incidents|close)$/;
const staff: readonly (readonly [name: string, role: string, skill: string | null, weeklyHours: number])[] = [
  ['Fay', 'Family', null, 0],
  ['Finn', 'Family', null, 0],
  ['Cleo', 'Carer', 'basic', 20],
  ['Cyd', 'Carer', 'nursing', 12],
  ['Cem', 'Carer', 'nursing', 38],
  ['Kim', 'Coordinator', null, 0],
  ['Kay', 'Coordinator', null, 0],
  ['Otto', 'Office', null, 0],
  ['Mara', 'Manager', null, 0],
];

/** Who calls, what their requests hold, and which records they may look for. */
export function homecareAccess(
  data: HomecareData,
  rules: HomecareRules,
  views: HomecareViews,
  has: Has,
  fault: HomecareFault | null,
  now: () => number,
) {
  const sessions = new Map<string, { readonly person: Person; readonly began: number }>();
  let opened = 0;

  const addPerson = (one: Pick<Person, 'name' | 'email' | 'password' | 'role'> & Partial<Person>): Person => {
    const person = { number: data.next(), phone: null, skill: null, weeklyHours: 0, blocked: false, ...one };
    data.people.push(person);
    return person;
  };
  for (const [name, role, skill, weeklyHours] of staff) {
    const address = `${name.toLowerCase()}@example.com`;
    addPerson({ name: `${name} ${role}`, email: address, password: 'correct-horse', role: role.toLowerCase(), skill, weeklyHours });
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
  const bodyOf = (request: Request, ...keys: string[]): Body => {
    const json = parsed(request);
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };
  const signedIn = (token: string): Person => {
    const { person, began } = sessions.get(token) ?? unauthorized();
    return now() < began + 30 * 86_400_000 || has('sessionsDoNotEnd') ? person : unauthorized();
  };
  /** The acting person; null if signed out. */
  const actor = (request: Request): Person | null => {
    const { method, path, token, contentType, body } = request;
    const me = token === null ? null : signedIn(token);
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
    const token = `h${opened}-${'c'.repeat(24)}`;
    sessions.set(token, { person, began: now() });
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password', 'phone');
    if (me !== null) forbidden();
    const [name, address, password] = [text(body['name'], 50), email(body['email']), text(body['password'])];
    const phone = 'phone' in body ? orNull(body['phone'], (value) => text(value, has('phoneMayBeLong') ? undefined : 20)) : null;
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, 'nameMayBeBlank');
    rules.phone(phone, true);
    const kept = has('newPhoneIsForgotten') ? null : phone;
    return opening(
      addPerson({ name, email: address, password: notEmpty(password), phone: kept, role: has('whoSignsUpIsCarer') ? 'carer' : 'family' }),
    );
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [notEmpty(text(body['email'])), notEmpty(text(body['password']))];
    const person = data.people.find((one) => isSame(one.email, address) && one.password === password);
    if (person === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(person);
  };
  const signOut = (request: Request): null => {
    enter(request, everyone);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };

  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) ? record : hidden();
  };
  /** `lax`: a fault that lets people find what they may not see. */
  const find = {
    person: (number: string, me: Person): Person =>
      numbered(data.people, number, (one) => views.seesPerson(one, me) || has('everyoneFindsPeople')),
    care: (number: string, me: Person, lax = false): Care => numbered(data.cares, number, (one) => lax || views.seesCare(one, me)),
    task: (number: string, me: Person): Task => numbered(data.tasks, number, (one) => views.seesTask(one, me)),
    visit: (number: string, me: Person, lax = false): Visit => numbered(data.visits, number, (one) => lax || views.seesVisit(one, me)),
    absence: (number: string, me: Person): Absence =>
      numbered(data.absences, number, (one) => views.seesAbsence(one, me) || has('colleaguesDeleteAbsences')),
    invoice: (number: string, me: Person, lax = false): Invoice =>
      numbered(data.invoices, number, (one) => lax || views.seesInvoice(one, me)),
    incident: (number: string, me: Person): Incident => numbered(data.incidents, number, (one) => views.seesIncident(one, me)),
    /** The carer with a number that a body gives. */
    carer: (number: number | null): Person =>
      data.people.find(
        (one) => one.number === number && (one.role === 'carer' || (one.role === 'coordinator' && has('coordinatorsCare'))),
      ) ?? refuse(has('noCarerIs404') ? 404 : 422, 'NO_CARER'),
  };
  return { allow, bodyOf, enter, signUp, signIn, signOut, find };
}
