import { expect, test } from 'vitest';
import { adjacentPage, type Trail, Trails } from './trails.ts';

const trail = (screen: string, paths: readonly string[], offset = 0, total = paths.length): Trail => ({
  part: { address: { screen, parameters: {} }, part: '0' },
  options: {},
  offset,
  total,
  more: false,
  paths,
});

test('a record belongs to the last seen list that leads to it', () => {
  const trails = new Trails();
  trails.note(trail('Queue', ['/1', '/2', '/3']));
  trails.note(trail('Mine', ['/3', '/4']));
  expect(trails.around('/3')).toMatchObject({ trail: { part: { address: { screen: 'Mine' } } }, index: 0 });
  expect(trails.around('/2')).toMatchObject({ index: 1 });
  expect(trails.around('/9')).toBeNull();
  // The same list with a filter: the records that it no longer shows have no neighbours.
  trails.note(trail('Queue', ['/1', '/3']));
  expect(trails.around('/2')).toBeNull();
  expect(trails.around('/3')).toMatchObject({ trail: { part: { address: { screen: 'Queue' } } }, index: 1 });
});

test('the page beside a trail: none before the first record or after the last', () => {
  const rows = ['/a', '/b', '/c'];
  expect(adjacentPage(trail('Queue', rows, 0, 3), -1)).toBeNull();
  expect(adjacentPage(trail('Queue', rows, 0, 3), 1)).toBeNull();
  expect(adjacentPage(trail('Queue', rows, 3, 9), 1)).toEqual({ offset: 6, limit: 3 });
  expect(adjacentPage(trail('Queue', rows, 2, 9), -1)).toEqual({ offset: 0, limit: 2 });
});
