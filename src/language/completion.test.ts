import { describe, expect, test } from 'vitest';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { readModel } from '../model/read.ts';
import { completionsAt } from './completion.ts';
import { describeCompletion } from './describe.ts';

/** The labels offered at `¦` after replacing `before` by `typed` in the helpdesk. */
function offered(before: string, typed: string): string[] {
  const place = helpdesk.indexOf(before);
  if (place < 0) throw new Error(`“${before}” does not stand in the document`);
  const written = typed.replace('¦', '');
  const text = helpdesk.slice(0, place) + written + helpdesk.slice(place + before.length);
  return completionsAt(readModel(text), place + typed.indexOf('¦')).items.map(({ label }) => label);
}

describe('in cells, by their column', () => {
  test.each<[string, string, string, readonly string[], readonly string[]]>([
    ['types', '| number | serial |', '| number | s¦ |', ['serial', 'text', 'User', 'list of'], ['yes']],
    ['yes and no', '| number | serial | ', '| number | serial | ¦', ['yes', 'no'], ['text']],
    ['states', '| open, assigned | resolve', '| open, ¦ | resolve', ['open', 'assigned', 'resolved', 'any'], ['agent']],
    ['events', '| open, assigned | resolve', '| open, assigned | ¦', ['reopen', 'assign', 'delete', 'after'], ['open']],
    ['roles', '| My tickets | /mine | | customer', '| My tickets | /mine | | ¦', ['agent', 'manager'], ['Ticket']],
    ['entities', '| Ticket | /tickets/:number | Ticket |', '| Ticket | /tickets/:number | ¦ |', ['Ticket', 'User'], ['number']],
    ['errors', 'refused NO_ANSWER', 'refused ¦', ['NO_ANSWER', 'INVALID'], ['RESPONSE_HIGH']],
    ['actors', '| Ana | `assign t', '| ¦ | `assign t', ['Ana', 'Bo', 'nobody'], ['Boiler']],
    ['units', '| RESPONSE_HIGH | 4 | hours', '| RESPONSE_HIGH | 4 | ¦', ['hours', 'days', '%'], ['hour']],
    ['operations', '| Ticket: create |', '| Ticket: ¦ |', ['create', 'read', 'resolve'], ['Ticket']],
    ['columns of a new table', '| Constant | Value |', '| Constant | ¦ |', ['Value', 'Unit'], ['Status']],
  ])('%s', (_, before, typed, some, none) => {
    const labels = offered(before, typed);
    expect(labels).toEqual(expect.arrayContaining([...some]));
    for (const label of none) expect(labels).not.toContain(label);
  });
});

describe('in expressions and actions', () => {
  test.each<[string, string, string, readonly string[], readonly string[]]>([
    [
      'fields after a dot',
      '`t.status == "open" && t.customer == Ana',
      '`t.status == "open" && t.¦',
      ['customer', 'status', 'createdAt'],
      ['email', 'Ticket'],
    ],
    [
      'fields along a relation',
      '`comments.exists(c, c.author.role != "customer")`',
      '`comments.exists(c, c.author.¦`',
      ['role', 'email'],
      ['body'],
    ],
    [
      'the record as it was, for an update',
      '| Comment: update | no | `author == me`',
      '| Comment: update | no | `¦`',
      ['old', 'author'],
      [],
    ],
    ['nothing as it was, for a creation', '| Comment: create | no | `ticket', '| Comment: create | no | `¦ticket', ['author'], ['old']],
    ['an element of a macro', '`comments.exists(c, c.author.role != "customer")`', '`comments.exists(c, ¦`', ['c', 'size'], []],
    [
      'fields, constants and functions',
      '`comments.exists(c, c.author.role != "customer")`',
      '`¦`',
      ['comments', 'resolvedAt', 'RESPONSE_HIGH', 'size', 'me'],
      ['exists'],
    ],
    [
      'states of what is compared',
      '`t.status == "resolved" && t.resolvedAt',
      '`t.status == "¦" && t.resolvedAt',
      ['open', 'resolved'],
      ['status'],
    ],
    ['values of an enum', '`me.role == "agent"`', '`me.role == "¦"`', ['agent', 'customer'], ['open']],
    ['the first word of an action', '| `resolve t` |', '| `¦` |', ['create', 'resolve', 'sign in with'], ['Ticket']],
    ['the entity of create', '| `create Ticket as t with', '| `create ¦', ['Ticket', 'Comment'], ['resolve']],
    [
      'the fields to give',
      '`create Ticket as mine with {"subject": "Radiator leaks"}`',
      '`create Ticket as mine with {"¦"}`',
      ['subject', 'body'],
      ['createdAt', 'Ticket'],
    ],
    ['the parameters of an event', '`assign t with {"assignee": Bo}`', '`assign t with {¦}`', ['assignee'], ['subject']],
    ['nothing inside a text', '"Radiator leaks"', '"Radiator ¦', [], ['Ticket', 'size']],
  ])('%s', (_, before, typed, some, none) => {
    const labels = offered(before, typed);
    expect(labels).toEqual(expect.arrayContaining([...some]));
    for (const label of none) expect(labels).not.toContain(label);
  });
});

describe('in section 2', () => {
  test.each<[string, string, string, readonly string[], readonly string[]]>([
    ['parts', '- button New ticket: open New ticket', '- ¦', ['list of', 'figure', 'form to'], ['sort']],
    ['entities of a list', '- list of User where', '- list of ¦', ['User', 'Ticket'], ['name']],
    ['fields of a list', '- button New ticket: open New ticket', '- list of User: name, ¦', ['email', 'role'], ['subject']],
    [
      'the end of a path',
      '- list of Ticket where',
      '- list of Comment: ticket.customer.¦\n- list of Ticket where',
      ['email', 'role'],
      ['subject', 'body'],
    ],
    [
      'columns in backticks',
      '- list of Ticket where',
      '- list of Comment: `size(¦)`\n- list of Ticket where',
      ['body', 'ticket'],
      ['subject'],
    ],
    ['the title of a column', '- list of Ticket where', '- list of Comment: body ¦\n- list of Ticket where', ['as'], []],
    [
      'what may follow a calendar’s day',
      '- list of Ticket where',
      '- calendar of Ticket by due ¦\n- list of Ticket where',
      ['to', 'colour by'],
      [],
    ],
    ['options under a list', '  - open Ticket\n', '  - ¦\n', ['sort', 'bulk', 'empty'], ['list of']],
    ['screens', '- button New ticket: open New ticket', '- button New ticket: open ¦', ['New ticket', 'Ticket'], ['User']],
    ['conditions without backticks', '- button New ticket: open New ticket', '- list of User where ¦', ['role', 'email'], ['subject']],
  ])('%s', (_, before, typed, some, none) => {
    const labels = offered(before, typed);
    expect(labels).toEqual(expect.arrayContaining([...some]));
    for (const label of none) expect(labels).not.toContain(label);
  });
});

test('headings: missing sections and missing state machines', () => {
  const text =
    '# Specification: Shop\n\n## 3. Entities\n\n### Order\n\n| Field | Type |\n|---|---|\n| status | state |\n\n## 4. States\n\n### \n\n## ';
  const labels = (offset: number) => completionsAt(readModel(text), offset).items.map(({ label }) => label);
  expect(labels(text.indexOf('### \n') + 4)).toEqual(['Order.status']);
  expect(labels(text.length)).toContain('9. Business constants and limits');
  expect(labels(text.length)).not.toContain('3. Entities and their fields');
});

test('a name of several words is replaced as a whole', () => {
  const text = helpdesk.replace('- button New ticket: open New ticket', '- button New ticket: open New ti');
  const offset = text.indexOf('open New ti') + 'open New ti'.length;
  expect(text.slice(...Object.values(completionsAt(readModel(text), offset).span))).toBe('New ti');
});

describe('the lines of section 1 about languages and time', () => {
  const at = 'The company sells heating systems.';
  test('offer their keywords, and names in their expressions', () => {
    expect(offered(at, `Lang¦\n\n${at}`)).toEqual(['Language: ', 'Languages: ', 'Time zone: ']);
    expect(offered(at, `Time zone: \`me.¦\`\n\n${at}`)).toContain('email');
    expect(offered(at, `Time is short¦\n\n${at}`)).toEqual([]);
  });
});

test('offers nothing in prose or in other documents', () => {
  expect(offered('The company sells', 'The ¦')).toEqual([]);
  expect(completionsAt(readModel('# Notes\n\n- '), 12).items).toEqual([]);
});

describe('details of a completion', () => {
  const described = (before: string, typed: string, label: string): string | null => {
    const text = helpdesk.replace(before, typed.replace('¦', ''));
    const model = readModel(text);
    const found = completionsAt(model, helpdesk.indexOf(before) + typed.indexOf('¦')).items.find((one) => one.label === label);
    if (found === undefined) throw new Error(`${label} is not offered`);
    return describeCompletion(model, found);
  };

  test('describe names by their declarations and functions by their forms, but keywords not at all', () => {
    expect(described('| open, assigned | resolve', '| open, ¦ | resolve', 'resolved')).toContain('**Ticket.resolved** · state');
    expect(described('| My tickets | /mine | | customer', '| My tickets | /mine | | ¦', 'agent')).toContain('**agent** · role');
    expect(described('`now - resolvedAt < REOPEN_WINDOW`', '`customer.¦`', 'email')).toContain('**User.email** · field');
    expect(described('`now - resolvedAt < REOPEN_WINDOW`', '`subject.¦`', 'startsWith')).toContain('- `');
    expect(described('| number | serial | ', '| number | serial | ¦', 'yes')).toBeNull();
  });
});

describe('in a form', () => {
  const form = '- form to create Ticket: subject, body, priority, photo';
  test.each<[string, string, string, readonly string[], readonly string[]]>([
    ['the fields of a line', form, '- form to create Ticket: subject, comments (¦', ['body', 'author'], ['priority']],
    ['what a field depends on', form, '- form to create Ticket: subject, photo when `pri¦`, body', ['priority'], []],
    ['which records may be chosen', '| customer | User on delete', '| customer | User where `ro¦` on delete', ['role'], []],
  ])('%s', (_, before, typed, some, none) => {
    const labels = offered(before, typed);
    expect(labels).toEqual(expect.arrayContaining([...some]));
    for (const label of none) expect(labels).not.toContain(label);
  });
});
