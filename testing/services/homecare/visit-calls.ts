import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, refuse } from '../hand-written.ts';
import { among, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { everyone } from './access.ts';
import type { Company, On } from './company.ts';
import { type Incident, incidentKinds, type Visit } from './data.ts';
import { amount, moment } from './inputs.ts';

/** The calls about visits and incidents. */
export function visitCalls(company: Company): Route[] {
  const { data, rules, steps, views, lists, has, allow, bodyOf, enter, find, stepOn, is, words, route, seen, shown } = company;

  const ofVisit = stepOn(find.visit, views.visit);
  const numberIn = (body: Body, key: string): number | null => (key in body ? orNull(body[key], whole) : null);
  const carerNumber = (body: Body): void => {
    numberIn(body, 'carer');
  };
  const addVisit = (number: string, request: Request): Body => {
    const me = enter(request, ['coordinator'], { managersPlan: 'manager' });
    const body = bodyOf(request, 'carer', 'starts', 'ends');
    const wanted = numberIn(body, 'carer');
    const care = find.care(number, me);
    const carer = find.carer(wanted);
    const [starts, ends] = [moment(body['starts']), moment(body['ends'])];
    const isRunning =
      care.state === 'running' ||
      (care.state === 'agreed' && has('agreedIsVisited')) ||
      (care.state === 'paused' && has('pausedIsVisited'));
    if (!isRunning) refuse(409, 'NOT_RUNNING');
    const one: Visit = {
      ...{ number: data.next(), care, carer, starts, ends, ticked: [], report: null, reason: null, fee: 0, expenses: 0, invoice: null },
      state: has('newIsConfirmed') ? 'confirmed' : 'planned',
    };
    rules.newVisit(one);
    data.visits.push(one);
    return views.visit(one, me);
  };
  const substitute: On<Visit> = (one, body) => {
    const carer = find.carer(numberIn(body, 'carer'));
    is(one, 'planned', 'confirmed', ...(has('underWayIsSubstituted') ? ['under way'] : []));
    steps.substitute(one, carer);
  };
  const finish: On<Visit> = (one, body) => {
    is(one, 'under way', ...(has('confirmedIsFinished') ? ['confirmed'] : []));
    const report = text(body['report'], has('reportMayBeLong') ? undefined : 300);
    const { expenses } = body;
    // The document takes an empty text for no value, and misses the value only where it is written.
    steps.finish(one, report, expenses === undefined ? undefined : expenses === '' ? null : amount(expenses));
  };
  const miss: On<Visit> = (one, body) => {
    is(one, 'planned', ...(has('confirmedIsNotMissed') ? [] : ['confirmed']));
    steps.miss(one, words(body, 'reason'));
  };
  const cancel: On<Visit> = (one, body, me) => {
    allow(me.role !== 'family' || one.care.family === me || has('anyFamilyCancels'));
    is(one, 'confirmed', ...(has('plannedIsNotCancelled') ? [] : ['planned']));
    steps.cancel(one, words(body, 'reason'), me);
  };
  const addTick = (number: string, request: Request): Body => {
    const me = enter(request, ['carer']);
    const task = numberIn(bodyOf(request, 'task'), 'task');
    const visit = find.visit(number, me, has('colleaguesTick'));
    steps.tick(visit, find.task(String(task), me));
    return views.visit(visit, me);
  };
  const deleteTick = (number: string, request: Request, task: string): Body => {
    const me = enter(request, ['carer']);
    const visit = find.visit(number, me);
    steps.untick(visit, find.task(task, me));
    return views.visit(visit, me);
  };

  const addIncident = (number: string, request: Request): Body => {
    const me = enter(request, ['carer'], { coordinatorsReport: 'coordinator' });
    const body = bodyOf(request, 'kind', 'report', 'severe');
    const visit = find.visit(number, me, has('colleaguesReport'));
    const one: Incident = {
      ...{ number: data.next(), visit, author: me, kind: among(body['kind'], incidentKinds) },
      ...{ report: text(body['report'], 300) },
      severe: 'severe' in body ? yesOrNo(body['severe']) : has('incidentsAreSevere'),
      ...{ answer: null, closedBy: null, state: 'open' },
    };
    steps.report(one);
    return views.incident(one, me);
  };
  const closeIncident = (number: string, request: Request): Body => {
    const me = enter(request, ['coordinator', 'manager'], { authorsClose: 'carer' });
    const body = bodyOf(request, 'answer');
    const one = find.incident(number, me);
    allow(me.role !== 'coordinator' || !one.severe || has('coordinatorsCloseSevere'));
    if (me.role === 'manager' && has('managersCloseSevereOnly')) allow(one.severe);
    is(one, 'open', ...(has('closedIsClosed') ? ['closed'] : []));
    steps.close(one, text(body['answer'], 300), me);
    return views.incident(one, me);
  };

  return [
    route('POST', 'cares/:n/visits', addVisit, 201),
    route('GET', 'visits', seen(everyone, lists.visits)),
    route(
      'GET',
      'visits/:n',
      shown(everyone, (number, me) => find.visit(number, me, has('everyoneReadsVisits')), views.visit),
    ),
    route('POST', 'visits/:n/confirm', ofVisit(['carer'], steps.confirm, { others: { coordinatorsConfirm: 'coordinator' } })),
    route(
      'POST',
      'visits/:n/substitute',
      ofVisit(['coordinator'], substitute, { keys: ['carer'], others: { carersSubstitute: 'carer' }, early: carerNumber }),
    ),
    route('POST', 'visits/:n/begin', ofVisit(['carer'], steps.begin, { lax: 'colleaguesBegin' })),
    route('POST', 'visits/:n/ticks', addTick),
    route('DELETE', 'visits/:n/ticks/:n', deleteTick, 200),
    route('POST', 'visits/:n/finish', ofVisit(['carer'], finish, { keys: ['report', 'expenses'], lax: 'colleaguesFinish' })),
    route('POST', 'visits/:n/miss', ofVisit(['coordinator'], miss, { keys: ['reason'] })),
    route(
      'POST',
      'visits/:n/cancel',
      ofVisit(['family', 'coordinator'], cancel, { keys: ['reason'], others: { carersCancel: 'carer' }, lax: 'anyFamilyCancels' }),
    ),
    route('POST', 'visits/:n/incidents', addIncident, 201),
    route('GET', 'incidents', seen(['family', 'carer', 'coordinator', 'manager'], lists.incidents)),
    route('POST', 'incidents/:n/close', closeIncident),
  ];
}
