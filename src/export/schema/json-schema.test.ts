import { expect, test } from 'vitest';
import { orNull } from './json-schema.ts';

test('adds null only once', () => {
  const once = orNull({ type: 'string', enum: ['low', 'high'] });
  expect(once).toEqual({ type: ['string', 'null'], enum: ['low', 'high', null] });
  expect(orNull(once)).toEqual(once);
});
