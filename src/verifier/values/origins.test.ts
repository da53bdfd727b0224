import { expect, test } from 'vitest';
import { Origins } from './origins.ts';

test('texts carry the number of their way, and short texts are recorded', () => {
  const origins = new Origins('k3');
  origins.next();
  const first = `${origins.marker}1`;
  origins.shortened('x1');
  origins.next();
  const second = `Verify ${origins.marker}2`;
  origins.spoil();
  expect([first, 'x1', second, 'x2'].map((text) => origins.of(text))).toEqual(['own', 'own', 'spoilt', null]);
});
