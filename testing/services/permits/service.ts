import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, email, invalid, notEmpty, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import {
  type Application,
  departments,
  type Inspection,
  kinds,
  type Objection,
  type Parcel,
  type Permit,
  PermitData,
  type Person,
  type Review,
  stages,
  zones,
} from './data.ts';
import type { Others, PermitFault } from './faults.ts';
import { permitRules } from './rules.ts';
import { permitSteps } from './steps.ts';
import { permitViews } from './views.ts';

const everyone = ['applicant', 'clerk', 'inspector', 'head'];
/** The paths of calls with a body, which is read before permissions are checked. */
const takes =
  /\/(people|session|parcels|applications|pay|return|grant|deny|objections|uphold|dismiss|reviews|approve|reject|extend|revoke|inspections|fail)$/;

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function permitService(now: () => number, fault: PermitFault | null = null): Implementation {
  const has = (one: PermitFault): boolean => fault === one;
  const data = new PermitData();
  const rules = permitRules(data, has, now);
  const steps = permitSteps(data, rules, has, now);
  const views = permitViews(data, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, role: string, department: string | null = null): Person => {
    const person: Person = {
      ...{ number: data.next(), name, email: address, password, role, department, strikes: 0, blocked: false },
    };
    data.people.push(person);
    return person;
  };
  const staff = ['Carl Clerk', 'Cora Clerk', 'Ina Inspector fire', 'Igor Inspector water', 'Iris Inspector heritage', 'Hedda Head'];
  for (const name of [...staff, 'Adam Applicant', 'Ada Applicant']) {
    const [first = '', last = '', department = null] = name.split(' ');
    addPerson(`${first} ${last}`, `${first.toLowerCase()}@example.com`, 'correct-horse', last.toLowerCase(), department);
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
    const me = token === null ? null : (sessions.get(token) ?? unauthorized());
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
    const token = `p${opened}-${'e'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password');
    if (me !== null) forbidden();
    const most = has('nameMayBeLong') ? undefined : 40;
    const [name, address, password] = [text(body['name'], most), email(body['email']), text(body['password'])];
    if (data.people.some((one) => isSame(one.email, address))) refuse(has('takenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, 'nameMayBeBlank', 'nameMayBeSpaces');
    return opening(addPerson(name, address, notEmpty(password), has('whoSignsUpIsClerk') ? 'clerk' : 'applicant'));
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
  const signOut = (request: Request): null => {
    enter(request, everyone);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
  };

  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) ? record : hidden();
  };
  const parcelOf = (code: string, me: Person | null): Parcel => {
    const parcel = data.parcels.find((one) => one.code === code) ?? missing();
    return views.seesParcel(parcel, me) ? parcel : hidden();
  };
  /** `lax`: a fault that lets people find what they may not see. */
  const applicationOf = (number: string, me: Person, lax = false): Application =>
    numbered(data.applications, number, (one) => lax || views.seesApplication(one, me));
  const objectionOf = (number: string, me: Person): Objection =>
    numbered(data.objections, number, (one) => views.seesObjection(one, me) || has('anyoneFindsObjections'));
  const reviewOf = (number: string, me: Person): Review =>
    numbered(data.reviews, number, (one) => views.seesReview(one, me) || (me.role === 'inspector' && has('anyInspectorReviews')));
  const permitOf = (number: string, me: Person, lax = false): Permit =>
    numbered(data.permits, number, (one) => lax || views.seesPermit(one, me));
  const inspectionOf = (number: string, me: Person, lax = false): Inspection =>
    numbered(data.inspections, number, (one) => lax || views.seesInspection(one, me));

  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['head'], { clerksBlock: 'clerk' });
    const body = bodyOf(request, 'blocked');
    const person = numbered(data.people, number, (one) => views.seesPerson(one, me));
    allow(person.role === 'applicant' || has('staffIsBlocked'));
    person.blocked = yesOrNo(body['blocked']);
    if (has('unblockingClearsStrikes') && !person.blocked) person.strikes = 0;
    return views.person(person, me);
  };

  const addParcel = (request: Request): Body => {
    const me = enter(request, ['clerk', 'head'], { inspectorsAddParcels: 'inspector', applicantsAddParcels: 'applicant' });
    if (me.role === 'head' && has('headAddsNoParcels')) forbidden();
    const body = bodyOf(request, 'code', 'size', 'zone', 'listed', 'note');
    allow(!('listed' in body) || me.role !== 'clerk' || has('clerksListNew'));
    const parcel: Parcel = {
      ...{ code: text(body['code'], has('codeMayBeLonger') ? undefined : 5), size: whole(body['size']) },
      zone: among(body['zone'], zones, has('zoneMayBeAnything')),
      listed: 'listed' in body ? yesOrNo(body['listed']) : has('parcelsAreListed'),
      note: 'note' in body ? orNull(body['note'], (value) => text(value, has('noteMayBeLong') ? undefined : 100)) : null,
    };
    if (data.parcels.some((one) => one.code === parcel.code) && !has('codesMayRepeat')) refuse(409, 'CONFLICT');
    rules.code(parcel.code);
    rules.parcel(parcel, null);
    data.parcels.push(parcel);
    return views.parcel(parcel, me);
  };
  const editParcel = (code: string, request: Request): Body => {
    const me = enter(request, ['clerk', 'head'], { inspectorsEditParcels: 'inspector' });
    const body = bodyOf(request, 'size', 'zone', 'listed', 'note');
    const parcel = parcelOf(code, me);
    allow(!('listed' in body) || me.role !== 'clerk' || has('clerksList'));
    const changed = {
      size: 'size' in body ? whole(body['size']) : parcel.size,
      zone: 'zone' in body ? among(body['zone'], zones) : parcel.zone,
      listed: 'listed' in body ? yesOrNo(body['listed']) : parcel.listed && !has('patchUnlists'),
      note: 'note' in body ? orNull(body['note'], (value) => text(value, 100)) : has('patchClearsNote') ? null : parcel.note,
    };
    rules.parcel(changed, parcel);
    return views.parcel(Object.assign(parcel, has('patchedSizeIsNotKept') ? { ...changed, size: parcel.size } : changed), me);
  };
  const deleteParcel = (code: string, request: Request): null => {
    const parcel = parcelOf(code, enter(request, ['head'], { clerksDeleteParcels: 'clerk' }));
    allow(!parcel.listed || has('listedIsDeleted'));
    const users = data.applicationsFor(parcel).filter(({ state }) => state !== 'withdrawn' || !has('withdrawnDoesNotHold'));
    if (users.length > 0 && !has('usedIsDeleted')) refuse(409, 'CONFLICT');
    data.parcels = data.parcels.filter((one) => one !== parcel);
    return null;
  };

  const addApplication = (request: Request): Body => {
    const me = enter(request, ['applicant'], { clerksApply: 'clerk' });
    const body = bodyOf(request, 'code', 'kind', 'title', 'area', 'height', 'plans');
    if ('code' in body) orNull(body['code'], text);
    const parcel = parcelOf(String(body['code'] ?? ''), me);
    if (has('blockedBeforeValues') && me.blocked) refuse(403, 'BLOCKED');
    const application: Application = {
      ...{ number: data.next(), applicant: me, parcel, kind: among(body['kind'], kinds) },
      title: text(body['title'], has('titleMayBeLong') ? undefined : 60),
      ...{ area: whole(body['area']), height: whole(body['height']) },
      plans: 'plans' in body ? orNull(body['plans'], (value) => text(value, 8)) : null,
      ...{ fee: has('draftsCost') ? 100 : 0, paid: 0, refund: 0, remarks: null, returns: 0, reason: null, publishedOn: null },
      state: has('newIsSubmitted') ? 'submitted' : 'draft',
    };
    if (has('rulesBeforeBlocked')) rules.building(application, null);
    if (me.blocked && !has('blockedApply')) refuse(has('blockedIs409') ? 409 : 403, 'BLOCKED');
    rules.building(application, null);
    rules.newApplication(application);
    data.applications.push(application);
    return views.application(application, me);
  };
  const editApplication = (number: string, request: Request): Body => {
    const me = enter(request, ['applicant']);
    const body = bodyOf(request, 'title', 'area', 'height', 'plans');
    const one = applicationOf(number, me);
    allow(one.applicant === me || has('neighboursEdit'));
    allow(
      one.state === 'draft' ||
        (one.state === 'submitted' && has('submittedIsEdited')) ||
        (one.state === 'complete' && has('neighboursEdit')),
    );
    allow(one.returns === 0 || !has('returnedIsNotEdited'));
    const changed = {
      title: 'title' in body ? text(body['title'], 60) : one.title,
      area: 'area' in body ? whole(body['area']) : one.area,
      height: 'height' in body ? whole(body['height']) : one.height,
      plans: 'plans' in body ? orNull(body['plans'], (value) => text(value, 8)) : has('patchClearsPlans') ? null : one.plans,
    };
    rules.building({ ...one, ...changed }, one);
    return views.application(has('patchIsNotKept') ? { ...one, ...changed } : Object.assign(one, changed), me);
  };
  type OnApplication = (one: Application, body: Body) => void;
  /** A step of an application by people in a role; `lax`: a fault that lets any applicant do it. */
  const stepOf =
    (role: string, keys: readonly string[], step: OnApplication, others: Others = {}, lax: PermitFault | null = null): On =>
    (number, request) => {
      const me = enter(request, [role], others);
      const body = keys.length > 0 ? bodyOf(request, ...keys) : {};
      const isLax = lax !== null && fault === lax;
      const one = applicationOf(number, me, isLax);
      allow(role !== 'applicant' || one.applicant === me || isLax);
      step(one, body);
      return views.application(one, me);
    };
  const words = (body: Body, key: string, most: number): string => text(body[key], has('reasonMayBeLong') ? undefined : most);

  const addObjection = (number: string, request: Request): Body => {
    const me = enter(request, ['applicant'], { clerksObject: 'clerk' });
    const body = bodyOf(request, 'grounds');
    const application = applicationOf(number, me);
    const grounds = text(body['grounds'], has('groundsMayBeLong') ? undefined : 200);
    const isOpen = application.state === 'complete' || (application.state === 'granted' && has('grantedIsObjected'));
    if (has('ownBeforeState') && application.applicant === me) refuse(409, 'OWN');
    if (!isOpen && !(application.state === 'denied' && has('deniedIsObjected'))) refuse(409, 'NOT_OPEN');
    const one: Objection = { number: data.next(), application, person: me, grounds, answer: null, state: 'filed' };
    rules.objection(one);
    data.objections.push(one);
    return views.objection(one, me);
  };
  const decideObjection = (number: string, state: 'upheld' | 'dismissed', request: Request): Body => {
    const me = enter(request, ['clerk'], state === 'upheld' ? { headUpholds: 'head' } : { applicantsDismiss: 'applicant' });
    const body = bodyOf(request, 'answer');
    const one = objectionOf(number, me);
    steps.from(one.state === 'filed' || (one.state === 'retracted' && has('retractedIsDecided')));
    steps.decide(one, text(body['answer'], 200), state);
    return views.objection(one, me);
  };
  const retractObjection = (number: string, request: Request): Body => {
    const me = enter(request, ['applicant'], { clerksRetract: 'clerk' });
    const one = objectionOf(number, me);
    allow(one.person === me || has('ownersRetract') || me.role === 'clerk');
    steps.retract(one);
    return views.objection(one, me);
  };

  const addReview = (number: string, request: Request): Body => {
    const me = enter(request, ['clerk'], { headAsks: 'head' });
    const body = bodyOf(request, 'department');
    const application = applicationOf(number, me);
    const department = among(body['department'], departments);
    const isOpen = application.state === 'complete' || (application.state === 'submitted' && has('submittedIsReviewed'));
    if (!isOpen) refuse(409, 'NOT_COMPLETE');
    const one: Review = { number: data.next(), application, department, examiner: null, note: null, state: 'asked' };
    rules.review(one);
    data.reviews.push(one);
    return views.review(one, me);
  };
  const decideReview = (number: string, isApproval: boolean, request: Request): Body => {
    const me = enter(request, ['inspector'], isApproval ? { clerksApprove: 'clerk' } : { headRejects: 'head' });
    const body = bodyOf(request, 'note');
    const one = reviewOf(number, me);
    steps.from(one.state === 'asked' || (one.state === 'rejected' && has('rejectedIsApproved')));
    if (!isApproval) steps.reject(one, text(body['note'], 100), me);
    else steps.approve(one, 'note' in body ? orNull(body['note'], (value) => text(value, 100)) : undefined, me);
    return views.review(one, me);
  };

  const extendPermit = (number: string, request: Request): Body => {
    const me = enter(request, ['applicant'], { headExtends: 'head' });
    const body = bodyOf(request, 'weeks');
    const one = permitOf(number, me, has('anyoneExtends'));
    steps.from(one.state === 'valid' || (one.state === 'lapsed' && has('lapsedIsExtended')));
    steps.extend(one, whole(body['weeks']));
    return views.permit(one, me);
  };
  const lapsePermit = (number: string, request: Request): Body => {
    const me = enter(request, ['clerk'], { headLapses: 'head', holdersLapse: 'applicant' });
    const one = permitOf(number, me);
    steps.lapse(one);
    return views.permit(one, me);
  };
  const revokePermit = (number: string, request: Request): Body => {
    const me = enter(request, ['head'], { clerksRevoke: 'clerk', inspectorsRevoke: 'inspector' });
    const body = bodyOf(request, 'reason');
    const one = permitOf(number, me);
    steps.from(one.state === 'valid' || (one.state === 'finished' && has('finishedIsRevoked')));
    steps.revoke(one, words(body, 'reason', 120));
    return views.permit(one, me);
  };

  const addInspection = (number: string, request: Request): Body => {
    const me = enter(request, ['applicant'], { inspectorsPlan: 'inspector' });
    const body = bodyOf(request, 'kind', 'day');
    const permit = permitOf(number, me, has('anyonePlans'));
    const one: Inspection = {
      ...{ number: data.next(), permit, kind: among(body['kind'], stages), day: date(body['day']) },
      ...{ inspector: null, note: null, state: 'planned' },
    };
    if (permit.state !== 'valid' && !(permit.state === 'lapsed' && has('lapsedIsInspected'))) refuse(409, 'NOT_VALID');
    rules.inspection(one);
    data.inspections.push(one);
    return views.inspection(one, me);
  };
  const passInspection = (number: string, request: Request): Body => {
    const me = enter(request, ['inspector'], { holdersPass: 'applicant', headPasses: 'head' });
    const one = inspectionOf(number, me);
    steps.pass(one, me);
    return views.inspection(one, me);
  };
  const failInspection = (number: string, request: Request): Body => {
    const me = enter(request, ['inspector'], { headFails: 'head' });
    const body = bodyOf(request, 'note');
    const one = inspectionOf(number, me);
    if (has('noteBeforeState')) text(body['note'], 100);
    steps.from(one.state === 'planned' || (one.state === 'passed' && has('passedIsFailed')));
    steps.fail(one, text(body['note'], has('failNoteMayBeLong') ? undefined : 100), me);
    return views.inspection(one, me);
  };
  const cancelInspection = (number: string, request: Request): Body => {
    const me = enter(request, ['applicant'], { inspectorsCancel: 'inspector' });
    const one = inspectionOf(number, me, has('anyoneCancels'));
    steps.cancel(one);
    return views.inspection(one, me);
  };

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => [
      status === 204 && has('deletedIs200') ? 200 : status === 201 && has('createdIs200') ? 200 : status,
      on(key, request),
    ],
  ];
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  const { from } = steps;
  const submitted = (one: Application, ...more: string[]): void => from(one.state === 'submitted' || more.includes(one.state));
  const complete = (one: Application, ...more: string[]): void => from(one.state === 'complete' || more.includes(one.state));
  const pay: OnApplication = (one, body) => {
    submitted(one, ...(has('completeIsPaid') ? ['complete'] : has('draftIsPaid') ? ['draft'] : []));
    steps.pay(one, whole(body['amount']));
  };
  const sendBack: OnApplication = (one, body) => {
    submitted(one, ...(has('completeIsReturned') ? ['complete'] : []));
    steps.sendBack(one, words(body, 'remarks', 120));
  };
  const grant: OnApplication = (one, body) => {
    if (has('untilBeforeState')) date(body['until']);
    complete(one, ...(has('deniedIsGranted') ? ['denied'] : []));
    steps.grant(one, date(body['until']));
  };
  const deny: OnApplication = (one, body) => {
    complete(one);
    steps.deny(one, words(body, 'reason', 120));
  };
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => signUp(request), 201),
      route('POST', 'session', (_key, request) => signIn(request)),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      // biome-ignore format: one call a line
      route('GET', 'me', seen(everyone, (me) => views.person(me, me))),
      route('PATCH', 'people/([^/]+)', editPerson),
      route('GET', 'parcels', (_key, request) => views.listParcels(actor(request), new URLSearchParams(request.query))),
      route('POST', 'parcels', (_key, request) => addParcel(request), 201),
      route('GET', 'parcels/([^/]+)', (code, request) => {
        const me = actor(request);
        return views.parcel(parcelOf(code, me), me);
      }),
      route('PATCH', 'parcels/([^/]+)', editParcel),
      route('DELETE', 'parcels/([^/]+)', deleteParcel),
      route('GET', 'applications', seen(everyone, views.listApplications)),
      route('POST', 'applications', (_key, request) => addApplication(request), 201),
      route('GET', 'applications/([^/]+)', (number, request) => {
        const me = enter(request, everyone);
        return views.application(applicationOf(number, me, has('anyoneReadsApplications')), me);
      }),
      route('PATCH', 'applications/([^/]+)', editApplication),
      route('POST', 'applications/([^/]+)/submit', stepOf('applicant', [], steps.submit, {}, 'anyoneSubmits')),
      route('POST', 'applications/([^/]+)/pay', stepOf('applicant', ['amount'], pay, {}, 'anyonePays')),
      route('POST', 'applications/([^/]+)/return', stepOf('clerk', ['remarks'], sendBack, { headReturns: 'head' })),
      route('POST', 'applications/([^/]+)/accept', stepOf('clerk', [], steps.accept, { headAccepts: 'head' })),
      route('POST', 'applications/([^/]+)/grant', stepOf('head', ['until'], grant, { clerksGrant: 'clerk', inspectorsGrant: 'inspector' })),
      route('POST', 'applications/([^/]+)/deny', stepOf('head', ['reason'], deny, { clerksDeny: 'clerk' })),
      route('POST', 'applications/([^/]+)/withdraw', stepOf('applicant', [], steps.withdraw, {}, 'neighboursWithdraw')),
      route('POST', 'applications/([^/]+)/objections', addObjection, 201),
      route('POST', 'objections/([^/]+)/uphold', (number, request) => decideObjection(number, 'upheld', request)),
      route('POST', 'objections/([^/]+)/dismiss', (number, request) => decideObjection(number, 'dismissed', request)),
      route('POST', 'objections/([^/]+)/retract', retractObjection),
      route('POST', 'applications/([^/]+)/reviews', addReview, 201),
      route('GET', 'reviews', seen(everyone, views.listReviews)),
      route('POST', 'reviews/([^/]+)/approve', (number, request) => decideReview(number, true, request)),
      route('POST', 'reviews/([^/]+)/reject', (number, request) => decideReview(number, false, request)),
      route('GET', 'permits', seen(everyone, views.listPermits)),
      route('POST', 'permits/([^/]+)/extend', extendPermit),
      route('POST', 'permits/([^/]+)/lapse', lapsePermit),
      route('POST', 'permits/([^/]+)/revoke', revokePermit),
      route('POST', 'permits/([^/]+)/inspections', addInspection, 201),
      route('GET', 'inspections', seen(['applicant', 'inspector', 'head'], views.listInspections, { clerksListInspections: 'clerk' })),
      route('POST', 'inspections/([^/]+)/pass', passInspection),
      route('POST', 'inspections/([^/]+)/fail', failInspection),
      route('POST', 'inspections/([^/]+)/cancel', cancelInspection),
    ],
    now,
  );
}
