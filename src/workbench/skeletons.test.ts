import { expect, test } from 'vitest';
import unidentified from '../../specs/unidentified.txt?raw';
import { applyEdits } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { insertSkeleton } from './insert-skeleton.ts';
import { skeleton } from './skeletons.ts';

test('every section has a skeleton with well-formed tables', () => {
  for (let section = 1; section <= 9; section++) {
    const tables = skeleton(section, null)
      .text.split('\n\n')
      .filter((block) => block.startsWith('|'));
    expect(tables.length, `section ${section}`).toBeGreaterThan(0);
    for (const table of tables) {
      const widths = table.split('\n').map((row) => row.split('|').length);
      expect(new Set(widths).size, table).toBe(1);
    }
  }
});

test('the skeleton replaces "not shown", in all nine sections of the seed', () => {
  let text = unidentified;
  for (let section = 1; section <= 9; section++) {
    const model = readModel(text);
    const { edits, select } = insertSkeleton(text, section, model);
    text = applyEdits(text, edits);
    expect(text.slice(select.from, select.to), `section ${section}`).toBe(skeleton(section, model).select);
    expect(readModel(text).sections[section - 1]?.state).toBe('shown');
  }
  // The two in the introduction stay.
  expect(text.match(/not shown/g)).toHaveLength(2);
  expect(text.match(/^## \d/gm)).toHaveLength(9);
  expect(text).not.toMatch(/\n\n\n/);
});

for (const order of [
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [3, 4, 2, 6, 5, 7, 1, 8, 9],
  [4, 2, 6, 7, 5],
  [9, 8, 7, 6, 5, 4, 3, 2, 1],
]) {
  test(`filling in the sections in the order ${order.join(', ')} produces no errors`, () => {
    let text = unidentified;
    for (const section of order) text = applyEdits(text, insertSkeleton(text, section, readModel(text)).edits);
    expect(checkModel(readModel(text)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
}

test('a state machine adds a state field to an entity without one', () => {
  const text = '# Specification: X\n\n## 3. Entities\n\n### Room\n\n| Field | Required | Type |\n|---|---|---|\n| name | yes | text |\n';
  const result = applyEdits(text, insertSkeleton(text, 4, readModel(text)).edits);
  expect(result).toContain('| name | yes | text |\n| status | | state |\n');
  expect(result).toContain('### Room.status');
});

test('prose stays, and the skeleton follows it', () => {
  const text = '# Specification: X\n\n## 9. Limits\n\nThere are some, not shown here.\n\nA second paragraph.\n\n## 10. More\n';
  const { edits } = insertSkeleton(text, 9, null);
  const result = applyEdits(text, edits);
  expect(result).toContain('A second paragraph.\n\n| Constant | Value |');
  expect(result.endsWith('\n\n## 10. More\n')).toBe(true);
});

test('a missing section is inserted in numerical order', () => {
  const text = '# Specification: X\n\n## 2. Screens\n\nWords.\n\n## 5. Rules\n\nWords.\n';
  const result = applyEdits(text, insertSkeleton(text, 4, null).edits);
  expect(result.match(/^## \d/gm)).toEqual(['## 2', '## 3', '## 4', '## 5']);
  expect(applyEdits('', insertSkeleton('', 3, null).edits)).toMatch(/^## 3\. Entities and their fields\n\n### Thing/);
  expect(applyEdits(text, insertSkeleton(text, 9, null).edits)).toContain('Words.\n\n## 9. Business');
});

test('the skeleton uses the line breaks of the text', () => {
  const result = applyEdits(
    '# X\r\n\r\n## 9. Limits\r\n\r\nNot shown.\r\n',
    insertSkeleton('# X\r\n\r\n## 9. Limits\r\n\r\nNot shown.\r\n', 9, null).edits,
  );
  expect(result).not.toMatch(/(?<!\r)\n/);
});

test('a heading in a code fence is no section', () => {
  const text = '# X\n\n```\n## 9. Not this\n```\n\n## 9. This\n';
  expect(applyEdits(text, insertSkeleton(text, 9, null).edits).startsWith(`${text}\n| Constant |`)).toBe(true);
});
