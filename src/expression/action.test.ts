import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Action, expressionsOf, type Step } from './action.ts';
import { checkAction } from './check/check-action.ts';
import type { Environment } from './environment.ts';
import { EventIndex } from './event-index.ts';
import type { Expression, Problem } from './expression.ts';
import { parseAction, type Vocabulary } from './parse/parse-action.ts';
import { helpdesk, place } from './testing.ts';
import { anyType, type Type } from './types/type.ts';
import { typeWords } from './types/type-words.ts';

const read = (source: string, where: Vocabulary['place'] = 'call'): Action =>
  parseAction(source, { from: 100, to: 100 + source.length }, (offset) => offset + 100, {
    events: new EventIndex(['assign', 'resolve', 'reopen', 'send', 'send to repair', 'check in']),
    place: where,
    screens: new Set(['List of tickets']),
  });

/** A step in short form: names as text, expressions in backticks, absent properties left out. */
const short = (step: Step): string =>
  Object.entries(step)
    .filter(([key, value]) => key !== 'span' && value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => (key === 'kind' ? value : `${key} ${part(value)}`))
    .join(', ');

const part = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => `${part(item.field)}${item.descending ? ' desc' : ''}`).join(' ');
  const { source, text } = value as Partial<Expression> & { readonly text?: string };
  return source === undefined ? String(text) : `\`${source}\``;
};

describe('parseAction', () => {
  const readable: readonly (readonly [string, string, Vocabulary['place']?])[] = [
    ['create Ticket', 'create, entity Ticket'],
    ['create Ticket as t with {"a": 1}', 'create, entity Ticket, as t, with `{"a": 1}`'],
    ['get Ticket as t where t.number == number', 'get, entity Ticket, as t, where `t.number == number`'],
    [
      'list Ticket as ts where a == null || b in c sort d desc, e.f asc, g limit limit offset offset',
      'list, entity Ticket, as ts, where `a == null || b in c`, sort d desc e.f g, limit `limit`, offset `offset`',
    ],
    ['get Ticket as t where t.number == number else NO_TICKET', 'get, entity Ticket, as t, where `t.number == number`, error NO_TICKET'],
    ['sign in with {"email": e} else WRONG', 'sign-in, with `{"email": e}`, error WRONG'],
    ['list Ticket limit 5 where a', 'list, entity Ticket, where `a`, limit `5`'],
    ['list Ticket where (a sort b)', 'list, entity Ticket, where `(a sort b)`'],
    ['update x.y with {}', 'update, target `x.y`, with `{}`'],
    ['update me', 'update, target `me`'],
    ['delete t', 'delete, target `t`'],
    ['resolve t', 'event, event resolve, target `t`'],
    ['send to repair t', 'event, event send to repair, target `t`'],
    ['send  to  repair t', 'event, event send to repair, target `t`'],
    ['send t with {"a": b}', 'event, event send, target `t`, with `{"a": b}`'],
    ['check in t', 'event, event check in, target `t`'],
    ['check in_stock else SOLD_OUT', 'check, condition `in_stock`, error SOLD_OUT'],
    ['check size(a) > 0 && !b else EMPTY', 'check, condition `size(a) > 0 && !b`, error EMPTY'],
    ['resolves t', 'event, event resolves, target `t`'],
    ['add me to a.b.c', 'add, member `me`, of `a.b`, field c'],
    ['remove x from (a ? b : c).d', 'remove, member `x`, of `(a ? b : c)`, field d'],
    ['add me to watchers', 'add, member `me`, of `self`, field watchers', 'effect'],
    ['sign in with {"email": e}', 'sign-in, with `{"email": e}`'],
    ['sign up with {"email": e}', 'sign-up, with `{"email": e}`'],
    ['sign out', 'sign-out', 'button'],
    ['open New  ticket', 'open, screen New ticket', 'button'],
    ['open Ticket of t.parent', 'open, screen Ticket, of `t.parent`', 'button'],
    ['open List of tickets', 'open, screen List of tickets', 'button'],
    ['resolvedAt = now', 'assign, field resolvedAt, value `now`', 'effect'],
    ['total = a == b ? 1 : 2', 'assign, field total, value `a == b ? 1 : 2`', 'effect'],
    ['wait days(15)', 'wait, duration `days(15)`', 'scenario'],
    ['create A with {"t": "x; y"}; delete b;', 'create, entity A, with `{"t": "x; y"}` | delete, target `b`'],
  ];

  it.each(readable.map(([source, expected, where]) => ({ source, expected, where })))('$source', ({ source, expected, where }) => {
    const { steps, problems } = read(source, where);
    expect(problems).toEqual([]);
    expect(steps.map(short).join(' | ')).toBe(expected);
  });

  const toldMessages =
    'People are told a message of section 8. Write “tell REMINDER to customer”, and a row for REMINDER in a table “Message” there.';
  const unreadable: readonly (readonly [string, string, Vocabulary['place']?])[] = [
    ['', 'There is no action here.'],
    ['tell absent people', toldMessages, 'effect'],
    ['notify customer', toldMessages, 'effect'],
    ['email the customer', toldMessages, 'effect'],
    ['get Ticket', '“get” finds one record: say which with “where …”. For several, write “list”.'],
    ['get Ticket where', 'After “where”, say a condition.'],
    ['list', 'Write the name of an entity after “list”.'],
    ['create', 'Write the name of an entity after “create”.'],
    ['create Ticket as', 'Write the name of a name after “as”.'],
    ['update x with', 'After “with”, say a map such as {"subject": "…"}.'],
    ['resolve', 'After “resolve”, say of which record.'],
    ['frob', '“frob” is not an action. If it is an event, say of which record: “frob x”.'],
    [
      '5',
      '“5” is not an action. An action begins with create, get, list, update, delete, an event, add, remove, sign in, sign up, sign out, open, check or tell.',
    ],
    ['delete a where b', '“where” cannot follow “a” here. To go on with another action, write “;” before it.'],
    ['create Ticket subject = "x"', 'Values are given by “with {"field": value}”. Write “create Ticket with {"subject": "x"}”.'],
    ['list A where a where b', '“where” appears twice. Keep one.'],
    ['check x > 0', 'Say which error is raised otherwise: “check … else ERROR”.'],
    ['add x y.z', 'Write “add x to y.field”: “to” is missing here.'],
    ['add x to f(y)', 'Write a list of a record after “to”, such as “article.favoritedBy”.'],
    ['sign on', 'Write “sign in with {…}”, “sign up with {…}” or “sign out”.'],
    ['sign in', 'Say who it is: “sign in with {…}”.'],
    ['a = 1', 'Only an Effect (section 4) assigns to a field. Here, write “update x with {…}”.'],
    ['wait days(1)', '“wait” lets time pass in scenarios only (section 1).'],
    ['open Tickets', '“open” shows a screen of the product: use it in buttons and links (section 2).'],
    ['sign out', 'An effect cannot sign a person in or out.', 'effect'],
    ['create A;; create B', 'There is no action between these “;”.'],
  ];

  it.each(unreadable.map(([source, message, where]) => ({ source, message, where })))(
    'says what is wrong with “$source”',
    ({ source, message, where }) => {
      expect(read(source, where).problems.map((problem) => problem.message)).toEqual([message]);
    },
  );

  it('continues after a step that cannot be read', () => {
    const { steps, problems } = read('creat; get Ticket as t where (t.a == 1; resolve t');
    expect(steps.map(({ kind }) => kind)).toEqual(['broken', 'get', 'event']);
    expect(problems).toHaveLength(1);
    const [, found] = steps;
    expect(found?.kind === 'get' && found.where.problems).toMatchObject([{ kind: 'syntax' }]);
  });

  it('gives words and expressions their places in the document', () => {
    const source = 'create Ticket as t with {"subject": "a"}; resolve t';
    const [create, event] = read(source).steps;
    const cut = ({ from, to }: { readonly from: number; readonly to: number }): string => source.slice(from - 100, to - 100);
    if (create?.kind !== 'create' || event?.kind !== 'event' || create.with === null || create.as === null)
      throw new Error('read otherwise');
    expect(
      [create.span, create.entity.span, create.as.span, create.with.span, event.span, event.event.span, event.target.span].map(cut),
    ).toEqual(['create Ticket as t with {"subject": "a"}', 'Ticket', 't', '{"subject": "a"}', 'resolve t', 'resolve', 't']);
    expect(create.with.at(0)).toBe(create.with.span.from);
  });

  it('never throws', () => {
    const words = fc.constantFrom(
      'create',
      'get',
      'list',
      'Ticket',
      'where',
      'sort',
      'as',
      'with',
      '{',
      '}',
      '"',
      ';',
      'sign',
      'in',
      'open',
      'of',
      'check',
      'else',
      'add',
      'to',
      'a.b',
      '=',
      '(',
      ')',
      ',',
      'send',
      'repair',
      '5',
      '.',
    );
    fc.assert(
      fc.property(fc.array(words), (parts) => void checkAction(read(parts.join(' ')), place())),
      { numRuns: 3000 },
    );
  });
});

describe('checkAction', () => {
  const problemsOf = (source: string, where: Environment, in_: Vocabulary['place'] = 'call'): Problem[] => {
    const { action } = checkAction(read(source, in_), where);
    return [...action.problems, ...action.steps.flatMap(expressionsOf).flatMap(({ problems }) => problems)];
  };
  const nowhere = place();
  const withTicket = place({
    bound: new Map<string, Type>([
      ['t', { kind: 'record', entity: 'Ticket' }],
      ['u', { kind: 'record', entity: 'User' }],
    ]),
  });
  const effect = place({ self: 'Ticket' });

  const cases: readonly {
    readonly source: string;
    readonly where: Environment;
    readonly kind: Problem['kind'];
    readonly message: string;
    readonly in_?: Vocabulary['place'];
  }[] = [
    {
      source: 'create Tickt',
      where: nowhere,
      kind: 'undefined-entity',
      message: 'The entity “Tickt” is not declared in section 3; did you mean “Ticket”?',
    },
    {
      source: 'create Ticket with {"subjct": "a"}',
      where: nowhere,
      kind: 'undefined-field',
      message: 'The field “subjct” is not declared in Ticket; did you mean “subject”?',
    },
    { source: 'create Ticket with {"subject": 5}', where: nowhere, kind: 'type', message: '“subject” takes text, but “5” is an integer.' },
    {
      source: 'resolv t',
      where: withTicket,
      kind: 'undefined-event',
      message: 'The event “resolv” is not declared in section 4; did you mean “resolve”?',
    },
    { source: 'resolve u', where: withTicket, kind: 'undefined-event', message: '“resolve” is an event of Ticket, not of User.' },
    { source: 'resolve 5', where: withTicket, kind: 'type', message: '“resolve” needs a record, but “5” is an integer.' },
    {
      source: 'reopen t with {"reasn": "x"}',
      where: withTicket,
      kind: 'undefined-field',
      message: 'The field “reasn” is not declared in the event “reopen”; did you mean “reason”?',
    },
    { source: 'reopen t with {"reason": 5}', where: withTicket, kind: 'type', message: '“reason” takes text, but “5” is an integer.' },
    {
      source: 'update t with {"status2": 1}',
      where: withTicket,
      kind: 'undefined-field',
      message: 'The field “status2” is not declared in Ticket; did you mean “status”?',
    },
    {
      source: 'list Ticket sort creatdAt',
      where: nowhere,
      kind: 'undefined-field',
      message: 'The field “creatdAt” is not declared in Ticket; did you mean “createdAt”?',
    },
    {
      source: 'list Ticket sort customer.nam',
      where: nowhere,
      kind: 'undefined-field',
      message: 'The field “nam” is not declared in User; did you mean “name”?',
    },
    { source: 'list Ticket limit "a"', where: nowhere, kind: 'type', message: 'This must be an integer, but “"a"” is text.' },
    {
      source: 'get Ticket where status == "opn"',
      where: nowhere,
      kind: 'undefined-state',
      message: '“opn” is not a state of Ticket.status; did you mean “open”?',
    },
    {
      source: 'check true else NO_ANSER',
      where: nowhere,
      kind: 'undefined-error',
      message: 'The error “NO_ANSER” is not declared in section 8; did you mean “NO_ANSWER”?',
    },
    { source: 'check 5 else NOT_FOUND', where: nowhere, kind: 'type', message: 'This must be true or false, but “5” is an integer.' },
    {
      source: 'open Tickts',
      where: nowhere,
      kind: 'undefined-screen',
      message: 'The screen “Tickts” is not declared in section 2; did you mean “Tickets”?',
      in_: 'button',
    },
    {
      source: 'add u to t.watchrs',
      where: withTicket,
      kind: 'undefined-field',
      message: 'The field “watchrs” is not declared in Ticket; did you mean “watchers”?',
    },
    {
      source: 'add u to t.tags',
      where: withTicket,
      kind: 'type',
      message: '“add” changes a list of records, but “tags” is a list of text. Write “update x with {…}”.',
    },
    { source: 'add t to t.watchers', where: withTicket, kind: 'type', message: '“watchers” holds User records, but “t” is a Ticket.' },
    {
      source: 'resolvedt = now',
      where: effect,
      kind: 'undefined-field',
      message: 'The field “resolvedt” is not declared in Ticket; did you mean “resolvedAt”?',
      in_: 'effect',
    },
    { source: 'resolvedAt = 5', where: effect, kind: 'type', message: 'This must be a datetime, but “5” is an integer.', in_: 'effect' },
    { source: 'wait 5', where: nowhere, kind: 'type', message: 'This must be a duration, but “5” is an integer.', in_: 'scenario' },
    {
      source: 'sign in with {"emial": "a"}',
      where: nowhere,
      kind: 'undefined-field',
      message: 'The field “emial” is not declared in User; did you mean “email”?',
    },
  ];

  it.each(cases)('$source', ({ source, where, kind, message, in_ }) => {
    expect(problemsOf(source, where, in_)).toMatchObject([{ kind, message }]);
  });

  const right: readonly (readonly [string, Environment, Vocabulary['place']?])[] = [
    ['get Ticket as t where t.number == number; assign t with {"assignee": me}', place({ bound: new Map([['number', anyType]]) })],
    [
      'resolvedAt = null; create Comment with {"ticket": self, "body": reason}',
      place({ self: 'Ticket', bound: new Map([['reason', { kind: 'text' }]]) }),
      'effect',
    ],
    ['list Ticket as ts where status == "open"; resolve ts; check total > 0 else NOT_FOUND', nowhere],
    ['add me to watchers; remove customer from self.watchers', effect, 'effect'],
    ['update t', withTicket],
  ];

  it.each(right.map(([source, where, in_]) => ({ source, where, in_ })))('$source is right', ({ source, where, in_ }) => {
    expect(problemsOf(source, where, in_)).toEqual([]);
  });

  it('binds names for later steps', () => {
    const where = place({
      bound: new Map([
        ['number', anyType],
        ['subject', anyType],
        ['limit', anyType],
      ]),
    });
    const checked = checkAction(
      read('get Ticket as t where t.number == number; update t with {"subject": subject}; list Comment as cs limit limit; sign in with {}'),
      where,
    );
    expect([...checked.bound].map(([name, type]) => `${name}: ${typeWords(type)}`)).toEqual([
      't: a Ticket',
      'cs: a list of Comment',
      'total: an integer',
    ]);
    expect([...checked.inferred].map(([name, type]) => `${name}: ${typeWords(type)}`)).toEqual([
      'number: an integer',
      'subject: text',
      'limit: an integer',
    ]);
    expect(checked.token).toBe(true);
  });

  it('reports an event of another entity as undefined for this one', () => {
    const { action } = checkAction(read('block t', 'call'), withTicket);
    expect(action.problems).toMatchObject([{ kind: 'undefined-event', subject: 'Ticket' }]);
    expect(helpdesk.events.has('block')).toBe(true);
  });
});
