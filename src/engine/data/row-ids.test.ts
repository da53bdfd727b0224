import { expect, test } from 'vitest';
import { RowIds } from './row-ids.ts';

test('each key has its first position, and a missing one has none', () => {
  const ids = new RowIds();
  const keyOf = (number: number): string => `Ticket/01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const count = 30_000;
  for (let place = 0; place < count; place++) expect(ids.add(keyOf(place), place)).toBe(-1);
  expect(ids.add(keyOf(7), count)).toBe(7);
  const found = Array.from({ length: count + 100 }, (_, number) => ids.find(keyOf(number)));
  expect(found).toEqual([...Array.from({ length: count }, (_, place) => place), ...Array.from({ length: 100 }, () => -1)]);
  expect(ids.find('User/01890000-0000-7000-8000-000000000007')).toBe(-1);
});
