import { describe, expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { expressionsOf } from '../expression/action.ts';
import type { Model } from './model.ts';
import { readModel } from './read.ts';

/** What people write who know other notations: each is explained, with a change that mends it. */

const entities = `# Specification: School

## 3. Entities and their fields

### Person

| Field | Type |
|---|---|
| email | email |
| password | password |
| kind | enum student, teacher |

### Lesson

| Field | Type |
|---|---|
| student | Person |
| teacher | Person |
| starts | datetime |
| ends | datetime |
| length | integer |
`;
const withState = entities.replace('| length | integer |', '| length | integer |\n| state | state |');

const noted = (model: Model): string[] => model.misreads.map(({ message }) => message);

/** Every problem that the reader found. */
const problems = (model: Model): string[] => [
  ...noted(model),
  ...model.holes.filter(({ kind }) => kind !== 'section').map(({ about }) => about),
  ...model.references.filter(({ found }) => !found).map(({ text }) => text),
  ...model.expressions.flatMap(({ expression }) => expression.problems.map(({ message }) => message)),
  ...model.actions
    .flatMap(({ action }) => [action, ...action.steps.flatMap(expressionsOf)])
    .flatMap((one) => one.problems.map(({ message }) => message)),
];

/** The text with the first suggestion of each of the reader's findings, one after the other. */
function mended(text: string): string {
  let written = text;
  for (let count = 0; count < 20; count++) {
    const model = readModel(written);
    const fix = model.misreads.flatMap(({ suggestions }) => suggestions.slice(0, 1))[0];
    const sources = [...model.actions.map(({ action }) => action), ...model.expressions.map(({ expression }) => expression)];
    const inSource = sources.flatMap((source) =>
      source.problems.filter(({ suggestions }) => suggestions.length > 0).map((problem) => ({ source, problem })),
    )[0];
    if (fix !== undefined) written = applyEdits(written, [{ from: fix.span.from, to: fix.span.to, insert: fix.insert }]);
    else if (inSource !== undefined) {
      const { source, problem } = inSource;
      const [from, to] = [source.at(problem.from), source.at(problem.to - 1) + 1];
      written = applyEdits(written, [{ from, to, insert: problem.suggestions[0] ?? '' }]);
    } else return written;
  }
  throw new Error('the changes do not come to an end');
}

const section = (number: number, text: string): string => `\n## ${number}. Section\n\n${text}\n`;
const states = (...rows: string[]): string =>
  section(4, `### Lesson\n\n| From | Event | To |\n|---|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}`);
const rules = (...rows: string[]): string =>
  section(5, `| Rule | On | Must hold |\n|---|---|---|\n${rows.map((row) => `| r | ${row} |`).join('\n')}`);
const roles = section(6, '| Role | Is |\n|---|---|\n| student | `me.kind == "student"` |');
const permissions = (...rows: string[]): string =>
  `${roles}\n| Permission | student |\n|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;
const defaults = (row: string): string => `\n### Bill\n\n| Field | Type | Default |\n|---|---|---|\n| value | ${row} |\n`;
const calls = (does: string, returns: string): string =>
  section(7, `| Call | Does | Returns |\n|---|---|---|\n| \`GET /lessons/:id\` | \`${does}\` | \`${returns}\` |`);
const is = (condition: string): string =>
  section(6, `| Role | Is |\n|---|---|\n| teacher | \`${condition}\` |\n\n| Account | |\n|---|---|\n| Entity | Person |`);
const returned = (name: string, does = 'list Lesson as ls'): string =>
  view('LessonView of Lesson', 'Key').replace('LessonView(l)', name).replace('get Lesson as l where l.id == id', does);
const made = (does: string): string => calls(does, '1').replace('GET', 'POST').replace('/:id', '');
/** A transition with this Guard, or with this Effect. */
const guarded = (guard: string): string =>
  section(4, `### Lesson\n\n| From | Event | To | Guard |\n|---|---|---|---|\n| | | planned | |\n| planned | hold | held | ${guard} |`) +
  section(8, '| Error | Status | Message |\n|---|---|---|\n| TOO_SHORT | 409 | Too short. |');
const effects = (effect: string): string =>
  section(4, `### Lesson\n\n| From | Event | To | Effect |\n|---|---|---|---|\n| | | planned | |\n| planned | hold | held | ${effect} |`);
const withScreen = (part: string, icon = ''): string =>
  entities.replace(
    '## 3.',
    `## 2. Screens\n\n| Screen | Route | Icon |\n|---|---|---|\n| Home | / | ${icon} |\n\n### Home\n\n${part}\n\n## 3.`,
  );
const examples = (first: string, heading: string): string =>
  `\n### ${heading}\n\n| ${first} | email |\n|---|---|\n| Ana | ana@example.com |\n`;
const taken = (takes: string): string =>
  section(
    7,
    `| Call | Takes | Does | Returns |\n|---|---|---|---|\n| \`POST /lessons\` | ${takes} | \`create Lesson as l with {"length": length}\` | \`topic\` |`,
  );
const view = (heading: string, key: string): string =>
  `${calls('get Lesson as l where l.id == id', 'LessonView(l)')}\n### ${heading}\n\n| ${key} | Value |\n|---|---|\n| length | |\n`;

describe('is explained, and its change leaves no problem', () => {
  test.each([
    [
      'states of an entity without a field for them',
      entities + states('| | planned', 'planned | hold | held'),
      /no field for these states/,
    ],
    [
      'states of an entity whose enum has them',
      entities.replace('| length | integer |', '| status | enum planned, held |') + states('| | planned', 'planned | hold | held'),
      /“status” has the same values/,
    ],
    ['a start in parentheses', withState + states('(start) | | planned', 'planned | hold | held'), /empty From/],
    ['a start as in a diagram', withState + states('[*] | | planned', 'planned | hold | held'), /empty From/],
    ['an event in the row of the start', withState + states('| plan | planned', 'planned | hold | held'), /has no event/],
    ['a creation in the row of the start', withState + states('| create | planned', 'planned | hold | held'), /has no event/],
    ['a length of time alone', withState + states('| | planned', 'planned | 14 days | held'), /after `days\(14\)`/],
    ['the error of a guard in its cell', withState + guarded('`length > 3` else TOO_SHORT'), /in the column Error/],
    ['steps in code spans of their own', withState + effects('`length = 3`, `self.starts = now`'), /“;” joins actions/],
    ['brackets around unique fields', entities + rules('Lesson | unique (student, teacher)'), /no brackets/],
    ['words between two fields', entities + rules('Lesson | no overlap of starts to ends per teacher'), /“no overlap starts, ends”/],
    ['a moment as a type', entities.replace('| length | integer |', '| held | moment |'), /read as datetime/],
    ['a number in sequence as a type', entities.replace('| length | integer |', '| number | number in sequence |'), /read as serial/],
    ['a slug of a name', entities.replace('| length | integer |', '| topic | text |\n| path | slug of topic |'), /`slugify\(topic\)`/],
    ['an expression without backticks as a default', entities + defaults('date | today + days(14)'), /“`today \+ days\(14\)`”/],
    ['a person without backticks as a default', entities + defaults('Person | me'), /such as `me`/],
    ['a sum in words', entities + rules('Lesson | `length <= sum of Lesson.length`'), /“sum\(Lesson.map\(x, x.length\)\)”/],
    ['hours between two moments', entities + rules('Lesson | `hoursBetween(starts, ends) < 3`'), /“hours\(ends - starts\)”/],
    [
      'values behind the fields of a form',
      withScreen('- form to create Lesson: length, teacher with {"student": me} for student') + roles,
      /nested in its bullet/,
    ],
    ['the type of a figure', withScreen('- figure Lessons: `size(Lesson)` as integer'), /Write only `size\(Lesson\)`/],
    ['an icon by another word', withScreen('- text: Hello', 'cart'), /not an icon/],
    ['examples below the name of their entity', entities + examples('Person', 'Examples of people'), /read as one of examples/],
    ['examples with another first header', entities + examples('Record', 'Sample data for Person'), /read as one of examples/],
    [
      'an expression without backticks in an example',
      `${entities}\n| Example | starts |\n|---|---|\n| First | now + days(1) |\n`,
      /in backticks: `now \+ days\(1\)`/,
    ],
    ['a moment after “after”', withState + states('| | planned', 'planned | after `starts` | held'), /“at `starts`”/],
    [
      'a column for the parameters of events',
      withState +
        section(
          4,
          '### Lesson\n\n| From | Event | Takes | To | Effect |\n|---|---|---|---|---|\n| | | | planned | |\n| planned | hold | minutes: integer | held | `length = minutes` |',
        ),
      /Write “hold\(minutes: integer\)” here/,
    ],
    ['fields joined by “and”', entities + rules('Lesson | unique student and teacher'), /“student, teacher”/],
    ['operations joined by “and”', entities + rules('Lesson on create and update | `length > 0`'), /“create, update”/],
    ['an operation after a point', entities + rules('Lesson.create | `length > 0`'), /“Lesson on create”/],
    ['another word for an operation', entities + permissions('Lesson: view, edit | yes'), /“read”/],
    ['own records', entities + permissions('Lesson: read | own'), /`student == me`/],
    [
      'own records through another one',
      `${entities}\n### Grade\n\n| Field | Type |\n|---|---|\n| lesson | Lesson |\n${permissions('Grade: read | own')}`,
      /`lesson.student == me`/,
    ],
    [
      'the roles of a start',
      withState +
        states('| | planned', 'planned | hold | held')
          .replaceAll('| To |', '| To | Roles |')
          .replace('planned |\n', 'planned | student |\n')
          .replace('|---|---|---|', '|---|---|---|---|') +
        roles,
      /says who may create/,
    ],
    ['an own account', entities + permissions('Person: read | own'), /`self == me`/],
    ['a key after “by”', entities + calls('get Lesson by id as l', 'l.length'), /“where” says which record/],
    ['a view without its entity', entities + view('LessonView', 'Key'), /“### LessonView of Lesson”/],
    ['the fields of a view', entities + view('LessonView of Lesson', 'Field'), /begins with “Key”/],
    ['a timer in words', withState + states('| | planned', 'planned | 14 days later | held'), /after `days\(14\)`/],
    ['every operation', entities + permissions('Lesson: * | yes'), /create, read, update, delete/],
    ['a rule in words', entities + rules('Lesson.length | must be at least 3'), /`length >= 3`/],
    ['a moment in words', entities + rules('Lesson.starts | in the future'), /`starts > now`/],
    ['a text in words', entities + rules('Person.email | regex ^.+@.+$'), /email.matches/],
    [
      'who has a role, in words',
      `${entities}${section(6, '| Role | Is |\n|---|---|\n| teacher | kind = teacher |')}`,
      /me.kind == "teacher"/,
    ],
    [
      'a status in words',
      entities + section(8, '| Error | Status | Message |\n|---|---|---|\n| FULL | Not Found | It is full. |'),
      /a number from 400/,
    ],
    [
      'a popup',
      entities + section(8, '| Error | Status | Message | Shown |\n|---|---|---|---|\n| FULL | 409 | It is full. | popup |'),
      /toast, dialog/,
    ],
    [
      'the role of those who sign up',
      `${entities}${roles}\n| Account | |\n|---|---|\n| Entity | Person |\n| Sign in with | email, password |\n| Sign up | as student |\n`,
      /Sign up is “yes”/,
    ],
    ['a field of the person acting', entities + is('kind == teacher'), /“me.kind”/],
    ['a field of the person, of all people', entities + is('Person.kind == "teacher"'), /write me.kind/],
    ['another word for the person acting', entities + is('user.kind == "teacher"'), /the person acting is “me”/],
    ['a list of a view', entities + returned('[LessonView]'), /“ls.map\(x, LessonView\(x\)\)”/],
    ['a view with brackets', entities + returned('LessonView[]'), /“ls.map\(x, LessonView\(x\)\)”/],
    ['a list of a view in words', entities + returned('list of LessonView'), /“ls.map\(x, LessonView\(x\)\)”/],
    ['a view as a type', entities + returned('LessonView', 'get Lesson as l where l.id == id'), /“LessonView\(l\)”/],
    [
      'everyone as a role of a call',
      entities + section(7, '| Call | Does | Roles |\n|---|---|---|\n| `GET /lessons` | `list Lesson as ls` | all |'),
      /leave the cell empty/,
    ],
    [
      'everyone as a role of a screen',
      entities.replace(
        '## 3.',
        '## 2. Screens\n\n| Screen | Route | Roles |\n|---|---|---|\n| Home | / | Everyone |\n\n### Home\n\n- text: Hello\n\n## 3.',
      ),
      /Everyone may who may read/,
    ],
    [
      'values without a map',
      entities + made('create Lesson with length = 3, student = me'),
      /create Lesson with {"length": 3, "student": me}/,
    ],
    ['what a call takes, without braces', entities + taken('length, topic?'), /is in braces: `\{length, topic\?\}`/],
    ['what a call takes, with types', entities + taken('`{length: integer, topic: string?}`'), /names only/],
    ['the same without braces', entities + taken('length: number, topic?: text'), /names only/],
    ['values in parentheses', entities + made('create a Lesson(length: max(3, 4))'), /create Lesson with {"length": max\(3, 4\)}/],
    ['values in braces alone', entities + made('create Lesson as l { length: 3 }'), /create Lesson as l with {"length": 3}/],
    ['values after “set”', entities + made('get Lesson as l where l.length == 3; update l set length = 3'), /update l with {"length": 3}/],
    ['keys without quotes', entities + calls('get Lesson as l where l.id == id', '{length: l.length}'), /write "length"/],
    [
      'a parameter of a path that may be missing',
      entities + calls('get Lesson as l where l.id == id', 'l.length').replace(':id', '{id?}'),
      /write “:id”/,
    ],
    ['one with a colon', entities + calls('get Lesson as l where l.id == id', 'l.length').replace(':id', ':id?'), /write “:id”/],
    ['days as a default', entities + defaults('date | 14 days'), /`today \+ days\(14\)`/],
    ['weeks from now as a default', entities + defaults('datetime | 2 weeks from now'), /`now \+ days\(14\)`/],
    ['months as a default', entities + defaults('date | in 2 months'), /`today \+ months\(2\)`/],
    ['tomorrow as a default', entities + defaults('date | tomorrow'), /`today \+ days\(1\)`/],
    ['weeks in an expression', entities + defaults('date | `today + 2 weeks`'), /“days\(14\)”/],
    ['years in an expression', entities + defaults('date | `today + 1 year`'), /“months\(12\)”/],
    ['a function of weeks', entities + defaults('date | `today + weeks(2)`'), /“days\(14\)”/],
    [
      'a constant of months',
      entities + defaults('date | `today + LOAN`') + section(9, '| Constant | Value | Unit |\n|---|---|---|\n| LOAN | 2 | months |'),
      /“today \+ months\(LOAN\)”/,
    ],
    [
      'a constant of years',
      entities + defaults('datetime | `now - AGE`') + section(9, '| Constant | Value | Unit |\n|---|---|---|\n| AGE | 2 | years |'),
      /“now - months\(12 \* AGE\)”/,
    ],
    ['a number of days', entities + defaults('date | `today + 14`'), /“today \+ days\(14\)”/],
    ['a rule without its backticks', entities + rules('Lesson | length >= 3'), /`length >= 3`/],
    ['one with a word of other languages', entities + rules('Lesson | length between 3 and 5'), /length >= 3 && length <= 5/],
    ['a rule in words that begins with a field', entities + rules('Lesson | the starts must be in the future'), /`starts > now`/],
    ['who is signed in', `${entities}${section(6, '| Role | Is |\n|---|---|\n| person | signed in |')}`, /`me != null`/],
    ['who is not signed in', `${entities}${section(6, '| Role | Is |\n|---|---|\n| guest | not logged in |')}`, /`me == null`/],
    [
      'fields to sign in with, joined by “and”',
      `${entities}${roles}\n| Account | |\n|---|---|\n| Entity | Person |\n| Sign in with | email and password |\n`,
      /“email, password”/,
    ],
    ['a moment of the record as a timer', withState + states('| | planned', 'planned | after starts | held'), /“at `starts`”/],
    [
      'a day of the record as a timer',
      withState.replace('starts | datetime', 'starts | date') + states('| | planned', 'planned | when the starts has passed | held'),
      /“at `datetime\(starts, time/,
    ],
    ['a type that may be missing', entities.replace('| length | integer |', '| by | Person? |'), /Write “Person”/],
    ['the present as a default', entities + defaults('datetime | now()'), /“`now`”/],
    ['the day as a default', entities + defaults('date | current date'), /“`today`”/],
    ['the person as a default', entities + defaults('Person | current user'), /such as `me`/],
    ['a currency in a default', entities + defaults('money | 50 EUR'), /“50”/],
    ['a type called role', `${entities.replace('| length | integer |', '| by | role |')}${roles}`, /“enum student”/],
  ])('%s', (_, text, message) => {
    const found = problems(readModel(text));
    expect(found.join('\n')).toMatch(message);
    expect(problems(readModel(mended(text)))).toEqual([]);
  });
});

test('a table below “Examples of people” has people, wherever it is', () => {
  const { entities: read } = readModel(entities + examples('Example', 'Examples of people').replaceAll('###', '####'));
  expect(read.map(({ name, examples: rows }) => [name.text, rows.length])).toEqual([
    ['Person', 1],
    ['Lesson', 0],
  ]);
});

test('a guard with an error for each of several conditions', () => {
  const text = withState + guarded('`length > 3` else TOO_SHORT; `teacher != null` else NO_TEACHER');
  expect(problems(readModel(text))).toEqual([expect.stringContaining('write a row above with the To “refused”')]);
});

test('comments of a timeline are a list', () => {
  const text = withScreen('- timeline of Lesson with comments');
  expect(problems(readModel(text)).join()).toContain('list of Comment where `lesson == self` as conversation');
});

test.each(['14 months later', 'after 2 years', 'after months(2)', 'after `months(2)`'])('“%s” is no time for a timer', (event) => {
  const found = problems(readModel(withState + states('| | planned', `planned | ${event} | held`)));
  expect(found).toEqual([expect.stringMatching(/fixed length/)]);
});

test.each(['months(2) + today', 'now - createdAt > months(2)', 'days(1) + months(2)'])('`months` has no value in “%s”', (source) => {
  expect(problems(readModel(entities + rules(`Lesson | \`${source} == null\``))).join()).toMatch(/months\(n\) is added to a date/);
});

test('a cell of 200,000 characters is read', () => {
  const text = entities + rules(`Lesson | unique ${'student and '.repeat(17_000)}teacher`);
  expect(problems(readModel(text)).length).toBeGreaterThan(0);
});

test.each([
  ['date', '2027-01-05', 'date(2027, 1, 5)'],
  ['datetime', '2027-01-05 19:30', 'datetime(date(2027, 1, 5), time("19:30"))'],
  ['datetime', '2027-01-05T19:30:00', 'datetime(date(2027, 1, 5), time("19:30"))'],
  ['time', '19:30', 'time("19:30")'],
])('a %s as a text is explained', (type, text, meant) => {
  const document = entities.replace('| length | integer |', `| begun | ${type} |`) + made(`create Lesson with {"begun": "${text}"}`);
  expect(problems(readModel(document)).join()).toContain(`Write “${meant}”.`);
  expect(problems(readModel(document.replace(`"${text}"`, meant)))).toEqual([]);
});

test('an end that is calculated is explained', () => {
  const text = entities + rules('Lesson | no overlap starts, starts + hours(length) per teacher');
  expect(problems(readModel(text))).toEqual([expect.stringContaining('Give Lesson a computed field')]);
});

test('a start that is a state of its own stays one', () => {
  const { machines, misreads } = readModel(withState + states('| | new', 'new | hold | held'));
  expect(misreads).toEqual([]);
  expect(machines[0]?.states.map(({ name }) => name)).toEqual(['new', 'held']);
});

test('a mistake in a step is not reported again where its name is used', () => {
  const { actions, expressions } = readModel(entities + calls('get Lesson as l', 'l.length'));
  expect(actions.flatMap(({ action }) => action.problems)).toHaveLength(1);
  expect(expressions.flatMap(({ expression }) => expression.problems)).toEqual([]);
});

test('an event with a word of the actions is reported where it is declared, not where it is triggered', () => {
  const scenario = '## 1. What it does\n\n### Scenario: open\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | `open l` | |\n\n## 3.';
  const text = withState.replace('## 3.', scenario) + states('| | planned', 'planned | open | held');
  expect(problems(readModel(text))).toEqual([expect.stringContaining('No event is called just “open”')]);
});

describe('a role without Is', () => {
  const table = '| Role | Meaning |\n|---|---|\n| student | learns |\n| visitor | looks |\n| boss | decides |\n';

  test('belongs to the people whose enum names it, as an assumption that can be written', () => {
    const text = entities + section(6, table);
    const model = readModel(text);
    expect(model.roles.map(({ is }) => is?.source ?? null)).toEqual(['me.kind == "student"', 'me == null', null]);
    expect(model.holes.map(({ about }) => about)).toContain('who is boss');
    const assumed = model.assumptions.find(({ text: words }) => words.includes('who has which role'));
    expect(assumed?.text).toBe(
      'Section 6 does not say who has which role. A person is student if “me.kind == "student"”, visitor if “me == null”.',
    );
    const written = readModel(applyEdits(text, assumed?.write?.edits ?? []));
    expect(written.assumptions.filter(({ text: words }) => words.includes('who has which role'))).toEqual([]);
    expect(written.roles.map(({ is }) => is?.source ?? null)).toEqual(['me.kind == "student"', 'me == null', null]);
  });

  test('is written into a column that exists', () => {
    const text = entities + section(6, '| Role | Is |\n|---|---|\n| student | |\n| teacher | `true` |\n');
    const [assumed] = readModel(text).assumptions.filter(({ text: words }) => words.includes('who has which role'));
    expect(applyEdits(text, assumed?.write?.edits ?? [])).toContain('| student | `me.kind == "student"` |\n| teacher | `true` |');
  });
});

describe('a table whose other columns are unknown', () => {
  test('is a form if it is the only one of its kind in its section', () => {
    expect(readModel(`${entities}${section(6, '| Role | Meaning |\n|---|---|\n| boss | decides |')}`).roles).toHaveLength(1);
    expect(
      readModel(`${entities}${section(8, '| Error | When |\n|---|---|\n| FULL | no place |')}`).errors.map(({ name }) => name.text),
    ).toContain('FULL');
  });

  test('is prose beside one that has a known column', () => {
    const { roles: both } = readModel(`${entities}${roles}\n| Role | Salary |\n|---|---|\n| boss | 1 |\n`);
    expect(both.map(({ name }) => name.text)).toEqual(['student']);
  });
});
