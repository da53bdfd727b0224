import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { addRowAfter, cellOf, removeRow } from './row-edits.ts';
import { addTransition, beginMachine, removeSourceState, setFinal } from './states/machine-edits.ts';

const model = readModel(helpdesk);
const machineOf = (read: Model) => read.machines[0] ?? expect.unreachable('the document has a machine');
const machine = machineOf(model);
const last = machine.transitions.at(-1) ?? expect.unreachable('the machine has rows');

/** Returns the lines that the edits remove and add. */
function changed(before: string, edits: Parameters<typeof applyEdits>[1]) {
  const after = applyEdits(before, edits);
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  return { removed: old.filter((line) => !fresh.includes(line)), added: fresh.filter((line) => !old.includes(line)), after };
}

test('a new transition is one row after the others, and every other byte stays', () => {
  const { removed, added, after } = changed(
    helpdesk,
    addTransition(model, machine, { from: 'open', event: 'close', to: 'closed', roles: '' }),
  );
  expect(removed).toEqual([]);
  expect(added).toEqual(['| open | close | closed | | | | | |']);
  expect(after.replace('| open | close | closed | | | | | |\n', '')).toBe(helpdesk);
  expect(machineOf(readModel(after)).transitions.at(-1)).toMatchObject({ from: [{ text: 'open' }], to: { text: 'closed' } });
});

test('a missing column is added with its content, and only then', () => {
  const text = '# Specification: x\n\n## 4. States\n\n### Ticket.status\n\n| From | To | Event |\n|---|---|---|\n| | open | |\n';
  const small = readModel(text);
  const row = { from: 'open', event: 'close', to: 'closed' };
  const plain = addTransition(small, machineOf(small), { ...row, roles: '' });
  expect(applyEdits(text, plain)).toBe(`${text}| open | closed | close |\n`);
  const wider = applyEdits(text, addTransition(small, machineOf(small), { ...row, roles: 'agent' }));
  expect(wider.split('\n').slice(6)).toEqual([
    '| From | To | Event | Roles |',
    '|---|---|---|---|',
    '| | open | | |',
    '| open | closed | close | agent |',
    '',
  ]);
});

test('a row is removed with its line, and a state from a list of several', () => {
  const { removed, added } = changed(helpdesk, removeRow(model, last));
  expect(added).toEqual([]);
  expect(removed).toEqual(['| resolved | after `AUTO_CLOSE` | closed | | | | | final |']);
  const resolve = machine.transitions[1] ?? expect.unreachable('the machine has rows');
  const left = changed(helpdesk, removeSourceState(model, resolve, 'open'));
  expect(left.added).toHaveLength(1);
  expect(left.added[0]).toMatch(/^\| assigned \| resolve \| resolved \|/);
});

test('cells are returned as written', () => {
  expect(cellOf(model, last, 'event')).toBe('after `AUTO_CLOSE`');
  expect(cellOf(model, last, 'Nothing of the kind')).toBe('');
  expect(addRowAfter(model, { span: { from: 0, to: 0 } }, {})).toBeNull();
});

test('a state field without states gets its first one', () => {
  const text =
    '# Specification: x\n\n## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| status | state |\n\n## 4. States\n\nNot shown.\n';
  const after = applyEdits(text, beginMachine(readModel(text), 'Ticket', 'status', 'open'));
  expect(after).not.toContain('Not shown');
  expect(machineOf(readModel(after)).start?.text).toBe('open');
});

test('marking a state as final adds a word to one row, and unmarking removes it from all', () => {
  const open = changed(helpdesk, setFinal(model, machine, 'closed', false));
  expect(open.removed).toHaveLength(2);
  const read = readModel(open.after);
  expect(machineOf(read).states.find(({ name }) => name === 'closed')?.final).toBe(false);
  const again = changed(open.after, setFinal(read, machineOf(read), 'closed', true));
  expect(again.added).toEqual(['| resolved | close | closed | agent, manager | | | | final |']);
  const worded = changed(helpdesk, setFinal(model, machine, 'resolved', true));
  expect(worded.added[0]).toMatch(/\| an answer comes before resolving; final \|$/);
  const back = readModel(worded.after);
  expect(applyEdits(worded.after, setFinal(back, machineOf(back), 'resolved', false))).toBe(helpdesk);
});
