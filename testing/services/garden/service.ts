import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, dayOf, email, invalid, notEmpty, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Application, GardenData, type Lease, type Person, type Plot, type Shift, type Workday } from './data.ts';
import type { GardenFault, Others } from './faults.ts';
import { gardenRules } from './rules.ts';
import { gardenSteps } from './steps.ts';
import { gardenViews, tasks } from './views.ts';

const everyone = ['member', 'warden', 'treasurer'];
/** The paths of calls with a body, which is read before permissions are checked. */
const takes = /\/(people|session|plots|applications|workdays|shifts|pay|offer|notice|terminate|attend)$/;

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function gardenService(now: () => number, fault: GardenFault | null = null): Implementation {
  const has = (one: GardenFault): boolean => fault === one;
  const data = new GardenData();
  const rules = gardenRules(data, has, now);
  const steps = gardenSteps(data, rules, has, now);
  const views = gardenViews(data, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, role: string): Person => {
    const person: Person = { number: data.next(), name, email: address, password, role, arrears: 0, hours: 0, banned: false };
    data.people.push(person);
    return person;
  };
  for (const name of ['Wim Warden', 'Wanda Warden', 'Tess Treasurer', 'Mary Member', 'Mona Member']) {
    const [first = '', role = ''] = name.toLowerCase().split(' ');
    addPerson(name, `${first}@example.com`, 'correct-horse', role);
  }

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(403, 'FORBIDDEN');
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
  /** The acting person; null if signed out. */
  const actor = (request: Request): Person | null => {
    const { method, path, token } = request;
    const me = token === null ? null : (sessions.get(token) ?? unauthorized());
    if (method === 'PATCH' || (method === 'POST' && takes.test(path))) parsed(request);
    return me;
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `g${opened}-${'w'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person, person) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password');
    if (me !== null) forbidden();
    const [name, address, password] = [text(body['name'], 30), email(body['email']), text(body['password'])];
    if (data.people.some((one) => isSame(one.email, address))) refuse(409, 'CONFLICT');
    rules.notBlank(name);
    return opening(addPerson(name, address, notEmpty(password), has('whoSignsUpIsWarden') ? 'warden' : 'member'));
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
  const editMe = (request: Request): Body => {
    const me = enter(request, everyone);
    const body = bodyOf(request, 'name');
    const name = text(body['name'], 30);
    rules.notBlank(name, 'nameMayBeBlankLater');
    me.name = name;
    if (has('patchOfNameClearsHours')) me.hours = 0;
    return views.person(me, me);
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
  const plotOf = (code: string, me: Person | null): Plot => {
    const plot = data.plots.find((one) => one.code === code) ?? missing();
    return views.seesPlot(plot, me) ? plot : hidden();
  };
  const applicationOf = (number: string, me: Person, lax?: boolean): Application =>
    numbered(data.applications, number, (one) => views.seesApplication(one, me), lax);
  const leaseOf = (number: string, me: Person, lax?: boolean): Lease =>
    numbered(data.leases, number, (one) => views.seesLease(one, me), lax);
  const workdayOf = (number: string, me: Person): Workday => numbered(data.workdays, number, (one) => views.seesWorkday(one, me));
  const shiftOf = (number: string, me: Person, lax?: boolean): Shift =>
    numbered(data.shifts, number, (one) => views.seesShift(one, me), lax);

  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['warden'], { treasurersBan: 'treasurer' });
    const body = bodyOf(request, 'banned');
    const person = numbered(data.people, number, (one) => views.seesPerson(one, me));
    allow(person.role === 'member' || (person === me && has('wardensBanThemselves')));
    person.banned = yesOrNo(body['banned']);
    return views.person(person, me);
  };
  const payFor = (number: string, request: Request): Body => {
    const me = enter(request, ['treasurer'], { wardensTakePayments: 'warden', membersPayThemselves: 'member' });
    const body = bodyOf(request, 'amount');
    const person = numbered(data.people, number, (one) => views.seesPerson(one, me));
    allow(person.role === 'member' || has('staffPay'));
    steps.pay(person, whole(body['amount']));
    return views.person(person, me);
  };

  const addPlot = (request: Request): Body => {
    const me = enter(request, ['warden'], { treasurersAddPlots: 'treasurer' });
    const body = bodyOf(request, 'code', 'area', 'sunny', 'note');
    const plot: Plot = {
      ...{ code: text(body['code'], has('codeMayBeLong') ? undefined : 4), area: whole(body['area']) },
      sunny: 'sunny' in body ? yesOrNo(body['sunny']) : has('plotsAreSunny'),
      note: 'note' in body ? orNull(body['note'], (value) => text(value, 100)) : null,
      state: has('newPlotsAreFree') ? 'free' : 'fallow',
    };
    if (data.plots.some((one) => one.code === plot.code) && !has('codesMayBeShared')) refuse(has('codeTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.code(plot.code);
    rules.plot(plot, null);
    data.plots.push(plot);
    return views.plot(plot, me);
  };
  const editPlot = (code: string, request: Request): Body => {
    const me = enter(request, ['warden'], { membersEditPlots: 'member' });
    const body = bodyOf(request, 'area', 'sunny', 'note');
    const plot = plotOf(code, me);
    allow(plot.state !== 'let' || !has('letIsNotEdited'));
    const area = 'area' in body ? whole(body['area']) : plot.area;
    const sunny = 'sunny' in body ? yesOrNo(body['sunny']) : plot.sunny;
    const note = 'note' in body ? orNull(body['note'], (value) => text(value, 100)) : has('patchClearsNote') ? null : plot.note;
    rules.plot({ area, sunny }, plot);
    return views.plot(Object.assign(plot, { area, sunny, note }), me);
  };
  const deletePlot = (code: string, request: Request): null => {
    const plot = plotOf(code, enter(request, ['warden'], { treasurersDeletePlots: 'treasurer' }));
    allow(plot.state === 'fallow' || (plot.state === 'free' && has('freeIsDeleted')));
    const isUsed = data.applicationsFor(plot).length > 0 || data.leases.some((lease) => lease.plot === plot);
    if (isUsed && !has('usedPlotsAreDeleted')) refuse(409, 'CONFLICT');
    data.plots = data.plots.filter((one) => one !== plot);
    return null;
  };
  const stepOfPlot = (code: string, event: string, request: Request): Body => {
    const me = enter(request, ['warden'], event === 'shut' ? { treasurersShut: 'treasurer' } : { treasurersPrepare: 'treasurer' });
    const plot = plotOf(code, me);
    steps.plots[event]?.(plot);
    return views.plot(plot, me);
  };

  const addApplication = (request: Request): Body => {
    const me = enter(request, ['member'], { wardensApply: 'warden' });
    const body = bodyOf(request, 'least', 'most', 'letter');
    const application: Application = {
      ...{ number: data.next(), person: me, least: whole(body['least']), most: whole(body['most']) },
      letter: 'letter' in body ? orNull(body['letter'], (value) => text(value, has('letterMayBeLong') ? undefined : 80)) : null,
      ...{ plot: null, offeredAt: null, refusals: 0, state: 'waiting' },
    };
    if (has('wishBeforeBan')) rules.wish(application);
    if (me.banned && !has('bannedApply')) refuse(has('bannedIs409') ? 409 : 403, 'BANNED');
    rules.wish(application);
    rules.waiting(me);
    rules.leases(me, 0);
    data.applications.push(application);
    return views.application(application, me);
  };
  const editApplication = (number: string, request: Request): Body => {
    const me = enter(request, ['member']);
    const body = bodyOf(request, 'least', 'most', 'letter');
    const application = applicationOf(number, me, has('anyMemberEditsWishes'));
    allow(application.state === 'waiting' || (application.state === 'offered' && has('offeredIsEdited')));
    const least = 'least' in body ? whole(body['least']) : application.least;
    const most = 'most' in body ? whole(body['most']) : application.most;
    const letter = 'letter' in body ? orNull(body['letter'], (value) => text(value, 80)) : application.letter;
    rules.wish({ least, most }, 'patchedWishMayBeReversed');
    return views.application(
      has('patchedWishIsNotKept') ? { ...application, least, most, letter } : Object.assign(application, { least, most, letter }),
      me,
    );
  };
  const offerPlot = (number: string, request: Request): Body => {
    const me = enter(request, ['warden']);
    const body = bodyOf(request, 'code');
    if ('code' in body) orNull(body['code'], text);
    const application = applicationOf(number, me);
    const plot = plotOf(String(body['code'] ?? ''), me);
    if (has('plotBeforeState') && plot.state !== 'free') refuse(409, 'NOT_FREE');
    steps.from(application.state === 'waiting' || (application.state === 'offered' && has('offeredIsOffered')));
    steps.offer(application, plot);
    return views.application(application, me);
  };
  const laxApplications: Readonly<Record<string, GardenFault>> = {
    accept: 'anyMemberAccepts',
    refuse: 'anyMemberRefuses',
    withdraw: 'anyMemberWithdraws',
  };
  const stepOfApplication = (number: string, event: string, request: Request): Body => {
    const isWardens = event === 'revoke' || (event === 'withdraw' && has('onlyWardensWithdraw'));
    const me = enter(request, [isWardens ? 'warden' : 'member'], isWardens ? { membersRevoke: 'member' } : { wardensAccept: 'warden' });
    const application = applicationOf(number, me, fault !== null && laxApplications[event] === fault);
    steps.applications[event]?.(application);
    return views.application(application, me);
  };

  const noticeLease = (number: string, request: Request): Body => {
    const me = enter(request, ['member'], { wardensGiveNotice: 'warden' });
    const body = bodyOf(request, 'until');
    const lease = leaseOf(number, me, has('anyMemberGivesNotice'));
    if (has('dayBeforeState')) date(body['until']);
    steps.from(lease.state === 'running' || (lease.state === 'noticed' && has('noticedIsNoticed')));
    steps.notice(lease, date(body['until']));
    return views.lease(lease, me);
  };
  const terminateLease = (number: string, request: Request): Body => {
    const me = enter(request, ['warden'], { treasurersTerminate: 'treasurer' });
    const body = bodyOf(request, 'reason');
    const lease = leaseOf(number, me);
    const states = has('noticedIsNotTerminated') ? ['running'] : ['running', 'noticed'];
    steps.from(states.includes(lease.state));
    steps.terminate(lease, text(body['reason'], has('reasonMayBeLong') ? undefined : 80));
    return views.lease(lease, me);
  };
  const recallLease = (number: string, request: Request): Body => {
    const me = enter(request, ['member'], { wardensRecall: 'warden' });
    const lease = leaseOf(number, me);
    steps.recall(lease);
    return views.lease(lease, me);
  };
  const returnLease = (number: string, request: Request): Body => {
    if (has('recordBeforeRole') && request.token !== null) leaseOf(number, enter(request, everyone));
    const me = enter(request, ['warden'], { tenantsHandOver: 'member' });
    const lease = leaseOf(number, me);
    steps.handOver(lease);
    return views.lease(lease, me);
  };

  const addWorkday = (request: Request): Body => {
    const me = enter(request, ['warden'], { membersPlanWorkdays: 'member' });
    const body = bodyOf(request, 'title', 'day', 'places', 'hours');
    const workday: Workday = {
      ...{ number: data.next(), title: text(body['title'], has('titleMayBeLong') ? undefined : 40), day: date(body['day']) },
      ...{ places: whole(body['places']), hours: whole(body['hours']), keeper: me, state: has('workdaysStartOpen') ? 'open' : 'draft' },
    };
    rules.workday(workday, null);
    data.workdays.push(workday);
    return views.workday(workday, me);
  };
  const editWorkday = (number: string, request: Request): Body => {
    const me = enter(request, ['warden']);
    const body = bodyOf(request, 'title', 'day', 'places', 'hours');
    const workday = workdayOf(number, me);
    const isOpen = workday.state === 'draft' || (workday.state === 'open' && has('openIsEdited'));
    allow(isOpen && (workday.keeper === me || has('anyWardenEditsWorkdays')));
    const changed = {
      title: 'title' in body ? text(body['title'], 40) : workday.title,
      day: 'day' in body ? date(body['day']) : workday.day,
      places: 'places' in body ? whole(body['places']) : workday.places,
      hours: 'hours' in body ? whole(body['hours']) : workday.hours,
    };
    rules.workday({ ...changed, keeper: workday.keeper }, workday);
    return views.workday(Object.assign(workday, changed), me);
  };
  const deleteWorkday = (number: string, request: Request): null => {
    const me = enter(request, ['warden']);
    const workday = workdayOf(number, me);
    allow(workday.state === 'draft' || (workday.state === 'cancelled' && has('cancelledIsDeleted')));
    allow(workday.keeper === me || has('anyWardenDeletesWorkdays'));
    data.workdays = data.workdays.filter((one) => one !== workday);
    data.shifts = data.shifts.filter((shift) => shift.workday !== workday);
    return null;
  };
  const keeperFaults: Readonly<Record<string, GardenFault>> = {
    announce: 'anyWardenAnnounces',
    close: 'anyWardenCloses',
    cancel: 'anyWardenCancels',
  };
  const stepOfWorkday = (number: string, event: string, request: Request): Body => {
    const me = enter(request, ['warden']);
    const workday = workdayOf(number, me);
    allow(workday.keeper === me || (fault !== null && keeperFaults[event] === fault));
    if (event === 'announce' && workday.state === 'draft' && workday.day < dayOf(now())) refuse(422, 'BAD_DAY');
    steps.workdays[event]?.(workday);
    return views.workday(workday, me);
  };

  const addShift = (number: string, request: Request): Body => {
    const me = enter(request, ['member'], { wardensSignUp: 'warden' });
    const body = bodyOf(request, 'task');
    const workday = workdayOf(number, me);
    const task = 'task' in body ? among(body['task'], tasks, has('taskMayBeAnything')) : has('usualTaskIsFence') ? 'fence' : 'paths';
    const isOpen = workday.state === 'open' || (workday.state === 'done' && has('doneIsOpen'));
    if (!isOpen && !rules.isTwice(workday, me)) refuse(409, 'NOT_OPEN');
    rules.shift(workday, me, task);
    const shift: Shift = { number: data.next(), workday, person: me, task, hours: null, state: 'signed' };
    data.shifts.push(shift);
    return views.shift(shift, me);
  };
  const attendShift = (number: string, request: Request): Body => {
    const me = enter(request, ['warden'], { membersAttend: 'member' });
    const body = bodyOf(request, 'hours');
    const shift = shiftOf(number, me);
    steps.from(shift.state === 'signed' || (shift.state === 'missed' && has('missedIsAttended')));
    steps.attend(shift, whole(body['hours']));
    return views.shift(shift, me);
  };
  const leaveShift = (number: string, request: Request): Body => {
    const me = enter(request, ['member'], { wardensLeave: 'warden' });
    const shift = shiftOf(number, me, has('anyMemberLeaves'));
    steps.leave(shift);
    return views.shift(shift, me);
  };
  const missShift = (number: string, request: Request): Body => {
    const me = enter(request, ['warden'], { membersMiss: 'member' });
    const shift = shiftOf(number, me);
    steps.miss(shift);
    return views.shift(shift, me);
  };

  type On = (key: string, request: Request) => Body | null;
  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => [status === 204 && has('deletedIs200') ? 200 : status, on(key, request)],
  ];
  const events = (path: string, names: string, on: (key: string, event: string, request: Request) => Body): readonly Route[] =>
    names.split('|').map((name) => route('POST', `${path}/([^/]+)/${name}`, (key, request) => on(key, name, request)));
  /** The answer for people in these roles, depending on the query. */
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  const oneOf =
    <T>(wanted: readonly string[], find: (number: string, me: Person) => T, show: (record: T, me: Person) => Body): On =>
    (number, request) => {
      const me = enter(request, wanted);
      return show(find(number, me), me);
    };
  const helpers = ['member', 'warden'];
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => signUp(request), has('signUpIs200') ? 200 : 201),
      route('POST', 'session', (_key, request) => signIn(request)),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      route(
        'GET',
        'me',
        seen(everyone, (me) => views.person(me, me)),
      ),
      route('PATCH', 'me', (_key, request) => editMe(request)),
      route('GET', 'people', seen(['warden', 'treasurer'], views.listPeople, { membersListPeople: 'member' })),
      route('PATCH', 'people/([^/]+)', editPerson),
      route('POST', 'people/([^/]+)/pay', payFor),
      route('GET', 'plots', (_key, request) => views.listPlots(actor(request), new URLSearchParams(request.query))),
      route('POST', 'plots', (_key, request) => addPlot(request), has('plotIs200') ? 200 : 201),
      route('GET', 'plots/([^/]+)', (code, request) => {
        const me = actor(request);
        return views.plot(plotOf(code, me), me);
      }),
      route('PATCH', 'plots/([^/]+)', editPlot),
      route('DELETE', 'plots/([^/]+)', deletePlot),
      ...events('plots', 'prepare|shut', stepOfPlot),
      route('GET', 'applications', seen(helpers, views.listApplications)),
      route('POST', 'applications', (_key, request) => addApplication(request), 201),
      route(
        'GET',
        'applications/([^/]+)',
        oneOf(helpers, (number, me) => applicationOf(number, me, has('anyMemberReadsWishes')), views.application),
      ),
      route('PATCH', 'applications/([^/]+)', editApplication),
      route('POST', 'applications/([^/]+)/offer', offerPlot),
      ...events('applications', 'revoke|refuse|accept|withdraw', stepOfApplication),
      route('GET', 'leases', seen(everyone, views.listLeases)),
      route(
        'GET',
        'leases/([^/]+)',
        oneOf(everyone, (number, me) => leaseOf(number, me, has('anyoneReadsLeases')), views.lease),
      ),
      route('POST', 'leases/([^/]+)/notice', noticeLease),
      route('POST', 'leases/([^/]+)/recall', recallLease),
      route('POST', 'leases/([^/]+)/terminate', terminateLease),
      route('POST', 'leases/([^/]+)/return', returnLease),
      route('GET', 'workdays', seen(helpers, views.listWorkdays)),
      route('POST', 'workdays', (_key, request) => addWorkday(request), 201),
      route('GET', 'workdays/([^/]+)', oneOf(helpers, workdayOf, views.workday)),
      route('PATCH', 'workdays/([^/]+)', editWorkday),
      route('DELETE', 'workdays/([^/]+)', deleteWorkday),
      ...events('workdays', 'announce|close|cancel', stepOfWorkday),
      route('POST', 'workdays/([^/]+)/shifts', addShift, 201),
      route('GET', 'shifts', seen(helpers, views.listShifts)),
      route('POST', 'shifts/([^/]+)/leave', leaveShift),
      route('POST', 'shifts/([^/]+)/attend', attendShift),
      route('POST', 'shifts/([^/]+)/miss', missShift),
    ],
    now,
  );
}
