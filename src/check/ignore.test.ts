import { describe, expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { checkModel } from './check.ts';

const comment = '<!-- ninefold ignore hole: decided in May -->';
const table = (rows: string): string => `| Constant | Value | Description |\n|---|---|---|\n${rows}`;

/** The names of the constants whose holes are reported. */
function holes(text: string): string[] {
  return checkModel(readModel(text)).flatMap(({ code, span }) =>
    code === 'hole' && span.to > span.from ? [/\| (\w+) \|/.exec(text.slice(text.lastIndexOf('\n', span.from) + 1))?.[1] ?? ''] : [],
  );
}

describe('a comment that silences a rule covers', () => {
  test('its row', () => {
    expect(holes(`## 9. Limits\n\n${table(`| AAA | ? | ${comment} |\n| BBB | ? | |\n`)}`)).toEqual(['BBB']);
  });

  test('its row, from any of its cells, without becoming part of the cell', () => {
    const document = (cells: readonly string[]): string =>
      [
        '## 3. Entities and their fields\n\n### Slot\n\n| Field | Type |\n|---|---|\n| title | text |\n| day | date |\n',
        '## 5. Validation rules\n\n| Rule | On | Must hold | Error |\n|---|---|---|---|',
        `| ${cells.join(' | ')} |\n`,
        '## 8. The error catalogue\n\n| Error | Status | Message |\n|---|---|---|\n| FULL | 409 | It is full. |\n',
      ].join('\n');
    const row = ['is short', 'Slot', '`title != title`', 'FULL'];
    const found = (cells: readonly string[]) =>
      checkModel(readModel(document(cells))).filter(({ section, code }) => [5, 8].includes(section) || /ignore/.test(code));
    const [first] = found(row);
    if (first === undefined) throw new Error('nothing is found');
    for (const index of row.keys()) {
      const silenced = row.map((cell, at) => (at === index ? `${cell} <!-- ninefold ignore ${first.code}: meant so -->` : cell));
      expect(found(silenced), `in cell ${index}`).toEqual([]);
    }
  });

  test('its bullet, without becoming part of it', () => {
    const found = (fields: string) =>
      checkModel(
        readModel(
          [
            '## 2. Screens and routes\n\n| Screen | Route |\n|---|---|\n| Slots | / |\n',
            `### Slots\n\n- form to create Slot: ${fields}\n`,
            '## 3. Entities and their fields\n\n### Slot\n\n| Field | Type |\n|---|---|\n| title | text |\n| day | date |\n',
          ].join('\n'),
        ),
      ).flatMap(({ code }) => (/field|ignore/.test(code) ? [code] : []));
    expect(found('dya, title')).toEqual(['undefined-field']);
    expect(found('dya, title <!-- ninefold ignore undefined-field: meant so -->')).toEqual([]);
    expect(found('day, title <!-- ninefold ignore undefined-field: meant so -->')).toEqual(['useless-ignore']);
  });

  test('the next block', () => {
    const text = `## 9. Limits\n\nThese are the limits.\n\n${comment}\n\n${table('| AAA | ? | |\n| BBB | ? | |\n')}\n${table('| CCC | ? | |\n')}`;
    expect(holes(text)).toEqual(['CCC']);
  });

  test('a heading and everything under it', () => {
    const text = `## 9. Limits\n\nSome.\n\n${comment}\n\n### One\n\n${table('| AAA | ? | |\n')}\n${table('| BBB | ? | |\n')}\n### Two\n\n${table('| CCC | ? | |\n')}`;
    expect(holes(text)).toEqual(['CCC']);
  });

  test('its section, right under the heading', () => {
    const text = `## 9. Limits\n\n${comment}\n\n${table('| AAA | ? | |\n')}\n### More\n\n${table('| BBB | ? | |\n')}`;
    expect(holes(text)).toEqual([]);
  });

  test('the document, before its first section', () => {
    expect(holes(`# Specification: Shop\n\n${comment}\n\n## 9. Limits\n\n${table('| AAA | ? | |\n')}`)).toEqual([]);
  });

  test('nothing inside a fence', () => {
    expect(holes(`## 9. Limits\n\n\`\`\`\n${comment}\n\`\`\`\n\n${table('| AAA | ? | |\n')}`)).toEqual(['AAA']);
  });

  test('no other rule', () => {
    expect(holes(`## 9. Limits\n\n${comment.replace('hole', 'assumption')}\n\n${table('| AAA | ? | |\n')}`)).toEqual(['AAA']);
  });
});
