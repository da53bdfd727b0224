import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import { readModel } from '../../../model/read.ts';
import { reattach } from './machine-edits.ts';

const model = readModel(helpdesk);
const rowOf = (event: string) => {
  const found = model.machines[0]?.transitions.find(({ trigger }) => trigger.kind === 'event' && trigger.name.text === event);
  if (!found) throw new Error(`helpdesk has no event ${event}`);
  return found;
};
/** The lines that a change makes, without those that stay. */
const changed = (...given: Parameters<typeof reattach> extends [unknown, ...infer Rest] ? Rest : never): string[] => {
  const before = new Set(helpdesk.split('\n'));
  return applyEdits(helpdesk, reattach(model, ...given))
    .split('\n')
    .filter((line) => !before.has(line));
};

test('the end of a transition is one cell of its row', () => {
  expect(changed(rowOf('close'), 'resolved', 'target', 'open')).toEqual(['| resolved | close | open | agent, manager | | | | final |']);
});

test('a beginning that is moved leaves the others of its row', () => {
  const [row] = changed(rowOf('resolve'), 'open', 'source', 'closed');
  expect(row).toMatch(/^\| closed, assigned \| resolve \|/);
  // Where it already begins, it does not begin twice.
  expect(changed(rowOf('resolve'), 'open', 'source', 'assigned')[0]).toMatch(/^\| assigned \| resolve \|/);
  expect(changed(rowOf('resolve'), 'open', 'source', 'any')[0]).toMatch(/^\| any \| resolve \|/);
});
