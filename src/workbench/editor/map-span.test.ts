import { expect, test } from 'vitest';
import { difference } from '../../syntax/common-ends.ts';
import { mapSpan } from './map-span.ts';

test('a position is mapped through an edit', () => {
  const edit = difference('one two three', 'one 2 three');
  expect(mapSpan({ from: 0, to: 3 }, edit)).toEqual({ from: 0, to: 3 });
  expect(mapSpan({ from: 8, to: 13 }, edit)).toEqual({ from: 6, to: 11 });
  expect(mapSpan({ from: 5, to: 6 }, edit)).toEqual({ from: 4, to: 4 });
  expect(mapSpan({ from: 5, to: 6 }, null)).toEqual({ from: 5, to: 6 });
});
