import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../../model/read.ts';
import { whereShown } from './where-shown.ts';

const model = readModel(helpdesk);

/**
 * Returns the screens for the line that starts with this text, each with the first element to look
 * for.
 */
function shown(line: string): string[] {
  const at = helpdesk.indexOf(line);
  if (at < 0) throw new Error(`helpdesk.md has no “${line}”`);
  return whereShown(model, at + 3).map(
    ({ screen, at: [first] }) => `${screen.name.text}: ${first && helpdesk.slice(first.from, first.to).split('\n')[0]}`,
  );
}

test('a part is shown on its own screen', () => {
  expect(shown('- timeline of Ticket')).toEqual(['Ticket: - timeline of Ticket for agent, manager']);
});

test('a field is shown where parts name it, then where its records appear without it', () => {
  const all = shown('| photo | image');
  expect(all[0]).toBe('New ticket: photo');
  expect(all).toContain('Ticket: photo');
});

test('a transition is shown at its button, a rule in a form, and a screen at its heading', () => {
  expect(shown('| resolved | close')[0]).toMatch(/: \| resolved \| close/);
  expect(shown('| subject is short')[0]).toBe('New ticket: subject');
  expect(shown('| Queue | / |')).toEqual(['Queue: Queue']);
});

test('a constant is not shown anywhere by itself', () => {
  expect(shown('| DAILY_LIMIT')).toEqual([]);
});
