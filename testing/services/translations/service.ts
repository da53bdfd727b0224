import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import { among, date, email, invalid, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Job, type Part, type Person, type Query, type Review, removeFrom, TranslationData } from './data.ts';
import type { Others, TranslationFault } from './faults.ts';
import { translationRules } from './rules.ts';
import { translationSteps } from './steps.ts';
import { languages, translationViews } from './views.ts';

const everyone = ['client', 'translator', 'coordinator'];

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function translationService(now: () => number, fault: TranslationFault | null = null): Implementation {
  const has = (one: TranslationFault): boolean => fault === one;
  const data = new TranslationData();
  const rules = translationRules(data, has, now);
  const steps = translationSteps(data, rules, has, now);
  const views = translationViews(data, has);
  const sessions = new Map<string, Person>();
  let opened = 0;

  const addPerson = (name: string, address: string, password: string, role: string, language: string | null): Person => {
    const person: Person = { name, email: address, password, role, language, workload: 0 };
    data.people.push(person);
    return person;
  };
  addPerson('Cleo Client', 'cleo@example.com', 'correct-horse', 'client', null);
  addPerson('Carl Client', 'carl@example.com', 'correct-horse', 'client', null);
  addPerson('Theo Translator', 'theo@example.com', 'correct-horse', 'translator', 'de');
  addPerson('Tara Translator', 'tara@example.com', 'correct-horse', 'translator', 'fr');
  addPerson('Kim Coordinator', 'kim@example.com', 'correct-horse', 'coordinator', null);

  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };

  /** The request's body, an object with only these keys. */
  const bodyOf = (request: Request, ...keys: string[]): Body => {
    const json = jsonIn(request.body ?? '{}');
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };
  /** The acting person; null if signed out. */
  const actor = ({ token }: Request): Person | null => {
    if (token === null) return null;
    return sessions.get(token) ?? (has('unknownTokenIsNobody') ? null : unauthorized());
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  /** Enters a call that takes a body: broken JSON is refused before the role is looked at. */
  const enterWith = (request: Request, keys: readonly string[], wanted: readonly string[], others: Others = {}): [Person, Body] => {
    if (request.body !== null && jsonIn(request.body) === undefined) bodyOf(request);
    const me = enter(request, wanted, others);
    return [me, bodyOf(request, ...keys)];
  };
  const opening = (person: Person): Body => {
    opened += 1;
    const token = `t${opened}-${'b'.repeat(24)}`;
    sessions.set(token, person);
    return { token, me: views.person(person) };
  };

  const signUp = (request: Request): Body => {
    if (request.body !== null && jsonIn(request.body) === undefined) bodyOf(request);
    if (actor(request) !== null && !has('membersSignUp')) forbidden();
    const body = bodyOf(request, 'name', 'email', 'password');
    const [name, address, password] = [text(body['name'], 60), addressOf(body['email']), text(body['password'])];
    rules.person(name, address, password);
    return opening(addPerson(name, address, password, has('whoSignsUpIsTranslator') ? 'translator' : 'client', null));
  };
  const addressOf = (value: unknown): string => (has('emailNeedsNoForm') ? text(value) : email(value));
  const signIn = (request: Request): Body => {
    if (request.body !== null && jsonIn(request.body) === undefined) bodyOf(request);
    actor(request);
    const body = bodyOf(request, 'email', 'password');
    const [address, password] = [text(body['email']).toLowerCase(), text(body['password'])];
    const person = data.people.find((one) => one.email.toLowerCase() === address && one.password === password);
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
    const [me, body] = enterWith(request, ['name'], everyone);
    const name = body['name'] === undefined ? me.name : text(body['name'], 60);
    if (name !== me.name) rules.changedName(name);
    me.name = name;
    return views.person(me);
  };
  const addTranslator = (request: Request): Body => {
    const [, body] = enterWith(request, ['name', 'email', 'password', 'language'], ['coordinator'], { clientsAddTranslators: 'client' });
    const [name, address, password] = [text(body['name'], 60), addressOf(body['email']), text(body['password'])];
    const language = orNull(body['language'], (value) => among(value, languages));
    rules.person(name, address, password);
    return views.person(addPerson(name, address, password, 'translator', language));
  };

  /** `lax`: a fault lets people find records that they may not see. */
  const seen = <T>(record: T | undefined, sees: (one: T) => boolean, lax: boolean): T => {
    if (record === undefined) return missing();
    return sees(record) || lax ? record : hidden();
  };
  const jobOf = (number: string, me: Person, lax = false): Job =>
    seen(
      data.jobs.find((one) => String(one.number) === number),
      (one) => views.seesJob(one, me),
      lax,
    );
  const partOf = (number: string, me: Person, lax = false): Part =>
    seen(
      data.parts.find((one) => String(one.number) === number),
      (one) => views.seesPart(one, me),
      lax,
    );

  const addJob = (request: Request): Body => {
    const keys = ['title', 'source', 'target', 'brief', 'rush', 'deadline'];
    const [me, body] = enterWith(request, keys, ['client'], { coordinatorsOrder: 'coordinator' });
    const rush = body['rush'] === undefined ? false : yesOrNo(body['rush']);
    const job: Job = {
      number: data.next(),
      title: text(body['title'], has('titleMayBeLonger') ? 81 : 80),
      source: body['source'] === undefined ? 'en' : among(body['source'], ['en', 'de', 'fr']),
      target: among(body['target'], languages),
      brief: orNull(body['brief'] ?? null, text),
      ...{ rush, firstRush: rush, deadline: date(body['deadline']), client: me },
      ...{ state: 'draft', deliveredAt: null, revisions: 0 },
    };
    rules.job(job, null);
    rules.open(me);
    data.jobs.push(job);
    return views.job(job, me);
  };
  const editJob = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['title', 'target', 'brief', 'rush', 'deadline'], ['client']);
    const job = jobOf(number, me, has('anyClientEditsJobs'));
    allow(job.state === 'draft' || (job.state === 'submitted' && has('submittedIsEdited')));
    const changed = {
      title: body['title'] === undefined ? job.title : text(body['title'], has('titleMayBeLonger') ? 81 : 80),
      source: job.source,
      target: body['target'] === undefined ? job.target : among(body['target'], languages),
      brief: body['brief'] === undefined ? job.brief : orNull(body['brief'], text),
      rush: body['rush'] === undefined ? job.rush : yesOrNo(body['rush']),
      deadline: body['deadline'] === undefined ? job.deadline : date(body['deadline']),
    };
    rules.job(changed, job);
    if (body['brief'] === null && has('patchCannotClearBrief')) changed.brief = job.brief;
    if (body['title'] !== undefined && body['brief'] === undefined && has('patchOfTitleClearsBrief')) changed.brief = null;
    Object.assign(job, changed);
    return views.job(job, me);
  };
  const jobStep = (name: string, roles: readonly string[], others: Others, lax?: TranslationFault): Route => [
    'POST',
    new RegExp(`^/api/jobs/([^/]+)/${name}$`),
    ([, number = ''], request) => {
      const me = enter(request, roles, others);
      const job = jobOf(number, me, lax !== undefined && has(lax));
      steps.jobs[name]?.(job);
      return [200, views.job(job, me)];
    },
  ];
  const deleteJob = (number: string, request: Request): null => {
    const me = enter(request, ['client']);
    steps.jobs['delete']?.(jobOf(number, me, has('anyClientDeletesJobs')));
    return null;
  };
  const sendBack = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['reason'], ['client']);
    const job = jobOf(number, me, has('anyClientSendsBack'));
    steps.sendBack(job, body['reason']);
    return views.job(job, me);
  };

  const addPart = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['title', 'words'], ['client']);
    const job = jobOf(number, me, has('anyClientAddsParts'));
    const [title, words] = [text(body['title'], 80), whole(body['words'])];
    rules.part({ title, words }, job, true);
    const part: Part = {
      ...{ number: data.next(), job, title, words, translator: null, state: 'waiting', translation: null, feedback: null },
    };
    data.parts.push(part);
    return views.part(part, me);
  };
  const editPart = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['title', 'words'], ['client']);
    const part = partOf(number, me, has('anyClientEditsParts'));
    const title = body['title'] === undefined ? part.title : text(body['title'], 80);
    const words = body['words'] === undefined ? part.words : whole(body['words']);
    rules.part({ title, words }, part.job, false);
    Object.assign(part, { title, words });
    return views.part(part, me);
  };
  const deletePart = (number: string, request: Request): null => {
    const me = enter(request, ['client']);
    const part = partOf(number, me, has('anyClientDeletesParts'));
    rules.deletedPart(part);
    removeFrom(data.parts, (one) => one === part);
    return null;
  };
  const assign = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['email'], ['coordinator'], { translatorsAssign: 'translator' });
    const part = partOf(number, me, has('translatorsAssign'));
    const address = text(body['email']);
    const translator = data.people.find((one) => one.email === address);
    if (translator === undefined) return refuse(has('noSuchPersonIs404') ? 404 : 422, 'NO_SUCH_PERSON');
    steps.parts.assign(part, translator);
    return views.part(part, me);
  };
  const release = (number: string, request: Request): null => {
    const me = enter(request, has('translatorsKeepParts') ? ['coordinator'] : ['translator', 'coordinator']);
    steps.parts.release(partOf(number, me, has('anyTranslatorReleases')));
    return null;
  };
  const handIn = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['translation'], ['translator'], { coordinatorsHandIn: 'coordinator' });
    const part = partOf(number, me, has('anyTranslatorHandsIn'));
    steps.parts.handIn(part, body['translation']);
    return views.part(part, me);
  };
  const approve = (number: string, request: Request): Body => {
    const me = enter(request, ['coordinator'], { translatorsApprove: 'translator' });
    const part = partOf(number, me);
    steps.parts.approve(part);
    return views.part(part, me);
  };
  const reject = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['feedback'], ['coordinator'], { translatorsReject: 'translator' });
    const part = partOf(number, me);
    steps.parts.reject(part, body['feedback']);
    return views.part(part, me);
  };

  const ask = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['question'], ['translator'], { clientsAsk: 'client' });
    const job = jobOf(number, me, has('anyTranslatorAsks'));
    const question = text(body['question'], has('questionMayBeLonger') ? 301 : 300);
    rules.question(question, job);
    const query: Query = { id: data.id(), job, question, answer: null, answeredAt: null };
    data.queries.push(query);
    return views.query(query);
  };
  const answer = (id: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['answer'], ['client'], { coordinatorsAnswer: 'coordinator' });
    const query = seen(
      data.queries.find((one) => one.id === id),
      (one) => views.seesQuery(one, me),
      has('anyClientAnswers'),
    );
    const given = body['answer'] === null ? null : text(body['answer'], 300);
    rules.answer(given, query);
    const isChanged = given !== query.answer || has('sameAnswerIsNew');
    const keeps = has('answerForgetsTime') || (query.answer !== null && has('changedAnswerKeepsTime'));
    if (isChanged && !keeps) query.answeredAt = now();
    query.answer = given;
    return views.query(query);
  };

  const addReview = (number: string, request: Request): Body => {
    const [me, body] = enterWith(request, ['stars', 'comment'], ['client']);
    const job = jobOf(number, me, has('anyClientReviews'));
    const [stars, comment] = [whole(body['stars']), orNull(body['comment'] ?? null, (value) => text(value, 300))];
    rules.review(stars, comment, job);
    const review: Review = { id: data.id(), job, author: me, stars, comment, published: false };
    data.reviews.push(review);
    return views.review(review);
  };
  const reviewOf = (id: string, me: Person, lax: boolean): Review =>
    seen(
      data.reviews.find((one) => one.id === id),
      (one) => views.seesReview(one, me),
      lax,
    );
  const publish = (id: string, request: Request): Body => {
    const me = enter(request, ['coordinator'], { clientsPublish: 'client' });
    const review = reviewOf(id, me, false);
    const least = has('threeStarsStayUnpublished') ? 4 : 3;
    if (review.stars < least && !has('badReviewsArePublished')) refuse(409, 'TOO_BAD');
    if (!has('publishDoesNothing')) review.published = true;
    return views.review(review);
  };
  const deleteReview = (id: string, request: Request): null => {
    const me = enter(request, has('coordinatorsKeepReviews') ? ['client'] : ['client', 'coordinator']);
    const review = reviewOf(id, me, has('anyClientDeletesReviews'));
    const isOwn = review.author === me && (!review.published || has('publishedIsDeletedByClients'));
    allow(me.role === 'coordinator' || isOwn || has('anyClientDeletesReviews'));
    removeFrom(data.reviews, (one) => one === review);
    return null;
  };

  const queryOf = (request: Request): URLSearchParams => new URLSearchParams(request.query);
  const [created, deleted] = [has('createdIs200') ? 200 : 201, has('deletedIs200') ? 200 : 204];
  const routes: Route[] = [
    ['POST', /^\/api\/people$/, (_, request) => [created, signUp(request)]],
    ['POST', /^\/api\/session$/, (_, request) => [created, signIn(request)]],
    ['DELETE', /^\/api\/session$/, (_, request) => [deleted, signOut(request)]],
    ['GET', /^\/api\/me$/, (_, request) => [200, views.person(enter(request, everyone))]],
    ['PATCH', /^\/api\/me$/, (_, request) => [200, editMe(request)]],
    ['POST', /^\/api\/translators$/, (_, request) => [created, addTranslator(request)]],
    [
      ...(['GET', /^\/api\/translators$/] as const),
      (_, request) => {
        enter(request, ['coordinator'], { translatorsListTranslators: 'translator' });
        return [200, views.lists.translators(queryOf(request))];
      },
    ],
    ['GET', /^\/api\/jobs$/, (_, request) => [200, views.lists.jobs(queryOf(request), enter(request, everyone))]],
    ['POST', /^\/api\/jobs$/, (_, request) => [created, addJob(request)]],
    [
      ...(['GET', /^\/api\/jobs\/([^/]+)$/] as const),
      ([, number = ''], request) => {
        const me = enter(request, everyone);
        return [200, views.job(jobOf(number, me, me.role === 'client' && has('anyClientReadsJobs')), me)];
      },
    ],
    ['PATCH', /^\/api\/jobs\/([^/]+)$/, ([, number = ''], request) => [200, editJob(number, request)]],
    ['DELETE', /^\/api\/jobs\/([^/]+)$/, ([, number = ''], request) => [deleted, deleteJob(number, request)]],
    jobStep('submit', ['client'], {}, 'anyClientSubmits'),
    jobStep('withdraw', ['client'], { coordinatorsWithdraw: 'coordinator' }, 'anyClientWithdraws'),
    jobStep('start', ['coordinator'], { clientsStart: 'client' }),
    jobStep('deliver', ['coordinator'], { translatorsDeliver: 'translator' }),
    jobStep('accept', ['client'], { coordinatorsAccept: 'coordinator' }, 'anyClientAccepts'),
    ['POST', /^\/api\/jobs\/([^/]+)\/send-back$/, ([, number = ''], request) => [200, sendBack(number, request)]],
    ['POST', /^\/api\/jobs\/([^/]+)\/parts$/, ([, number = ''], request) => [created, addPart(number, request)]],
    ['GET', /^\/api\/parts$/, (_, request) => [200, views.lists.parts(queryOf(request), enter(request, everyone))]],
    [
      ...(['GET', /^\/api\/parts\/([^/]+)$/] as const),
      ([, number = ''], request) => {
        const me = enter(request, everyone);
        return [200, views.part(partOf(number, me), me)];
      },
    ],
    ['PATCH', /^\/api\/parts\/([^/]+)$/, ([, number = ''], request) => [200, editPart(number, request)]],
    ['DELETE', /^\/api\/parts\/([^/]+)$/, ([, number = ''], request) => [deleted, deletePart(number, request)]],
    ['POST', /^\/api\/parts\/([^/]+)\/assign$/, ([, number = ''], request) => [200, assign(number, request)]],
    ['POST', /^\/api\/parts\/([^/]+)\/release$/, ([, number = ''], request) => [deleted, release(number, request)]],
    ['POST', /^\/api\/parts\/([^/]+)\/hand-in$/, ([, number = ''], request) => [200, handIn(number, request)]],
    ['POST', /^\/api\/parts\/([^/]+)\/approve$/, ([, number = ''], request) => [200, approve(number, request)]],
    ['POST', /^\/api\/parts\/([^/]+)\/reject$/, ([, number = ''], request) => [200, reject(number, request)]],
    ['POST', /^\/api\/jobs\/([^/]+)\/queries$/, ([, number = ''], request) => [created, ask(number, request)]],
    ['GET', /^\/api\/queries$/, (_, request) => [200, views.lists.queries(queryOf(request), enter(request, everyone))]],
    ['PUT', /^\/api\/queries\/([^/]+)\/answer$/, ([, id = ''], request) => [200, answer(id, request)]],
    ['POST', /^\/api\/jobs\/([^/]+)\/review$/, ([, number = ''], request) => [created, addReview(number, request)]],
    ['GET', /^\/api\/reviews$/, (_, request) => [200, views.lists.reviews(queryOf(request), actor(request))]],
    ['POST', /^\/api\/reviews\/([^/]+)\/publish$/, ([, id = ''], request) => [200, publish(id, request)]],
    ['DELETE', /^\/api\/reviews\/([^/]+)$/, ([, id = ''], request) => [deleted, deleteReview(id, request)]],
  ];
  const service = serviceOf(routes, now);
  return {
    ...service,
    async send(request) {
      const answered = await service.send(request);
      if ('status' in answered && answered.status === 422 && has('invalidIs400') && answered.body === '{"error":"INVALID"}') {
        return { ...answered, status: 400 };
      }
      return answered;
    },
  };
}
