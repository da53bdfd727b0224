import { describe, expect, it } from 'vitest';
import { onDemand } from './on-demand.ts';

describe('code that is loaded on demand', () => {
  it('tells subscribers when it has loaded and until they unsubscribe', async () => {
    const code = onDemand(async () => 'the code');
    const seen: (string | null)[] = [];
    const end = code.subscribe(() => seen.push(code.get()));
    code.subscribe(() => seen.push('another'))();
    await code.load();
    await code.load();
    expect(seen).toEqual(['the code']);
    end();
    code.set('newer code');
    expect(seen).toEqual(['the code']);
  });

  it('loads once for all, and again after a failure', async () => {
    let requests = 0;
    const code = onDemand(async () => {
      requests += 1;
      if (requests === 1) throw new Error('no network');
      return requests;
    });
    await expect(code.load()).rejects.toThrow('no network');
    expect(code.get()).toBeNull();
    expect(await Promise.all([code.load(), code.load()])).toEqual([2, 2]);
    expect(code.get()).toBe(2);
  });
});
