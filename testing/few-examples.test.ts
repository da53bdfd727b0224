import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentsOfTests, fewExamples, withFewExamples } from './few-examples.ts';

it('keeps the first examples of each table, and none that refers to a removed one', () => {
  const text = [
    '| Example | name |',
    '|---|---|',
    '| A | Ann |',
    '| B | Bo |',
    '',
    '| Example | owner |',
    '|---|---|',
    '| X | B |',
    '| Y | A |',
  ];
  expect(fewExamples(text.join('\n'), 1).split('\n')).toEqual([...text.slice(0, 3), ...text.slice(4, 7)]);
  expect(fewExamples(text.join('\n'), 2)).toBe(text.join('\n'));
});

it('keeps examples by name, without some columns', () => {
  const text = '| Example | name | born |\n|---|---|---|\n| A | | 1990 |\n| B | Bo | 1991 |\n\n| Other | born |\n|---|---|\n| A | 1992 |';
  expect(fewExamples(text, new Set(['A']), new Set(['born']))).toBe(
    '| Example | name |\n|---|---|\n| A | |\n\n| Other | born |\n|---|---|\n| A | 1992 |',
  );
});

it('omits a table without examples', () => {
  const text = '| name | text |\n\n| Example | name |\n|---|---|\n| A | Ann |\n\n## 4. States';
  expect(fewExamples(text, new Set())).toBe('| name | text |\n\n## 4. States');
});

it.each(documentsOfTests)('%s of the tests is that of specs with few examples (npm run reference writes it)', (name) => {
  const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(text(`documents/${name}`)).toBe(withFewExamples(name, text(`../specs/${name}`)));
});
