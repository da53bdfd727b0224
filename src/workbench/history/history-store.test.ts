import { expect, test } from 'vitest';
import type { KeyValue } from '../state/key-value.ts';
import { evictingStorage, openHistory } from './history-store.ts';
import { prune } from './prune.ts';

const hour = 3_600_000;

/** A storage with room for this many characters. */
function storage(room: number): KeyValue {
  const map = new Map<string, string>();
  return {
    keys: () => [...map.keys()],
    read: (key) => map.get(key) ?? null,
    write(key, value) {
      const others = [...map].reduce((sum, [other, text]) => (other === key ? sum : sum + text.length), 0);
      if (others + value.length > room) throw new Error('no room');
      map.set(key, value);
    },
    remove: (key) => void map.delete(key),
    watch: () => () => undefined,
  };
}

test('texts are saved some minutes apart, and can be read back', () => {
  let now = 100 * hour;
  const history = openHistory(storage(10_000), 'boats', () => now);
  history.note('one');
  now += 30_000;
  history.note('two');
  expect(history.list()).toEqual([{ at: 100 * hour, name: null }]);
  history.note('two', true);
  now += 180_000;
  history.note('two');
  history.note('three');
  expect(history.list().map(({ at }) => history.read(at))).toEqual(['three', 'two', 'one']);
  history.clear();
  expect(history.list()).toEqual([]);
});

test('older versions are thinned out to one per hour, then one per day', () => {
  const now = 1000 * hour;
  const moments = [100, 100.1, 101, 990, 990.5, 998, 998.2, 999.5, 999.6].map((at) => at * hour);
  expect(prune(moments, now, 40).map((at) => at / hour)).toEqual([100, 990, 998, 999.5, 999.6]);
  const minutes = [2, 3, 8, 50, 51, 55].map((at) => at * 60_000);
  expect(prune(minutes, hour, 40).map((at) => at / 60_000)).toEqual([2, 8, 50, 51, 55]);
  expect(prune(moments, now, 2).map((at) => at / hour)).toEqual([999.5, 999.6]);
});

test('a named version survives thinning, and stays when space is needed', () => {
  let now = 100 * hour;
  const keys = evictingStorage(storage(310));
  const history = openHistory(keys, 'boats', () => now);
  history.note('one');
  history.keep('one', 'The first');
  for (const text of ['two', 'three', 'four']) {
    now += 72 * hour + 60_000;
    history.note(text);
    history.note(`${text} again`, true);
  }
  expect(history.list().at(-1)).toEqual({ at: 100 * hour, name: 'The first' });
  keys.write('ninefold/document/boats', 'c'.repeat(295));
  expect(history.list().map(({ at }) => history.read(at))).toEqual(['one']);
  keys.write('ninefold/document/boats', 'c'.repeat(310));
  expect(keys.keys()).toEqual(['ninefold/document/boats']);
});

test('old versions make room for the current text, never the other way round', () => {
  const keys = evictingStorage(storage(100));
  let now = 1;
  const history = openHistory(keys, 'boats', () => now);
  history.note('a'.repeat(40));
  now += hour;
  history.note('b'.repeat(40));
  keys.write('ninefold/document/boats', 'c'.repeat(50));
  expect(history.list().map(({ at }) => history.read(at)?.[0])).toEqual(['b']);
  now += hour;
  history.note('d'.repeat(40));
  expect(keys.read('ninefold/document/boats')).toBe('c'.repeat(50));
  expect(() => keys.write('ninefold/document/boats', 'e'.repeat(200))).toThrow('no room');
});
