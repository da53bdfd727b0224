import { describe, expect, it } from 'vitest';
import type { Environment } from '../environment.ts';
import { parseText } from '../parse/parse.ts';
import { helpdesk, place } from '../testing.ts';
import { inferTypes } from '../types/infer.ts';
import { anyType, type Type } from '../types/type.ts';
import { typeWords } from '../types/type-words.ts';
import { visit } from '../visit.ts';
import { checkExpression, checkWith } from './check.ts';

const ticket = place({ self: 'Ticket' });
const nowhere = place();
const check = (source: string, where: Environment = ticket, expected?: Type) => checkExpression(parseText(source), where, expected);

describe('types', () => {
  it.each([
    ['1 + 2', 'an integer'],
    ['1 + 2.5', 'a decimal'],
    ['7 / 2', 'an integer'],
    ['subject + "!"', 'text'],
    ['number > 3 && has(self.body)', 'a boolean'],
    ['customer', 'a User'],
    ['customer.email', 'text'],
    ['comments', 'a list of Comment'],
    ['comments.map(c, c.author)', 'a list of User'],
    ['comments.filter(c, c.author == me)', 'a list of Comment'],
    ['comments[0].author.name', 'text'],
    ['Ticket', 'a list of Ticket'],
    ['size(Ticket.filter(t, t.status == "open"))', 'an integer'],
    ['now - createdAt', 'a duration'],
    ['createdAt + REOPEN_WINDOW', 'a datetime'],
    ['REOPEN_WINDOW + createdAt', 'a datetime'],
    ['today - due', 'a duration'],
    ['due + days(7)', 'a date'],
    ['2 * REOPEN_WINDOW', 'a duration'],
    ['price + FEE', 'money in EUR'],
    ['price * VAT', 'money in EUR'],
    ['price * 3', 'money in EUR'],
    ['0 - price', 'money in EUR'],
    ['FEE - (0 - price)', 'money in EUR'],
    ['price / FEE', 'a decimal'],
    ['price > 0', 'a boolean'],
    ['DAILY_LIMIT + 1', 'a number of tickets'],
    ['DAILY_LIMIT / DAILY_LIMIT', 'an integer'],
    ['assignee == null ? null : assignee.name', 'text'],
    ['priority == "high" ? 1 : 2.5', 'a decimal'],
    ['TicketView(self)', 'a TicketView'],
    ['Ticket.map(t, TicketView(t))', 'a list of TicketView'],
    ['{"a": 1, "b": "x"}.b', 'text'],
    ['data.anything.goes[0]', 'json'],
    ['sum(Ticket.map(t, t.price))', 'money in EUR'],
    ['avg(Ticket.map(t, t.number))', 'a decimal'],
    ['max(Ticket.map(t, t.createdAt))', 'a datetime'],
    ['min(number, 3)', 'an integer'],
    ['distinct(Ticket.map(t, t.tags))', 'a list of text'],
    ['round(score)', 'an integer'],
    ['round(score, 1)', 'a decimal'],
    ['days(now - createdAt)', 'an integer'],
    ['days(3)', 'a duration'],
    ['photo.size', 'an integer'],
    ['me', 'a User'],
    ['[1, 2.5]', 'a list of decimal'],
    ['[1, "a"]', 'a list'],
    ['status in ["open", "closed"]', 'a boolean'],
    ['subject.matches("^[a-z]+$")', 'a boolean'],
    ['-estimate', 'a duration'],
    ['string(price)', 'text'],
    ['createdAt.getFullYear() + due.getMonth()', 'an integer'],
  ])('%s is %s', (source, words) => {
    const { type, problems } = check(source);
    expect(problems).toEqual([]);
    expect(typeWords(type)).toBe(words);
  });

  it('tracks what may be null', () => {
    expect(check('assignee').type.nullable).toBe(true);
    expect(check('max(Ticket.map(t, t.number))').type.nullable).toBe(true);
    expect(check('true ? null : 1').type).toEqual({ kind: 'integer', nullable: true });
  });
});

describe('names', () => {
  const route: Environment = place({ row: 'Ticket', alias: 't', bound: new Map([['number', anyType]]) });

  it('finds a bound name before a field, a field before a constant', () => {
    const kinds = (source: string, where: Environment): string[] => {
      const found: string[] = [];
      const { node } = check(source, where);
      if (node !== null) visit(node, (inner) => void (inner.kind === 'name' && found.push(`${inner.name}: ${inner.resolution.kind}`)));
      return found;
    };
    expect(kinds('t.number == number && status == "open" && self.status == "open"', route)).toEqual([
      't: row',
      'number: bound',
      'status: row-field',
      'self: row',
    ]);
    expect(kinds('customer == self.customer && DAILY_LIMIT > 1 && size(User) > 0', place({ self: 'Ticket', row: 'Ticket' }))).toEqual([
      'customer: row-field',
      'self: self',
      'DAILY_LIMIT: constant',
      'User: entity',
    ]);
    expect(
      kinds('value == me && now > old.createdAt && token == null', {
        ...ticket,
        old: true,
        token: true,
        value: { kind: 'record', entity: 'User' },
      }),
    ).toEqual(['value: value', 'me: me', 'now: now', 'old: old', 'token: token']);
  });

  it('records what an expression reads', () => {
    const { reads } = check(
      'comments.exists(c, c.author.role == "agent") && customer.email != me.email && now > createdAt && size(Ticket) < DAILY_LIMIT',
    );
    expect(reads).toEqual({
      self: ['comments', 'createdAt', 'customer'],
      row: [],
      old: [],
      fields: ['Comment.author', 'User.email', 'User.role'],
      constants: ['DAILY_LIMIT'],
      entities: ['Ticket'],
      bound: [],
      me: true,
      now: true,
    });
    expect(check('t.number == number && status == "open"', route).reads).toMatchObject({
      row: ['number', 'status'],
      self: ['number', 'status'],
      bound: ['number'],
    });
  });

  it('infers the types of names from their use', () => {
    const where = place({
      row: 'Ticket',
      bound: new Map([
        ['n', anyType],
        ['s', anyType],
        ['tag', anyType],
        ['who', anyType],
      ]),
    });
    const checked = check('number == n && (s == null || status == s) && tag in tags && customer.email == who', where);
    expect(Object.fromEntries(inferTypes(checked))).toMatchObject({
      n: { kind: 'integer' },
      s: { kind: 'state' },
      tag: { kind: 'text' },
      who: { kind: 'text' },
    });
  });
});

describe('problems', () => {
  const inWhere = place({ self: 'User', row: 'Ticket' });
  const cases: readonly (readonly [string, string, string, Environment?])[] = [
    ['customer.emial == "a"', 'undefined-field', 'The field “emial” is not declared in User; did you mean “email”?'],
    [
      'subjct == "a"',
      'undefined-name',
      '“subjct” is not declared: it is not a field of Ticket, a constant or an entity; did you mean “subject”?',
    ],
    ['DAILY_LIMT > 1', 'undefined-name', 'The constant “DAILY_LIMT” is not declared in section 9; did you mean “DAILY_LIMIT”?'],
    ['size(Tickets)', 'undefined-entity', 'The entity “Tickets” is not declared in section 3; did you mean “Ticket”?'],
    ['TiketView(self)', 'undefined-view', 'The view “TiketView” is not declared in section 7; did you mean “TicketView”?'],
    ['sizes(tags)', 'undefined-function', 'There is no function “sizes”; did you mean “size”?'],
    ['subject.slugfy()', 'undefined-function', 'There is no function “slugfy”; did you mean “slugify”?'],
    ['startsWith(subject, "a")', 'undefined-function', '“startsWith” is written “x.startsWith(…)”.'],
    ['status == "opened"', 'undefined-state', '“opened” is not a state of Ticket.status; did you mean “open”?'],
    [
      'status in ["open", "done"]',
      'undefined-state',
      '“done” is not a state of Ticket.status. Its states are “open”, “assigned”, “resolved” or “closed”.',
    ],
    ['priority == "hgh"', 'type', '“hgh” is not one of the values of “priority”; did you mean “high”?'],
    ['(number > 1 ? "low" : "lo") == priority', 'type', '“lo” is not one of the values of “priority”; did you mean “low”?'],
    ['priority == high', 'undefined-name', '“high” is not declared as a name. A value is a text: write "high".'],
    ['high == priority', 'undefined-name', '“high” is not declared as a name. A value is a text: write "high".'],
    [
      'priority > "low"',
      'type',
      '“priority” is one of low, normal, high and “"low"” is text: neither is before the other. Its values have no order here.',
    ],
    ['number == "5"', 'type', '“number” is an integer and “"5"” is text: they are never equal.'],
    [
      'customer == "x"',
      'type',
      '“customer” is a User and “"x"” is text: they are never equal. Compare one of its fields instead, for example its id.',
    ],
    ['customer == self', 'type', '“customer” is a User and “self” is a Ticket: they are never equal.'],
    [
      'due == "2026-01-05"',
      'type',
      '“due” is a date and “"2026-01-05"” is text: they are never equal. Text does not become a date in an expression.',
    ],
    [
      'due < now',
      'type',
      '“due” is a date and “now” is a datetime: neither is before the other. Write today for the date, or datetime(date, time) for the moment.',
    ],
    [
      'now - createdAt > 5',
      'type',
      '“now - createdAt” is a duration and “5” is an integer: neither is before the other. Write days(n), hours(n) or minutes(n) for a duration.',
    ],
    ['today + 7', 'type', '“today” is a date and “7” is an integer. Write “today + days(7)”.'],
    [
      'price + 5',
      'type',
      '“price” is money in EUR and “5” is an integer. Only money is added to money: make it a constant with the currency as its unit.',
    ],
    [
      '5 - price',
      'type',
      '“5” is an integer and “price” is money in EUR. Only money is added to money: make it a constant with the currency as its unit.',
    ],
    ['price + TOLL', 'type', '“price” is money in EUR and “TOLL” is money in USD. EUR and USD do not mix.'],
    [
      'DAILY_LIMIT + REOPEN_WINDOW',
      'unit',
      '“DAILY_LIMIT” is a number of tickets and “REOPEN_WINDOW” is a duration. A number of tickets does not mix with duration.',
    ],
    [
      'DAILY_LIMIT - MAX_TAGS',
      'unit',
      '“DAILY_LIMIT” is a number of tickets and “MAX_TAGS” is a number of tags. tickets and tags do not mix.',
    ],
    [
      'DAILY_LIMIT > MAX_TAGS',
      'unit',
      '“DAILY_LIMIT” is a number of tickets and “MAX_TAGS” is a number of tags. tickets and tags do not mix.',
    ],
    ['subject + 1', 'type', '“subject” is text and “1” is an integer. Only text joins text: write string(x) around the other.'],
    ['estimate * 1.5', 'type', '“estimate” is a duration and “1.5” is a decimal. A duration is multiplied by integers only.'],
    ['subject && true', 'type', 'The left side of “&&” must be true or false, but “subject” is text.'],
    ['!number', 'type', 'The operand of “!” must be true or false, but “number” is an integer.'],
    ['-subject', 'type', '“-” negates a number, but “subject” is text.'],
    ['trim(number)', 'type', 'trim() takes text, but “number” is an integer.'],
    ['round(score, 1, 2)', 'type', 'round() takes 1 to 2 values in its brackets, but here are 3.'],
    ['subject.contains()', 'type', 'contains() takes 1 value in its brackets, but here are 0.'],
    ['subject.matches("(")', 'type', 'The pattern “"("” cannot be read. It is a regular expression as RE2 knows it.'],
    ['"a" in subject', 'type', '“in” looks into a list, but “subject” is text. To look inside a text, write subject.contains(…).'],
    ['number in tags', 'type', '“number” is an integer, but “tags” is a list of text: it is never in it.'],
    [
      'comments.body == "a"',
      'type',
      '“comments” is a list of Comment and has no fields. Ask each of its elements: comments.map(x, x.body).',
    ],
    ['subject.size', 'type', '“subject” is text and has no fields.'],
    ['subject.exists(c, true)', 'type', '“exists” needs a list, but “subject” is text.'],
    ['comments.exists(c, c.body)', 'type', 'The condition of “exists” must be true or false, but “c.body” is text.'],
    [
      'comments.exists(status, status.body == "")',
      'hidden-name',
      '“status” names each element here and hides the field “status” of Ticket. Give it another name.',
    ],
    ['tags["a"]', 'type', 'A place in a list is an integer, but “"a"” is text.'],
    ['subject[0]', 'type', '“[…]” looks into a list or a map, but “subject” is text.'],
    ['{"a": 1, "a": 2}', 'type', 'The key “"a"” appears twice in this map. Remove one.'],
    ['{1: 2}', 'type', 'The keys of a map are texts, but “1” is an integer.'],
    ['TicketView(customer)', 'type', 'The view TicketView takes a Ticket, but “customer” is a User.'],
    ['UserView(watchers)', 'type', 'The view UserView takes a User, but “watchers” is a list of User. Write watchers.map(x, UserView(x)).'],
    [
      'TicketView == null',
      'undefined-name',
      '“TicketView” is a view. Say of which record: “TicketView(x)”; of each in a list: “xs.map(x, TicketView(x))”.',
    ],
    [
      'status == self.status',
      'self-comparison',
      'Both sides of “==” are the same. If the other one is meant, say so: “self.x” or the name of the record before the dot.',
    ],
    ['self == null', 'undefined-name', 'There is no “self” here: there is no current record.', nowhere],
    [
      'old.status == "open"',
      'undefined-name',
      'There is no “old” here: only a rule on update, and a permission to update, add or remove, has the record before the change. A guard in section 4 sees the record before its event.',
    ],
    ['token == "a"', 'undefined-name', 'There is no “token” here: only calls and their views know the session’s token.'],
    ['email == "a"', 'undefined-name', '“email” is a field of User, the current record. Inside where, write “self.email”.', inWhere],
    [
      't.id == id',
      'self-comparison',
      'Both sides of “==” are the same. If the other one is meant, say so: “self.x” or the name of the record before the dot.',
      place({ row: 'Ticket', alias: 't' }),
    ],
    [
      'number == number',
      'self-comparison',
      'Both sides of “==” are the same. If the other one is meant, say so: “self.x” or the name of the record before the dot.',
      place({ row: 'Ticket', bound: new Map([['number', anyType]]) }),
    ],
    [
      'status == "open"',
      'hidden-name',
      '“status” is here what the caller gives, not the field of Ticket, which is never looked at. For the field, write “self.status”.',
      place({ row: 'Ticket', bound: new Map<string, Type>([['status', { kind: 'text' }]]) }),
    ],
    ['uint(number) == 1', 'undefined-function', 'There are no unsigned numbers here: write int(x).'],
  ];

  it.each(cases.map(([source, kind, message, where]) => ({ source, kind, message, where })))(
    '$source: $kind',
    ({ source, kind, message, where }) => {
      expect(check(source, where).problems).toMatchObject([{ kind, message }]);
    },
  );

  it('says which type a condition must have', () => {
    expect(check('number + 1', ticket, { kind: 'boolean' }).problems).toMatchObject([
      { kind: 'type', message: 'This must be true or false, but “number + 1” is an integer.' },
    ]);
    expect(check('subject', ticket, { kind: 'datetime' }).problems).toMatchObject([
      { message: 'This must be a datetime, but “subject” is text.' },
    ]);
    expect(check('"hgh"', ticket, { kind: 'enum', values: ['low', 'high'] }).problems).toMatchObject([
      { message: '“hgh” is not one of the values of “this”; did you mean “high”?' },
    ]);
  });

  it('reports each cause only once', () => {
    expect(check('customer.emial.size() > 3 + "a".nope && foo(customer.emial)').problems.map(({ kind }) => kind)).toEqual([
      'undefined-field',
      'type',
      'undefined-function',
      'undefined-field',
    ]);
    expect(check('nope.a.b.c + 1 > size(nope2)').problems).toHaveLength(2);
  });

  it('accepts what only run time can decide', () => {
    for (const source of [
      'assignee.name == "a"',
      'data.x > 3',
      'subject == null',
      'price == 5',
      'score == number',
      'tags == []',
      'me.role == "agent"',
      'due != null && due > today',
    ]) {
      expect(check(source).problems, source).toEqual([]);
    }
  });

  it('reports no unknown names of `me` when there are no accounts', () => {
    const { problems, type } = check('me.whatever == 1', place({ declarations: { ...helpdesk, account: null } }));
    expect([problems, type.kind]).toEqual([[], 'boolean']);
  });

  it('keeps syntax problems, and repeats no problem when checked twice', () => {
    expect(check('a = b').problems).toHaveLength(1);
    const once = check('customer.emial == "a"');
    expect(checkExpression(once, ticket).problems).toEqual(once.problems);
  });
});

describe('with', () => {
  const keys = { title: 'Ticket', subject: 'Ticket', types: helpdesk.fields('Ticket') };
  const problems = (source: string) => checkWith(parseText(source), ticket, keys).problems;

  it.each([
    ['{"subjct": "a"}', 'undefined-field', 'The field “subjct” is not declared in Ticket; did you mean “subject”?'],
    ['{"subject": 5}', 'type', '“subject” takes text, but “5” is an integer.'],
    ['{"priority": "huge"}', 'type', '“huge” is not one of the values of “priority”. They are “low”, “normal” or “high”.'],
    ['{"customer": self}', 'type', '“customer” takes a User, but “self” is a Ticket.'],
    ['5', 'type', 'Write a map after “with”, such as {"subject": "…"}, but “5” is an integer.'],
  ])('%s', (source, kind, message) => {
    expect(problems(source)).toMatchObject([{ kind, message }]);
  });

  it('accepts matching values', () => {
    expect(
      problems('{"subject": "a", "price": 5, "score": 3, "customer": me, "body": null, "tags": [], "photo": "a.png", "due": today}'),
    ).toEqual([]);
  });

  it('marks the key without its quotes', () => {
    const source = '{"subjct": "a"}';
    const [problem] = problems(source);
    expect(source.slice(problem?.from, problem?.to)).toBe('subjct');
  });
});
