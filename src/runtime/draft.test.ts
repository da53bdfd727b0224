import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDraft, type DraftStorage, draftDelay } from './draft.ts';

function storage(): DraftStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('is written half a second after the last keystroke', () => {
  const store = storage();
  const draft = createDraft(store, 'form', () => undefined);
  draft.later({ subject: 'C' });
  vi.advanceTimersByTime(draftDelay - 1);
  draft.later({ subject: 'Cold' });
  vi.advanceTimersByTime(draftDelay - 1);
  expect(draft.read()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(draft.read()).toEqual({ subject: 'Cold' });
});

it('is written immediately when the page closes, and not after it was cleared', () => {
  const store = storage();
  const draft = createDraft(store, 'form', () => undefined);
  draft.later({ subject: 'Cold' });
  draft.flush();
  expect(store.kept.size).toBe(1);
  draft.later({ subject: 'Colder' });
  draft.clear();
  vi.advanceTimersByTime(draftDelay * 2);
  expect(store.kept.size).toBe(0);
});

it('reports that it cannot be stored, and never throws', () => {
  const full: DraftStorage = {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  };
  const failed = vi.fn();
  const draft = createDraft(full, 'form', failed);
  expect(draft.read()).toBeNull();
  draft.later({ a: 1 });
  draft.flush();
  expect(failed).toHaveBeenCalledTimes(2);
  expect(createDraft(null, 'form', failed).read()).toBeNull();
});

it('reads null from text that is no draft', () => {
  const store = storage();
  for (const text of ['[1]', 'null', '"x"', '{']) {
    store.setItem('form', text);
    expect(createDraft(store, 'form', () => undefined).read()).toBeNull();
  }
});
