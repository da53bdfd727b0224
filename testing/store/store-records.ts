import { fixedPlatform } from '../../src/base/platform.ts';
import type { Scope } from '../../src/expression/evaluate/scope.ts';
import { Decimal } from '../../src/expression/values/decimal.ts';
import { Duration, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../src/expression/values/value.ts';
import { plainContext } from '../../src/store/memory/plain-context.ts';
import type { StoredRecord } from '../../src/store/store.ts';
import { sketchModel } from './store-model.ts';

/** The model of the store's suite: every type of field, and every kind of relation. */
export const suiteModel = () =>
  sketchModel({
    account: 'User',
    labels: { User: 'name', Ticket: 'subject', Comment: 'body' },
    constants: {
      LIMIT: { value: 3, type: { kind: 'integer' } },
      WINDOW: { value: new Duration(86_400, 0), type: { kind: 'duration' } },
      CURRENCY: { value: 'EUR', type: { kind: 'text' } },
    },
    entities: {
      User: {
        name: 'text!',
        email: 'email!^',
        role: 'enum customer, agent!',
        boss: 'User on delete clear',
        tickets: 'list of Ticket by customer',
        watched: 'list of Ticket by watchers',
        openTickets: 'integer = size(tickets.filter(t, t.status == "open"))',
      },
      Ticket: {
        number: 'serial^',
        subject: 'text!',
        body: 'markdown',
        status: 'state!',
        priority: 'enum low, normal, high',
        customer: 'User!',
        assignee: 'User on delete clear',
        tags: 'list of text',
        scores: 'list of integer',
        watchers: 'list of User',
        comments: 'list of Comment by ticket',
        votes: 'integer',
        price: 'money',
        rate: 'decimal',
        urgent: 'boolean',
        day: 'date',
        clock: 'time',
        due: 'datetime',
        effort: 'duration',
        photo: 'image',
        extra: 'json',
        late: 'boolean = due < now',
        long: 'boolean = size(subject) > LIMIT',
        total: 'decimal = rate + votes',
        answered: 'boolean = comments.exists(c, c.author.role == "agent")',
      },
      Comment: { ticket: 'Ticket on delete cascade!', author: 'User!', body: 'text!' },
      Visit: {
        ticket: 'Ticket on delete cascade',
        place: 'text',
        status: 'enum booked, cancelled!',
        starts: 'datetime',
        ends: 'datetime',
        first: 'date',
        last: 'date',
        low: 'decimal',
        high: 'decimal',
      },
    },
    uniques: [
      { rule: 'one open', entity: 'Ticket', fields: ['customer', 'subject'], where: 'status == "open"' },
      { rule: 'said once', entity: 'Comment', fields: ['ticket', 'body'] },
    ],
    overlaps: [
      { rule: 'one visit at a time', entity: 'Visit', start: 'starts', end: 'ends', per: ['place'], where: 'status == "booked"' },
      { rule: 'days apart', entity: 'Visit', start: 'first', end: 'last', per: ['ticket', 'status'] },
      { rule: 'ranges apart', entity: 'Visit', start: 'low', end: 'high' },
    ],
  });

const moment = new Timestamp(1_767_603_600, 0);
export const stamps = { createdAt: moment, updatedAt: moment, createdBy: null };

/** A text of incompressible characters, four bytes each. */
export function incompressible(length: number): string {
  const bytes = fixedPlatform().randomBytes(2 * length);
  return Array.from({ length }, (_, place) =>
    String.fromCodePoint(0x20000 + (bytes[2 * place] ?? 0) * 128 + ((bytes[2 * place + 1] ?? 0) % 128)),
  ).join('');
}

/** An id that sorts by its number. */
export const idOf = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const user = (number: number, values: Readonly<Record<string, Value>> = {}): StoredRecord => ({
  ...stamps,
  name: `User ${number}`,
  email: `user${number}@example.com`,
  role: 'customer',
  boss: null,
  ...values,
  id: idOf(number),
});

export const ticket = (number: number, customer: string, values: Readonly<Record<string, Value>> = {}): StoredRecord => ({
  ...stamps,
  number,
  subject: `Ticket ${number}`,
  body: null,
  status: 'open',
  priority: null,
  customer,
  assignee: null,
  tags: [],
  scores: [],
  votes: null,
  price: null,
  rate: null,
  urgent: null,
  day: null,
  clock: null,
  due: null,
  effort: null,
  photo: null,
  extra: null,
  ...values,
  id: idOf(number),
});

export const comment = (number: number, of: string, author: string, body = `Comment ${number}`): StoredRecord => ({
  ...stamps,
  ticket: of,
  author,
  body,
  id: idOf(number),
});

export const visit = (number: number, values: Readonly<Record<string, Value>> = {}): StoredRecord => ({
  ...stamps,
  ticket: null,
  place: 'A',
  status: 'booked',
  starts: null,
  ends: null,
  first: null,
  last: null,
  low: null,
  high: null,
  ...values,
  id: idOf(number),
});

/** A ticket with every kind of value. */
export const fullTicket = (number: number, customer: string): StoredRecord =>
  ticket(number, customer, {
    body: 'Ünïcode, “quotes” and \n lines — 😀',
    priority: 'high',
    tags: ['a', 'b c', '"quoted"'],
    scores: [1, -2, 9_007_199_254_740_993n],
    votes: 9_007_199_254_740_993n,
    price: new Money(new Decimal('-12.5'), 'EUR'),
    rate: new Decimal('123456789012345678901234567890.000000000000000001'),
    urgent: false,
    day: new PlainDate(-1),
    clock: new PlainTime(3723),
    due: new Timestamp(-1, 999_999_000),
    effort: new Duration(-1, -500_000_000),
    photo: { isFile: true, id: 'file-1', name: 'böiler.png', mediaType: 'image/png', size: 3 },
    extra: new Map<string, Value>([
      ['a', [1, null, true, new Decimal('1.50'), 'x']],
      ['$', new Map<string, Value>([['$', 'tag']])],
    ]),
  });

/** The scope of a query's conditions: signed out, at a given moment. */
export function suiteScope(
  model: ReturnType<typeof suiteModel>['model'],
  bound: Readonly<Record<string, Value>> = {},
  now = moment,
): Scope {
  const evaluationContext = { ...plainContext(model), now };
  return { evaluationContext, self: null, row: null, old: null, bound: new Map(Object.entries(bound)) };
}
