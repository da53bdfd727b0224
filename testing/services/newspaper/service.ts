import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, type Route, serviceOf } from '../hand-written.ts';
import { paperAccess } from './access.ts';
import { advertCalls } from './advert-calls.ts';
import { articleCalls } from './article-calls.ts';
import { PaperData, type Person, roles } from './data.ts';
import { paperDoor } from './door.ts';
import type { Others, PaperFault } from './faults.ts';
import { paperFigures } from './figures.ts';
import { issueCalls } from './issue-calls.ts';
import { issueSteps } from './issue-steps.ts';
import { paperLists } from './lists.ts';
import type { Paper } from './paper.ts';
import { peopleCalls } from './people-calls.ts';
import { paperRules } from './rules.ts';
import { subscriptionCalls } from './subscription-calls.ts';
import { type Clock, paperTimers } from './timers.ts';
import { paperViews } from './views.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `real`:
 * milliseconds since the epoch.
 */
export function paperService(real: () => number, fault: PaperFault | null = null): Implementation {
  const has = (one: PaperFault): boolean => fault === one;
  const clock: Clock = { real, at: null };
  const now = (): number => clock.at ?? real();
  const data = new PaperData();
  const figures = paperFigures(data, has);
  const rules = paperRules(data, figures, has, now);
  const access = paperAccess(has);
  const views = paperViews(access, figures, has);
  const door = paperDoor({ data, rules, views, now }, fault);
  const steps = issueSteps(data, figures, rules, has);
  const lists = paperLists({ data, access, figures, views }, has);
  const paper: Paper = { data, figures, rules, access, views, door, now };
  const onPeople = peopleCalls(paper, has);
  const onSubscriptions = subscriptionCalls(paper, onPeople, has);
  const onIssues = issueCalls(paper, onPeople, steps, has);
  const onAdverts = advertCalls(paper, onIssues, has);
  const onArticles = articleCalls(paper, onIssues, has);
  const fireTimers = paperTimers(data, figures, steps, has, clock);

  type On = (key: string, request: Request) => Body;
  const route = (method: string, path: string, on: On, status = 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => {
      fireTimers();
      return [has('createdIs200') ? 200 : status, on(key, request)];
    },
  ];
  const call =
    (on: (request: Request) => Body): On =>
    (_key, request) =>
      on(request);
  const seen = (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    call((request) => show(door.enter(request, wanted, null, others).me, new URLSearchParams(request.query)));
  const open = (show: (me: Person | null, query: URLSearchParams) => Body): On =>
    call((request) => show(door.actor(request, false), new URLSearchParams(request.query)));
  const key = '([^/]+)';
  const subscription = `subscriptions/${key}`;
  const issue = `issues/${key}`;
  const delivery = `deliveries/${key}`;
  const advert = `adverts/${key}`;
  const article = `articles/${key}`;
  return serviceOf(
    [
      route('POST', 'people', call(door.signUp), 201),
      route('POST', 'session', call(door.signIn)),
      route('GET', 'people', seen(roles, lists.people)),
      route('PATCH', `people/${key}`, onPeople.editPerson),
      route('GET', 'rounds', seen(has('readersListNoRounds') ? roles.slice(1) : roles, lists.rounds)),
      route('POST', 'rounds', call(onPeople.addRound), 201),
      route('PATCH', `rounds/${key}`, onPeople.editRound),
      route('GET', 'subscriptions', seen(['reader', 'carrier', 'manager'], lists.subscriptions)),
      route('POST', 'subscriptions', call(onSubscriptions.addSubscription), 201),
      route('POST', `${subscription}/pay`, onSubscriptions.pay),
      route('POST', `${subscription}/pause`, onSubscriptions.pause),
      route('POST', `${subscription}/move`, onSubscriptions.move),
      route('POST', `${subscription}/complain`, onSubscriptions.complain),
      route('POST', `${subscription}/cancel`, onSubscriptions.cancel),
      route('GET', 'issues', open(lists.issues)),
      route('POST', 'issues', call(onIssues.addIssue), 201),
      route('PATCH', issue, onIssues.editIssue),
      route('POST', `${issue}/close`, onIssues.closeIssue),
      route('POST', `${issue}/print`, onIssues.printIssue),
      route('GET', 'deliveries', seen(['carrier', 'manager'], lists.deliveries)),
      route('POST', `${delivery}/hand-over`, onIssues.handOver),
      route('POST', `${delivery}/deliver`, onIssues.deliver),
      route('POST', `${delivery}/settle`, onIssues.settle),
      route('GET', 'adverts', seen(['reader', 'editor', 'manager'], lists.adverts)),
      route('POST', 'adverts', call(onAdverts.addAdvert), 201),
      route('POST', `${advert}/accept`, onAdverts.accept),
      route('POST', `${advert}/refuse`, onAdverts.refuse),
      route('POST', `${advert}/revise`, onAdverts.revise),
      route('POST', `${advert}/pay`, onAdverts.pay),
      route('POST', `${advert}/repeat`, onAdverts.repeat),
      route('GET', 'articles', open(lists.articles)),
      route('POST', 'articles', call(onArticles.addArticle), 201),
      route('POST', `${article}/accept`, onArticles.accept),
      route('POST', `${article}/return`, onArticles.sendBack),
      route('POST', `${article}/revise`, onArticles.revise),
    ],
    now,
  );
}
