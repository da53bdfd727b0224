import { describe, expect, test } from 'vitest';
import { processorTimeOf } from '../../testing/process/processor-time.ts';
import { applyEdits } from '../base/text-edit.ts';
import { setCell } from './edit-table.ts';
import { parseDocument } from './parse.ts';
import type { Block, Table } from './tree.ts';

const blocks = (text: string): readonly Block[] => parseDocument(text).loose;
const tableOf = (text: string): Table => {
  const found = blocks(text).find((block) => block.kind === 'table');
  if (found?.kind !== 'table') throw new Error(`no table in ${JSON.stringify(text)}`);
  return found;
};
const cellsOf = (text: string): string[][] => tableOf(text).rows.map((row) => row.cells.map((cell) => cell.text));

describe('sections', () => {
  test('are identified by their number', () => {
    const tree = parseDocument(
      '# Specification: A\n\nwords\n\n## 1. What\n\na\n\n## Appendix\n\nb\n\n## 3) Things\n\nc\n\n## 10. Ten\n\nd\n\n## 1.2 Sub\n',
    );
    expect(tree.title?.text).toBe('Specification: A');
    expect(tree.sections.map((section) => [section.number, section.heading.text])).toEqual([
      [1, '1. What'],
      [3, '3) Things'],
    ]);
    expect(tree.loose.map((block) => (block.kind === 'heading' || block.kind === 'paragraph' ? block.text : block.kind))).toEqual([
      'words',
      'Appendix',
      'b',
      '10. Ten',
      'd',
      '1.2 Sub',
    ]);
  });

  test('end where the next heading of level 1 or 2 begins', () => {
    const text = '## 1. A\n\n### b\n\n# C\n\n## 2. D\n';
    const [first, second] = parseDocument(text).sections;
    expect(text.slice(first?.span.from, first?.span.to)).toBe('## 1. A\n\n### b\n\n');
    expect(text.slice(second?.span.from, second?.span.to)).toBe('## 2. D\n');
  });

  test('may share a number', () => {
    expect(parseDocument('## 4. A\n\n## 4. B\n').sections.map((section) => section.number)).toEqual([4, 4]);
  });
});

describe('headings', () => {
  test('lose their marks and know the position of their text', () => {
    const text = 'Set\next\n---\n\n### Three ###\n\n#### C#\n\n###\n';
    const headings = blocks(text).filter((block) => block.kind === 'heading');
    expect(headings.map((heading) => [heading.level, heading.text, text.slice(heading.content.from, heading.content.to)])).toEqual([
      [2, 'Set ext', 'Set\next'],
      [3, 'Three', 'Three'],
      [4, 'C#', 'C#'],
      [3, '', ''],
    ]);
  });
});

describe('a comment to the checker in a cell', () => {
  const comment = '<!-- ninefold ignore hole: decided in May -->';
  const cellOf = (cell: string) => {
    const text = `| a | b |\n|---|---|\n| x |${cell}|\n`;
    const read = tableOf(text).rows[0]?.cells[1];
    if (read === undefined) throw new Error('no cell');
    return { text: read.text, code: read.code?.text, source: text.slice(read.span.from, read.span.to), at: text.slice(read.at(0)) };
  };

  test.each([
    [` FULL ${comment} `, 'FULL', 'FULL'],
    [` ${comment} FULL `, 'FULL', 'FULL'],
    [` FULL ${comment} ${comment.replace('hole', 'misread')} `, 'FULL', 'FULL'],
    [`${comment}`, '', ''],
    [' FULL <!-- ninefold ingore hole --> ', 'FULL', 'FULL'],
    [` is full${comment} `, 'is full', 'is full'],
  ])('is no part of its text: %s', (cell, words, source) => {
    const read = cellOf(cell);
    expect([read.text, read.source]).toEqual([words, source]);
    if (words !== '') expect(read.at.startsWith(words)).toBe(true);
  });

  test('leaves the code span beside it the whole cell', () => {
    expect(cellOf(` \`a \\|\\| b\` ${comment} `).code).toBe('a || b');
  });

  test('keeps the words around it', () => {
    expect(cellOf(` before ${comment} after `).text).toBe('before after');
  });

  test.each([' `"<!-- ninefold ignore hole -->"` ', ' <!-- for ourselves --> ', ' <!-- ninefold ignore '])(
    'and other comments stay: %s',
    (cell) => {
      expect(cellOf(cell).text).toBe(cell.trim());
    },
  );

  test('stays in the document when its cell is filled', () => {
    for (const cell of [comment, ` ${comment} `]) {
      const text = `| a |\n|---|\n|${cell}|\n`;
      const table = tableOf(text);
      const [row] = table.rows;
      if (row === undefined) throw new Error('no row');
      const edited = applyEdits(text, setCell(text, table, row, 0, 'FULL'));
      expect(edited).toBe(`| a |\n|---|\n| FULL ${comment}${cell.endsWith(' ') ? ' ' : ''}|\n`);
      expect(cellsOf(edited)).toEqual([['FULL']]);
    }
  });
});

describe('tables', () => {
  test('have a cell for each column of the header', () => {
    const table = tableOf('| a | b | c |\n|---|---|---|\n| 1 | | 3 |\n| 1 |\n| 1 | 2 | 3 | 4 | 5 |\n|||\n');
    expect(table.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ['1', '', '3'],
      ['1', '', ''],
      ['1', '2', '3'],
      ['', '', ''],
    ]);
    expect(table.rows[2]?.extra.map((cell) => cell.text)).toEqual(['4', '5']);
  });

  test('need no outer pipes', () => {
    expect(cellsOf('a | b\n--- | :-:\n1 | 2\n3\n')).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });

  test('keep an escaped pipe in its cell', () => {
    const text = '| a | b |\n|---|---|\n| `x \\|\\| y` | \\| \\\\ |\n';
    const [first, second] = tableOf(text).rows[0]?.cells ?? [];
    expect(first?.text).toBe('`x || y`');
    expect(first?.code?.text).toBe('x || y');
    expect(text.slice(first?.span.from, first?.span.to)).toBe('`x \\|\\| y`');
    expect(text.slice(first?.code?.at(5))).toMatch(/^y`/);
    expect(second?.text).toBe('| \\\\');
  });

  test('survive carriage returns, tabs, a byte order mark and blanks after the delimiter row', () => {
    for (const end of ['\r\n', '\r', '\n']) {
      const text = `\uFEFF# T${end}${end}|\ta\t| b |${end}|---|---|  ${end}| 1\t|\t2 |${end}`;
      const tree = parseDocument(text);
      expect(tree.title?.text).toBe('T');
      const [table] = tree.loose;
      if (table?.kind !== 'table') throw new Error('no table');
      expect(table.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([['1', '2']]);
      expect(text.slice(table.span.from, table.span.to)).toMatch(/^\|\ta[\s\S]*2 \|$/);
    }
  });

  test('need a delimiter row of the same width', () => {
    expect(blocks('| a | b |\n|---|\n| 1 | 2 |\n').map((block) => block.kind)).toEqual(['paragraph']);
    expect(blocks('a | b\n').map((block) => block.kind)).toEqual(['paragraph']);
  });

  test('interrupt a paragraph', () => {
    expect(blocks('words\n| a |\n|---|\n| 1 |\n\nmore\n').map((block) => block.kind)).toEqual(['paragraph', 'table', 'paragraph']);
  });

  test('know where to fill in an empty cell', () => {
    const text = '| a | b | c |\n|---|---|---|\n| 1 | ||\n';
    const cells = tableOf(text).rows[0]?.cells ?? [];
    const line = text.lastIndexOf('| 1');
    expect(cells.map((cell) => cell.span.from - line)).toEqual([2, 6, 7]);
  });
});

describe('bullets', () => {
  test('nest, with any mark, and may continue in the next line', () => {
    const text = '- a `x \\| y`\n  goes on\nlazily\n  * b\n    + c\n\n    more\n- \n- ## no words\n';
    const [list] = blocks(text);
    if (list?.kind !== 'bullets') throw new Error('no list');
    const [a, empty, heading] = list.items;
    expect(a?.text).toBe('a `x | y` goes on lazily');
    expect(a?.codes[0]?.text).toBe('x | y');
    expect(text.slice(a?.at(10), (a?.at(10) ?? 0) + 7)).toBe('goes on');
    expect(a?.children.map((child) => [child.text, child.children.map((inner) => inner.text)])).toEqual([['b', ['c']]]);
    expect(empty?.text).toBe('');
    expect(heading?.text).toBe('');
  });

  test('with another mark begin a new list; numbered lists are other blocks', () => {
    expect(blocks('- a\n* b\n1. c\n').map((block) => (block.kind === 'other' ? block.name : block.kind))).toEqual([
      'bullets',
      'bullets',
      'OrderedList',
    ]);
  });
});

test('anything else becomes another block', () => {
  const text = '> quote\n\n```\n| a |\n|---|\n```\n\n<!-- comment -->\n\n---\n\n    code\n';
  expect(blocks(text).map((block) => (block.kind === 'other' ? block.name : block.kind))).toEqual([
    'Blockquote',
    'FencedCode',
    'CommentBlock',
    'HorizontalRule',
    'CodeBlock',
  ]);
});

describe('large and strange input', () => {
  const quick = (text: string, most: number): void => {
    // Far above the usual time, so a slow machine does not fail; quadratic time would take minutes.
    expect(processorTimeOf(() => parseDocument(text))).toBeLessThan(most);
  };

  test('five megabytes of prose', () => quick(`${'It was the best of times, *it was* the `worst`.\n'.repeat(8)}\n`.repeat(13_000), 5000));
  test('a table of 100,000 rows', () => quick(`| a | b |\n|---|---|\n${'| 1 | `x \\| y` |\n'.repeat(100_000)}`, 5000));
  test('bullets 1,000 deep', () => {
    const text = Array.from({ length: 1000 }, (_, depth) => `${'  '.repeat(depth)}- x${depth}`).join('\n');
    let bullet = blocks(text)[0];
    let depth = 0;
    let items = bullet?.kind === 'bullets' ? bullet.items : [];
    for (; items.length > 0; items = items[0]?.children ?? []) depth++;
    expect(depth).toBe(1000);
    bullet = undefined;
  });
  test.each([
    ['emphasis', '*a_ '.repeat(200_000)],
    ['brackets', '[a]('.repeat(100_000)],
    ['link definitions', `[${'a\n'.repeat(200_000)}`],
    ['lists in one line', `${'* '.repeat(100_000)}x`],
    ['quotes in one line', `${'>'.repeat(100_000)}x`],
    ['runs of backticks', Array.from({ length: 2000 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['pipes', `${'a|'.repeat(200_000)}\n${'-|'.repeat(200_000)}`],
    ['blanks', `a|\n${' '.repeat(1_000_000)}x`],
    ['lone surrogates', '\uD800| \uDC00\n|-|-|\n'.repeat(10_000)],
    ['nothing', ''],
    ['a byte order mark', '\uFEFF'],
    ['zeros', '\0'.repeat(100_000)],
  ])('%s', (_, text) => quick(text, 10_000));
});
