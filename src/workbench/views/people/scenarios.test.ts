import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../../model/read.ts';
import { playTo } from './use-scenarios.ts';

const model = readModel(helpdesk);

test('a scenario is played up to a row, then replayed up to another', () => {
  expect(playTo(model, 0, 2)).toMatchObject({ done: false, trouble: null, rows: [{ passed: true }, { passed: true }] });
  expect(playTo(model, 0, 1).rows[0]?.steps[0]).toMatchObject({ entity: 'Ticket', record: 't', operation: 'create' });
  const whole = playTo(model, 0, Number.POSITIVE_INFINITY);
  expect(whole.done).toBe(true);
  expect(whole.rows.every(({ passed }) => passed)).toBe(true);
});

test('a row with an unexpected result shows what happened', () => {
  const wrong = readModel(helpdesk.replace('`mine.priority == "normal"`', '`mine.priority == "high"`'));
  const index = wrong.scenarios.findIndex(({ title }) => title.startsWith('customers see only'));
  expect(playTo(wrong, index, 9).rows[0]).toMatchObject({ passed: false, actual: 'mine.priority is “normal”' });
});
