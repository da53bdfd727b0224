import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { type Body, jsonIn, type Route, refuse, serviceOf } from '../hand-written.ts';
import type { HelpdeskFault } from './faults.ts';

interface User {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: 'customer' | 'agent' | 'manager';
}

interface Comment {
  readonly body: string;
  readonly author: User;
  readonly at: number;
}

interface Ticket {
  readonly number: number;
  subject: string;
  body: string | null;
  priority: string;
  dueFor: string;
  status: 'open' | 'assigned' | 'resolved' | 'closed';
  readonly customer: User;
  assignee: User | null;
  tags: readonly string[];
  comments: Comment[];
  resolvedAt: number | null;
  readonly at: number;
}

const hour = 3_600_000;
const day = 24 * hour;
const password = 'correct-horse';

/**
 * The service of `specs/helpdesk.md` over arrays, hand-written, with one of its faults or none.
 * `now`: milliseconds since the epoch.
 */
export function helpdeskService(now: () => number, fault: HelpdeskFault | null = null): Implementation {
  const has = (one: HelpdeskFault): boolean => fault === one;
  const ana: User = { name: 'Ana Díaz', email: 'ana@example.com', password, role: 'customer' };
  const carl: User = { name: 'Carl Ek', email: 'carl@example.com', password, role: 'customer' };
  const bo: User = { name: 'Bo Chen', email: 'bo@example.com', password, role: 'agent' };
  const ida: User = { name: 'Ida Obi', email: 'ida@example.com', password, role: 'agent' };
  const mia: User = { name: 'Mia Rossi', email: 'mia@example.com', password, role: 'manager' };
  const users = [ana, carl, bo, ida, mia];
  const sessions = new Map<string, User>();
  const start = now();
  const plain = { body: null, tags: [], comments: [], resolvedAt: null, assignee: null, at: start } as const;
  const tickets: Ticket[] = [
    {
      ...plain,
      number: 1,
      subject: 'Boiler makes a noise',
      body: 'It **hums** at night.',
      priority: 'high',
      dueFor: 'high',
      status: 'open',
      customer: ana,
      comments: [],
    },
    {
      ...plain,
      number: 2,
      subject: 'Valve is stuck',
      priority: 'normal',
      dueFor: 'normal',
      status: 'assigned',
      customer: ana,
      assignee: bo,
      comments: [],
    },
    {
      ...plain,
      number: 3,
      subject: 'Invoice has the wrong address',
      body: 'Please correct it.',
      priority: 'low',
      dueFor: 'low',
      status: 'resolved',
      customer: carl,
      assignee: ida,
      comments: [{ body: 'Done, the new invoice is on its way.', author: ida, at: start }],
    },
  ];
  let numbers = 100;

  const signedIn = (token: string | null): User => {
    const user = token === null ? undefined : sessions.get(token);
    if (user !== undefined) return user;
    if (has('anyTokenIsTheFirstCustomer') && token !== null) return ana;
    return refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  };
  const isStaff = (user: User): boolean => user.role !== 'customer';
  const maySee = (ticket: Ticket, me: User): boolean => isStaff(me) || ticket.customer === me;
  const find = (text: string, me: User): Ticket => {
    const ticket = tickets.find(({ number }) => String(number) === text);
    if (ticket === undefined) return refuse(has('missingIsBadRequest') ? 400 : 404, 'NOT_FOUND');
    if (!maySee(ticket, me) && !has('otherTicketsAreShown')) return refuse(has('hiddenIsForbidden') ? 403 : 404, 'NOT_FOUND');
    return ticket;
  };
  const allow = (allowed: boolean, ...ignored: readonly HelpdeskFault[]): void => {
    if (!allowed && !ignored.some(has)) refuse(has('refusalsAreMissing') ? 404 : 403, 'FORBIDDEN');
  };
  const person = (user: User): Body => ({
    name: user.name,
    role: user.role,
    ...(has('emailIsShown') ? { email: user.email } : {}),
  });
  const commentShown = ({ body, author, at }: Comment): Body => ({
    body,
    author: has('commentAuthorIsEmail') ? author.email : author.name,
    createdAt: new Date(at).toISOString(),
  });
  const shown = (ticket: Ticket, inList = false): Body => {
    const { number, subject, body, status, priority, tags, customer, assignee, comments, at } = ticket;
    const urgent = (has('dueStaysWhenPriorityChanges') ? ticket.dueFor : priority) === 'high';
    const due = at + (urgent && !has('highIsDueLikeOthers') ? 4 * hour : (has('othersAreDueADayLater') ? 4 : 3) * day);
    const said = has('commentsAreNewestFirst') ? [...comments].reverse() : comments;
    return {
      number: has('numberIsText') ? String(number) : number,
      subject,
      body: has('bodyIsTrimmed') ? (body?.trim() ?? null) : body,
      status,
      priority,
      tags: has('tagsAreSorted') ? [...tags].sort() : tags,
      customer: person(customer),
      ...(has('assigneeIsLeftOut') ? {} : { assignee: assignee === null ? null : person(has('assigneeIsCustomer') ? customer : assignee) }),
      comments: has('listLacksComments') && inList ? [] : said.map(commentShown),
      due: new Date(due).toISOString(),
      late: ['open', 'assigned'].includes(status) && (has('openIsLate') || now() > due),
      createdAt: new Date(at).toISOString(),
    };
  };
  const read = (text: string | null, keys: readonly string[]): Body => {
    if (text === null) return {};
    const json = jsonIn(text);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (has('listsAreTakenAsObjects') && Array.isArray(json)) return { ...json } as Body;
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return refuse(422, 'INVALID');
    if (!has('unknownKeysAreIgnored') && Object.keys(json).some((key) => !keys.includes(key))) refuse(422, 'INVALID');
    return json as Body;
  };
  const textIn = (value: unknown): string => {
    if (has('numbersAreTakenAsText') && typeof value === 'number') return String(value);
    return typeof value === 'string' ? value : refuse(422, 'INVALID');
  };
  const subjectIn = (body: Body, isUpdate: boolean): string => {
    if (body['subject'] === undefined && has('missingSubjectIsEmpty')) return refuse(422, 'SUBJECT_EMPTY');
    const subject = textIn(body['subject']);
    if (isUpdate && has('updateSkipsSubjectRules')) return subject;
    const isEmpty = has('subjectMayBeBlank') ? subject === '' : subject.trim() === '';
    if (isEmpty && !has('subjectMayBeEmpty')) refuse(has('emptySubjectIsBadRequest') ? 400 : 422, 'SUBJECT_EMPTY');
    const most = has('subjectIsOneLonger') ? 121 : has('subjectIsOneShorter') ? 119 : 120;
    if (!has('subjectIsNotLimited') && [...subject].length > most)
      refuse(422, has('longSubjectIsEmpty') ? 'SUBJECT_EMPTY' : 'SUBJECT_TOO_LONG');
    return subject;
  };
  const bodyIn = (body: Body): string | null => {
    if (body['body'] === null && has('bodyMayNotBeNull')) return refuse(422, 'INVALID');
    const text = (body['body'] ?? null) === null ? null : textIn(body['body']);
    const most = has('bodyIsOneLonger') ? 10_001 : has('bodyIsOneShorter') ? 9999 : 10_000;
    if (text !== null && [...text].length > most) refuse(422, 'BODY_TOO_LONG');
    return text;
  };
  const priorityIn = (body: Body): string => {
    const priority = textIn(body['priority']);
    return ['low', 'normal', 'high'].includes(priority) || has('anyPriorityWillDo') ? priority : refuse(422, 'INVALID');
  };
  const tagsIn = (body: Body): readonly string[] => {
    const { tags } = body;
    if (tags === null) return [];
    if (!Array.isArray(tags)) return refuse(422, 'INVALID');
    const most = has('oneMoreTag') ? 9 : has('oneFewerTag') ? 7 : 8;
    if (tags.length > most && !has('tagsAreNotLimited')) refuse(422, 'TOO_MANY_TAGS');
    return tags.map((tag) => (has('tagsMayBeNumbers') ? String(tag) : textIn(tag)));
  };
  const sayIn = (value: unknown, mayBeMissing: boolean, mayBeBlank: boolean): string => {
    if (mayBeMissing && value === undefined) return '';
    const said = textIn(value);
    return said.trim() === '' && !mayBeBlank ? refuse(422, 'COMMENT_EMPTY') : said;
  };
  const conflict = (): never => refuse(has('conflictsAreBadRequests') ? 400 : 409, 'CONFLICT');
  const isIn = (ticket: Ticket, ...states: readonly Ticket['status'][]): void => {
    if (!states.includes(ticket.status)) conflict();
  };
  const signedInFor = (number: string, token: string | null): User => {
    if (has('missingBeforeSignedOut') && !tickets.some((one) => String(one.number) === number)) return refuse(404, 'NOT_FOUND');
    return signedIn(token);
  };
  const whole = (text: string | null, otherwise: number): number => {
    if (text === null || text === '') return otherwise;
    if (/^\d+$/.test(text)) return Number(text);
    return has('limitIsAnyText') ? otherwise : refuse(422, 'INVALID');
  };

  const assign = (ticket: Ticket, me: User, given: string | null): void => {
    const body = read(given, ['assignee']);
    const email = textIn(body['assignee']);
    const who = users.find((user) => user.email === email) ?? refuse(has('unknownAssigneeIsInvalid') ? 422 : 404, 'NOT_FOUND');
    allow(isStaff(me) && !(me.role === 'manager' && has('managersMayNotAssign')), 'customersAssign');
    if (ticket.status === 'assigned' && has('assignedIsNotAssignedAgain')) conflict();
    if (has('resolvedIsAssigned')) isIn(ticket, 'open', 'assigned', 'resolved');
    else isIn(ticket, 'open', 'assigned');
    const fits = isStaff(who) && !(who.role === 'manager' && has('onlyAgentsAreAssigned'));
    if (!fits && !has('customersAreAssigned')) refuse(has('notAnAgentIsConflict') ? 409 : 422, 'NOT_AN_AGENT');
    if (ticket.assignee === null || !has('assignedAgainKeepsTheFirst')) ticket.assignee = has('assignTakesIt') ? me : who;
    if (!has('assignKeepsStatus')) ticket.status = 'assigned';
    if (has('assignRaisesPriority')) ticket.priority = 'high';
  };
  const resolve = (ticket: Ticket, me: User): void => {
    if (has('stateBeforeRole')) isIn(ticket, 'open', 'assigned');
    allow(isStaff(me), 'customersResolve');
    if (ticket.status === 'assigned' && has('assignedIsNotResolved')) conflict();
    if (ticket.status === 'open' && has('openIsNotResolved')) conflict();
    if (!(ticket.status === 'resolved' && has('resolvedIsResolvedAgain'))) isIn(ticket, 'open', 'assigned');
    const isAnswered = ticket.comments.some(
      ({ author }) => has('anyCommentIsAnAnswer') || (isStaff(author) && (!has('onlyOwnAnswersCount') || author === me)),
    );
    if (!isAnswered && !has('resolveNeedsNoAnswer')) refuse(has('noAnswerIsInvalid') ? 422 : 409, 'NO_ANSWER');
    ticket.resolvedAt = now();
    if (!has('resolveKeepsStatus')) ticket.status = has('resolveCloses') ? 'closed' : 'resolved';
    if (has('resolveClearsAssignee')) ticket.assignee = null;
  };
  const reopen = (ticket: Ticket, me: User, given: string | null): void => {
    const body = read(given, ['reason']);
    allow(
      me.role === 'manager'
        ? !has('managersMayNotReopen')
        : me.role === 'agent'
          ? has('agentsReopen')
          : ticket.customer === me && !has('ownersMayNotReopen'),
    );
    if (has('openIsReopened') && ticket.status === 'open') return;
    if (!(ticket.status === 'assigned' && has('assignedIsReopened'))) isIn(ticket, 'resolved');
    const reason = sayIn(body['reason'], has('reasonMayBeMissing'), true);
    if (ticket.resolvedAt === null || now() - ticket.resolvedAt >= 7 * day) refuse(409, 'REOPEN_TOO_LATE');
    if (reason.trim() === '' && !has('reasonMayBeBlank') && !has('reasonMayBeMissing')) refuse(422, 'COMMENT_EMPTY');
    if (!has('reopenKeepsStatus')) ticket.status = 'open';
    ticket.resolvedAt = null;
    if (has('reopenClearsAssignee')) ticket.assignee = null;
    if (has('reopenClearsComments')) ticket.comments = [];
    const comment = { body: reason, author: has('reopenCommentsAsOwner') ? ticket.customer : me, at: now() };
    if (!has('reopenForgetsComment')) ticket.comments.push(comment);
    if (has('reopenCommentsTwice')) ticket.comments.push(comment);
  };

  const routes: readonly Route[] = [
    [
      'POST',
      /^\/api\/session$/,
      (_match, request) => {
        if (request.token !== null) signedIn(request.token);
        const body = read(request.body, ['email', 'password']);
        const [email, secret] = [textIn(body['email']), textIn(body['password'])];
        const user = users.find((one) => one.email === email && (has('anyPasswordWillDo') || one.password === secret));
        if (user === undefined) return refuse(has('wrongPasswordIsMissing') ? 404 : 401, 'UNAUTHORIZED');
        const token = `s${sessions.size}-${'y'.repeat(24)}`;
        sessions.set(token, user);
        return [has('sessionIs200') ? 200 : 201, { token, user: person(user) }];
      },
    ],
    [
      'GET',
      /^\/api\/tickets$/,
      (_match, request) => {
        const me = signedIn(request.token);
        const query = new URLSearchParams(request.query);
        const status = query.get('status');
        const known = status === null || ['open', 'assigned', 'resolved', 'closed'].includes(status);
        if (!known && !has('unknownStatusIsIgnored')) refuse(422, 'INVALID');
        const [limit, offset] = [whole(query.get('limit'), 20), whole(query.get('offset'), 0)];
        if (limit > 1000) refuse(422, 'INVALID');
        const isListed = (ticket: Ticket): boolean => {
          if (has('listShowsAllToCustomers')) return true;
          if (has('filterShowsAllToCustomers') && status !== null) return true;
          if (has('agentsSeeOnlyAssigned') && me.role === 'agent') return ticket.assignee === me;
          if (has('managersSeeOnlyOwn') && me.role === 'manager') return ticket.customer === me;
          return maySee(ticket, me);
        };
        const fits = (ticket: Ticket): boolean =>
          status === null || !known || has('filterDoesNothing') || (ticket.status === status) !== has('filterIsReversed');
        const found = tickets
          .filter((ticket) => isListed(ticket) && fits(ticket))
          .sort((a, b) => (b.at - a.at) * (has('listIsOldestFirst') ? -1 : 1));
        const from = has('offsetDoesNothing') ? 0 : has('offsetIsOneMore') && offset > 0 ? offset + 1 : offset;
        const isWhole = has('limitDoesNothing') || (has('noLimitWithFilter') && status !== null);
        const page = found.slice(from, isWhole ? undefined : from + limit + (has('limitIsOneMore') ? 1 : 0));
        const total = has('totalIsOfThePage') ? page.length : has('totalCountsHidden') ? tickets.filter(fits).length : found.length;
        return [200, { tickets: page.map((ticket) => shown(ticket, true)), total }];
      },
    ],
    [
      'POST',
      /^\/api\/tickets$/,
      (_match, request) => {
        const me = signedIn(request.token);
        const body = read(request.body, ['subject', 'body', 'priority']);
        const priority = body['priority'] === undefined ? (has('defaultPriorityIsLow') ? 'low' : 'normal') : priorityIn(body);
        const [subject, text] = [subjectIn(body, false), bodyIn(body)];
        const today = tickets.filter(({ customer, at }) => customer === me && now() - at < day).length;
        if (today >= (has('oneMoreTicketADay') ? 21 : 20) && !has('noDailyLimit')) refuse(429, 'TOO_MANY_TICKETS');
        const ticket: Ticket = {
          ...plain,
          number: ++numbers,
          subject,
          body: text,
          priority,
          dueFor: priority,
          status: has('newTicketsAreAssigned') ? 'assigned' : 'open',
          customer: has('ticketIsOfFirstCustomer') ? ana : me,
          comments: [],
          at: now(),
        };
        tickets.push(ticket);
        return [has('createIs200') ? 200 : 201, shown(ticket)];
      },
    ],
    [
      'GET',
      /^\/api\/tickets\/([^/]+)$/,
      ([, number = ''], { token }) => {
        if (token === null && has('visitorsReadTickets')) return [200, shown(find(number, mia))];
        return [200, shown(find(number, signedInFor(number, token)))];
      },
    ],
    [
      'PATCH',
      /^\/api\/tickets\/([^/]+)$/,
      ([, number = ''], request) => {
        const me = signedInFor(number, request.token);
        const body = read(request.body, ['subject', 'body', 'priority', 'tags']);
        const ticket = find(number, has('anyoneUpdates') ? mia : me);
        const check = (): void => {
          const own = ticket.customer === me && (ticket.status === 'open' || has('customersUpdateWhatIsAssigned'));
          allow(isStaff(me) ? !(me.role === 'agent' && has('agentsMayNotUpdate')) : own, 'anyoneUpdates');
          if ('priority' in body) allow(isStaff(me), 'customersSetPriority');
          if ('tags' in body) allow(isStaff(me), 'customersSetTags');
        };
        if (!has('valuesBeforeRole')) check();
        const subject = 'subject' in body ? subjectIn(body, true) : ticket.subject;
        const text = 'body' in body ? bodyIn(body) : has('updateClearsBody') ? null : ticket.body;
        const priority = 'priority' in body ? priorityIn(body) : has('updateResetsPriority') ? 'normal' : ticket.priority;
        const tags = 'tags' in body ? tagsIn(body) : has('updateClearsTags') ? [] : ticket.tags;
        check();
        Object.assign(ticket, { body: text, priority, tags });
        if (!has('updateForgetsSubject')) ticket.subject = subject;
        if (has('updateReopens')) ticket.status = 'open';
        return [200, shown(ticket)];
      },
    ],
    [
      'DELETE',
      /^\/api\/tickets\/([^/]+)$/,
      ([, number = ''], { token }) => {
        const me = signedInFor(number, token);
        allow(me.role === 'manager' || has('agentsDelete') || has('ownersDelete'));
        const ticket = find(number, me);
        allow(me.role === 'manager' || (me.role === 'agent' && has('agentsDelete')) || (ticket.customer === me && has('ownersDelete')));
        const gone = has('deleteTakesAllOfTheOwner') ? tickets.filter(({ customer }) => customer === ticket.customer) : [ticket];
        if (!has('deleteDoesNothing')) for (const one of gone) tickets.splice(tickets.indexOf(one), 1);
        return [has('deleteIs200') ? 200 : 204, null];
      },
    ],
    [
      'POST',
      /^\/api\/tickets\/([^/]+)\/comments$/,
      ([, number = ''], request) => {
        const me = signedInFor(number, request.token);
        const body = read(request.body, ['body']);
        const ticket = find(number, me);
        if ((me.role === 'agent' && has('agentsMayNotComment')) || (me.role === 'customer' && has('customersMayNotComment'))) allow(false);
        const said = sayIn(body['body'], has('commentMayBeMissing'), has('commentMayBeBlank'));
        if (ticket.status === 'closed') refuse(409, 'TICKET_CLOSED');
        const comment = { body: said, author: me, at: now() };
        if (!has('commentIsNotKept')) ticket.comments.push(comment);
        if (has('commentIsKeptTwice')) ticket.comments.push(comment);
        if (has('commentAssigns') && isStaff(me)) Object.assign(ticket, { assignee: me, status: 'assigned' });
        return [has('commentIs200') ? 200 : 201, commentShown(comment)];
      },
    ],
    [
      'POST',
      /^\/api\/tickets\/([^/]+)\/(assign|resolve|reopen)$/,
      ([, number = '', what = ''], request) => {
        const me = signedInFor(number, request.token);
        // Section 7 names the roles of a call, which are checked before the record is looked up.
        if (what === 'assign') allow(isStaff(me), 'customersAssign');
        if (what === 'resolve') allow(isStaff(me), 'customersResolve', 'stateBeforeRole');
        const ticket = find(number, me);
        if (what === 'assign') assign(ticket, me, request.body);
        else if (what === 'resolve') resolve(ticket, me);
        else reopen(ticket, me, request.body);
        return [200, shown(ticket)];
      },
    ],
  ];
  /** Resolved tickets are closed after two weeks; those of the start were resolved then. */
  const close = (): void => {
    for (const ticket of tickets)
      if (ticket.status === 'resolved' && now() - Math.max(start, ticket.resolvedAt ?? 0) >= 14 * day) ticket.status = 'closed';
  };
  const closing = ([method, path, handle]: Route): Route => [
    method,
    path,
    (...given) => {
      close();
      return handle(...given);
    },
  ];
  return serviceOf(routes.map(closing), now);
}
