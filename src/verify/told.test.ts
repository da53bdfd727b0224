import { expect, test } from 'vitest';
import { lendingMessages } from '../../testing/services/lending/messages.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { Coverage } from './coverage.ts';
import { runScenarios } from './scenarios.ts';

const scenario = `## 1. What it does

### Scenario: a loan is approved

| As | Do | Expect |
|---|---|---|
| Ana | \`create Loan as l with {"item": "Drill"}\` | not told Ana APPROVED |
| Bo | \`approve l\` | \`l.status == "approved"\` |
| Bo | | told Ana APPROVED |
| Bo | \`give back l\` | told Ana APPROVED |
| Bo | | told Bo APPROVED |

## 3.`;

test('a scenario checks who is told what in its row', () => {
  const model = readModel(lendingMessages.replace('## 3.', scenario));
  expect(checkModel(model).filter(({ severity }) => severity === 'error')).toEqual([]);
  const coverage = new Coverage(model);
  const [result] = runScenarios(model, coverage.observe);
  expect(result?.rows.map(({ passed, actual }) => [passed, actual])).toEqual([
    [true, 'not told Ana APPROVED'],
    [true, 'l.status == "approved"'],
    [true, 'told Ana APPROVED'],
    [false, 'not told Ana APPROVED'],
    [false, 'not told Bo APPROVED'],
  ]);
  expect(coverage.items().filter(({ kind }) => kind === 'message')).toMatchObject([
    { name: 'APPROVED', touched: true },
    { name: 'RETURNED', touched: true },
  ]);
});

test('a misspelt message is reported with the intended one', () => {
  const model = readModel(lendingMessages.replace('## 3.', scenario.replace('| told Bo APPROVED |', '| told Bo APROVED |')));
  expect(checkModel(model).map(({ code, message }) => `${code}: ${message}`)).toContainEqual(
    expect.stringMatching(/^undefined-message: Section 8 has no message “APROVED”.*APPROVED/),
  );
});
