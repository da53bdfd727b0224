import { describe, expect, it } from 'vitest';
import { type ReplaceablePage, reloadWhenReplaced } from './replaced.ts';

/**
 * Simulates a page of release `a.js` whose server responds with `served` (null: no server) after
 * `failures` modules failed to load. Returns what the page did.
 */
async function deedsAfter(served: string | null, failures: number): Promise<string[]> {
  const done: string[] = [];
  const kept = new Map<string, string>();
  let fail: () => void = () => undefined;
  const page: ReplaceablePage = {
    document: { baseURI: 'http://x/', querySelector: () => ({ getAttribute: () => './assets/a.js' }) },
    sessionStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    location: { reload: () => void done.push('reload') },
    addEventListener: (_type, listener) => {
      fail = listener;
    },
    fetch: async () => {
      if (served === null) throw new TypeError('Failed to fetch');
      return { ok: served !== '', text: async () => served };
    },
  };
  reloadWhenReplaced(page, () => void done.push('keep'));
  for (let time = 0; time < failures; time++) {
    fail();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return done;
}

describe('a module of the page that failed to load', () => {
  it('reloads the page once if the server has another release', async () => {
    expect(await deedsAfter('<script type="module" src="./assets/b.js">', 2)).toEqual(['keep', 'reload']);
  });

  it('leaves the page alone while the server is down, refuses, or has the same release', async () => {
    expect(await deedsAfter(null, 1)).toEqual([]);
    expect(await deedsAfter('', 1)).toEqual([]);
    expect(await deedsAfter('<script type="module" src="./assets/a.js">', 1)).toEqual([]);
  });
});
