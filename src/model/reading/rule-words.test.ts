import { expect, test } from 'vitest';
import type { Type } from '../../expression/types/type.ts';
import { ruleMeant } from './rule-words.ts';

const [text, integer, date, datetime]: readonly Type[] = [{ kind: 'text' }, { kind: 'integer' }, { kind: 'date' }, { kind: 'datetime' }];

test.each([
  ['name is not empty', text, 'size(trim(f)) > 0'],
  ['f is required', text, 'size(trim(f)) > 0'],
  ['must not be blank', text, 'size(trim(f)) > 0'],
  ['required', integer, 'f != null'],
  ['max 50 characters', text, 'size(f) <= 50'],
  ['At most 50.', integer, 'f <= 50'],
  ['at least 3 characters long', text, 'size(f) >= 3'],
  ['must be between 1 and 10', integer, 'f >= 1 && f <= 10'],
  ['1 - 10', integer, 'f >= 1 && f <= 10'],
  ['3 to 20 characters', text, 'size(f) >= 3 && size(f) <= 20'],
  ['must be positive', integer, 'f > 0'],
  ['not negative', integer, 'f >= 0'],
  ['must be in the future', date, 'f > today'],
  ['not in the past', datetime, 'f >= now'],
  ['matches /^[a-z]+$/', text, 'f.matches("^[a-z]+$")'],
  ['max 50 characters', integer, null],
  ['a lesson has a teacher', text, null],
  ['in the future', text, null],
] as const)('“%s”', (words, type, expression) => {
  expect(ruleMeant(words.replace('name', 'f'), 'f', type as Type)).toBe(expression);
});

test('a text of 200,000 characters is none of these', () => {
  for (const repeated of [' ', '1', 'must ', '-'])
    expect(ruleMeant(repeated.repeat(200_000 / repeated.length), 'f', text as Type)).toBeNull();
});
