import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Delivery, dayAfter, daysBetween, type Issue, type Person } from './data.ts';
import type { Has } from './faults.ts';
import type { IssueSteps } from './issue-steps.ts';
import { from, type Paper } from './paper.ts';
import type { PeopleCalls } from './people-calls.ts';

/** The calls about issues and their deliveries. */
export function issueCalls(paper: Paper, people: PeopleCalls, steps: IssueSteps, has: Has) {
  const { data, figures, rules, access, views, door, now } = paper;
  const { allow, enter, numbered } = door;
  const { today } = rules;
  const words = (value: unknown) => orNull(value, (one) => text(one, 80));

  const addIssue = (request: Request): Body => {
    const { me, body } = enter(request, ['manager'], ['day', 'pages', 'lead'], { editorsPlanIssues: 'editor' });
    const one: Issue = {
      ...{ number: 0, day: date(body['day']), pages: whole(body['pages']), lead: 'lead' in body ? words(body['lead']) : null },
      ...{ rain: false, state: 'planned' },
    };
    if (figures.deadline(one) <= now()) refuse(409, 'TOO_LATE');
    if (data.issues.some(({ day }) => day === one.day)) refuse(409, 'CONFLICT');
    rules.newIssue(one);
    const issue = { ...one, number: data.next('issue') };
    data.issues.push(issue);
    return views.issue(issue, me);
  };
  const issueOf = (number: unknown): Issue => numbered(data.issues, number, () => true);
  const editIssue = (number: string, request: Request): Body => {
    const { me, body } = enter(request, ['editor', 'manager'], ['pages', 'lead', 'rain'], {}, number);
    const one = issueOf(number);
    const isOther = 'pages' in body || 'lead' in body || !('rain' in body);
    allow(!isOther || one.state === 'planned');
    if ('rain' in body) {
      allow(me.role === 'manager' || has('editorsSetRain'));
      allow(one.state === 'printed');
    }
    const changed = {
      pages: 'pages' in body ? whole(body['pages']) : one.pages,
      lead: 'lead' in body ? words(body['lead']) : one.lead,
      rain: 'rain' in body ? yesOrNo(body['rain']) : one.rain,
    };
    if (!has('patchedPagesAreFree')) rules.pages(changed.pages);
    rules.pagesUsed({ ...one, ...changed }, one);
    return views.issue(Object.assign(one, changed), me);
  };
  const closeIssue = (number: string, request: Request): Body => {
    const roles = has('editorsDoNotClose') ? ['manager'] : ['editor', 'manager'];
    const { me } = enter(request, roles, null, {}, number);
    const one = issueOf(number);
    from(one.state === 'planned');
    steps.close(one);
    return views.issue(one, me);
  };
  const printIssue = (number: string, request: Request): Body => {
    const { me } = enter(request, ['manager'], null, { editorsPrint: 'editor' }, number);
    const one = issueOf(number);
    from(one.state === 'closed' || (one.state === 'planned' && has('plannedIsPrinted')));
    const hasArticles = figures.articlesOf(one).some(({ state }) => state === 'accepted');
    const articlesCheck = (): void => {
      if (!hasArticles && !has('emptyIsPrinted')) refuse(409, 'NO_ARTICLES');
    };
    if (has('articlesBeforeDay')) articlesCheck();
    if (today() < dayAfter(one.day, -1) && !has('printedAtAnyTime')) refuse(409, 'TOO_EARLY');
    articlesCheck();
    steps.print(one);
    return views.issue(one, me);
  };

  const deliveryOf = (number: string, me: Person): Delivery => numbered(data.deliveries, number, (one) => access.seesDelivery(one, me));
  const handOver = (number: string, request: Request): Body => {
    const roles = has('managersHandNothingOver') ? ['carrier'] : ['carrier', 'manager'];
    const { me, body } = enter(request, roles, ['person'], {}, number);
    people.checkPerson(body);
    const one = deliveryOf(number, me);
    const carrier = people.personOf(body, me);
    const isOwn = me.role === 'manager' || one.carrier === me || (one.round.carrier === me && has('roundsCarrierTakesBack'));
    allow(isOwn);
    from(one.state === 'assigned' || (one.state === 'delivered' && has('deliveredIsHandedOver')));
    if (carrier.role !== 'carrier') rules.bad('NOT_CARRIER');
    if (carrier === one.carrier) refuse(409, 'SAME_CARRIER');
    const own = figures.deliveriesOf(one.issue).filter((each) => each.carrier === carrier);
    if (own.length >= (has('threeRounds') ? 3 : 2)) refuse(409, 'TOO_MANY');
    one.carrier = carrier;
    return views.delivery(one, me);
  };
  const deliver = (number: string, request: Request): Body => {
    const { me } = enter(request, ['carrier'], null, { managersDeliver: 'manager' }, number);
    const one = deliveryOf(number, me);
    const isOwn = one.carrier === me || me.role === 'manager' || (one.round.carrier === me && has('roundsCarrierDelivers'));
    allow(isOwn);
    from(one.state === 'assigned');
    const { issue, round } = one;
    if (today() < issue.day && !has('deliveredEarly')) refuse(409, 'TOO_EARLY');
    one.state = 'delivered';
    one.deliveredOn = today();
    const isRain = issue.rain && !has('rainPaysNothing');
    one.wage = one.copies * (isRain ? 20 : 15);
    const isLong = round.metres >= 5000;
    if (isLong && !has('longPaysNothing')) one.wage += 300;
    const left = figures.deliveriesOf(issue).filter(({ state }) => state === 'assigned');
    if (left.length === 0 || has('firstRoundCompletes')) issue.state = 'delivered';
    return views.delivery(one, me);
  };
  const settle = (number: string, request: Request): Body => {
    const { me } = enter(request, ['manager'], null, { carriersPayThemselves: 'carrier' }, number);
    const one = deliveryOf(number, me);
    from(one.state === 'delivered');
    const age = one.deliveredOn === null ? 0 : daysBetween(one.deliveredOn, today());
    if (age < 7 && !has('settledAtOnce')) refuse(409, 'TOO_EARLY');
    const fine = has('finesAreForgotten') ? 0 : 50 * one.missing;
    one.wage -= has('wageMayBeNegative') ? fine : Math.min(one.wage, fine);
    one.state = 'paid';
    return views.delivery(one, me);
  };
  return { issueOf, addIssue, editIssue, closeIssue, printIssue, handOver, deliver, settle };
}

export type IssueCalls = ReturnType<typeof issueCalls>;
