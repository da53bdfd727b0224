import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, dayOf, email, notEmpty, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { museumAccess } from './access.ts';
import {
  type Condition,
  type Contact,
  type Exhibition,
  type Loan,
  MuseumData,
  type Report,
  type Transport,
  type Treatment,
  type Work,
} from './data.ts';
import type { MuseumFault, Others } from './faults.ts';
import { museumRules } from './rules.ts';
import { museumSteps } from './steps.ts';
import { media, methods, money, museumViews, rooms } from './views.ts';

const everyone = ['borrower', 'registrar', 'curator', 'conservator', 'director'];
const lenders = ['borrower', 'registrar', 'curator', 'director'];

const condition = (value: unknown): Condition => among(value, ['good', 'fair', 'poor']) as Condition;

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function museumService(now: () => number, fault: MuseumFault | null = null): Implementation {
  const has = (one: MuseumFault): boolean => fault === one;
  const data = new MuseumData();
  const rules = museumRules(data, has, now);
  const steps = museumSteps(data, rules, has, now);
  const views = museumViews(data, has);
  const sessions = new Map<string, Contact>();
  let opened = 0;

  const addContact = (name: string, address: string, password: string, city: string | null, role: string): Contact => {
    const contact: Contact = { number: data.next(), name, email: address, password, city, role, cover: 0, suspended: false };
    data.contacts.push(contact);
    return contact;
  };
  const staff = ['Rita Registrar', 'Carl Curator', 'Carla Curator', 'Cora Conservator', 'Colin Conservator', 'Dora Director'];
  for (const name of [...staff, 'Berlin Museum', 'Bergen Museum']) {
    const [first = '', last = ''] = name.toLowerCase().split(' ');
    addContact(name, `${first}@example.com`, 'correct-horse', null, last === 'museum' ? 'borrower' : last);
  }

  const { forbidden, missing, hidden, allow, bodyOf, actor, enter } = museumAccess(sessions, fault);
  const opening = (contact: Contact): Body => {
    opened += 1;
    const token = `m${opened}-${'k'.repeat(24)}`;
    sessions.set(token, contact);
    return { token, me: views.contact(contact, contact) };
  };
  const isSame = (a: string, b: string): boolean => (has('emailsMindCase') ? a === b : a.toLowerCase() === b.toLowerCase());

  const signUp = (request: Request): Body => {
    const me = actor(request);
    const body = bodyOf(request, 'name', 'email', 'password', 'city');
    if (me !== null && !has('signedInMaySignUp')) forbidden();
    const [name, address, password] = [text(body['name'], 60), email(body['email']), text(body['password'])];
    const city = 'city' in body ? orNull(body['city'], (value) => text(value, has('cityMayBeLong') ? undefined : 40)) : null;
    if (data.contacts.some((one) => isSame(one.email, address))) refuse(has('emailTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.notBlank(name, 'nameMayBeBlank');
    const role = has('whoSignsUpIsRegistrar') ? 'registrar' : 'borrower';
    return opening(addContact(name, address, notEmpty(password), has('signUpForgetsCity') ? null : city, role));
  };
  const signIn = (request: Request): Body => {
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']), text(body['password'])];
    const contact = data.contacts.find((one) => isSame(one.email, address) && one.password === password);
    if (contact === undefined) return refuse(has('wrongPasswordIs403') ? 403 : 401, 'UNAUTHORIZED');
    sessions.delete(request.token ?? '');
    return opening(contact);
  };
  const signOut = (request: Request): null => {
    enter(request, everyone);
    if (!has('signOutKeepsSession')) sessions.delete(request.token ?? '');
    return null;
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
  const workOf = (accession: string, me: Contact | null, lax = false): Work => {
    const work = data.works.find((one) => one.accession === accession) ?? missing();
    return views.seesWork(work, me) || lax ? work : hidden();
  };
  const exhibitionOf = (number: string, me: Contact | null, lax = false): Exhibition =>
    numbered(data.exhibitions, number, (one) => views.seesExhibition(one, me), lax);
  const loanOf = (number: string, me: Contact, lax = false): Loan => numbered(data.loans, number, (one) => views.seesLoan(one, me), lax);
  const transportOf = (number: string, me: Contact): Transport =>
    numbered(data.transports, number, (one) => views.seesTransport(one, me) || me.role === 'curator');
  const treatmentOf = (number: string, me: Contact): Treatment => numbered(data.treatments, number, (one) => views.seesTreatment(one, me));

  const editContact = (number: string, request: Request): Body => {
    const me = enter(request, ['registrar', 'director'], { curatorsSetCover: 'curator' });
    const body = bodyOf(request, 'cover', 'suspended');
    const contact = numbered(data.contacts, number, (one) => views.seesContact(one, me));
    allow(contact.role === 'borrower' || has('staffIsEdited'));
    allow(!('cover' in body) || me.role !== 'director' || has('directorsSetCover'));
    allow(!('suspended' in body) || me.role === 'director' || has('registrarsSuspend'));
    allow('cover' in body || 'suspended' in body || has('emptyPatchIsAllowed'));
    const cover = 'cover' in body ? money(body['cover']) : contact.cover;
    const suspended = 'suspended' in body ? yesOrNo(body['suspended']) : contact.suspended;
    rules.cover(cover);
    contact.cover = has('coverIsAdded') && 'cover' in body ? contact.cover + cover : cover;
    contact.suspended = has('coverEndsSuspension') && 'cover' in body ? false : suspended;
    return views.contact(contact, me);
  };

  const addWork = (request: Request): Body => {
    const me = enter(request, ['registrar'], { curatorsAddWorks: 'curator' });
    const body = bodyOf(request, 'accession', 'title', 'artist', 'medium', 'height', 'width', 'value', 'note');
    const work: Work = {
      ...{ accession: text(body['accession'], 12), title: text(body['title'], has('titleMayBeLong') ? undefined : 80) },
      artist: 'artist' in body ? orNull(body['artist'], (value) => text(value, has('artistIsLong') ? undefined : 60)) : null,
      medium: among(body['medium'], media, has('mediumMayBeAnything')),
      ...{ height: whole(body['height']), width: whole(body['width']), value: money(body['value']) },
      note: 'note' in body ? orNull(body['note'], (value) => text(value, 200)) : null,
      ...{ condition: has('newWorksAreFair') ? 'fair' : 'good', exhibition: null, restUntil: null, reason: null, state: 'stored' },
    };
    if (has('newWorkForgetsArtist')) work.artist = null;
    const isTaken = data.works.some((one) => one.accession === work.accession && !has('accessionsMayBeShared'));
    if (isTaken) refuse(has('accessionTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.work(work, null);
    data.works.push(work);
    return views.work(work, me);
  };
  const editWork = (accession: string, request: Request): Body => {
    const me = enter(request, ['registrar'], { conservatorsEditWorks: 'conservator' });
    const body = bodyOf(request, 'title', 'artist', 'height', 'width', 'value', 'note');
    const work = workOf(accession, me);
    if (has('deaccessionedIsNotEdited') && work.state === 'deaccessioned') forbidden();
    if (has('lentIsNotEdited') && work.state === 'on loan') refuse(409, 'CONFLICT');
    const changed = {
      title: 'title' in body ? text(body['title'], 80) : work.title,
      artist: 'artist' in body ? orNull(body['artist'], (value) => text(value, 60)) : has('patchClearsArtist') ? null : work.artist,
      height: 'height' in body ? whole(body['height']) : work.height,
      width: 'width' in body ? whole(body['width']) : work.width,
      value: 'value' in body ? money(body['value']) : work.value,
      note: 'note' in body ? orNull(body['note'], (value) => text(value, has('patchedNoteMayBeLong') ? undefined : 200)) : work.note,
    };
    if (has('nullKeepsNote') && body['note'] === null) changed.note = work.note;
    rules.work({ ...changed, accession }, work);
    if (has('patchedValueIsNotKept')) return views.work({ ...work, ...changed }, me);
    return views.work(Object.assign(work, changed), me);
  };
  const deleteWork = (accession: string, request: Request): null => {
    const work = workOf(accession, enter(request, ['registrar'], { directorsDeleteWorks: 'director' }));
    allow(
      work.state === 'stored' ||
        (work.state === 'selected' && has('selectedIsDeleted')) ||
        (work.state === 'deaccessioned' && has('deaccessionedIsDeleted')),
    );
    const isLent = data.loansOf(work).length > 0 && !has('lentWorksAreDeleted');
    const isTreated = data.treatments.some((one) => one.work === work) && !has('treatedWorksAreDeleted');
    const isReported = data.reports.some((one) => one.work === work) && has('reportsHoldWorks');
    if (isLent || isTreated || isReported) refuse(409, 'CONFLICT');
    data.works = data.works.filter((one) => one !== work);
    data.reports = data.reports.filter((one) => one.work !== work);
    return null;
  };
  const deaccessionWork = (accession: string, request: Request): Body => {
    const me = enter(request, ['director'], { curatorsDeaccession: 'curator', registrarsDeaccession: 'registrar' });
    const body = bodyOf(request, 'reason');
    const work = workOf(accession, me);
    if (has('reasonBeforeState')) rules.notBlank(text(body['reason'], 100));
    steps.from(work.state === 'stored' || (work.state === 'selected' && has('selectedIsDeaccessioned')));
    steps.deaccession(work, text(body['reason'], has('reasonMayBeLong') ? undefined : 100));
    return views.work(work, me);
  };

  const addReport = (accession: string, request: Request): Body => {
    const me = enter(request, ['registrar', 'conservator'], { curatorsReport: 'curator' });
    const body = bodyOf(request, 'condition', 'findings');
    const work = workOf(accession, me);
    const report: Report = {
      ...{ number: data.next(), work, author: me, condition: condition(body['condition']), made: dayOf(now()) },
      findings: text(body['findings'], has('findingsMayBeLong') ? undefined : 300),
    };
    if (has('findingsBeforeState')) rules.report(report);
    if (work.state === 'deaccessioned' && !has('goneIsReported')) refuse(has('goneIs409') ? 409 : 410, 'GONE');
    rules.report(report);
    if (!has('reportIsNotKept')) data.reports.push(report);
    steps.reported(work, report.condition);
    return views.report(report, me);
  };
  const addLoan = (accession: string, request: Request): Body => {
    const me = enter(request, ['borrower'], { curatorsAskForLoans: 'curator' });
    const body = bodyOf(request, 'starts', 'ends', 'purpose');
    const work = workOf(accession, me, has('deaccessionedIsLent'));
    const loan: Loan = {
      ...{ number: data.next(), work, borrower: me, starts: date(body['starts']), ends: date(body['ends']) },
      purpose: 'purpose' in body ? orNull(body['purpose'], (value) => text(value, has('purposeMayBeLong') ? undefined : 200)) : null,
      ...{ fee: steps.feeOf(work), answer: null, decidedAt: null, leftAs: null, state: 'requested' },
    };
    if (has('daysBeforeSuspension')) rules.loan(loan);
    if (me.suspended && !has('suspendedAsk')) refuse(has('suspendedIs409') ? 409 : 403, 'SUSPENDED');
    rules.loan(loan);
    data.loans.push(loan);
    return views.loan(loan, me);
  };
  const addTreatment = (accession: string, request: Request): Body => {
    const me = enter(request, ['conservator'], { registrarsPlanTreatments: 'registrar' });
    const body = bodyOf(request, 'aim', 'method', 'hours');
    const work = workOf(accession, me);
    const treatment: Treatment = {
      ...{ number: data.next(), work, conservator: me, aim: text(body['aim'], has('aimMayBeLong') ? undefined : 120) },
      method:
        'method' in body
          ? among(body['method'], methods, has('methodMayBeAnything'))
          : has('usualMethodIsRetouching')
            ? 'retouching'
            : 'cleaning',
      ...{ hours: whole(body['hours']), spent: null, result: null, state: 'planned' },
    };
    const isGone = work.state === 'deaccessioned' && !has('goneIsTreated');
    if (isGone || (work.state !== 'stored' && has('onlyStoredIsPlanned'))) refuse(has('goneIs409') ? 409 : 410, 'GONE');
    rules.treatment(treatment);
    data.treatments.push(treatment);
    return views.treatment(treatment, me);
  };

  const addExhibition = (request: Request): Body => {
    const me = enter(request, ['curator'], { directorsPlanShows: 'director' });
    const body = bodyOf(request, 'title', 'room', 'opens', 'closes');
    const exhibition: Exhibition = {
      ...{ number: data.next(), title: text(body['title'], has('showTitleMayBeLong') ? undefined : 60), room: among(body['room'], rooms) },
      ...{ opens: date(body['opens']), closes: date(body['closes']), curator: me, state: has('showsStartOpen') ? 'open' : 'planned' },
    };
    rules.exhibition(exhibition, null);
    data.exhibitions.push(exhibition);
    return views.exhibition(exhibition, me);
  };
  const editExhibition = (number: string, request: Request): Body => {
    const me = enter(request, ['curator']);
    const body = bodyOf(request, 'title', 'room', 'opens', 'closes');
    const exhibition = exhibitionOf(number, me);
    const isPlanned = exhibition.state === 'planned' || (exhibition.state === 'open' && has('openIsEdited'));
    allow(
      (isPlanned || (exhibition.state === 'cancelled' && has('cancelledIsEdited'))) &&
        (exhibition.curator === me || has('anyCuratorEdits')),
    );
    const changed = {
      title: 'title' in body ? text(body['title'], 60) : exhibition.title,
      room: 'room' in body ? among(body['room'], rooms) : exhibition.room,
      opens: 'opens' in body ? date(body['opens']) : exhibition.opens,
      closes: 'closes' in body ? date(body['closes']) : exhibition.closes,
    };
    rules.exhibition(changed, exhibition);
    if (has('patchOfRoomIsNotKept')) changed.room = exhibition.room;
    return views.exhibition(Object.assign(exhibition, changed), me);
  };
  const selectWork = (number: string, request: Request): Body => {
    const me = enter(request, ['curator'], { directorsSelect: 'director' });
    const body = bodyOf(request, 'accession');
    if ('accession' in body) orNull(body['accession'], text);
    const exhibition = exhibitionOf(number, me);
    const work = workOf(String(body['accession'] ?? ''), me);
    steps.select(work, exhibition, me);
    return views.work(work, me);
  };
  const dropWork = (number: string, accession: string, request: Request): null => {
    const me = enter(request, ['curator'], { registrarsDrop: 'registrar' });
    const work = workOf(accession, me);
    const { exhibition } = work;
    if (exhibition === null || (String(exhibition.number) !== number && !has('dropIgnoresExhibition'))) return missing();
    allow(exhibition.curator === me || has('anyCuratorDrops') || has('registrarsDrop'));
    steps.drop(work);
    return null;
  };
  const curatorFaults: Readonly<Record<string, MuseumFault>> = {
    inaugurate: 'anyCuratorInaugurates',
    finish: 'anyCuratorFinishes',
    cancel: 'anyCuratorCancels',
  };
  const stepOfExhibition = (number: string, event: string, request: Request): Body => {
    const isDirectors = event === 'inaugurate' ? has('directorsInaugurate') : !(event === 'cancel' && has('directorsMayNotCancel'));
    const me = enter(request, isDirectors ? ['curator', 'director'] : ['curator'], { registrarsRunShows: 'registrar' });
    const exhibition = exhibitionOf(number, me);
    allow(exhibition.curator === me || me.role !== 'curator' || (fault !== null && curatorFaults[event] === fault));
    steps.exhibitions[event]?.(exhibition);
    return views.exhibition(exhibition, me);
  };

  const approveLoan = (number: string, request: Request): Body => {
    const me = enter(request, ['curator', 'director'], { registrarsApprove: 'registrar' });
    const loan = loanOf(number, me);
    steps.approve(loan, me);
    return views.loan(loan, me);
  };
  const declineLoan = (number: string, request: Request): Body => {
    const me = enter(request, has('onlyDirectorsDecline') ? ['director'] : ['curator', 'director'], { registrarsDecline: 'registrar' });
    const body = bodyOf(request, 'answer');
    const loan = loanOf(number, me);
    steps.from(loan.state === 'requested' || (loan.state === 'approved' && has('approvedIsDeclined')));
    steps.decline(loan, text(body['answer'], has('answerMayBeLong') ? undefined : 200));
    return views.loan(loan, me);
  };
  const withdrawLoan = (number: string, request: Request): Body => {
    const me = enter(request, ['borrower'], { registrarsWithdraw: 'registrar' });
    const loan = loanOf(number, me, has('anyBorrowerWithdraws'));
    steps.withdraw(loan);
    return views.loan(loan, me);
  };
  const addTransport = (number: string, request: Request): Body => {
    if (has('recordBeforeRole') && request.token !== null) loanOf(number, enter(request, everyone));
    const me = enter(request, ['registrar'], { curatorsPlanTransports: 'curator', borrowersPlanTransports: 'borrower' });
    const body = bodyOf(request, 'direction', 'day', 'courier', 'crate');
    const loan = loanOf(number, me);
    const transport: Transport = {
      ...{ number: data.next(), loan, direction: among(body['direction'], ['out', 'back']), day: date(body['day']) },
      courier: text(body['courier'], has('courierMayBeLong') ? undefined : 60),
      crate: 'crate' in body ? among(body['crate'], ['small', 'large', 'climate']) : has('usualCrateIsSmall') ? 'small' : 'large',
      state: 'planned',
    };
    const isOut = loan.state === 'approved' || (loan.state === 'requested' && has('requestedIsCarried'));
    const isBack = loan.state === 'out' || (loan.state === 'approved' && has('backIsPlannedEarly'));
    if (!(transport.direction === 'out' ? isOut : isBack) && !has('alwaysDue')) refuse(has('notDueIs422') ? 422 : 409, 'NOT_DUE');
    rules.transport(transport);
    data.transports.push(transport);
    return views.transport(transport, me);
  };
  const stepOfTransport = (number: string, event: string, request: Request): Body => {
    const me = enter(
      request,
      ['registrar'],
      event === 'depart' ? { directorsDepart: 'director' } : { borrowersReceive: 'borrower', curatorsReceive: 'curator' },
    );
    const transport = transportOf(number, me);
    steps.transports[event]?.(transport);
    return views.transport(transport, me);
  };

  const own = (treatment: Treatment, me: Contact, exception: MuseumFault): void => allow(treatment.conservator === me || has(exception));
  const finishTreatment = (number: string, request: Request): Body => {
    const me = enter(request, ['conservator'], { registrarsFinishTreatments: 'registrar' });
    const body = bodyOf(request, 'result', 'spent');
    const treatment = treatmentOf(number, me);
    if (me.role === 'conservator') own(treatment, me, 'anyConservatorFinishes');
    steps.from(treatment.state === 'under way' || (treatment.state === 'planned' && has('plannedTreatmentIsFinished')));
    steps.finish(treatment, condition(body['result']), whole(body['spent']));
    return views.treatment(treatment, me);
  };
  const stepOfTreatment = (number: string, event: string, request: Request): Body => {
    const me = enter(request, ['conservator'], event === 'begin' ? { directorsBegin: 'director' } : { curatorsGiveUp: 'curator' });
    const treatment = treatmentOf(number, me);
    if (me.role === 'conservator') own(treatment, me, event === 'begin' ? 'anyConservatorBegins' : 'anyConservatorGivesUp');
    steps.treatments[event]?.(treatment);
    return views.treatment(treatment, me);
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
    (wanted: readonly string[], show: (me: Contact, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  const shown =
    <T>(find: (key: string, me: Contact | null) => T, show: (record: T, me: Contact | null) => Body): On =>
    (key, request) => {
      const me = actor(request);
      return show(find(key, me), me);
    };
  return serviceOf(
    [
      route('POST', 'contacts', (_key, request) => signUp(request), has('signUpIs200') ? 200 : 201),
      route('POST', 'session', (_key, request) => signIn(request), has('signInIs201') ? 201 : 200),
      route('DELETE', 'session', (_key, request) => signOut(request)),
      route(
        'GET',
        'me',
        seen(everyone, (me) => views.contact(me, me)),
      ),
      route('GET', 'contacts', seen(['registrar', 'curator', 'director'], views.listContacts, { borrowersListContacts: 'borrower' })),
      route('PATCH', 'contacts/([^/]+)', editContact),
      route('GET', 'works', (_key, request) => views.listWorks(actor(request), new URLSearchParams(request.query))),
      route('POST', 'works', (_key, request) => addWork(request), has('workIs200') ? 200 : 201),
      route(
        'GET',
        'works/([^/]+)',
        shown((key, me) => workOf(key, me, has('anyoneReadsDeaccessioned')), views.work),
      ),
      route('PATCH', 'works/([^/]+)', editWork),
      route('DELETE', 'works/([^/]+)', deleteWork),
      route('POST', 'works/([^/]+)/deaccession', deaccessionWork),
      route('POST', 'works/([^/]+)/reports', addReport, 201),
      route('POST', 'works/([^/]+)/loans', addLoan, 201),
      route('POST', 'works/([^/]+)/treatments', addTreatment, 201),
      route('GET', 'exhibitions', (_key, request) => views.listExhibitions(actor(request), new URLSearchParams(request.query))),
      route('POST', 'exhibitions', (_key, request) => addExhibition(request), 201),
      route(
        'GET',
        'exhibitions/([^/]+)',
        shown((key, me) => exhibitionOf(key, me, has('anyoneReadsPlans')), views.exhibition),
      ),
      route('PATCH', 'exhibitions/([^/]+)', editExhibition),
      route('POST', 'exhibitions/([^/]+)/works', selectWork),
      [
        'DELETE',
        /^\/exhibitions\/([^/]+)\/works\/([^/]+)$/,
        ([, number = '', accession = ''], request) => [has('deletedIs200') ? 200 : 204, dropWork(number, accession, request)],
      ],
      ...events('exhibitions', 'inaugurate|finish|cancel', stepOfExhibition),
      route('GET', 'loans', seen(lenders, views.listLoans, { conservatorsListLoans: 'conservator' })),
      route('GET', 'loans/([^/]+)', (number, request) => {
        const me = enter(request, lenders);
        return views.loan(loanOf(number, me, has('anyBorrowerReadsLoans')), me);
      }),
      route('POST', 'loans/([^/]+)/approve', approveLoan),
      route('POST', 'loans/([^/]+)/decline', declineLoan),
      route('POST', 'loans/([^/]+)/withdraw', withdrawLoan),
      route('POST', 'loans/([^/]+)/transports', addTransport, has('transportIs200') ? 200 : 201),
      ...events('transports', 'depart|deliver', stepOfTransport),
      route(
        'GET',
        'treatments',
        seen(['registrar', 'curator', 'conservator', 'director'], views.listTreatments, { borrowersListTreatments: 'borrower' }),
      ),
      ...events('treatments', 'begin|give-up', stepOfTreatment),
      route('POST', 'treatments/([^/]+)/finish', finishTreatment),
    ],
    now,
  );
}
