import { describe, expect, test } from 'vitest';
import { expressionsOf } from '../expression/action.ts';
import type { Type } from '../expression/types/type.ts';
import { readModel } from './read.ts';

const base = `## 3. E

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| email | email | |
| password | password | |
| friends | list of User | |

### Ticket

| Field | Type | Required | Default | Computed |
|---|---|---|---|---|
| number | serial | | | |
| subject | text | yes | \`me.name\` | |
| size | decimal | | | \`size(subject) * 2\` |
| price | money | | 1.50 | |
| status | state | | | |
| owner | User | | | |
| tags | list of text | | a, b | |

## 4. S

### Ticket.status

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | open | | |
| open | give(owner, why: text, until?: date) | open | \`why != "" && owner != self.owner\` | \`subject = why\` |
| open | at \`createdAt + LATE\` | late | | |

## 9. C

| Constant | Value | Unit |
|---|---|---|
| LATE | 2 | weeks |
| VAT | 21 | % |
| FEE | 2.5 | EUR |
| SEATS | 4 | seats |
| CURRENCY | EUR | |
| OPENS | 09:30 | |
| SINCE | 2026-01-31 | |
| OPEN | yes | |
| WORDS | \`["a", "b"]\` | |
`;

/**
 * The problems of every expression. An unknown name's problem lists the names and types in scope.
 */
const problemsOf = (text: string): string[] => {
  const model = readModel(`${base}\n${text}`);
  const inActions = model.actions.flatMap(({ action }) => [action, ...action.steps.flatMap(expressionsOf)]);
  return [...model.expressions.map((one) => one.expression), ...inActions]
    .flatMap((one) => one.problems)
    .map((problem) => `${problem.kind}: ${problem.message}`);
};
const clean = (text: string): void => expect(problemsOf(text)).toEqual([]);

test('constants have values with their units', () => {
  const { constants } = readModel(base);
  expect(constants.map(({ name, type, value }) => [name.text, type.kind, JSON.stringify(value)])).toEqual([
    ['LATE', 'duration', '{"seconds":1209600,"nanos":0}'],
    ['VAT', 'decimal', '"0.21"'],
    ['FEE', 'money', '{"amount":"2.5","currency":"EUR"}'],
    ['SEATS', 'integer', '4'],
    ['CURRENCY', 'text', '"EUR"'],
    ['OPENS', 'time', '{"seconds":34200}'],
    ['SINCE', 'date', '{"days":20484}'],
    ['OPEN', 'boolean', 'true'],
    ['WORDS', 'list', '["a","b"]'],
  ]);
  expect(constants.find((constant) => constant.name.text === 'SEATS')?.type.unit).toBe('seats');
});

test('fields have types and defaults', () => {
  const fields = readModel(base).entities[1]?.byName;
  expect(fields?.get('price')?.valueType).toEqual({ kind: 'money', currency: 'EUR', nullable: true });
  expect(fields?.get('tags')?.default).toMatchObject({ kind: 'value', value: ['a', 'b'] });
  expect(fields?.get('status')?.valueType).toEqual({ kind: 'state', entity: 'Ticket', field: 'status', values: ['open', 'late'] });
  expect([...(fields?.values() ?? [])].filter((field) => field.settable).map((field) => field.name.text)).toEqual([
    'subject',
    'price',
    'owner',
    'tags',
  ]);
  expect(problemsOf('')).toEqual([]);
});

test('events have parameters', () => {
  const [event] = readModel(base).declarations.events.get('give') ?? [];
  expect(Object.fromEntries(event?.parameters ?? [])).toEqual({
    owner: { kind: 'record', entity: 'User' },
    why: { kind: 'text' },
    until: { kind: 'date', nullable: true },
  });
});

describe('an expression knows its place', () => {
  test('a rule knows its record, and on update the record as it was', () => {
    clean(
      '## 5. R\n\n| Rule | On | Must hold |\n|---|---|---|\n| a | Ticket on update | `old.subject != subject` |\n| b | Ticket | unique subject, owner where `status == "open" && owner.name != ""` |\n| c | Ticket | no overlap createdAt, updatedAt per owner |\n',
    );
    expect(
      problemsOf('## 5. R\n\n| Rule | On | Must hold |\n|---|---|---|\n| a | Ticket on create | `old.subject != subject` |\n'),
    ).toHaveLength(1);
  });

  test('a permission knows its record, and the member that is added', () => {
    clean(
      '## 6. P\n\n| Role | Is |\n|---|---|\n| a | `me != null` |\n\n| Account | |\n|---|---|\n| Entity | User |\n\n| Permission | a |\n|---|---|\n| User.friends: add, remove | `value == me && self != me && value.name != name` |\n| Ticket: update | `owner == me` |\n',
    );
    expect(
      problemsOf(
        '## 6. P\n\n| Role | Is |\n|---|---|\n| a | `subject == ""` |\n\n| Permission | a |\n|---|---|\n| Ticket: read | `value == me` |\n',
      ),
    ).toHaveLength(2);
  });

  test('a screen knows its record and its route, and `where` reads the row', () => {
    clean(
      '## 2. S\n\n| Screen | Route | About |\n|---|---|---|\n| A | /:tab/:number | Ticket |\n\n### A\n\n- figure N: number * 2\n- figure T: `tab + subject`\n- list of Ticket where `subject == self.subject && owner.name == tab`: subject\n',
    );
    const { types } =
      readModel(`${base}\n## 2. S\n\n| Screen | Route | About |\n|---|---|---|\n| A | /:tab/:number | Ticket |\n`).screens[0] ?? {};
    expect(Object.fromEntries(types ?? [])).toEqual({ tab: { kind: 'text' }, number: { kind: 'integer' } });
  });

  test('a scenario knows the examples and the records created before', () => {
    const example = '## 3. E\n\n### User\n\n| Example | name |\n|---|---|\n| Ana | Ana |\n\n';
    clean(
      `${example}## 1. W\n\n### Scenario: a\n\n| As | Do | Expect |\n|---|---|---|\n| Ana | \`create Ticket as t with {"owner": Ana}\` | \`t.owner == Ana\` |\n| Ana | \`give t with {"owner": Ana, "why": "x"}\` | \`t.subject == "x"\` |\n\n### Scenario: b\n\n| As | Do |\n|---|---|\n| nobody | \`wait days(2)\` |\n`,
    );
    expect(
      problemsOf(
        '## 1. W\n\n### Scenario: a\n\n| As | Do |\n|---|---|\n| nobody | `create Ticket as t` |\n\n### Scenario: b\n\n| As | Do |\n|---|---|\n| nobody | `delete t` |\n',
      ),
    ).toHaveLength(1);
  });

  test('a call knows its input and its result', () => {
    clean(
      '## 7. C\n\n| Call | Takes | Does | Returns |\n|---|---|---|---|\n| `POST /api/:who/tickets?late` | `{ticket: {subject, tags?}}` | `get User as u where u.name == who; create Ticket as t with {"owner": u}; list Ticket as all where late == null \\|\\| number > late` | 201 `{"t": V(t), "n": total, "s": subject, "token": token}` |\n\n### V of Ticket\n\n| Key | Value |\n|---|---|\n| subject | |\n| who | `owner.name` |\n| token | `token` |\n',
    );
  });

  test('an error body knows the error', () => {
    clean('## 8. X\n\nError body: `{"code": error, "status": status, "errors": {field: [message]}}`\n');
  });
});

test('names from the route, the query and the body take the type of what they are used with', () => {
  const call = (does: string, takes = ''): Record<string, Type> => {
    const text = `${base}\n## 7. C\n\n| Call | Takes | Does |\n|---|---|---|\n| \`PUT /x/:key?a&b=1\` | ${takes} | \`${does}\` |\n`;
    return Object.fromEntries(readModel(text).calls[0]?.types ?? []);
  };
  expect(call('get Ticket as t where t.number == key && t.price > a')).toEqual({
    key: { kind: 'integer' },
    a: { kind: 'money', currency: 'EUR', nullable: true },
    b: { kind: 'text' },
  });
  expect(call('get Ticket as t where a in t.tags; update t; list Ticket limit b', '`{owner?, price}`')).toMatchObject({
    a: { kind: 'text', nullable: true },
    b: { kind: 'integer' },
    owner: { kind: 'record', entity: 'User', nullable: true },
    price: { kind: 'money' },
  });
  expect(call('get Ticket as t where t.id == key; give t with {"owner": who, "until": day}', '`{who, day}`')).toMatchObject({
    who: { kind: 'record', entity: 'User' },
    day: { kind: 'date' },
  });
  expect(call('get Ticket as t where t.id == key; give t', '`{owner, why}`')).toMatchObject({
    owner: { kind: 'record' },
    why: { kind: 'text' },
  });
});

test('the names in expressions, actions and bullets are references', () => {
  const text = `${base}\n## 5. R\n\n| Rule | On | Must hold |\n|---|---|---|\n| a | Ticket | \`owner.name != "" && size(Ticket) < SEATS && status in ["open"]\` |\n`;
  const { references } = readModel(text);
  const from = text.indexOf('`owner.name');
  expect(
    references
      .filter((one) => one.span.from > from)
      .map((one) => `${one.kind} ${one.within ?? ''}.${one.text} ${text.slice(one.span.from, one.span.to) === one.text}`),
  ).toEqual([
    'field Ticket.owner true',
    'field User.name true',
    'entity .Ticket true',
    'constant .SEATS true',
    'field Ticket.status true',
    'state Ticket.open true',
  ]);
});
