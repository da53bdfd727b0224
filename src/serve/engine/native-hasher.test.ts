import { expect, test } from 'vitest';
import { scryptHasher } from '../../engine/account/hasher.ts';
import { nativeHasher } from './native-hasher.ts';

test('verifies hashes made by the JavaScript hasher, and vice versa', () => {
  const salt = new Uint8Array(16).fill(7);
  for (const password of ['correct horse', 'u\u0308ber', '']) {
    const kept = nativeHasher.hash(password, salt);
    expect(kept).toBe(scryptHasher.hash(password, salt));
    expect(nativeHasher.verify(password.normalize('NFD'), kept)).toBe(true);
    expect(nativeHasher.verify(`${password}x`, kept)).toBe(false);
  }
  expect(nativeHasher.verify('x', 'sha256$00$00')).toBe(false);
});
