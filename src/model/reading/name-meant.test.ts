import { expect, test } from 'vitest';
import { nameMeant } from './name-meant.ts';

test.each([
  ['Order lines', 'OrderLine'],
  ['people', 'Person'],
  ['`Person`', 'Person'],
  ['persons', 'Person'],
  ['order_line', 'OrderLine'],
  ['items', 'Items'],
  ['item', 'Item'],
  ['order', null],
  ['', null],
])('“%s” means %s', (words, meant) => {
  expect(nameMeant(['Item', 'Items', 'Person', 'OrderLine'], words)).toBe(meant);
});
