import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { appendToSection, fillSection, insertSection } from './edit-section.ts';
import { parseDocument } from './parse.ts';
import type { Block } from './tree.ts';

const insert = (text: string, number: number, body = 'new'): string =>
  applyEdits(text, insertSection(parseDocument(text), number, 'T', body));

describe('inserts a section in its place', () => {
  test.each([
    ['an empty text', '', '## 2. T\n\nnew\n'],
    ['before a later one', '# A\n\n## 3. C\n\nc\n', '# A\n\n## 2. T\n\nnew\n\n## 3. C\n\nc\n'],
    ['between two', '## 1. A\n\na\n\n## 3. C\n', '## 1. A\n\na\n\n## 2. T\n\nnew\n\n## 3. C\n'],
    ['behind the last', '## 1. A\n\na', '## 1. A\n\na\n\n## 2. T\n\nnew\n'],
    ['before an appendix', '## 1. A\n\na\n\n## Appendix\n\nb\n', '## 1. A\n\na\n\n## 2. T\n\nnew\n\n## Appendix\n\nb\n'],
    ['with the line ends of the text', '## 1. A\r\n\r\n## 3. C\r\n', '## 1. A\r\n\r\n## 2. T\r\n\r\nnew\r\n\r\n## 3. C\r\n'],
  ])('%s', (_, text, expected) => {
    expect(insert(text, 2)).toBe(expected);
  });
});

test('adds content at the end of a section, together with the section if it is missing', () => {
  const text = '## 1. A\n\na\n\n## 3. C\n\nc\n';
  expect(applyEdits(text, appendToSection(parseDocument(text), 1, 'A', 'new'))).toBe('## 1. A\n\na\n\nnew\n\n## 3. C\n\nc\n');
  expect(applyEdits(text, appendToSection(parseDocument(text), 3, 'C', 'new'))).toBe('## 1. A\n\na\n\n## 3. C\n\nc\n\nnew\n');
  expect(applyEdits(text, appendToSection(parseDocument(text), 2, 'B', 'new'))).toBe('## 1. A\n\na\n\n## 2. B\n\nnew\n\n## 3. C\n\nc\n');
});

test('replaces blocks that only say that nothing is shown', () => {
  const text = '## 1. A\n\nnot shown\n\nAll of it: not shown.\n\n## 3. C\n';
  const empty = (block: Block): boolean => block.kind === 'paragraph' && block.text.includes('not shown');
  expect(applyEdits(text, fillSection(parseDocument(text), 1, 'A', 'new', empty))).toBe('## 1. A\n\nnew\n\n## 3. C\n');
});

test('an inserted section leaves all others unchanged', () => {
  const body = fc.constantFrom('', 'words', '| a |\n|---|\n| 1 |', '- x\n  - y', '### h', '> q', 'not shown');
  const document = fc.record({
    numbers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
    bodies: fc.array(body, { minLength: 9, maxLength: 9 }),
    end: fc.constantFrom('\n', '\r\n'),
    blank: fc.boolean(),
  });
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 9 }), ({ numbers, bodies, end, blank }, number) => {
      if (numbers.includes(number)) return;
      const text = [...numbers]
        .sort()
        .map((one, index) => `## ${one}. S${one}\n${blank ? '\n' : ''}${bodies[index]}\n${blank ? '\n' : ''}`);
      const source = text.join('').replaceAll('\n', end);
      const result = applyEdits(source, insertSection(parseDocument(source), number, 'New', 'new'));
      const sections = (of: string): Map<number, string> =>
        new Map(parseDocument(of).sections.map((section) => [section.number, of.slice(section.span.from, section.span.to).trim()]));
      expect(sections(result)).toEqual(new Map([...sections(source), [number, `## ${number}. New${end}${end}new`]]));
      expect([...parseDocument(result).sections.map((section) => section.number)]).toEqual([...numbers, number].sort());
    }),
    { numRuns: 1000 },
  );
});
