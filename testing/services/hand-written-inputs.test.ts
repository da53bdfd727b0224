import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyType } from '../../src/expression/types/type.ts';
import { Mistake } from '../../src/expression/values/json.ts';
import { plainTypes } from '../../src/model/types/index.ts';
import { isEmail } from './hand-written-inputs.ts';

test('hand-written services and the engine accept the same email addresses', () => {
  const accepted = (given: string): boolean =>
    !(plainTypes.email.coerce(given, anyType, { timeZone: 'UTC', currency: 'EUR', file: () => null }) instanceof Mistake);
  expect(['x@y', 'x@y.', '@y', 'x@', 'x@y@z', `${'x'.repeat(250)}@y.de`].map(isEmail)).toEqual([true, false, false, false, false, false]);
  const pieces = fc.constantFrom('@', '.', 'x', 'é', ' ', '<', ',', '"', 'ana', '\\');
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (parts) => {
      expect(isEmail(parts.join(''))).toBe(accepted(parts.join('')));
    }),
  );
});
