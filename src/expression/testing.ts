import type { Declarations, Environment } from './environment.ts';
import { Budget } from './evaluate/budget.ts';
import { recordPredicate } from './evaluate/evaluate.ts';
import type { EvaluationContext, Scope } from './evaluate/scope.ts';
import { EvaluationError } from './evaluate/scope.ts';
import type { Type } from './types/type.ts';
import { nullable, recordOf } from './types/type-relations.ts';
import { PlainDate, type RecordList, type RecordValue, Timestamp, type Value } from './values/value.ts';

/**
 * Small fixtures for the tests of this layer: records and lists in memory, hand-written
 * declarations.
 */

export class TestRecord implements RecordValue {
  readonly isRecord = true;
  readonly entity: string;
  readonly id: string;
  readonly fields: Map<string, Value>;

  constructor(entity: string, id: string, fields: Readonly<Record<string, Value>> = {}) {
    this.entity = entity;
    this.id = id;
    this.fields = new Map(Object.entries({ id, ...fields }));
  }

  get(field: string): Value {
    const value = this.fields.get(field);
    if (value === undefined) throw new EvaluationError(`there is no field “${field}” in ${this.entity}`, 0, 0);
    return value;
  }
}

export function listOfRecords(entity: string, records: readonly RecordValue[]): RecordList {
  return {
    isRecordList: true,
    entity,
    where: (predicate, variable, scope) => listOfRecords(entity, records.filter(recordPredicate(predicate, variable, scope))),
    size: () => records.length,
    includes: (record) => records.some((other) => other.id === record.id),
    records: () => records,
  };
}

export const plainContext: EvaluationContext = {
  /** A new budget on each access, so that steps do not accumulate within a test. */
  get budget() {
    return new Budget();
  },
  me: null,
  now: new Timestamp(1767603600, 0),
  today: new PlainDate(20458),
  timeZone: 'UTC',
  token: null,
  constant: () => undefined,
  entity: (name) => listOfRecords(name, []),
  view: (name, record) =>
    new Map([
      ['view', name],
      ['id', record.id],
    ]),
  random: (count) => 'abcdefghijklmnopqrstuvwxyz'.repeat(40).slice(0, count),
};

export const plainScope: Scope = { evaluationContext: plainContext, self: null, row: null, old: null, bound: new Map() };

export const scopeWith = (scope: Partial<Scope>, context: Partial<EvaluationContext> = {}): Scope => ({
  ...plainScope,
  ...scope,
  evaluationContext: { ...plainContext, ...context },
});

const text: Type = { kind: 'text' };

const ticketFields = new Map<string, Type>([
  ['id', text],
  ['createdAt', { kind: 'datetime' }],
  ['number', { kind: 'integer' }],
  ['subject', text],
  ['body', nullable(text)],
  ['priority', { kind: 'enum', values: ['low', 'normal', 'high'] }],
  ['status', { kind: 'state', entity: 'Ticket', field: 'status', values: ['open', 'assigned', 'resolved', 'closed'] }],
  ['customer', recordOf('User')],
  ['assignee', recordOf('User', true)],
  ['tags', { kind: 'list', of: text }],
  ['comments', { kind: 'list', of: recordOf('Comment') }],
  ['watchers', { kind: 'list', of: recordOf('User') }],
  ['resolvedAt', { kind: 'datetime', nullable: true }],
  ['due', { kind: 'date', nullable: true }],
  ['estimate', { kind: 'duration', nullable: true }],
  ['price', { kind: 'money', currency: 'EUR', nullable: true }],
  ['score', { kind: 'decimal', nullable: true }],
  ['data', { kind: 'json', nullable: true }],
  ['photo', { kind: 'file', nullable: true }],
]);

const userFields = new Map<string, Type>([
  ['id', text],
  ['name', text],
  ['email', text],
  ['role', { kind: 'enum', values: ['customer', 'agent', 'manager'] }],
]);

const commentFields = new Map<string, Type>([
  ['id', text],
  ['ticket', recordOf('Ticket')],
  ['author', recordOf('User')],
  ['body', text],
]);

/** The tickets, comments and users of NOTATION. */
export const helpdesk: Declarations = {
  entities: new Set(['Ticket', 'Comment', 'User']),
  fields: (entity) => ({ Ticket: ticketFields, Comment: commentFields, User: userFields })[entity] ?? new Map<string, Type>(),
  constants: new Map<string, Type>([
    ['DAILY_LIMIT', { kind: 'integer', unit: 'tickets' }],
    ['MAX_TAGS', { kind: 'integer', unit: 'tags' }],
    ['REOPEN_WINDOW', { kind: 'duration' }],
    ['VAT', { kind: 'decimal' }],
    ['FEE', { kind: 'money', currency: 'EUR' }],
    ['TOLL', { kind: 'money', currency: 'USD' }],
  ]),
  views: new Map([
    ['TicketView', 'Ticket'],
    ['UserView', 'User'],
  ]),
  screens: new Set(['Tickets', 'Ticket', 'New ticket']),
  errors: new Set(['NO_ANSWER', 'SUBJECT_EMPTY']),
  messages: new Set(['ANSWERED']),
  secrets: new Set(),
  services: new Set(),
  events: new Map([
    ['assign', [{ entity: 'Ticket', parameters: new Map([['assignee', recordOf('User')]]) }]],
    ['resolve', [{ entity: 'Ticket', parameters: new Map() }]],
    ['reopen', [{ entity: 'Ticket', parameters: new Map([['reason', text]]) }]],
    ['send to repair', [{ entity: 'Ticket', parameters: new Map() }]],
    ['block', [{ entity: 'User', parameters: new Map() }]],
  ]),
  account: 'User',
  unusableEvents: new Set<string>(),
  examples: new Map([['Ana', 'User']]),
};

export const place = (environment: Partial<Environment> = {}): Environment => ({
  bound: new Map(),
  row: null,
  self: null,
  old: false,
  token: false,
  value: null,
  declarations: helpdesk,
  ...environment,
});
