import { hash, scryptSync, timingSafeEqual } from 'node:crypto';
import { type Hasher, hashExample, isWeakerThan, verifyExample } from '../../engine/hasher.ts';

/** As the engine's own scrypt: what one has kept the other reads. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const length = 32;

/** scrypt and SHA-256 by Node itself, several times as fast as in JavaScript: a server does the one for every sign-in, the other for every request. */
export const nativeHasher: Hasher = {
  hash: (password, salt) => `scrypt$${cost.N}$${Buffer.from(salt).toString('hex')}$${scrypt(password, salt, cost.N).toString('hex')}`,
  hashExample,
  verify(password, kept) {
    const [scheme, N, salt, expected] = kept.split('$');
    if (scheme === 'example') return verifyExample(password, kept);
    if (scheme !== 'scrypt' || salt === undefined || expected === undefined) return false;
    const wanted = Buffer.from(expected, 'hex');
    const found = scrypt(password, Buffer.from(salt, 'hex'), Number(N));
    return wanted.length === found.length && timingSafeEqual(found, wanted);
  },
  isWeak: (kept) => isWeakerThan(kept, cost.N),
  digest: (text) => hash('sha256', text, 'hex'),
};

const scrypt = (password: string, salt: Uint8Array, N: number): Buffer =>
  scryptSync(password.normalize('NFC'), salt, length, { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r });
