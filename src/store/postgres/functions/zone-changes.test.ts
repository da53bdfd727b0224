import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf, offsetAt } from '../../../expression/values/time-zone.ts';
import { zoneChanges } from './zone-changes.ts';

const zones = [
  ...['UTC', '+05:45', 'Europe/Berlin', 'Europe/Dublin', 'Europe/Istanbul', 'America/New_York', 'America/St_Johns', 'America/Sao_Paulo'],
  ...[
    'Pacific/Apia',
    'Pacific/Kiritimati',
    'Asia/Pyongyang',
    'Africa/Casablanca',
    'Africa/Cairo',
    'Antarctica/Troll',
    'Australia/Lord_Howe',
  ],
];
const seconds = fc.integer({ min: 200_000, max: 4_100_000_000 });

test.each(zones)('%s has the evaluator’s local times between 1970 and 2100', (zone) => {
  const found = zoneChanges(zone);
  const { changes = [], first = 0 } = found ?? {};
  const offset = (at: number, since: (index: number) => number): number => {
    const last = changes.findLastIndex((_, index) => at >= since(index));
    return changes[last]?.offset ?? first;
  };
  // Moments around the changes are the most revealing ones.
  const near =
    changes.length === 0
      ? seconds
      : fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -10_000, max: 10_000 })).map(([{ at }, by]) => at + by);
  fc.assert(
    fc.property(fc.oneof(seconds, near), (at) => {
      fc.pre(at > 200_000);
      expect(offset(at, (index) => changes[index]?.at ?? 0)).toBe(offsetAt(zone, at));
      const since = (index: number): number => {
        const before = changes[index - 1]?.offset ?? first;
        return (changes[index]?.at ?? 0) + Math.max(before, changes[index]?.offset ?? 0);
      };
      expect(at - offset(at, since)).toBe(momentOf(zone, at));
    }),
    { numRuns: 300, seed: 9 },
  );
});

test('returns null for an unknown zone', () => {
  expect(zoneChanges('Nowhere/AtAll')).toBeNull();
  expect(zoneChanges('UTC')).toMatchObject({ first: 0, changes: [] });
  expect(zoneChanges('-07:30')).toMatchObject({ first: -27_000, changes: [] });
});
