import { expect, it } from 'vitest';
import { memoryLocation } from './location.ts';

it('a history in memory goes back and forward, and forgets what was ahead after a push', () => {
  const location = memoryLocation('/a?x=1');
  const seen: string[] = [];
  const end = location.subscribe(() => seen.push(location.current().path));
  expect(location.current()).toMatchObject({ path: '/a', query: 'x=1' });
  location.push('/b');
  const { key } = location.current();
  location.push('/c');
  location.back();
  expect(location.current()).toMatchObject({ path: '/b', key, by: 'pop' });
  expect(location.canGoForward()).toBe(true);
  location.push('/d');
  expect(location.canGoForward()).toBe(false);
  location.replace('/e?y=2');
  expect(location.current()).toMatchObject({ path: '/e', query: 'y=2', by: 'replace' });
  location.back();
  location.back();
  location.back();
  expect(location.current().path).toBe('/a');
  expect(location.canGoBack()).toBe(false);
  end();
  location.push('/f');
  expect(seen).toEqual(['/b', '/c', '/b', '/d', '/e', '/b', '/a']);
});
