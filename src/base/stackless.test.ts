import { expect, test } from 'vitest';
import { StacklessError } from './stackless.ts';

class Refusal extends StacklessError {}

test('it records no stack, and the errors after it do', () => {
  const error = new Refusal('no');
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toBe('no');
  expect(error.stack).not.toContain('stackless.test');
  expect(new Error('after').stack).toContain('stackless.test');
});
