import { expect, test } from 'vitest';
import type { Call } from '../../model/ast/calls.ts';
import { Routes } from './routes.ts';

const routes = new Routes(['/', '/articles', '/articles/feed', '/articles/:slug'].map((path) => ({ method: 'GET', path }) as Call));

function matched(path: string): string | null {
  const match = routes.match('GET', path);
  return match.call === null ? null : `${match.call.path} ${[...match.parameters.values()].join()}`.trim();
}

test.each<[string, string | null]>([
  ['/', '/'],
  ['', '/'],
  ['/articles', '/articles'],
  ['/articles/', '/articles'],
  ['articles', '/articles'],
  ['/articles/feed', '/articles/feed'],
  ['/articles/a%20b', '/articles/:slug a b'],
  ['/articles/a/', '/articles/:slug a'],
  ['/articles//', null],
  ['//articles', null],
  ['/articles/a/b', null],
  ['/articles/%', null],
])('%s leads to %s', (path, expected) => {
  expect(matched(path)).toBe(expected);
});
