import { expect, test } from 'vitest';
import { systemPlatform, uuidv7 } from './platform.ts';

test('returns as many random bytes as requested, each only once', () => {
  const { randomBytes } = systemPlatform;
  const seen = new Set<string>();
  // More than one piece is used up, in lengths that do not divide it evenly.
  for (let times = 0; times < 2000; times++) {
    const bytes = randomBytes(17);
    expect(bytes.length).toBe(17);
    seen.add(bytes.join());
  }
  expect(seen.size).toBe(2000);
  expect(randomBytes(0).length).toBe(0);
  expect(new Set(randomBytes(10_000)).size).toBe(256);
});

test('returned bytes belong to the caller', () => {
  const { randomBytes } = systemPlatform;
  const first = randomBytes(16);
  const before = first.join();
  for (let times = 0; times < 1000; times++) randomBytes(16).fill(0);
  expect(first.join()).toBe(before);
  expect(new Set(randomBytes(512)).size).toBeGreaterThan(100);
});

test('a UUID version 7 begins with the time', () => {
  expect(uuidv7(0x0123456789ab, new Uint8Array(10).fill(0xff))).toBe('01234567-89ab-7fff-bfff-ffffffffffff');
  expect(uuidv7(0, new Uint8Array(10))).toBe('00000000-0000-7000-8000-000000000000');
});
