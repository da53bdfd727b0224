import { describe, expect, it } from 'vitest';
import { savedViews } from './saved-views.ts';

function keeper(full = false) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('saved views', () => {
  it('are stored by name; a later view of the same name replaces the earlier', () => {
    const storage = keeper();
    const views = savedViews('a', storage);
    expect(views.save({ name: 'Late', query: 'f.late=true' })).toBe(true);
    views.save({ name: 'Easy', query: 'q=easy' });
    views.save({ name: 'Late', query: 'f.late=true&sort=-due' });
    expect(savedViews('a', storage).read()).toEqual([
      { name: 'Easy', query: 'q=easy' },
      { name: 'Late', query: 'f.late=true&sort=-due' },
    ]);
    expect(savedViews('b', storage).read()).toEqual([]);
    views.delete('Easy');
    views.delete('Late');
    expect(storage.kept.size).toBe(0);
  });

  it('report when the browser cannot store them, and skip unreadable entries', () => {
    expect(savedViews('a', keeper(true)).save({ name: 'Late', query: '' })).toBe(false);
    expect(savedViews('a', null).save({ name: 'Late', query: '' })).toBe(false);
    const storage = keeper();
    storage.kept.set('a', '{');
    expect(savedViews('a', storage).read()).toEqual([]);
    storage.kept.set('a', '[1, {"name": "x"}, {"name": "y", "query": "q=1"}]');
    expect(savedViews('a', storage).read()).toEqual([{ name: 'y', query: 'q=1' }]);
  });
});
