import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../base/text-edit.ts';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { addRule, startRule } from './rules/rule-gallery.ts';
import { tryEdits } from './try-edits.ts';

const model = readModel(helpdesk);
const analysis = { model, text: helpdesk, findings: checkModel(model) };
const ticket = model.entities.find(({ name }) => name.text === 'Ticket') ?? expect.unreachable('helpdesk has tickets');
const rule = (count: string) => {
  const { edits } = addRule(model, {
    ...startRule(model, 'compare', ticket),
    must: [{ path: 'subject', comparison: 'shorter', value: count }],
  });
  return tryEdits(analysis, edits ?? []);
};

test('calls that can raise the new error list it, so there are no new findings', () => {
  const { edits, mistake } = rule('110');
  expect(mistake).toBeNull();
  const after = applyEdits(helpdesk, edits);
  const calls = after.split('\n').filter((line) => line.startsWith('| `POST') && line.includes('TICKET_SUBJECT'));
  expect(calls.length).toBeGreaterThan(0);
  const known = analysis.findings.map(({ message }) => message);
  expect(
    checkModel(readModel(after))
      .filter(({ severity, message }) => severity !== 'hint' && !known.includes(message))
      .map(({ message }) => message),
  ).toEqual([]);
});

test('a contradiction with the examples is reported before the row is written', () => {
  expect(rule('1').mistake).toMatch(/breaks the rule/);
});
