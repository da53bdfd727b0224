import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, invalid, orNull, text, whole } from '../hand-written-inputs.ts';
import { conferenceAccess } from './access.ts';
import { type Bid, ConferenceData, type Edition, type Paper, type Person, type Registration, type Review, type Talk } from './data.ts';
import type { ConferenceFault, Others } from './faults.ts';
import { conferenceRules } from './rules.ts';
import { conferenceSteps } from './steps.ts';
import { conferenceViews, kinds, roles, topics } from './views.ts';

const writers = ['author', 'reviewer', 'chair'];
const levels = ['eager', 'willing', 'conflict'];

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function conferenceService(now: () => number, fault: ConferenceFault | null = null): Implementation {
  const has = (one: ConferenceFault): boolean => fault === one;
  const data = new ConferenceData();
  const rules = conferenceRules(data, has, now);
  const steps = conferenceSteps(data, rules, has, now);
  const views = conferenceViews(data, has);
  const access = conferenceAccess(data, rules, views, has, steps.pass);
  const { missing, hidden, allow, bodyOf, actor } = access;
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? access.unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  const editMe = (request: Request): Body => {
    const me = enter(request, roles);
    const body = bodyOf(request, 'name', 'institution', 'load');
    const name = 'name' in body ? text(body['name'], 40) : me.name;
    const institution = 'institution' in body ? text(body['institution'], 60) : me.institution;
    const load = 'load' in body ? whole(body['load']) : has('patchResetsLoad') ? 3 : me.load;
    rules.notBlank(name, 'patchedNameMayBeBlank');
    rules.notBlank(institution, 'patchedInstitutionMayBeBlank');
    rules.load(load);
    return views.person(Object.assign(me, { name, load, institution: has('patchForgetsInstitution') ? me.institution : institution }), me);
  };

  /** `lax`: a fault lets people find records that they may not see. */
  const numbered = <T extends { readonly number: number }>(
    all: readonly T[],
    number: string,
    sees: (one: T) => boolean,
    lax = false,
  ): T => {
    if (has('wordsInRoutesAre422') && !/^\d+$/.test(number)) return invalid();
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) || lax ? record : hidden();
  };
  const personOf = (number: string, me: Person, lax?: boolean): Person =>
    numbered(data.people, number, (one) => views.seesPerson(one, me), lax);
  const editionOf = (code: string, me: Person): Edition => {
    const edition = data.editions.find((one) => one.code === code) ?? missing();
    return views.seesEdition(edition, me) || has('plannedIsFound') ? edition : hidden();
  };
  const paperOf = (number: string, me: Person | null, lax?: boolean): Paper =>
    numbered(data.papers, number, (one) => views.seesPaper(one, me), lax);
  const reviewOf = (number: string, me: Person, lax?: boolean): Review =>
    numbered(data.reviews, number, (one) => views.seesReview(one, me), lax);
  const registrationOf = (number: string, me: Person, lax?: boolean): Registration =>
    numbered(data.registrations, number, (one) => views.seesRegistration(one, me), lax);

  const editPerson = (number: string, request: Request): Body => {
    const me = enter(request, ['programme'], { chairsAppoint: 'chair' });
    const body = bodyOf(request, 'role');
    const person = personOf(number, me);
    allow(person !== me || has('programmeDemotesItself'));
    const role = among(body['role'], roles);
    rules.role(person, role);
    person.role = role;
    if (has('appointResetsLoad')) person.load = 3;
    return views.person(person, me);
  };

  const addEdition = (request: Request): Body => {
    const me = enter(request, ['programme'], { chairsAddEditions: 'chair' });
    const body = bodyOf(request, 'code', 'title', 'submitBy', 'reviewBy', 'pages', 'fee', 'seats');
    const edition: Edition = {
      ...{ code: text(body['code'], has('codeMayBeLong') ? undefined : 6), title: text(body['title'], 60) },
      ...{ submitBy: date(body['submitBy']), reviewBy: date(body['reviewBy']), pages: whole(body['pages']) },
      ...{ fee: whole(body['fee']), seats: whole(body['seats']), state: has('editionsStartOpen') ? 'open' : 'planned' },
    };
    const isTaken = data.editions.some((one) => one.code === edition.code) && !has('codesMayBeShared');
    if (isTaken) refuse(has('codeTakenIs422') ? 422 : 409, 'CONFLICT');
    rules.code(edition.code);
    rules.edition(edition, null);
    data.editions.push(edition);
    return views.edition(edition, me);
  };
  const editEdition = (code: string, request: Request): Body => {
    const me = enter(request, ['programme'], { chairsEditEditions: 'chair' });
    const body = bodyOf(request, 'title', 'submitBy', 'reviewBy', 'pages', 'fee', 'seats');
    const edition = editionOf(code, me);
    allow(edition.state !== 'closed' || has('closedIsEdited'));
    allow(edition.state !== 'reviewing' || !has('reviewingIsNotEdited'));
    const changed = {
      title: 'title' in body ? text(body['title'], 60) : edition.title,
      submitBy: 'submitBy' in body ? date(body['submitBy']) : edition.submitBy,
      reviewBy: 'reviewBy' in body ? date(body['reviewBy']) : edition.reviewBy,
      pages: 'pages' in body ? whole(body['pages']) : edition.pages,
      fee: 'fee' in body ? whole(body['fee']) : edition.fee,
      seats: 'seats' in body ? whole(body['seats']) : edition.seats,
    };
    rules.edition({ ...edition, ...changed }, edition);
    if (has('patchedSeatsAreNotKept')) changed.seats = edition.seats;
    return views.edition(Object.assign(edition, changed), me);
  };
  const editionFaults: Readonly<Record<string, Others>> = {
    announce: { chairsAnnounce: 'chair' },
    review: { chairsStartReview: 'chair' },
    close: { chairsClose: 'chair' },
  };
  const stepOfEdition = (code: string, event: string, request: Request): Body => {
    const me = enter(request, ['programme'], editionFaults[event]);
    const edition = editionOf(code, me);
    steps.editions[event]?.(edition);
    return views.edition(edition, me);
  };

  const addPaper = (code: string, request: Request): Body => {
    const wanted = has('chairsDoNotSubmit') ? ['author', 'reviewer'] : writers;
    const me = enter(request, wanted, { programmeSubmitsPapers: 'programme' });
    const body = bodyOf(request, 'title', 'abstract', 'topic', 'pages');
    const edition = editionOf(code, me);
    const isClosed = edition.state !== 'open' && !(edition.state === 'reviewing' && has('latePapersAreTaken'));
    if (isClosed && has('callBeforeValues')) refuse(409, 'CALL_CLOSED');
    const paper: Paper = {
      ...{ number: data.next(), edition, author: me, coAuthors: [], title: text(body['title'], has('titleMayBeLong') ? undefined : 80) },
      ...{ abstract: text(body['abstract'], has('abstractMayBeLong') ? undefined : 400) },
      ...{ topic: among(body['topic'], topics, has('topicMayBeAnything')), pages: whole(body['pages']) },
      ...{ submittedAt: null, decidedAt: null, reason: null, rebuttal: null, appeals: 0, finalPages: null },
      state: has('papersStartSubmitted') ? 'submitted' : 'draft',
    };
    if (isClosed && has('rulesBeforeCall')) rules.paper(paper, null);
    if (isClosed) refuse(has('callClosedIs403') ? 403 : 409, 'CALL_CLOSED');
    rules.paper(paper, null);
    data.papers.push(paper);
    return views.paper(paper, me);
  };
  /** The person and paper of a call for authors. `lax`: the fault that lets all readers do it. */
  /** `early`: reads values that are refused before the paper is looked up. */
  const ownPaper = (
    number: string,
    request: Request,
    keys: readonly string[],
    lax: ConferenceFault,
    others?: Others,
    early?: (body: Body) => void,
  ) => {
    if (has('recordBeforeRole') && request.token !== null) paperOf(number, actor(request));
    const me = enter(request, writers, others);
    const body = keys.length === 0 ? {} : bodyOf(request, ...keys);
    early?.(body);
    const paper = paperOf(number, me);
    return { me, body, paper, isMine: paper.author === me || has(lax) || (fault !== null && others?.[fault] === me.role) };
  };
  const editPaper = (number: string, request: Request): Body => {
    const { me, body, paper, isMine } = ownPaper(number, request, ['title', 'abstract', 'topic', 'pages'], 'readersEditPapers');
    allow(isMine && (paper.state === 'draft' || (paper.state === 'submitted' && has('submittedIsEdited'))));
    const changed = {
      title: 'title' in body ? text(body['title'], 80) : paper.title,
      abstract: 'abstract' in body ? text(body['abstract'], 400) : paper.abstract,
      topic: 'topic' in body ? among(body['topic'], topics) : paper.topic,
      pages: 'pages' in body ? whole(body['pages']) : paper.pages,
    };
    rules.paper({ ...paper, ...changed }, paper);
    if (has('patchedTopicIsNotKept')) changed.topic = paper.topic;
    return views.paper(Object.assign(paper, changed), me);
  };
  const addCoAuthor = (number: string, request: Request): Body => {
    const { me, body, paper, isMine } = ownPaper(number, request, ['person'], 'readersAddCoAuthors');
    const wanted = 'person' in body ? orNull(body['person'], whole) : null;
    const person = personOf(String(wanted ?? (has('missingPersonIs422') ? invalid() : '')), me, has('hiddenPeopleAreAdded'));
    allow(isMine && (paper.state === 'draft' || has('coAuthorsJoinLater')));
    const people = paper.coAuthors.includes(person) && !has('coAuthorsRepeat') ? paper.coAuthors : [...paper.coAuthors, person];
    rules.coAuthors(paper, people);
    paper.coAuthors = has('addReplacesCoAuthors') ? [person] : people;
    return views.paper(paper, me);
  };
  const removeCoAuthor = (number: string, other: string, request: Request): Body => {
    const { me, paper, isMine } = ownPaper(number, request, [], 'readersRemoveCoAuthors');
    const person = personOf(other, me);
    allow(isMine && (paper.state === 'draft' || has('coAuthorsLeaveLater')));
    if (!paper.coAuthors.includes(person) && has('strangersAreNotRemoved')) missing();
    paper.coAuthors = has('removeClearsCoAuthors') ? [] : paper.coAuthors.filter((one) => one !== person);
    return views.paper(paper, me);
  };
  const submitPaper = (number: string, request: Request): Body => {
    const { me, paper, isMine } = ownPaper(number, request, [], 'readersSubmit');
    allow(isMine);
    steps.submit(paper);
    return views.paper(paper, me);
  };
  const withdrawPaper = (number: string, request: Request): Body => {
    const { me, body, paper, isMine } = ownPaper(number, request, ['reason'], 'readersWithdraw', { programmeWithdraws: 'programme' });
    allow(isMine);
    steps.from(steps.mayWithdraw(paper));
    steps.withdraw(paper, text(body['reason'], has('reasonMayBeLong') ? undefined : 100));
    return views.paper(paper, me);
  };
  const acceptPaper = (number: string, request: Request): Body => {
    const me = enter(request, ['programme'], { chairsAccept: 'chair' });
    const paper = paperOf(number, me);
    steps.accept(paper);
    return views.paper(paper, me);
  };
  const rejectPaper = (number: string, request: Request): Body => {
    const me = enter(request, ['programme'], { chairsReject: 'chair' });
    const body = bodyOf(request, 'reason');
    const paper = paperOf(number, me);
    if (has('reasonBeforeState')) text(body['reason'], 100);
    steps.from(steps.mayDecide(paper, has('acceptedIsRejected') ? 'accepted' : null));
    steps.reject(paper, text(body['reason'], 100));
    return views.paper(paper, me);
  };
  const rebutPaper = (number: string, request: Request): Body => {
    const { me, body, paper, isMine } = ownPaper(number, request, ['rebuttal'], 'readersRebut');
    allow(isMine);
    steps.from(paper.state === 'rejected' || (paper.state === 'accepted' && has('acceptedIsRebutted')));
    steps.rebut(paper, text(body['rebuttal'], has('rebuttalMayBeLong') ? undefined : 200));
    return views.paper(paper, me);
  };
  const finishPaper = (number: string, request: Request): Body => {
    // The call writes it to a parameter of another name.
    const early = (body: Body): void => {
      if ('pages' in body) orNull(body['pages'], whole);
    };
    const { me, body, paper, isMine } = ownPaper(number, request, ['pages'], 'readersFinish', {}, early);
    allow(isMine);
    steps.from(paper.state === 'accepted' || (paper.state === 'published' && has('publishedIsFinished')));
    steps.finish(paper, whole(body['pages']));
    return views.paper(paper, me);
  };

  const addBid = (number: string, request: Request): Body => {
    const me = enter(request, ['reviewer'], { chairsBid: 'chair', authorsMayBid: 'author' });
    const body = bodyOf(request, 'level');
    const paper = paperOf(number, me);
    const bid: Bid = { number: data.next(), paper, reviewer: me, level: among(body['level'], levels, has('levelMayBeAnything')) };
    const isOpen = paper.state === 'submitted' || (paper.state !== 'draft' && has('bidsOnDecidedPapers'));
    if (!isOpen) refuse(409, has('notSubmittedIsConflict') ? 'CONFLICT' : 'NOT_SUBMITTED');
    rules.bid(bid);
    data.bids.push(bid);
    return views.bid(bid, me);
  };
  const deleteBid = (number: string, request: Request): null => {
    const me = enter(request, ['reviewer'], { chairsDeleteBids: 'chair' });
    const bid = numbered(data.bids, number, (one) => views.seesBid(one, me), has('anyReviewerDeletesBids'));
    allow(bid.paper.state === 'submitted' || has('decidedBidsAreDeleted'));
    data.bids = data.bids.filter((one) => (has('bidsOfThePaperAreDeleted') ? one.paper !== bid.paper : one !== bid));
    return null;
  };

  const addReview = (number: string, request: Request): Body => {
    const me = enter(request, ['chair'], { programmeAssigns: 'programme', reviewersAssign: 'reviewer' });
    const body = bodyOf(request, 'person', 'due');
    const wanted = 'person' in body ? orNull(body['person'], whole) : null;
    const paper = paperOf(number, me);
    const reviewer = personOf(String(wanted ?? (has('missingPersonIs422') ? invalid() : '')), me);
    allow(paper.author !== me || has('chairsAssignOwnPapers'));
    const review: Review = {
      ...{ number: data.next(), paper, reviewer, due: date(body['due']), assignedAt: now(), state: 'assigned' },
      ...{ score: null, confidence: null, comment: null, note: null },
    };
    const isSubmitted = paper.state === 'submitted' || (paper.state === 'appealed' && has('appealsAreReviewed'));
    const isReviewing = isSubmitted && (paper.edition.state === 'reviewing' || has('assignedBeforeReview'));
    if (!isReviewing) refuse(has('notReviewingIs422') ? 422 : 409, 'NOT_REVIEWING');
    rules.review(review);
    data.reviews.push(review);
    return views.review(review, me);
  };
  const handInReview = (number: string, request: Request): Body => {
    const me = enter(request, ['reviewer']);
    const body = bodyOf(request, 'score', 'confidence', 'comment', 'note');
    const review = reviewOf(number, me, has('anyReviewerHandsIn'));
    const states = has('doneIsNotRevised')
      ? ['assigned']
      : has('declinedIsHandedIn')
        ? ['assigned', 'done', 'declined']
        : ['assigned', 'done'];
    steps.from(states.includes(review.state));
    const [score, confidence, comment] = [whole(body['score']), whole(body['confidence']), text(body['comment'], 300)];
    const note = 'note' in body ? orNull(body['note'], (value) => text(value, has('noteMayBeLong') ? undefined : 200)) : undefined;
    steps.handIn(review, score, confidence, comment, note);
    return views.review(review, me);
  };
  const declineReview = (number: string, request: Request): Body => {
    const me = enter(request, ['reviewer'], { chairsDecline: 'chair' });
    const review = reviewOf(number, me, has('anyReviewerDeclines'));
    steps.decline(review);
    return views.review(review, me);
  };

  const feeOf = ({ fee }: Edition, kind: string): number => {
    if (kind === 'online') return Math.trunc(fee / (has('onlinePaysHalf') ? 2 : 4));
    if (kind !== 'student' || has('studentsPayAll')) return fee;
    return has('feesAreRoundedUp') ? Math.ceil(fee / 2) : Math.trunc(fee / 2);
  };
  const addRegistration = (code: string, request: Request): Body => {
    const wanted = has('onlyAuthorsRegister') ? ['author'] : writers;
    const me = enter(request, wanted, { programmeRegisters: 'programme' });
    const body = bodyOf(request, 'kind');
    const edition = editionOf(code, me);
    const kind = 'kind' in body ? among(body['kind'], kinds, has('kindMayBeAnything')) : has('usualKindIsOnline') ? 'online' : 'regular';
    const states = has('onlyOpenIsRegistered') ? ['open'] : ['open', 'reviewing'];
    if (has('closedIsRegistered')) states.push('closed');
    if (!states.includes(edition.state)) refuse(has('callClosedIs403') ? 403 : 409, 'CALL_CLOSED');
    const registration: Registration = {
      ...{ number: data.next(), edition, person: me, kind, fee: feeOf(edition, kind), received: 0, refund: 0, state: 'open' },
    };
    rules.registration(registration);
    data.registrations.push(registration);
    return views.registration(registration, me);
  };
  const payFor = (number: string, request: Request): Body => {
    const me = enter(request, ['programme'], { peoplePayThemselves: 'author', chairsTakePayments: 'chair' });
    const body = bodyOf(request, 'amount');
    const registration = registrationOf(number, me);
    steps.from(registration.state === 'open' || (registration.state === 'cancelled' && has('cancelledIsPaid')));
    steps.pay(registration, whole(body['amount']));
    return views.registration(registration, me);
  };
  const cancelRegistration = (number: string, request: Request): Body => {
    const me = enter(request, writers, { programmeCancels: 'programme' });
    const registration = registrationOf(number, me, has('anyoneCancels'));
    steps.cancel(registration);
    return views.registration(registration, me);
  };

  const addTalk = (number: string, request: Request): Body => {
    const me = enter(request, ['programme'], { chairsPlanTalks: 'chair', authorsPlanTalks: 'author' });
    const body = bodyOf(request, 'room', 'day', 'slot');
    const paper = paperOf(number, me);
    const talk: Talk = {
      ...{ edition: paper.edition, paper, room: text(body['room'], has('roomMayBeLong') ? undefined : 20) },
      ...{ day: date(body['day']), slot: whole(body['slot']) },
    };
    const states = has('publishedHasNoTalk') ? ['accepted'] : has('acceptedHasNoTalk') ? ['published'] : ['accepted', 'published'];
    if (has('appealedHasTalk')) states.push('appealed');
    if (!states.includes(paper.state) && !has('anyPaperHasTalk')) refuse(409, 'NOT_ACCEPTED');
    rules.talk(talk);
    data.talks.push(talk);
    return views.talk(talk, me);
  };

  type On = (key: string, request: Request, other: string) => Body | null;
  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = '', other = ''], request) => [status === 204 && has('deletedIs200') ? 200 : status, on(key, request, other)],
  ];
  /** The answer for people in these roles, depending on the query. */
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  const one = '([^/]+)';
  const created = (fault: ConferenceFault): number => (has(fault) ? 200 : 201);
  return serviceOf(
    [
      route('POST', 'people', (_key, request) => access.signUp(request), created('signUpIs200')),
      route('POST', 'session', (_key, request) => access.signIn(request)),
      route('DELETE', 'session', (_key, request) => {
        enter(request, roles);
        access.signOut(request);
        return null;
      }),
      route(
        'GET',
        'me',
        seen(roles, (me) => views.person(me, me)),
      ),
      route('PATCH', 'me', (_key, request) => editMe(request)),
      route('GET', 'people', seen(['author', 'chair', 'programme'], views.listPeople, { reviewersListPeople: 'reviewer' })),
      route('PATCH', `people/${one}`, editPerson),
      route('GET', 'editions', (_key, request) => views.listEditions(actor(request), new URLSearchParams(request.query))),
      route('POST', 'editions', (_key, request) => addEdition(request), created('editionIs200')),
      route('PATCH', `editions/${one}`, editEdition),
      ...['announce', 'review', 'close'].map((event) =>
        route('POST', `editions/${one}/${event}`, (code, request) => stepOfEdition(code, event, request)),
      ),
      route('GET', 'submissions', (_key, request) => views.listPapers(actor(request), new URLSearchParams(request.query))),
      route('POST', `editions/${one}/submissions`, addPaper, created('paperIs200')),
      route('GET', `submissions/${one}`, (number, request) => {
        const me = actor(request);
        const lax = (me !== null && has('peopleReadAllPapers')) || (me === null && has('visitorsReadPapers'));
        return views.paper(paperOf(number, me, lax), me);
      }),
      route('PATCH', `submissions/${one}`, editPaper),
      route('POST', `submissions/${one}/coauthors`, addCoAuthor, has('coAuthorIs201') ? 201 : 200),
      route('DELETE', `submissions/${one}/coauthors/${one}`, (number, request, other) => removeCoAuthor(number, other, request), 200),
      route('POST', `submissions/${one}/submit`, submitPaper),
      route('POST', `submissions/${one}/withdraw`, withdrawPaper),
      route('POST', `submissions/${one}/accept`, acceptPaper),
      route('POST', `submissions/${one}/reject`, rejectPaper),
      route('POST', `submissions/${one}/rebut`, rebutPaper),
      route('POST', `submissions/${one}/finish`, finishPaper),
      route('POST', `submissions/${one}/bids`, addBid, 201),
      route('DELETE', `bids/${one}`, deleteBid),
      route('POST', `submissions/${one}/reviews`, addReview, created('reviewIs200')),
      route('GET', 'reviews', seen(roles, views.listReviews)),
      route('POST', `reviews/${one}/submit`, handInReview),
      route('POST', `reviews/${one}/decline`, declineReview),
      route('POST', `editions/${one}/registrations`, addRegistration, 201),
      route('GET', 'registrations', seen(roles, views.listRegistrations)),
      route('POST', `registrations/${one}/pay`, payFor),
      route('POST', `registrations/${one}/cancel`, cancelRegistration),
      route('POST', `submissions/${one}/talk`, addTalk, created('talkIs200')),
    ],
    now,
  );
}
