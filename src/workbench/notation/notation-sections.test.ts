import { expect, test } from 'vitest';
import notation from '../../../docs/notation.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { atCursor, notationSections } from './notation-sections.ts';

test('the notation has each of the nine sections once, regardless of code blocks', () => {
  const titles = notationSections(notation).map(({ title }) => title);
  for (let number = 1; number <= 9; number++) expect(titles.filter((title) => title.startsWith(`${number}. `))).toHaveLength(1);
  expect(notationSections('## A\n```\n## B\n```\nC').map(({ title, text }) => [title, text])).toEqual([['A', '```\n## B\n```\nC']]);
});

test('finds the section and the words at the cursor', () => {
  const at = helpdesk.indexOf('- board of Ticket');
  expect(atCursor(helpdesk, at)).toEqual({ section: 2, words: ['board'] });
  expect(atCursor(helpdesk, at + '- board of Tick'.length)).toEqual({ section: 2, words: ['Ticket', 'board'] });
  expect(atCursor(helpdesk, 0)).toMatchObject({ section: null });
  expect(atCursor(helpdesk, helpdesk.indexOf('## 9.'))).toMatchObject({ section: 9 });
});
