import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { runScenarios } from './scenarios.ts';

const text = (scenario: string, rows: string): string => `# Specification: Offers

## 1. What the product does and for whom

### Scenario: time passes

| As | Do | Expect |
|---|---|---|
${scenario}

## 3. Entities

### Offer

| Field | Type | Default |
|---|---|---|
| title | text | |
| price | integer | |
| number | integer | \`0\` |
| status | state | |

| Example | title |
|---|---|
| Bad | Without a price |

## 4. States

### Offer.status

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | open | | | |
${rows}

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| low enough | Offer | \`number < 9\` | TOO_HIGH |

## 8. Errors

| Error | Status | Message |
|---|---|---|
| NO_PRICE | 422 | It has no price. |
| TOO_HIGH | 422 | That is too high. |
`;

const rowsOf = (scenario: string, rows: string) => runScenarios(readModel(text(scenario, rows)))[0]?.rows ?? [];

test('a failed row names the timers that were refused, and why; a row that passes ignores them', () => {
  const rows = rowsOf(
    '| nobody | `wait days(2)` | `Bad.status == "open"` |\n| nobody | `wait days(2)` | `Bad.status == "closed"` |',
    '| open | after `days(1)` | closed | `price != null` | NO_PRICE | |',
  );
  expect(rows.map(({ passed, actual }) => [passed, actual])).toEqual([
    [true, 'Bad.status == "open"'],
    [
      false,
      'Bad.status is “open”; the timer “after days(1)” of Offer “Without a price” was refused NO_PRICE (It has no price.) because the guard of “after days(1)” is false',
    ],
  ]);
});

test('a timer whose effect breaks a rule is named the same way', () => {
  const [row] = rowsOf('| nobody | `wait days(2)` | `Bad.status == "closed"` |', '| open | after `days(1)` | closed | | | `number = 12` |');
  expect(row?.actual).toBe(
    'Bad.status is “open”; the timer “after days(1)” of Offer “Without a price” was refused TOO_HIGH (That is too high.) because the rule “low enough” is broken',
  );
});

test('a row whose timers never end fails, whatever it expects', () => {
  const [row] = rowsOf(
    '| nobody | `wait days(2)` | `Bad.status == "closed"` |',
    '| open | after `days(0)` | closed | | | `create Offer with {"title": "Again"}` |',
  );
  expect(row).toMatchObject({ passed: false, expected: 'Bad.status == "closed"' });
  expect(row?.actual).toContain('because timers that start each other without time between them stop after 500');
});

test('a timer that is refused in one scenario fires in the next one, if its guard is true there', () => {
  const next = '| nobody | `update Bad with {"price": 5}; wait days(2)` | `Bad.status == "closed"` |';
  const document = text(
    `| nobody | \`wait days(2)\` | \`Bad.status == "open"\` |\n\n### Scenario: the next\n\n| As | Do | Expect |\n|---|---|---|\n${next}`,
    '| open | after `days(1)` | closed | `price != null` | NO_PRICE | |',
  );
  const results = runScenarios(readModel(document));
  expect(results.flatMap(({ rows }) => rows.map(({ actual }) => actual))).toEqual(['Bad.status == "open"', 'Bad.status == "closed"']);
});
