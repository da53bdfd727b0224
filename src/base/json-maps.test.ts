import { expect, test } from 'vitest';
import { fromJsonText, toJsonText } from './json-maps.ts';

test('maps and large integers survive the round trip', () => {
  const data = {
    a: new Map<unknown, unknown>([
      ['x', new Map([[1, 2n ** 80n]])],
      ['y', [new Map()]],
    ]),
    b: null,
    c: ['$map'],
  };
  expect(fromJsonText(toJsonText(data))).toEqual(data);
});
