import { expect, it, vi } from 'vitest';
import { browserLocation } from './location.ts';
import { memoryLocation } from './memory-location.ts';

it('a history in memory goes back and forward, and a push drops what was ahead', () => {
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

it('the browser’s history has the address at the time of the first subscription', () => {
  const page = { hash: '#/a' };
  vi.stubGlobal('location', page);
  vi.stubGlobal('history', { state: null, length: 1, replaceState: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
  try {
    const location = browserLocation('hash');
    page.hash = '#/b?x=1';
    location.subscribe(() => undefined);
    expect(location.current()).toMatchObject({ path: '/b', query: 'x=1' });
    const { key } = location.current();
    location.subscribe(() => undefined);
    expect(location.current().key).toBe(key);
  } finally {
    vi.unstubAllGlobals();
  }
});
