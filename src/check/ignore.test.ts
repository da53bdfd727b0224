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
