import { describe, expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { readModel } from './read.ts';
import { typeSynonyms } from './types/index.ts';

const noted = (text: string): string[] => {
  const { misreads } = readModel(`# Specification: M\n\n${text}`);
  const whole = `# Specification: M\n\n${text}`;
  return misreads.map(({ code, span, suggestions }) => {
    const best = suggestions[0] === undefined ? '' : ` -> ${suggestions[0].insert}`;
    return `${code} ${whole.slice(span.from, span.to)}${best}`;
  });
};
const fields = (...rows: string[]): string =>
  `## 3. E\n\n### Ticket\n\n| Field | Type | Required | Default |\n|---|---|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;

test('types', () => {
  expect(
    noted(
      fields(
        ...[
          'a | strnig | |',
          'b | string | |',
          'c | Text | |',
          'd | number | |',
          'e | list of list of text | |',
          'f | enum | |',
          'g | text on delete cascade | |',
        ],
        ...[
          'h | Ticket on delete cascde | |',
          'i | banana split | |',
          'j | list of Ticket on delete cascade | |',
          'k | `text` | |',
          'l | list of enum x, y | |',
          'm | text(80) | |',
          'n | list of slug( 80 ) | |',
          'o | integer(5) | |',
          'p | text(many) | |',
          'q | string(80) | |',
          'r | text(0) | |',
        ],
      ),
    ),
  ).toEqual([
    'near-miss strnig -> text',
    'near-miss string -> text',
    'near-miss Text -> text',
    'near-miss number -> decimal',
    'unknown-value list of list of text',
    'unknown-value enum',
    'unknown-value text on delete cascade',
    'near-miss cascde -> cascade',
    'unknown-value banana split',
    'unknown-value on delete cascade',
    'unknown-value integer(5) -> integer',
    'unknown-value text(many)',
    'near-miss string -> text',
    'unknown-value text(0)',
  ]);
});

test.each([
  ['Ticket[]', 'list of Ticket'],
  ['string[]', 'list of text'],
  ['list<string>', 'list of text'],
  ['Array<Ticket>', 'list of Ticket'],
  ['array of tickets', 'list of Ticket'],
  ['many Ticket', 'list of Ticket'],
  ['reference to Ticket', 'Ticket'],
  ['FK Ticket', 'Ticket'],
  ['FK(Ticket)', 'Ticket'],
  ['Ticket (FK)', 'Ticket'],
  ['-> Ticket', 'Ticket'],
  ['belongs to ticket', 'Ticket'],
  ['a Ticket', 'Ticket'],
  ['Ticket.id', 'Ticket'],
  ['enum(low, high)', 'enum low, high'],
  ['enum [low, high]', 'enum low, high'],
  ['enum: low / high', 'enum low, high'],
  ['low / high', 'enum low, high'],
  ['not begun / in progress', 'enum not begun, in progress'],
  ['"low" \\| "high"', 'enum low, high'],
  ['low, normal or high', 'enum low, normal, high'],
  ['one of low, high', 'enum low, high'],
  ['choice of: low, high', 'enum low, high'],
  ['yes / no', 'boolean'],
  ['true, false', 'boolean'],
  ...typeSynonyms,
])('a type as others write it: %s', (written, meant) => {
  expect(noted(fields(`a | ${written} | |`))).toEqual([`near-miss ${written} -> ${meant}`]);
  expect(noted(fields(`a | ${meant} | |`))).toEqual([]);
});

test.each([
  ['= size(subject)', 'is a formula.', []],
  ['= count(Ticket where a == this)', 'is a formula.', []],
  ['text, required', 'is more than a type. Write “text” here and “yes” in the column “Required”.', ['text']],
  ['Ticket (unique)', 'is more than a type. Write “Ticket” here and “yes” in the column “Unique”.', ['Ticket']],
  ['a text, at most 80 characters', 'is not a type. Types are', []],
])('a type that says something else: %s', (written, message, types) => {
  const { misreads } = readModel(`# Specification: M\n\n${fields(`a | ${written} | |`)}`);
  const suggested = misreads.map(({ suggestions }) => suggestions.map(({ insert }) => insert));
  expect(misreads.map((one) => one.message.startsWith(`“${written}” ${message}`))).toEqual([true]);
  expect(suggested).toEqual([types]);
});

test.each([
  ['after 14 days', 'after `days(14)`'],
  ['after 2 weeks', 'after `days(14)`'],
  ['after days(14)', 'after `days(14)`'],
  ['after hours(2) + days(1)', 'after `hours(2) + days(1)`'],
])('a timer without backticks: %s', (written, meant) => {
  const states = `\n## 4. S\n\n### Ticket.state\n\n| From | Event | To |\n|---|---|---|\n| | | open |\n| open | ${written} | closed |\n`;
  const text = fields('state | state | |') + states;
  expect(noted(text)).toEqual([`unknown-value ${written} -> ${meant}`]);
  const { machines } = readModel(`# Specification: M\n\n${text}`);
  expect(machines.flatMap(({ transitions }) => transitions.map(({ trigger }) => trigger.kind))).not.toContain('event');
  expect(noted(text.replace(written, meant))).toEqual([]);
});

test('an event whose name begins like a timer', () => {
  const states =
    '\n## 4. S\n\n### Ticket.state\n\n| From | Event | To |\n|---|---|---|\n| | | open |\n| open | after care(note: text) | closed |\n';
  const text = fields('state | state | |') + states;
  expect(noted(text)).toEqual([]);
  const { machines } = readModel(`# Specification: M\n\n${text}`);
  expect(machines.flatMap(({ transitions }) => transitions.map(({ trigger }) => trigger.kind))).toContain('event');
});

test('parameters of paths in braces', () => {
  const text =
    '## 2. S\n\n| Screen | Route |\n|---|---|\n| A | /a/{id} |\n\n## 7. C\n\n| Call | Description |\n|---|---|\n| GET /a/{id}/{b}?x=1 | one |\n';
  expect(noted(text)).toEqual(['near-miss {id} -> :id', 'near-miss {id} -> :id', 'near-miss {b} -> :b']);
  const { screens, calls } = readModel(`# Specification: M\n\n${text}`);
  expect(screens[0]?.route).toBe('/a/:id');
  expect(calls.map(({ path, parameters, query }) => [path, parameters.map((one) => one.text), query.map(({ name }) => name.text)])).toEqual(
    [['/a/:id/:b', ['id', 'b'], ['x']]],
  );
});

test.each(['ok', 'OK', 'works', 'Allowed.'])('an expectation that is none: %s', (written) => {
  const text = `# Specification: M\n\n## 1. P\n\n### Scenario: x\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | \`wait days(1)\` | ${written} |\n`;
  const { misreads, scenarios } = readModel(text);
  expect(misreads.map(({ code, suggestions }) => [code, suggestions.map(({ title, insert }) => [title, insert])])).toEqual([
    ['near-miss', [['Empty the cell', '']]],
  ]);
  expect(scenarios[0]?.rows[0]?.expect).toEqual({ kind: 'nothing' });
});

test('yes, no and defaults', () => {
  expect(
    noted(
      fields(
        'a | text | yse |',
        'b | text | perhaps |',
        'c | integer | no | x',
        'd | enum low, high | Yes | hgh',
        'e | Ticket | | Ana',
        'f | boolean | | yes',
      ),
    ),
  ).toEqual([
    'near-miss yse -> yes',
    'unknown-value perhaps -> yes',
    'unknown-value x',
    'near-miss hgh -> high',
    'unknown-value Ana -> `Ana`',
  ]);
});

test('columns and tables', () => {
  expect(
    noted(
      '## 3. E\n\n### T\n\n| Feild | Type |\n|---|---|\n| a | text |\n\n| Field | Notes |\n|---|---|\n| a | b |\n\n| Field | Tpye |\n|---|---|\n| a | text |\n',
    ),
  ).toEqual(['near-miss Feild -> Field', 'near-miss Field', 'near-miss Tpye -> Type']);
  // An author's own tables and columns are prose.
  expect(
    noted(
      '## 3. E\n\n| Hole | Description |\n|---|---|\n| a | b |\n\n### T\n\n| Field | Type | Owner |\n|---|---|---|\n| a | text | me |\n',
    ),
  ).toEqual([]);
  expect(noted('## 9. C\n\n| Constant | Value | Unit |\n|---|---|\n| A | 1 | |\n')).toEqual(['near-miss | Constant | Value | Unit |']);
});

test('places', () => {
  expect(noted('## 4. S\n\n| Constant | Value |\n|---|---|\n| A | 1 |\n\n## 9. C\n\n| Field | Type |\n|---|---|\n| a | text |\n')).toEqual([
    'misplaced Constant',
    'misplaced Field',
    'misplaced Field',
  ]);
  expect(readModel('## 4. S\n\n| Constant | Value |\n|---|---|\n| A | 1 |\n').constants).toHaveLength(1);
});

test('pipes that are not escaped', () => {
  const text =
    '## 3. E\n\n### T\n\n| Field | Type |\n|---|---|\n| a | text |\n\n## 5. R\n\n| Rule | On | Must hold | Error |\n|---|---|---|---|\n| r | T | `a == null || a == "x"` | INVALID |\n| s | T | `a != ""` | INVALID | more |\n';
  const model = readModel(text);
  expect(model.misreads.map(({ code, span }) => [code, text.slice(span.from, span.to)])).toEqual([
    ['unescaped-pipe', '`a == null || a == "x"`'],
    ['unescaped-pipe', 'more'],
  ]);
  // The intended expression is read anyway, and the fix writes it correctly.
  expect(model.rules[0]?.must).toMatchObject({ kind: 'holds', expression: { source: 'a == null || a == "x"', problems: [] } });
  expect(model.rules[0]?.error?.text).toBe('INVALID');
  const [fix] = model.misreads[0]?.suggestions ?? [];
  const mended = applyEdits(text, fix === undefined ? [] : [{ ...fix.span, insert: fix.insert }]);
  expect(mended).toContain('`a == null \\|\\| a == "x"`');
  expect(readModel(mended).misreads).toHaveLength(1);
});

test('names', () => {
  expect(
    noted(
      `## 2. S

| Screen | Route |
|---|---|
| A | / |

### A

- text: a

## 3. E

### support ticket

| Field | Type |
|---|---|
| First name | text |
| self | text |
| s | state |

| Example | s |
|---|---|
| the boiler | open |

## 4. S

### support ticket.s

## 6. P

| Role | Is |
|---|---|
| Agent | \`true\` |

| Permission | Agent |
|---|---|
| x: read | yes |

## 8. X

| Error | Status | Message |
|---|---|---|
| tooLate | 422 | x |

## 9. C

| Constant | Value |
|---|---|
| maxSize | 1 |
`,
    ),
  ).toEqual([
    'bad-name support ticket -> SupportTicket',
    'bad-name First name -> firstName',
    'bad-name self',
    'bad-name the boiler -> TheBoiler',
    'bad-name Agent -> agent',
    'bad-name tooLate -> TOO_LATE',
    'bad-name maxSize -> MAX_SIZE',
  ]);
});

describe('cells of other sections', () => {
  const base = '## 3. E\n\n### T\n\n| Field | Type |\n|---|---|\n| a | text |\n| s | state |\n\n';
  test('states', () => {
    const head = `${base}## 4. S\n\n### T.s\n\n| From | Event | To | Guard |\n|---|---|---|---|\n| | | open | |\n`;
    expect(noted(`${head}| open | after 3 days | Closed | |\n| open | create | open | a is long |\n`)).toEqual([
      'unknown-value after 3 days -> after `days(3)`',
      'bad-name Closed -> closed',
      'bad-name create',
      'unknown-value a is long -> `a is long`',
    ]);
    expect(noted(`${head}| | open it | open | |\n`)).toEqual(['unknown-value open it -> ']);
  });

  test('rules', () => {
    expect(
      noted(
        `${base}## 5. R\n\n| Rule | On | Must hold |\n|---|---|---|\n| a | T on creat | a is required |\n| b | T | unique |\n| c | T | no overlap a |\n`,
      ),
    ).toEqual([
      'near-miss creat -> create',
      'unknown-value a is required -> `size(trim(a)) > 0`',
      'unknown-value unique',
      'unknown-value no overlap a',
    ]);
  });

  test('permissions', () => {
    expect(
      noted(
        `${base}## 6. P\n\n| Role | Is |\n|---|---|\n| a | everybody |\n\n| Account | |\n|---|---|\n| Entity | T |\n| Sing up | yes |\n| Token | Bearer |\n\n| Permission | a |\n|---|---|\n| T: read | nope |\n| T: update | maybe |\n| T | yes |\n`,
      ),
    ).toEqual([
      'unknown-value everybody',
      'near-miss Sing up -> Sign up',
      'unknown-value Bearer -> `Authorization: Bearer`',
      'near-miss nope -> no',
      'unknown-value maybe -> yes',
      'unknown-value T',
    ]);
  });

  test('calls', () => {
    expect(
      noted(
        `${base}## 7. C\n\n| Call | Takes | Returns |\n|---|---|---|\n| \`FETCH /a\` | | |\n| \`GET /b\` | a, b | 200 t |\n| \`GET /c\` | \`{1a}\` | |\n\n### V of T\n\n| Key | Value |\n|---|---|\n| x | some words |\n`,
      ),
    ).toEqual([
      'unknown-value FETCH /a',
      'near-miss a, b -> `{a, b}`',
      'unknown-value t -> `t`',
      'unknown-value 1a',
      'unknown-value some words -> `some words`',
    ]);
  });

  test('errors and constants', () => {
    expect(
      noted(
        '## 8. X\n\n| Error | Status | Message | Shown |\n|---|---|---|---|\n| A | many | x | tost |\n| B | 422 | x | somewhere |\n\n## 9. C\n\n| Constant | Value | Unit |\n|---|---|---|\n| A | many | days |\n| B | 1 | months |\n| C | 1.234 | EUR |\n| D | `1 + 1` | |\n',
      ),
    ).toEqual([
      'unknown-value many',
      'near-miss tost -> toast',
      'unknown-value somewhere',
      'unknown-value many',
      'unknown-value 1.234',
      'unknown-value `1 + 1`',
    ]);
  });
});

test('an amount with its unit in one cell is read, and reported', () => {
  const text = `${fields('a | money EUR | |', 'b | money(CHF) | |')}## 9. C\n\n| Constant | Value |\n|---|---|\n| A | 48 EUR |\n| B | 7 days |\n| C | 21 % |\n| D | 7 dwarves |\n`;
  expect(noted(text)).toEqual([
    'near-miss money EUR -> money',
    'near-miss money(CHF) -> money',
    'near-miss 48 EUR',
    'near-miss 7 days',
    'near-miss 21 %',
  ]);
  const { constants, entities } = readModel(text);
  expect(constants.map(({ type, unit }) => [type.kind, unit])).toEqual([
    ['money', 'EUR'],
    ['duration', 'days'],
    ['decimal', '%'],
    ['text', null],
  ]);
  expect(entities[0]?.fields.map(({ type }) => type.kind)).toEqual(['money', 'money']);
});

test('typos in keywords', () => {
  expect(noted(fields('a | list fo text | |', 'b | lits of text | |', 'c | enmu x, y | |', 'd | Ticket on delet cascade | |'))).toEqual([
    'near-miss list fo text -> list of text',
    'near-miss lits of text -> list of text',
    'near-miss enmu x, y -> enum x, y',
    'near-miss Ticket on delet cascade -> Ticket on delete cascade',
  ]);
  const base = fields('a | text | |', 's | state | |').replace('### Ticket', '### T');
  expect(
    noted(
      `${base}## 4. S\n\n### T.s\n\n| From | Event | To |\n|---|---|---|\n| | | open |\n| open | aftr \`days(1)\` | done |\n| open | delte | |\n\n## 5. R\n\n| Rule | On | Must hold |\n|---|---|---|\n| a | T | uniqe a |\n| b | T | no overlp a, s |\n`,
    ),
  ).toEqual([
    'near-miss aftr -> after',
    'near-miss delte -> delete',
    'near-miss uniqe a -> unique a',
    'near-miss no overlp a, s -> no overlap a, s',
  ]);
  expect(
    noted(
      '## 1. P\n\n### Scenario: x\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | `wait days(1)` | refusd INVALID |\n\n## 2. S\n\n| Screen | Route |\n|---|---|\n| A | / |\n\n### A\n\n- form to creat T: a\n- sectoin More\n- sections are numbered\n- form to the left\n\n## 7. C\n\n| Call | Does |\n|---|---|\n| `GTE /a` | |\n\n## 9. C\n\n| Constant | Value | Unit |\n|---|---|---|\n| A | 1 | dyas |\n| B | 1 | rays |\n',
    ),
  ).toEqual([
    'near-miss refusd INVALID -> refused INVALID',
    'near-miss form to creat -> form to create',
    'near-miss sectoin -> section',
    'near-miss GTE -> GET',
    'near-miss dyas -> days',
  ]);
  expect(noted('## 6. P\n\n| Acount | |\n|---|---|\n| Entity | T |\n')).toEqual(['near-miss Acount -> Account']);
  expect(readModel('# Specificaton: Shop\n\n## 1. P\n').misreads.map(({ suggestions }) => suggestions[0]?.insert)).toEqual([
    'Specification',
  ]);
});

test('a row of section 6 about several entities is split into a row for each', () => {
  const text = `# Specification: M

${fields('a | text | |')}
### Reply

| Field | Type |
|---|---|
| b | text |

## 6. P

| Role | Is |
|---|---|
| person | \`true\` |

| Permission | person |
|---|---|
| Ticket, Reply: create, read | yes |
`;
  const [misread, ...others] = readModel(text).misreads;
  expect(others).toEqual([]);
  expect(misread?.message).toBe('A row of this table is about one entity. Write a row for each of Ticket, Reply.');
  const fixed = applyEdits(text, misread?.suggestions.map(({ span, insert }) => ({ ...span, insert })) ?? []);
  expect(fixed).toContain('| Ticket: create, read | yes |\n| Reply: create, read | yes |\n');
  expect(readModel(fixed).misreads).toEqual([]);
});
