import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Places } from './places.ts';

test('things stay at their place until they are released', () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('push' as const), count: fc.nat({ max: 5 }) }),
    fc.record({ kind: fc.constant('let go' as const), from: fc.nat({ max: 20 }), count: fc.nat({ max: 10 }) }),
    fc.record({ kind: fc.constant('put' as const), at: fc.nat({ max: 20 }) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const places = new Places<number>();
      const expected: (number | undefined)[] = [];
      let next = 0;
      for (const one of acts) {
        if (one.kind === 'push')
          for (let count = 0; count < one.count; count++) {
            places.push(next);
            expected.push(next++);
          }
        else if (one.kind === 'put') {
          if (one.at > expected.length) continue;
          places.put(one.at, next);
          expected[one.at] = next++;
        } else {
          places.letGo(one.from, one.from + one.count);
          for (let at = one.from; at < Math.min(one.from + one.count, expected.length); at++) expected[at] = undefined;
        }
      }
      expect(places.length).toBe(expected.length);
      expect(expected.map((_, at) => places.at(at))).toEqual(expected);
    }),
  );
});
