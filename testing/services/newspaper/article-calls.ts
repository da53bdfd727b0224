import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, invalid, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Article, articleSections, type Person } from './data.ts';
import type { Has, Others } from './faults.ts';
import { optionals } from './inputs.ts';
import type { IssueCalls } from './issue-calls.ts';
import { from, type Paper } from './paper.ts';

/** The calls about articles and letters. */
export function articleCalls({ data, figures, rules, access, views, door }: Paper, issues: IssueCalls, has: Has) {
  const { allow, enter, numbered } = door;

  const addArticle = (request: Request): Body => {
    const keys = ['edition', 'title', 'section', 'lines', 'embargo'];
    const { me, body } = enter(request, has('readersWriteNoLetters') ? ['editor'] : ['reader', 'editor'], keys);
    if ('edition' in body) orNull(body['edition'], whole);
    const issue = issues.issueOf(body['edition'] ?? '');
    const isFree = me.role !== 'reader' || (body['section'] === 'culture' && has('readersWriteCulture'));
    allow(isFree || body['section'] === 'letters');
    const { read, done } = optionals();
    const one: Article = {
      ...{ number: 0, author: me, issue, title: text(body['title'], 80) },
      ...{ section: among(body['section'], articleSections), lines: whole(body['lines']) },
      embargo: 'embargo' in body ? read(body['embargo'], date) : null,
      ...{ reviewer: null, reason: null, state: 'proposed' },
    };
    rules.newArticle(one);
    done();
    const article = { ...one, number: data.next('article') };
    data.articles.push(article);
    return views.article(article, me);
  };

  type Step = (one: Article, body: Body, me: Person) => void;
  const stepOf =
    (roles: readonly string[], keys: readonly string[] | null, step: Step, others: Others = {}) =>
    (number: string, request: Request): Body => {
      const { me, body } = enter(request, roles, keys, others, number);
      if ('spike' in body) orNull(body['spike'], yesOrNo);
      const one = numbered(data.articles, number, (each) => access.seesArticle(each, me));
      step(one, body, me);
      return views.article(one, me);
    };
  const accept: Step = (one, _body, me) => {
    allow(me.role === 'manager' || one.author !== me || has('editorsAcceptTheirOwn'));
    from(one.state === 'proposed');
    const { issue, embargo, lines } = one;
    if (issue.state === 'closed' && has('closedAcceptsNoArticles')) refuse(409, 'CLOSED');
    const room = figures.space(issue);
    const spaceCheck = (): void => {
      if (lines > room && !has('fullIssueTakesMore')) refuse(409, 'NO_SPACE');
    };
    if (has('spaceBeforeEmbargo')) spaceCheck();
    const isHeld = embargo !== null && (has('embargoIncludesTheDay') ? embargo >= issue.day : embargo > issue.day);
    if (isHeld && !has('embargoIsIgnored')) refuse(409, 'EMBARGO');
    spaceCheck();
    one.state = 'accepted';
    one.reviewer = me;
    one.reason = null;
  };
  const sendBack: Step = (one, body, me) => {
    allow(one.author !== me || has('editorsReturnTheirOwn'));
    const isSpiked = body['spike'] === true;
    const states = isSpiked ? ['proposed', 'returned', 'accepted'] : ['proposed'];
    if (isSpiked && has('acceptedIsNotSpiked')) states.pop();
    from(states.includes(one.state));
    const reason = text(body['reason'], 100);
    rules.notBlank(reason, isSpiked ? 'spikedWithSpaces' : null);
    if (!('spike' in body)) invalid();
    one.state = isSpiked ? 'spiked' : 'returned';
    one.reason = reason;
    one.reviewer = me;
  };
  const revise: Step = (one, body, me) => {
    allow(one.author === me || has('anyoneRevisesArticles'));
    from(one.state === 'returned');
    const { read, done } = optionals();
    const changed = {
      ...{ title: text(body['title'], 80), lines: whole(body['lines']) },
      embargo: 'embargo' in body ? read(body['embargo'], date) : one.embargo,
    };
    rules.article({ ...one, ...changed }, 'revisedMayBeLonger');
    done();
    Object.assign(one, changed);
    one.state = 'proposed';
  };
  return {
    addArticle,
    accept: stepOf(has('managersAcceptNothing') ? ['editor'] : ['editor', 'manager'], null, accept),
    sendBack: stepOf(['editor'], ['reason', 'spike'], sendBack),
    revise: stepOf(['reader', 'editor'], ['title', 'lines', 'embargo'], revise),
  };
}
