import { expect, it } from 'vitest';
import { fewExamples } from './few-examples.ts';

it('keeps the first examples of each table, and none that leads to one that is gone', () => {
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
