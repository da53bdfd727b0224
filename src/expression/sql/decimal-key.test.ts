import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../values/decimal.ts';
import { decimalKey } from './decimal-key.ts';

test('keys sort in the order of their decimals', () => {
  const part = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const decimals = fc.tuple(part, fc.nat(25)).map(([digits, places]) => new Decimal(String(digits)).times(new Decimal(10).pow(-places)));
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const [left, right] = [decimalKey(a.toFixed()), decimalKey(b.toFixed())];
      expect(left < right ? -1 : left > right ? 1 : 0).toBe(a.cmp(b));
    }),
    { seed: 9 },
  );
});
