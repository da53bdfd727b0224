import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse, serviceOf } from '../hand-written.ts';
import { notEmpty } from '../hand-written-inputs.ts';
import type { Fund, GrantsData, Payment, Person, Proposal, Review } from './data.ts';
import type { GrantsFault } from './faults.ts';
import { GrantsInputs } from './inputs.ts';
import { grantsSteps } from './steps.ts';
import { grantsViews } from './views.ts';

/**
 * The service of `grants-document.ts` over arrays, hand-written, with one of its faults or none.
 * `now`: milliseconds since the epoch.
 */
export function grantsService(now: () => number, fault: GrantsFault | null = null): Implementation {
  const has = (one: GrantsFault): boolean => fault === one;
  const inputs = new GrantsInputs(has);
  let numbers = 7000;
  const person = (name: string, email: string, password: string, role: string): Person => ({
    ...{ number: ++numbers, name, email, password, role },
    ...{ received: 0, barred: false },
  });
  const example = (name: string, role: string): Person =>
    person(name, `${name.slice(0, 3).toLowerCase()}@example.com`, 'correct-horse', role);
  const people = [
    ...['Oda Office', 'Ole Office'].map((name) => example(name, 'officer')),
    ...['Ria Reader', 'Rob Reader'].map((name) => example(name, 'reviewer')),
  ];
  const sessions = new Map<string, Person>();
  const data: GrantsData = { funds: [], proposals: [], reviews: [], payments: [] };
  const steps = grantsSteps(data, has, now);
  const views = grantsViews(data, inputs, has);

  const gone = (): never => refuse(has('missingIsBadRequest') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => refuse(has('hiddenIsForbidden') ? 403 : 404, 'NOT_FOUND');
  const allow = (allowed: boolean, ...ignored: readonly GrantsFault[]): void => {
    if (!allowed && !ignored.some(has)) refuse(has('refusalsAreMissing') ? 404 : 403, 'FORBIDDEN');
  };
  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const reader = (token: string | null): Person | null => {
    if (token === null) return null;
    const first = has('anyTokenIsTheFirstApplicant') ? people.find(({ role }) => role === 'applicant') : undefined;
    return sessions.get(token) ?? first ?? unauthorized();
  };
  const signedIn = (token: string | null): Person => reader(token) ?? unauthorized();
  const as = (role: string, token: string | null, ...ignored: readonly GrantsFault[]): Person => {
    const me = signedIn(token);
    allow(me.role === role, ...ignored);
    return me;
  };
  const enter = (one: Person): Body => {
    const token = `g${sessions.size}-${'x'.repeat(24)}`;
    sessions.set(token, one);
    return { token, me: views.personShown(one) };
  };

  /** The record with a number or code, if this person may see it. */
  const found = <T>(all: readonly T[], key: (one: T) => string, wanted: string, sees: (one: T) => boolean, isLax = false): T => {
    const record = all.find((one) => key(one) === wanted) ?? gone();
    return isLax || sees(record) ? record : hidden();
  };
  const numbered = ({ number }: { readonly number: number }): string => String(number);
  const fundOf = (code: string, me: Person | null): Fund =>
    found(
      data.funds,
      (one) => one.code,
      code,
      (one) => views.seesFund(one, me),
    );
  const proposalOf = (number: string, me: Person | null, isLax = false): Proposal =>
    found(data.proposals, numbered, number, (one) => views.seesProposal(one, me), isLax);
  const reviewOf = (number: string, me: Person, isLax = false): Review =>
    found(data.reviews, numbered, number, (one) => views.seesReview(one, me), isLax);
  const paymentOf = (number: string, me: Person, isLax = false): Payment =>
    found(data.payments, numbered, number, (one) => views.seesPayment(one, me), isLax);
  const without = <T>(all: readonly T[], one: T, stays: GrantsFault): T[] => all.filter((other) => other !== one || has(stays));

  const signUp = (request: Request): Body => {
    const me = request.token === null ? null : signedIn(request.token);
    const body = inputs.body(request, ['name', 'email', 'password', ...(has('roleMayBeChosen') ? ['role'] : [])]);
    allow(me === null);
    const name = inputs.text(body['name'], 40, 'nameMayBeLong');
    const [email, password] = [inputs.email(body['email']), inputs.text(body['password'], Number.POSITIVE_INFINITY)];
    const isTaken = people.some((one) => one.email.toLowerCase() === email.toLowerCase());
    if (isTaken && !has('emailsMayBeShared')) steps.conflict();
    const one = person(name, email, notEmpty(password), String(body['role'] ?? 'applicant'));
    people.push(one);
    return enter(one);
  };
  const signIn = (request: Request): Body => {
    if (request.token !== null) signedIn(request.token);
    const body = inputs.body(request, ['email', 'password']);
    const [email, password] = [body['email'], body['password']].map((one) => inputs.text(one, Number.POSITIVE_INFINITY));
    const one = people.find((each) => each.email === email && (each.password === password || has('anyPasswordWillDo')));
    return one === undefined ? refuse(has('wrongPasswordIsForbidden') ? 403 : 401, 'UNAUTHORIZED') : enter(one);
  };
  const bar = (number: string, request: Request): Body => {
    as('officer', request.token, 'applicantsBar');
    const body = inputs.body(request, ['barred']);
    const one = people.find((each) => numbered(each) === number) ?? gone();
    const barred = inputs.barred(body['barred']);
    one.barred = has('barIsToggled') ? !one.barred : barred;
    return views.personShown(one);
  };

  const openFund = (request: Request): Body => {
    const me = as('officer', request.token, 'applicantsOpenFunds');
    const body = inputs.body(request, ['code', 'title', 'budget', 'until']);
    const [code, title] = [inputs.text(body['code'], 10, 'codeMayBeLong'), inputs.text(body['title'], 60)];
    const fund: Fund = {
      ...{ code, title, budget: inputs.whole(body['budget']), committed: 0 },
      ...{ until: inputs.date(body['until']), state: 'planned' },
    };
    if (data.funds.some((one) => one.code === code) && !has('codesMayBeShared')) steps.conflict();
    inputs.notBlank(code, 'codeMayBeBlank');
    inputs.checkFund(fund, false);
    data.funds.push(fund);
    return views.fundShown(fund, me);
  };
  const onFund = (code: string, what: string, request: Request): Body | null => {
    if (what === 'GET') {
      const me = reader(request.token);
      return views.fundShown(fundOf(code, me), me);
    }
    const lax: Readonly<Record<string, GrantsFault>> = {
      PATCH: 'applicantsEditFunds',
      DELETE: 'applicantsDeleteFunds',
      publish: 'reviewersPublish',
      close: 'reviewersCloseFunds',
    };
    const ignored = lax[what];
    const me = as('officer', request.token, ...(ignored === undefined ? [] : [ignored]));
    const body = what === 'PATCH' ? inputs.body(request, ['title', 'budget', 'until']) : {};
    const fund = fundOf(code, ignored !== undefined && has(ignored) ? (people[0] as Person) : me);
    if (what === 'PATCH') {
      const title = 'title' in body ? inputs.text(body['title'], 60) : fund.title;
      const budget = 'budget' in body ? inputs.whole(body['budget']) : fund.budget;
      const until = 'until' in body ? inputs.date(body['until']) : fund.until;
      inputs.checkFund({ title, budget, committed: fund.committed }, true);
      Object.assign(fund, { title, budget, until }, has('budgetResetsCommitted') ? { committed: 0 } : {});
    } else if (what === 'DELETE') {
      allow(fund.state === 'planned', 'openFundsAreDeleted');
      if (data.proposals.some((one) => one.fund === fund)) steps.conflict();
      data.funds = without(data.funds, fund, 'deletedFundsStay');
      return null;
    } else steps.fundSteps[what]?.(fund);
    return views.fundShown(fund, me);
  };

  const apply = (request: Request): Body => {
    const me = as('applicant', request.token, 'officersApply');
    const body = inputs.body(request, ['code', 'title', 'kind', 'amount', 'starts', 'ends']);
    const code = inputs.text(body['code'], Number.POSITIVE_INFINITY);
    const fund = fundOf(code, me);
    const [title, kind] = [inputs.text(body['title'], 60, 'titleMayBeLong'), inputs.kind(body['kind'])];
    const [amount, starts, ends] = [inputs.whole(body['amount']), inputs.date(body['starts']), inputs.date(body['ends'])];
    const isOpen = fund.state === 'open' || (fund.state === 'closed' && has('closedFundsTakeProposals'));
    if (!isOpen || (me.barred && !has('barredApply'))) refuse(has('notOpenIsNotFound') ? 404 : 409, 'NOT_OPEN');
    const counted = [
      'draft',
      'submitted',
      ...(has('countIgnoresListed') ? [] : ['listed']),
      ...(has('countIncludesDropped') ? ['dropped'] : []),
    ];
    const own = data.proposals.filter((one) => (one.applicant === me || has('countIsOfAll')) && counted.includes(one.state));
    const isTooMany = own.length >= (has('fourProposals') ? 4 : has('twoProposals') ? 2 : 3) && !has('countIsNotChecked');
    const tooMany = (): never => refuse(has('tooManyIsInvalid') ? 422 : 409, 'TOO_MANY');
    if (isTooMany && has('countBeforeAmount')) tooMany();
    const proposal: Proposal = {
      ...{ number: ++numbers, fund, applicant: me, title, kind, amount, starts, ends },
      ...{ granted: null, drawn: 0, decidedAt: null, note: null, state: 'draft' },
    };
    inputs.checkProposal(proposal, false);
    if (isTooMany) tooMany();
    data.proposals.push(proposal);
    return views.proposalShown(proposal, me);
  };
  const edit = (proposal: Proposal, body: Body): void => {
    const title = 'title' in body ? inputs.text(body['title'], 60, 'titleMayBeLong') : proposal.title;
    const kind = 'kind' in body ? inputs.kind(body['kind']) : has('patchResetsKind') ? 'research' : proposal.kind;
    const amount = 'amount' in body ? inputs.whole(body['amount']) : proposal.amount;
    const starts = 'starts' in body ? inputs.date(body['starts']) : proposal.starts;
    const ends = 'ends' in body ? inputs.date(body['ends']) : proposal.ends;
    inputs.checkProposal({ title, amount, starts, ends }, true);
    Object.assign(proposal, { title, kind, amount, starts }, has('patchForgetsEnds') ? {} : { ends });
  };
  const onProposal = (number: string, what: string, request: Request): Body | null => {
    if (has('missingBeforeSignedOut') && !data.proposals.some((one) => numbered(one) === number)) gone();
    if (has('recordBeforeRole')) proposalOf(number, signedIn(request.token));
    const lax: Readonly<Record<string, GrantsFault>> = {
      PATCH: 'anyoneEditsProposals',
      DELETE: 'anyoneDeletesProposals',
      submit: 'anyoneSubmits',
      revise: 'anyoneRevises',
      drop: 'anyoneDrops',
      shortlist: 'reviewersShortlist',
      grant: 'applicantsGrant',
      decline: 'reviewersDecline',
      finish: 'applicantsFinish',
      note: 'reviewersWriteNotes',
    };
    const ignored = lax[what];
    const isLax = ignored !== undefined && has(ignored);
    const isOfficers = ['shortlist', 'grant', 'decline', 'finish', 'note'].includes(what);
    const me = signedIn(request.token);
    if (what !== 'GET') allow(isLax || me.role === (isOfficers ? 'officer' : 'applicant'));
    const keys: Readonly<Record<string, readonly string[]>> = {
      PATCH: ['title', 'kind', 'amount', 'starts', 'ends'],
      grant: ['granted'],
      note: ['note'],
    };
    const taken = keys[what];
    const body = taken === undefined ? {} : inputs.body(request, taken);
    const proposal = proposalOf(number, me, isLax && !isOfficers);
    const { state } = proposal;
    if (what === 'PATCH') {
      allow(state === 'draft' || (state === 'submitted' && has('submittedIsEdited')));
      edit(proposal, body);
    } else if (what === 'DELETE') {
      allow(['draft', 'dropped'].includes(state) || (state === 'submitted' && has('submittedIsDeleted')));
      if (data.payments.some((one) => one.proposal === proposal)) steps.conflict();
      data.proposals = without(data.proposals, proposal, 'deletedProposalsStay');
      if (!has('orphanedReviewsStay')) data.reviews = data.reviews.filter((one) => one.proposal !== proposal);
      return null;
    } else if (what === 'note') {
      if (!('note' in body)) refuse(422, 'INVALID');
      proposal.note = body['note'] === null ? null : inputs.text(body['note'], Number.POSITIVE_INFINITY);
    } else if (what !== 'GET') {
      if (what === 'decline') allow(!has('officersMayNotDecline'));
      steps.proposalSteps[what]?.(proposal, () => inputs.whole(body['granted']));
    }
    return views.seesProposal(proposal, me) || isLax ? views.proposalShown(proposal, me) : null;
  };

  const review = (number: string, request: Request): Body => {
    const me = as('reviewer', request.token, 'officersReview');
    const body = inputs.body(request, ['points', 'remark']);
    const proposal = proposalOf(number, me);
    const [points, remark] = [inputs.points(body['points']), inputs.remark(body['remark'])];
    allow(proposal.state === 'submitted' || (proposal.state === 'listed' && has('listedIsReviewed')));
    inputs.checkPoints(points, false);
    const isTwice = data.reviews.some((one) => one.proposal === proposal && (one.reviewer === me || has('oneReviewForAll')));
    if (isTwice && !has('reviewersReviewTwice')) refuse(409, has('reviewedIsConflict') ? 'CONFLICT' : 'REVIEWED');
    const one: Review = { number: ++numbers, proposal, reviewer: me, points, remark };
    data.reviews.push(one);
    return views.reviewShown(one, me);
  };
  const onReview = (number: string, what: string, request: Request): Body | null => {
    const me = signedIn(request.token);
    if (what === 'GET') return views.reviewShown(reviewOf(number, me), me);
    allow(me.role === 'reviewer');
    const isLax = has(what === 'PATCH' ? 'anyReviewerEditsReviews' : 'anyReviewerDeletesReviews');
    const body = what === 'PATCH' ? inputs.body(request, ['points', 'remark']) : {};
    const one = reviewOf(number, me, isLax);
    const { state } = one.proposal;
    allow(state === 'submitted' || (state === 'listed' && has('listedReviewsAreEdited')));
    if (what === 'DELETE') {
      data.reviews = without(data.reviews, one, 'deletedReviewsStay');
      return null;
    }
    const points = 'points' in body ? inputs.points(body['points']) : one.points;
    const remark = 'remark' in body ? inputs.remark(body['remark']) : has('reviewEditClearsRemark') ? null : one.remark;
    inputs.checkPoints(points, true);
    Object.assign(one, { points, remark });
    return views.reviewShown(one, me);
  };

  const ask = (number: string, request: Request): Body => {
    const me = as('applicant', request.token);
    const body = inputs.body(request, ['amount']);
    const proposal = proposalOf(number, me, has('anyoneAsksForMoney'));
    const amount = inputs.whole(body['amount']);
    const { state } = proposal;
    const isLax = (state === 'listed' && has('listedTakesPayments')) || (state === 'finished' && has('finishedTakesPayments'));
    if (state !== 'granted' && !isLax) refuse(409, 'NOT_GRANTED');
    inputs.checkPayment(amount);
    const payment: Payment = { number: ++numbers, proposal, amount, paidAt: null, state: 'asked' };
    data.payments.push(payment);
    return views.paymentShown(payment);
  };
  const mayReadPayments = (me: Person | null): void => allow(me?.role !== 'reviewer', 'reviewersSeePayments');
  const onPayment = (number: string, what: string, request: Request): Body | null => {
    const lax: Readonly<Record<string, GrantsFault>> = {
      DELETE: 'anyoneDeletesPayments',
      again: 'anyoneAsksAgain',
      pay: 'applicantsPay',
      refuse: 'applicantsRefuse',
      back: 'applicantsTakeBack',
    };
    const ignored = lax[what];
    const isLax = ignored !== undefined && has(ignored);
    const isOwners = what === 'DELETE' || what === 'again';
    const me = signedIn(request.token);
    if (what !== 'GET') allow(isLax || me.role === (isOwners ? 'applicant' : 'officer'));
    else mayReadPayments(me);
    const payment = paymentOf(number, me, isLax && isOwners);
    if (what === 'DELETE') {
      allow(payment.state === 'asked' || (payment.state === 'paid' && has('paidIsDeleted')));
      data.payments = without(data.payments, payment, 'deletedPaymentsStay');
      return null;
    }
    if (what !== 'GET') steps.paymentSteps[what]?.(payment);
    return views.paymentShown(payment);
  };

  const deleted = has('deleteIs200') ? 200 : 204;
  type On = (key: string, what: string, request: Request) => Body | null;
  const record = (path: string, on: On, methods: readonly string[]): readonly Route[] =>
    methods.map((method) => [
      method,
      new RegExp(`^/${path}/([^/]+)$`),
      ([, key = ''], request) => [method === 'DELETE' ? deleted : 200, on(key, method, request)],
    ]);
  const events = (path: string, on: On, names: string, method = 'POST'): Route => [
    method,
    new RegExp(`^/${path}/([^/]+)/(${names})$`),
    ([, key = '', what = ''], request) => [200, on(key, what, request)],
  ];
  const list = (path: string, shown: (me: Person | null, query: URLSearchParams) => Body, isOpen = false): Route => [
    'GET',
    new RegExp(`^/${path}$`),
    (_match, { token, query }) => [200, shown(isOpen ? reader(token) : signedIn(token), new URLSearchParams(query))],
  ];
  return serviceOf(
    [
      ['POST', /^\/people$/, (_match, request) => [201, signUp(request)]],
      ['POST', /^\/session$/, (_match, request) => [200, signIn(request)]],
      ['GET', /^\/me$/, (_match, { token }) => [200, views.personShown(signedIn(token))]],
      ['PUT', /^\/people\/([^/]+)\/barred$/, ([, number = ''], request) => [200, bar(number, request)]],
      list('funds', views.listFunds, true),
      ['POST', /^\/funds$/, (_match, request) => [201, openFund(request)]],
      ...record('funds', onFund, ['GET', 'PATCH', 'DELETE']),
      events('funds', onFund, 'publish|close|reopen'),
      list('proposals', views.listProposals),
      ['POST', /^\/proposals$/, (_match, request) => [has('proposalIs200') ? 200 : 201, apply(request)]],
      ...record('proposals', onProposal, ['GET', 'PATCH', 'DELETE']),
      events('proposals', onProposal, 'note', 'PUT'),
      events('proposals', onProposal, 'submit|revise|drop|shortlist|grant|decline|finish'),
      ['POST', /^\/proposals\/([^/]+)\/reviews$/, ([, number = ''], request) => [201, review(number, request)]],
      ['POST', /^\/proposals\/([^/]+)\/payments$/, ([, number = ''], request) => [201, ask(number, request)]],
      list('reviews', views.listReviews),
      ...record('reviews', onReview, ['GET', 'PATCH', 'DELETE']),
      list('payments', (me, query) => {
        mayReadPayments(me);
        return views.listPayments(me, query);
      }),
      ...record('payments', onPayment, ['GET', 'DELETE']),
      events('payments', onPayment, 'pay|refuse|again|back'),
    ],
    now,
  );
}
