import { expect, test } from 'vitest';
import { type Comparing, difference } from './compare.ts';

const how = (): Comparing => ({ origin: () => null, shared: false, page: null, sorted: false, bound: new Map(), skew: 0 });

test('an entry is missing if the document requires it whatever the free values are', () => {
  expect(difference({ lets: [{ number: 10 }] }, { lets: [{ number: 4109 }] }, { lets: [] }, how())?.path).toBe('lets[0]');
});

test('a list whose entries depend on free values is not compared', () => {
  // The query names the number 10, which only the first oracle gave to a person.
  expect(difference({ lets: [{ number: 10 }], page: 1 }, { lets: [], page: 1 }, { lets: [], page: 1 }, how())).toBeNull();
  expect(difference({ lets: [{ number: 10 }], page: 1 }, { lets: [], page: 1 }, { lets: [], page: 2 }, how())?.path).toBe('page');
});
