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
/** Returns only the lines that an edit changes. */
const changed = (...given: Parameters<typeof reattach> extends [unknown, ...infer Rest] ? Rest : never): string[] => {
  const before = new Set(helpdesk.split('\n'));
  return applyEdits(helpdesk, reattach(model, ...given))
    .split('\n')
    .filter((line) => !before.has(line));
};

test('the target of a transition is one cell of its row', () => {
  expect(changed(rowOf('close'), 'resolved', 'target', 'open')).toEqual(['| resolved | close | open | agent, manager | | | | final |']);
});

test('moving one source state leaves the others of the row', () => {
  const [row] = changed(rowOf('resolve'), 'open', 'source', 'closed');
  expect(row).toMatch(/^\| closed, assigned \| resolve \|/);
  // A source state that the row already has is not repeated.
  expect(changed(rowOf('resolve'), 'open', 'source', 'assigned')[0]).toMatch(/^\| assigned \| resolve \|/);
  expect(changed(rowOf('resolve'), 'open', 'source', 'any')[0]).toMatch(/^\| any \| resolve \|/);
});
