import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../../model/read.ts';
import { whereShown } from './where-shown.ts';

const model = readModel(helpdesk);

/** The screens, with what of the text is drawn there first, for the line that begins so. */
function shown(line: string): string[] {
  const at = helpdesk.indexOf(line);
  if (at < 0) throw new Error(`helpdesk.md has no “${line}”`);
  return whereShown(model, at + 3).map(
    ({ screen, at: [first] }) => `${screen.name.text}: ${first && helpdesk.slice(first.from, first.to).split('\n')[0]}`,
  );
}

test('a part shows on its own screen', () => {
  expect(shown('- timeline of Ticket')).toEqual(['Ticket: - timeline of Ticket for agent, manager']);
});

test('a field shows where parts name it, before where its records show without it', () => {
  const all = shown('| photo | image');
  expect(all[0]).toBe('New ticket: photo');
  expect(all).toContain('Ticket: photo');
});

test('a transition shows at its button, a rule in a form, a screen at its head', () => {
  expect(shown('| resolved | close')[0]).toMatch(/: \| resolved \| close/);
  expect(shown('| subject is short')[0]).toBe('New ticket: subject');
  expect(shown('| Queue | / |')).toEqual(['Queue: Queue']);
});

test('a constant shows nowhere by itself', () => {
  expect(shown('| DAILY_LIMIT')).toEqual([]);
});
