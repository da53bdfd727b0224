import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fixedPlatform } from '../../base/platform.ts';
import { type MemoryStorage, memoryKeyValue } from '../state/key-value.ts';
import { type DocumentStore, openDocumentStore } from './document-store.ts';
import { createSaver } from './saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function tab(shared: MemoryStorage) {
  const store: DocumentStore = openDocumentStore(memoryKeyValue(shared), fixedPlatform());
  const opened = store.read('helpdesk');
  if (!opened) throw new Error('no helpdesk');
  let text = opened.text;
  const saver = createSaver({
    store,
    id: 'helpdesk',
    opened,
    text: () => text,
    adopt: (theirs) => {
      text = theirs;
      saver.changed();
    },
  });
  store.watch((id) => id === 'helpdesk' && saver.onExternalWrite());
  return {
    saver,
    text: () => text,
    type(more: string) {
      text = more;
      saver.changed();
    },
    stored: () => store.read('helpdesk')?.text,
  };
}

const shared = (): MemoryStorage => ({ map: new Map(), tabs: new Set() });

test('a text is saved 500 ms after the last key', () => {
  const one = tab(shared());
  one.type('a');
  expect(one.saver.state.get().kind).toBe('waiting');
  vi.advanceTimersByTime(300);
  one.type('ab');
  vi.advanceTimersByTime(499);
  expect(one.stored()).toBe('ab');
  expect(one.saver.state.get().kind).toBe('saved');
});

test('a page that is closed writes pending changes', () => {
  const one = tab(shared());
  one.type('in the last moment');
  one.saver.flush();
  expect(one.stored()).toBe('in the last moment');
});

test('a tab without changes of its own follows the other tab', () => {
  const both = shared();
  const [one, two] = [tab(both), tab(both)];
  one.type('from one');
  vi.advanceTimersByTime(500);
  expect(two.text()).toBe('from one');
  two.type('from one, and two');
  vi.advanceTimersByTime(500);
  expect(one.text()).toBe('from one, and two');
  expect(one.saver.state.get().kind).toBe('saved');
});

test('if both tabs have changes, nothing is overwritten until the person chooses', () => {
  const both = shared();
  const [one, two] = [tab(both), tab(both)];
  one.type('mine');
  two.type('yours');
  vi.advanceTimersByTime(1000);
  const states = [one.saver.state.get().kind, two.saver.state.get().kind];
  expect(states.filter((kind) => kind === 'conflict')).toHaveLength(1);
  const [loser, winner] = states[0] === 'conflict' ? [one, two] : [two, one];
  loser.type(`${loser.text()} and more`);
  vi.advanceTimersByTime(1000);
  expect(loser.stored()).toBe(winner.text());

  loser.saver.keepMine();
  expect(loser.stored()).toBe(loser.text());
  expect(winner.text()).toBe(loser.text());
});

test("taking the other tab's text ends the conflict", () => {
  const both = shared();
  const [one, two] = [tab(both), tab(both)];
  one.type('mine again');
  two.type('yours again');
  one.saver.flush();
  expect(two.saver.state.get().kind).toBe('conflict');
  two.saver.takeTheirs();
  expect(two.text()).toBe('mine again');
  expect(two.saver.state.get().kind).toBe('saved');
});

test('the file on disk is behind as soon as a change is saved, and current again once the change is undone', () => {
  const one = tab(shared());
  expect(one.saver.disk.get()).toBeNull();
  one.type('a');
  one.saver.writtenToDisk('a', { name: 'a.md', crlf: false, bom: false });
  expect(one.saver.disk.get()).toBe(true);
  one.type('ab');
  one.saver.flush();
  expect(one.saver.disk.get()).toBe(false);
  one.type('a');
  one.saver.flush();
  expect(one.saver.disk.get()).toBe(true);
});
