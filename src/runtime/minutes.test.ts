import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMinutes } from './minutes.ts';

const start = Date.UTC(2026, 0, 5, 9);
beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells all of its listeners each minute, by one timer, which ends with the last of them', () => {
  const minutes = createMinutes(Date);
  const heard: string[] = [];
  const first = minutes.subscribe(() => heard.push('first'));
  const second = minutes.subscribe(() => heard.push('second'));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(59_000);
  expect(minutes.now()).toBe(start);
  vi.advanceTimersByTime(1000);
  expect([minutes.now(), ...heard]).toEqual([start + 60_000, 'first', 'second']);
  first();
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['first', 'second', 'second']);
  second();
  expect(vi.getTimerCount()).toBe(0);
});

it('knows the time after nothing has listened for long', () => {
  const minutes = createMinutes(Date);
  minutes.subscribe(() => undefined)();
  vi.setSystemTime(start + 3_600_000);
  expect(minutes.now()).toBe(start + 3_600_000);
});
