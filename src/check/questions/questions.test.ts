import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import unidentified from '../../../specs/unidentified.txt?raw';
import { productInMemory } from '../../../testing/product.ts';
import { failedRows } from '../../../testing/scenario.ts';
import { applyEdits } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import type { Question } from '../asking/question.ts';
import { checkModel } from '../check.ts';
import { questionsOf } from '../questions-of.ts';
import { questionKinds } from './index.ts';

const specs = import.meta.glob<string>('../../../specs/*.{md,txt}', { query: '?raw', import: 'default', eager: true });

const errorsOf = (text: string): string[] =>
  checkModel(readModel(text))
    .filter(({ severity }) => severity === 'error')
    .map(({ message, span }) => `${text.slice(span.from, span.to)}: ${message}`);

/** Answers with the choice of this number, or with words for the first choice that takes them. */
function answer(text: string, question: Question, said: string | number): string {
  const choice = typeof said === 'number' ? question.choices[said - 1] : question.choices.find((one) => 'blank' in one);
  if (choice === undefined) throw new Error(`${question.id} has no such choice`);
  if ('edits' in choice) return applyEdits(text, choice.edits);
  const written = choice.write(`${said}`);
  if (!written.ok) throw new Error(written.problem);
  return applyEdits(text, written.edits);
}

/**
 * Findings that later answers resolve: unused names, a guard without an error, a missing sign-in
 * form.
 */
const unfinished = /^(hole|assumption|unused-|guard-without-error|sign-in-without-form)/;

const findingsOf = (text: string): string[] =>
  checkModel(readModel(text)).flatMap(({ code, message }) => (unfinished.test(code) ? [] : [`${code}: ${message}`]));

/** Answers the first question that is not skipped, until none is left. */
function interview(
  begin: string,
  answers: readonly (readonly [RegExp, string | number])[],
): { readonly text: string; readonly asked: readonly string[] } {
  let text = begin;
  const asked: string[] = [];
  for (;;) {
    const [next] = questionsOf(readModel(text));
    if (next === undefined) return { text, asked };
    expect(asked, 'a question that is answered is not asked again').not.toContain(next.id);
    asked.push(next.id);
    const said = answers.find(([id]) => id.test(next.id))?.[1] ?? 1;
    const after = answer(text, next, said);
    expect(findingsOf(after), next.id).toEqual([]);
    text = after;
  }
}

test('the registry has every kind of question', () => {
  const files = readdirSync(new URL('.', import.meta.url)).map((name) => name.replace(/\.ts$/, ''));
  expect(questionKinds.map(({ name }) => name).sort()).toEqual(files.filter((name) => name !== 'index' && !name.endsWith('.test')).sort());
});

const helpdesk = [
  [/^records/, 'tickets, customers'],
  [/^fields Ticket/, 'description, customer, due date, priority (low / normal / high), price'],
  [/^fields Customer/, 'phone number, website'],
  [/^account/, 'customer, agent'],
  [/^stages Ticket/, 'open, in progress, resolved, closed'],
  [/^stages Customer/, 2],
  [/^permissions/, 2],
  [/^limits/, 'answer time = 2 days, currency = EUR'],
  [/^title/, 'Helpdesk'],
  [/^purpose/, 'A small company keeps track of the problems of its customers.'],
  [/^people customer/, 'report a problem'],
  [/^people agent/, 'solve it'],
  [/^guard .*resolve/, 'description'],
] as const;

test('leads from nothing to a running product, one question after the other', () => {
  const { text, asked } = interview(unidentified, helpdesk);
  expect(text.split('\n')[0]).toBe('# Specification: Helpdesk');
  expect(asked.slice(0, 4)).toEqual(['records', 'fields Ticket', 'fields Customer', 'account']);
  const model = readModel(text);
  expect(model.entities.map(({ name }) => name.text)).toEqual(['Ticket', 'Customer', 'User']);
  expect(model.machines).toHaveLength(1);
  expect(model.roles.map(({ name }) => name.text)).toEqual(['visitor', 'customer', 'agent']);
  expect(model.screens.filter(({ assumed }) => !assumed).length).toBeGreaterThanOrEqual(3);
  expect(model.sections.map(({ state }) => state)).not.toContain('not shown');
  expect(model.assumptions).toEqual([]);
  expect(model.entities[0]?.fields.map(({ name, type }) => `${name.text} ${type.kind}`)).toEqual([
    'name text',
    'description markdown',
    'customer relation',
    'dueDate date',
    'priority enum',
    'price money',
    'status state',
  ]);
  expect(errorsOf(text)).toEqual([]);

  productInMemory(text);
  const rows = `
    nobody | \`sign up with {"name": "Eve", "email": "eve@example.com", "password": "correct-horse"}\` | |
    nobody | \`create Ticket with {"name": "Printer"}\` | refused UNAUTHORIZED
    Ana | \`create Ticket as t with {"name": "Printer"}\` | \`t.status == "open"\`
    Ana | \`create Ticket with {"name": " "}\` | refused INVALID
    Ana | \`start t\` | \`t.status == "in progress"\`
    Ana | \`resolve t\` | refused CONFLICT
    Bo | \`update t with {"description": "It was not plugged in."}; resolve t\` | \`t.status == "resolved"\``;
  expect(failedRows(text.slice(text.indexOf('## 2.')), rows)).toEqual([]);
});

const described: readonly [string, readonly (readonly [RegExp, string | number])[]][] = [
  [
    'always the first choice',
    [
      [/^records/, 'rooms'],
      [/^fields/, 'size'],
      [/^account/, 'guest, host'],
      [/^stages/, 'free, booked'],
      [/^limits/, 'rooms = 3'],
      [/^rules/, 1],
      [/^title|^purpose|^people/, 'rent rooms'],
      [/^permission/, 1],
    ],
  ],
  [
    'everybody, without signing in',
    [
      [/^records/, 'order lines and companies'],
      [/^fields/, 2],
      [/^account/, 3],
      [/^stages/, 2],
      [/^limits/, 2],
      [/^screens/, 2],
      [/^calls/, 2],
      [/^errors/, 2],
      [/^purpose/, '# orders'],
      [/^title/, 'orders'],
    ],
  ],
  [
    'people who are all alike',
    [
      [/^records/, 'people, books'],
      [/^fields Book/, 'title, author: Person, starts, ends, tags, people'],
      [/^fields/, 2],
      [/^account/, 2],
      [/^stages/, 'wanted, bought'],
      [/^rules/, 'book'],
      [/^limits/, 2],
      [/^screens/, 2],
      [/^title|^purpose|^people/, 'read'],
      [/^guard/, 'title'],
    ],
  ],
  [
    'nothing',
    [
      [/^records/, 2],
      [/^title|^purpose/, 'It says hello.'],
    ],
  ],
];

test.each(described)('%s: ends, without an error, and runs', (_title, answers) => {
  const { text } = interview(unidentified, answers);
  expect(errorsOf(text)).toEqual([]);
  productInMemory(text);
});

test('an unacceptable answer explains why, and what to write instead', () => {
  const model = readModel(unidentified);
  const [records] = questionsOf(model);
  const say = (question: Question | undefined, words: string): string => {
    const choice = question?.choices.find((one) => 'blank' in one);
    const written = choice !== undefined && 'blank' in choice ? choice.write(words) : null;
    return written === null || written.ok ? '' : written.problem;
  };
  expect(say(records, '')).toMatch(/Name at least one thing/);
  expect(say(records, '¡!')).toMatch(/use letters/);
  const withTicket = readModel(answer(unidentified, records as Question, 'tickets'));
  const [fields] = questionsOf(withTicket);
  expect(say(fields, 'name')).toMatch(/already/);
  expect(say(fields, 'due, Due')).toMatch(/already/);
  expect(say(fields, 'me')).toMatch(/cannot be the name/);
  expect(say(fields, 'x: thing')).toMatch(/“thing” is not a type/);
  expect(say(fields, 'level (low)')).toMatch(/at least two values/);
});

test('each hole has a question; those with the most dependents come first', () => {
  const text =
    '# Specification: X\n\n## 3. E\n\n### Ticket\n\n| Field | Type | Default |\n|---|---|---|\n| title | text | ? |\n| until | datetime | `now + WINDOW` |\n\n## 9. Limits\n\n| Constant | Value | Unit |\n|---|---|---|\n| WINDOW | ? | days |\n| OTHER | TBD | |\n';
  const questions = questionsOf(readModel(text)).filter(({ id }) => id.startsWith('hole'));
  expect(questions.map(({ question }) => question)[0]).toContain('WINDOW');
  expect(questions).toHaveLength(3);
  expect(answer(text, questions[0] as Question, '7')).toContain('| WINDOW | 7 | days |');
});

test('asks about a dead end, and about an event without a permission', () => {
  const text =
    '# Specification: X\n\n## 3. E\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| status | state |\n\n## 4. S\n\n### Ticket.status\n\n| From | Event | To |\n|---|---|---|\n| | | open |\n| open | close | closed |\n\n## 6. R\n\n| Role | Is |\n|---|---|\n| all | `true` |\n\n| Permission | all |\n|---|---|\n| Ticket: create, read | yes |\n';
  const byId = (id: string): Question => questionsOf(readModel(text)).find((one) => one.id === id) as Question;
  const end = byId('dead-end Ticket.status closed');
  expect(answer(text, end, 1)).toContain('| open | close | closed | final |');
  expect(answer(text, end, 'open')).toContain('| closed | reopen | open |');
  const may = byId('permission Ticket: close');
  expect(answer(text, may, 1)).toContain('| Ticket: close | yes |');
  expect(errorsOf(answer(text, may, 1))).toEqual([]);
});

test.each(Object.entries(specs))('%s: every choice can be written, and makes no error', (_path, text) => {
  const before = errorsOf(text);
  for (const question of questionsOf(readModel(text))) {
    expect(question.choices.length, question.id).toBeGreaterThan(0);
    for (const choice of question.choices) {
      const edits = 'edits' in choice ? choice.edits : null;
      if (edits === null) continue;
      const after = applyEdits(text, edits);
      expect(after, `${question.id}: ${choice.label}`).not.toBe(text);
      expect(errorsOf(after), `${question.id}: ${choice.label}`).toEqual(before);
    }
  }
});

test('an answer keeps the document’s text', () => {
  const text = '# Specification: X\r\n\r\nWords.\r\n\r\n## 3. Things\r\n\r\nMore words.\r\n';
  const model: Model = readModel(text);
  for (const question of questionsOf(model)) {
    const after = answer(text, question, question.choices.findIndex((one) => 'blank' in one) < 0 ? 1 : 'a thing');
    expect(after).toContain('Words.\r\n');
    expect(after).toContain('More words.\r\n');
    expect(after).not.toMatch(/(?<!\r)\n/);
  }
});

test('a text that is no specification has no questions', () => {
  expect(questionsOf(readModel('Call me Ishmael.'))).toEqual([]);
});

test('stages: a cancelled record comes from every open stage, not after the last one', () => {
  const text = '# Specification: Repairs\n\n## 3. Entities\n\n### Order\n\n| Field | Type |\n|---|---|\n| name | text |\n';
  const question = questionsOf(readModel(text)).find(({ id }) => id === 'stages Order');
  const choice = question?.choices[0];
  if (choice === undefined || !('blank' in choice)) throw new Error('there is a choice with words');
  const answer = choice.write('received, diagnosed, waiting for parts, collected, cancelled');
  const written = readModel(applyEdits(text, answer.ok ? answer.edits : []));
  const rows = written.machines[0]?.transitions.map(({ from, trigger, to }) => [
    from.map((state) => state.text).join('+'),
    trigger.kind === 'event' ? trigger.name.text : '',
    to?.text,
  ]);
  expect(rows).toEqual([
    ['received', 'diagnose', 'diagnosed'],
    ['diagnosed', 'move to waiting for parts', 'waiting for parts'],
    ['waiting for parts', 'collect', 'collected'],
    ['received+diagnosed+waiting for parts', 'cancel', 'cancelled'],
  ]);
});

/** The text after answering a question, which is found by the beginning of its id. */
const said = (text: string, id: string, words: string | number): string => {
  const question = questionsOf(readModel(text)).find((one) => one.id.startsWith(id));
  if (question === undefined) throw new Error(`no question ${id}`);
  return answer(text, question, words);
};

test('fields: money by its currency, whole numbers, existing people, and the parts of a record', () => {
  const named = said(said(unidentified, 'records', 'orders, order lines'), 'account', 'customer, mechanic');
  const text = said(named, 'fields Order', 'total: euros, pieces: whole number, deposit in euros, owner, lines');
  const model = readModel(text);
  const typesOf = (entity: string) =>
    Object.fromEntries(
      (model.entities.find(({ name }) => name.text === entity)?.fields ?? []).map((field) => [
        field.name.text,
        text.slice(field.typeSpan.from, field.typeSpan.to),
      ]),
    );
  expect(typesOf('Order')).toMatchObject({
    total: 'money',
    pieces: 'integer',
    deposit: 'money',
    owner: 'User',
    lines: 'list of OrderLine by order',
  });
  expect(typesOf('OrderLine')).toMatchObject({ order: 'Order on delete cascade' });
  expect(text).toContain('| CURRENCY | EUR |');
  expect(errorsOf(text)).toEqual([]);
  // The limits are still asked for, and the order of a line need not be named again.
  expect(said(text, 'limits', 'window = 7 days')).toContain('| WINDOW | 7 | days |');
  expect(said(text, 'fields OrderLine', 'order, price')).toContain('| price | money |');
});

test('people whose records exist can sign in once they have accounts: their email is unique', () => {
  const kept = said(said(unidentified, 'records', 'members'), 'fields Member', 'email, joined on');
  const text = said(kept, 'account', 'member, owner');
  expect(text).toContain('| Field | Type | Required | Unique | Default | Description |');
  expect(checkModel(readModel(text)).map(({ code }) => code)).not.toContain('sign-in-not-unique');
});

test('a person noted before there were accounts becomes an account', () => {
  const text = said(said(said(unidentified, 'records', 'bikes'), 'fields Bike', 'owner, brand'), 'account', 'customer, mechanic');
  expect(said(text, 'person Bike.owner', 1)).toContain('| owner | User |');
  const kept = said(text, 'person Bike.owner', 2);
  expect(questionsOf(readModel(kept)).map(({ id }) => id)).not.toContain('person Bike.owner');
});

test('for a plain list, asks whether its records are parts or shared', () => {
  const text = said(said(unidentified, 'records', 'books, authors'), 'fields Book', 'authors');
  const parts = said(text, 'list Book.authors', 1);
  expect(parts).toContain('list of Author by book');
  expect(errorsOf(parts)).toEqual([]);
  const shared = said(text, 'list Book.authors', 2);
  expect(errorsOf(shared)).toEqual([]);
  expect(questionsOf(readModel(shared)).map(({ id }) => id)).not.toContain('list Book.authors');
});

test('the event that leads to a state comes from the answer, or is asked for if no verb is known', () => {
  const things = said(unidentified, 'records', 'cakes');
  const text = said(things, 'stages Cake', 'ordered, in the oven (bake), with the client, on the way home, sold');
  expect(text).toContain('| ordered | bake | in the oven |');
  const renamed = said(text, 'event Cake.status move to with the client', 'Hand over.');
  expect(renamed).toContain('| in the oven | hand over | with the client |');
  expect(renamed).toContain('move to on the way home');
  expect(errorsOf(renamed)).toEqual([]);
});
