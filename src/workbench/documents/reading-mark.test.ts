import { expect, test } from 'vitest';
import { memoryKeyValue } from '../state/key-value.ts';
import { createReadingMark } from './reading-mark.ts';

test('a document counts as stuck only from the next start on, if it was never read to its end', () => {
  const clock = { now: 1_000_000 };
  const mark = createReadingMark(memoryKeyValue(), { now: () => clock.now });
  mark.begin('deep');
  expect(mark.isStuck('deep')).toBe(false);
  clock.now += 60_000;
  expect(mark.isStuck('deep')).toBe(true);
  expect(mark.isStuck('helpdesk')).toBe(false);
  mark.end('deep');
  expect(mark.isStuck('deep')).toBe(false);
});
