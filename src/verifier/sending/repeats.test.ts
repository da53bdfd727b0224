import { expect, test } from 'vitest';
import type { Call } from '../../model/ast/calls.ts';
import type { Planned } from '../plan/planned.ts';
import { waiting } from '../plan/waits.ts';
import { Repeats } from './repeats.ts';

const plain = waiting({ kind: 'for', milliseconds: 1 }, null);
const adopt: Planned = { ...plain, call: { ...plain.call, path: '/adopt' } as Call };
const other: Planned = { ...plain, call: { ...plain.call, path: '/other' } as Call };

test('a way gets too long once a reset has shown how many requests of a call there is room for', () => {
  const repeats = new Repeats();
  for (const one of [adopt, adopt, adopt]) repeats.noteAccepted(one);
  expect(repeats.areTooMany([adopt])).toBe(false);
  repeats.noteRefused(adopt);
  expect(repeats.areTooMany([adopt])).toBe(false);
  repeats.restart();
  repeats.noteFreed();
  expect(
    [
      [adopt, adopt, adopt],
      [adopt, adopt, adopt, adopt],
    ].map((path) => repeats.areTooMany(path)),
  ).toEqual([false, true]);
  repeats.noteAccepted(adopt);
  expect([[adopt, adopt], [adopt, adopt, adopt], [other]].map((path) => repeats.areTooMany(path))).toEqual([false, true, false]);
});

test('a call that is refused for another reason has no such limit', () => {
  const repeats = new Repeats();
  repeats.noteAccepted(adopt);
  repeats.noteRefused(adopt);
  repeats.restart();
  expect(repeats.areTooMany([adopt, adopt])).toBe(false);
});
