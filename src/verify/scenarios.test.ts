import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFewExamples } from '../../testing/few-examples.ts';
import { readModel } from '../model/read.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { runScenario, runScenarios, type ScenarioResult } from './scenarios.ts';

const spec = (name: string): string => readFileSync(new URL(`../../specs/${name}`, import.meta.url), 'utf8');

test.each([
  'helpdesk.md',
  'conduit.md',
  'conduit-strict.md',
  'booking.md',
  'inventory.md',
  'school.md',
  'bookshop.md',
  'invoicing.md',
  'clinic.md',
  'teamwork.md',
])('all scenarios of %s pass', (name) => {
  const results = runScenarios(readModel(spec(name)));
  const failed = results.flatMap(({ title, rows }) => rows.filter((row) => !row.passed).map((row) => ({ title, ...row })));
  expect(failed).toEqual([]);
  expect(results.length).toBeGreaterThan(0);
});

/** The failed rows of a scenario with this table; the rest of the document is the helpdesk. */
function failures(rows: string, text = withFewExamples('helpdesk.md', spec('helpdesk.md'))) {
  const own = `### Scenario: here\n\n| As | Do | Expect |\n|---|---|---|\n${rows}\n\n## 2. Screens`;
  const start = text.indexOf('### Scenario');
  const model = readModel(text.slice(0, start) + own + text.slice(text.indexOf('## 2. Screens') + '## 2. Screens'.length));
  const [result] = runScenarios(model);
  return { passed: result?.passed, rows: result?.rows.filter((row) => !row.passed) ?? [], line: result?.rows[0]?.line };
}

test('a wrong scenario fails at its wrong row and says what happened instead; the other rows still run', () => {
  const right = withFewExamples('helpdesk.md', spec('helpdesk.md'));
  const wrong = right
    .replace('t.status == "assigned" && t.assignee == Bo', 't.status == "open" && t.assignee == Bo')
    .replace('refused TICKET_CLOSED', 'refused COMMENT_EMPTY');
  const lineOf = (text: string): number => wrong.slice(0, wrong.indexOf(text)).split('\n').length;
  const results = runScenarios(readModel(wrong));
  expect(results.map((result) => result.passed)).toEqual([false, true, false, true, true]);
  expect(results[0]?.rows.filter((row) => !row.passed)).toEqual([
    {
      line: lineOf('t.status == "open" && t.assignee == Bo'),
      passed: false,
      expected: 't.status == "open" && t.assignee == Bo',
      actual: 't.status is “assigned”',
    },
  ]);
  expect(results[2]?.rows.filter((row) => !row.passed)).toMatchObject([
    {
      line: lineOf('refused COMMENT_EMPTY'),
      expected: 'refused COMMENT_EMPTY',
      actual: 'refused TICKET_CLOSED (This ticket is closed. Please report a new problem.) because the rule “closed is closed” is broken',
    },
  ]);
});

test('a row can expect that a screen is seen or not, with the record that was bound last', () => {
  const { rows } = failures(`| Ana | \`create Ticket as t with {"subject": "x"}\` | sees Ticket |
| Carl | \`get Ticket as own where id == Invoice.id\` | sees Ticket |
| Ana | \`get Ticket as mine where id == t.id\` | does not see Queue |
| Mia | \`close Invoice\` | sees Team |
| nobody | \`wait days(0)\` | sees Sign in |
| nobody | \`wait days(0)\` | sees Queue |
| Ana | \`wait days(0)\` | does not see My tickets |`);
  expect(rows.map((row) => row.actual)).toEqual(['does not see Queue: the screen “Queue” is for agent, manager', 'sees My tickets']);
});

test('a role acts as an example person who has it', () => {
  const { rows } = failures(`| manager | \`create Ticket as t with {"subject": "x"}\` | \`t.customer == Mia\` |
| visitor | \`create Ticket with {"subject": "x"}\` | refused UNAUTHORIZED |
| Boiler | \`create Ticket with {"subject": "x"}\` | |
| Nobody else | \`create Ticket with {"subject": "x"}\` | |`);
  expect(rows.map((row) => row.actual)).toEqual([
    'Boiler is an example of Ticket, which is not the entity of accounts',
    '“Nobody else” is neither an example nor a role',
  ]);
});

test('a refusal or a missing value is reported', () => {
  const { rows } = failures(`| Ana | \`create Ticket as t with {"subject": " "}\` | \`t.status == "open"\` |
| Ana | \`create Ticket as u with {"subject": "x"}\` | refused SUBJECT_EMPTY |
| Ana | \`update u with {"subject": "y"}\` | \`u.assignee.name == "Bo" && u.subject == "y"\` |
| Ana | \`update u with {"subject": "z"}\` | \`u.subject == "y" \\|\\| u.status == "closed"\` |
| Ana | \`update u with {"subject": "z"}\` | \`t.subject == "y"\` |`);
  expect(rows.map((row) => row.actual)).toEqual([
    'refused SUBJECT_EMPTY (Say what the problem is.) because the rule “subject is required” is broken',
    'not refused',
    'u.assignee.name == "Bo" has no value: “assignee” is null, so it has no “name”',
    'u.subject is “z”, and u.status is “open”',
    '“t” does not exist, because line 20 failed',
  ]);
});

test('a name that a later row has bound is not reported as missing', () => {
  const { rows } = failures(`| Ana | \`create Ticket as t with {"subject": " "}\` | |
| Ana | \`create Ticket as t with {"subject": "x"}\` | |
| Ana | \`update t with {"subject": "y"}\` | \`t.subject == "x"\` |`);
  expect(rows.map((row) => row.actual)).toEqual([expect.stringMatching(/^refused SUBJECT_EMPTY/), 't.subject is “y”']);
});

test('an empty As repeats the person of the row above', () => {
  const { rows } = failures(`| Ana | \`create Ticket as t with {"subject": "x"}\` | \`t.customer == me\` |
| | \`update t with {"subject": "y"}\` | \`t.subject == "y"\` |
| nobody | \`wait days(0)\` | does not see Queue |
| | | sees Sign in |
| | \`update t with {"subject": "z"}\` | \`t.subject == "z"\` |`);
  expect(rows.map((row) => row.actual)).toEqual([expect.stringMatching(/^refused UNAUTHORIZED/)]);
});

test('each scenario starts with only the examples, at the same time, with the same ids and numbers', () => {
  const rows = `| As | Do | Expect |
|---|---|---|
| nobody | \`wait days(20)\` | \`Invoice.status == "?"\` |
| Ana | \`create Ticket as t with {"subject": "x"}\` | \`t.id == null\` |
| Ana | | \`t.number == 0\` |
| Ana | | \`t.createdAt == null\` |
| Ana | | \`Ticket.size() == 0\` |
| Bo | \`create Comment as c with {"ticket": t, "body": "y"}; resolve t\` | \`c.id == null\` |
| Ana | \`wait days(20)\` | \`t.status == "?"\` |
| Ana | | \`now == null\` |
`;
  const text = withFewExamples('helpdesk.md', spec('helpdesk.md'));
  const own = ['one', 'two', 'three'].map((name) => `### Scenario: ${name}\n\n${rows}`);
  const model = readModel(text.slice(0, text.indexOf('### Scenario')) + own.join('\n') + text.slice(text.indexOf('\n## 2. Screens')));
  const saidIn = ({ rows }: ScenarioResult) => rows.map(({ actual }) => actual);
  const alone = model.scenarios.map((scenario) => saidIn(runScenario(model, scenario, createMemoryStore(model))));
  expect(runScenarios(model).map(saidIn)).toEqual(alone);
  expect(alone[0]).toContain('t.number is 4');
  expect(alone[0]).toContain('t.status is “closed”');
  expect(alone[0]).toContain('Invoice.status is “closed”');
});
