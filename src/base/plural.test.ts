import { expect, test } from 'vitest';
import { plural, singular } from './plural.ts';

test.each([
  ['ticket', 'tickets'],
  ['category', 'categories'],
  ['day', 'days'],
  ['box', 'boxes'],
  ['address', 'addresses'],
  ['branch', 'branches'],
  ['person', 'people'],
  ['Contact person', 'Contact people'],
  ['SalesPerson', 'SalesPeople'],
  ['child', 'children'],
  ['book shelf', 'book shelves'],
  ['analysis', 'analyses'],
  ['order status', 'order statuses'],
  ['movie', 'movies'],
  ['equipment', 'equipment'],
])('%s, %s', (one, several) => {
  expect(plural(one)).toBe(several);
  expect(singular(several)).toBe(one);
  expect(singular(one)).toBe(one);
});
