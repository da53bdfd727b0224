import { expect, test } from 'vitest';
import notation from '../../../docs/notation.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
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

test('the whole document in the notation has no finding but its missing sections, and its scenario passes', () => {
  const document = /^```markdown\n(# Specification: [\s\S]*?)^```$/m.exec(notation)?.[1] ?? expect.fail('no document');
  const model = readModel(document);
  const findings = checkModel(model).filter(({ severity }) => severity !== 'hint');
  expect(findings.map(({ code, section }) => [code, section])).toEqual([5, 7, 8, 9].map((section) => ['hole', section]));
  expect(runScenarios(model)).toMatchObject([{ passed: true, rows: [{ passed: true }, { passed: true }] }]);
});
