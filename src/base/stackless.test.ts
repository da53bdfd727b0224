import { expect, test } from 'vitest';
import { StacklessError } from './stackless.ts';

class Refusal extends StacklessError {}

test('records no stack, and later errors do', () => {
  const error = new Refusal('no');
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toBe('no');
  expect(error.stack).not.toContain('stackless.test');
  expect(new Error('after').stack).toContain('stackless.test');
});
