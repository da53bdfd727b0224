import { expect, test } from 'vitest';
import { suggestedType } from './types.ts';

test.each([
  ['max participants', 'integer'],
  ['maximum price', 'money'],
  ['number of seats', 'integer'],
  ['joined on', 'date'],
  ['starts', 'datetime'],
  ['opening hour', 'time'],
  ['e-mail', 'email'],
  ['mobile number', 'phone'],
  ['profile picture', 'image'],
  // Only the whole last word counts, not its ending.
  ['message', 'markdown'],
  ['language', 'text'],
  ['profile', 'text'],
  ['parent', 'text'],
  ['holiday', 'text'],
  ['corporate', 'text'],
])('“%s” suggests the type %s', (words, type) => {
  expect(suggestedType(words)).toBe(type);
});
