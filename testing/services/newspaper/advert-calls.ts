import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, invalid, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Advert, advertKinds, advertSections, type Issue, type Person, total } from './data.ts';
import type { Has, Others } from './faults.ts';
import { cents, optionals } from './inputs.ts';
import type { IssueCalls } from './issue-calls.ts';
import { from, type Paper } from './paper.ts';

/** The calls about advertisements. */
export function advertCalls({ data, figures, rules, access, views, door }: Paper, issues: IssueCalls, has: Has) {
  const { enter, numbered } = door;
  const { today } = rules;

  const add = (one: Advert): Advert => {
    if (!one.advertiser.trusted && !has('untrustedAdvertise')) refuse(has('noCreditIs403') ? 403 : 402, 'NO_CREDIT');
    rules.newAdvert(one);
    return one;
  };
  const save = (one: Advert): Advert => {
    const advert = { ...one, number: data.next('advert') };
    data.adverts.push(advert);
    return advert;
  };
  const addAdvert = (request: Request): Body => {
    const keys = ['edition', 'kind', 'section', 'text', 'lines', 'columns', 'height'];
    const { me, body } = enter(request, ['reader'], keys, { editorsAdvertise: 'editor' });
    if ('edition' in body) orNull(body['edition'], whole);
    const issue = issues.issueOf(body['edition'] ?? '');
    const { read, done } = optionals();
    const one: Advert = {
      ...{ number: 0, advertiser: me, issue, kind: among(body['kind'], advertKinds) },
      section: among(body['section'], advertSections, has('anySectionIsFine')),
      text: text(body['text'], 200),
      lines: 'lines' in body ? read(body['lines'], whole) : null,
      columns: 'columns' in body ? read(body['columns'], whole) : null,
      height: 'height' in body ? read(body['height'], whole) : null,
      ...{ repeats: 0, page: null, reason: null, due: null, paidOn: null, state: 'offered' },
    };
    add(one);
    done();
    return views.advert(save(one), me);
  };

  type Step = (one: Advert, body: Body, me: Person) => void;
  const stepOf =
    (roles: readonly string[], keys: readonly string[], step: Step, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('amount' in body) orNull(body['amount'], cents);
      if ('edition' in body) orNull(body['edition'], whole);
      if ('final' in body) orNull(body['final'], yesOrNo);
      const isLax = has('anyoneRevisesAdverts') && keys.includes('text');
      const one = numbered(data.adverts, number, (each) => access.seesAdvert(each, me) || isLax);
      step(one, body, me);
      return views.advert(one, me);
    };
  const isTaken = (one: Advert, page: number): boolean => {
    const there = figures.advertsOf(one.issue).filter((each) => each.state === 'accepted' && each.kind === 'display');
    const same = there.filter((each) => each.page === page);
    const used = total(same.map(({ columns }) => columns ?? 0)) + (one.columns ?? 0);
    return has('lastColumnIsKept') ? used >= 5 : used > 5;
  };
  const accept: Step = (one, body) => {
    from(one.state === 'offered' || (one.state === 'changing' && has('changingIsAccepted')));
    const page = whole(body['page']);
    const isPage = page >= 1 && page <= (has('pageMayBeNext') ? one.issue.pages + 1 : one.issue.pages);
    if (!isPage) rules.bad('BAD_PAGE');
    if (one.kind === 'display' && isTaken(one, page) && !has('fullPageTakesMore')) refuse(409, 'PAGE_FULL');
    one.page = page;
    one.state = 'accepted';
  };
  const sendBack: Step = (one, body) => {
    const isFinal = body['final'] === true;
    const states = isFinal ? ['offered', 'changing'] : ['offered'];
    if (isFinal && has('acceptedIsRejected')) states.push('accepted');
    from(states.includes(one.state));
    const reason = text(body['reason'], 100);
    rules.notBlank(reason);
    if (!('final' in body)) invalid();
    one.state = isFinal ? 'rejected' : 'changing';
    one.reason = reason;
  };
  const revise: Step = (one, body) => {
    const states = ['offered', 'changing'];
    if (has('offeredIsNotRevised')) states.shift();
    from(states.includes(one.state));
    const { read, done } = optionals();
    const changed = {
      text: text(body['text'], 200),
      lines: 'lines' in body ? read(body['lines'], whole) : one.lines,
      columns: 'columns' in body ? read(body['columns'], whole) : one.columns,
      height: 'height' in body ? read(body['height'], whole) : one.height,
    };
    if (!has('revisedIsNotChecked')) rules.advert({ ...one, ...changed });
    done();
    Object.assign(one, changed);
    one.reason = null;
    one.state = 'offered';
  };
  const pay: Step = (one, body) => {
    from(one.state === 'printed' || (one.state === 'overdue' && !has('overdueIsNotPaid')));
    const payment = cents(body['amount']);
    const price = figures.advertPrice(one);
    if (payment !== price) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    const wasOverdue = one.state === 'overdue';
    one.state = 'settled';
    one.paidOn = today();
    if (!wasOverdue || has('trustIsNotRegained')) return;
    const others = data.adverts.filter((each) => each.advertiser === one.advertiser && each.state === 'overdue');
    if (others.length === 0 || has('oneDebtPaidIsEnough')) one.advertiser.trusted = true;
  };
  const repeat: Step = (one, body) => {
    const issue: Issue = issues.issueOf(body['edition'] ?? '');
    const states = ['printed', 'settled'];
    from(states.includes(one.state));
    const repeats = has('repeatsDoNotCount') ? 1 : one.repeats + 1;
    const again: Advert = {
      ...{ ...one, number: 0, issue, repeats, page: null, reason: null, due: null, paidOn: null },
      state: 'offered',
    };
    save(add(again));
  };
  const isDesk = has('managersJudgeAdverts') ? ['editor', 'manager'] : ['editor'];
  return {
    addAdvert,
    accept: stepOf(isDesk, ['page'], accept, { readersAcceptAdverts: 'reader' }),
    refuse: stepOf(['editor'], ['reason', 'final'], sendBack),
    revise: stepOf(['reader'], ['text', 'lines', 'columns', 'height'], revise),
    pay: stepOf(has('managersTakeNoMoney') ? ['reader'] : ['reader', 'manager'], ['amount'], pay),
    repeat: stepOf(['reader'], ['edition'], repeat),
  };
}
