import { hash, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { type Hasher, hashExample, isWeakerThan, verifyExample } from '../../engine/account/hasher.ts';

/** The same cost as scryptHasher uses, so that each hasher verifies the hashes of the other. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const length = 32;

type Scrypt = (password: string, salt: Uint8Array, N: number) => Buffer;

const hasherWith = (derive: Scrypt): Hasher => ({
  hash: (password, salt) => `scrypt$${cost.N}$${Buffer.from(salt).toString('hex')}$${derive(password, salt, cost.N).toString('hex')}`,
  hashExample,
  verify(password, kept) {
    const [scheme, N, salt, expected] = kept.split('$');
    if (scheme === 'example') return verifyExample(password, kept);
    if (scheme !== 'scrypt' || salt === undefined || expected === undefined) return false;
    const wanted = Buffer.from(expected, 'hex');
    const found = derive(password, Buffer.from(salt, 'hex'), Number(N));
    return wanted.length === found.length && timingSafeEqual(found, wanted);
  },
  isWeak: (kept) => isWeakerThan(kept, cost.N),
  digest: (text) => hash('sha256', text, 'hex'),
});

const optionsOf = (N: number) => ({ N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r });

/**
 * scrypt and SHA-256 by Node, several times as fast as in JavaScript. scrypt blocks the thread for
 * about a tenth of a second.
 */
export const nativeHasher: Hasher = hasherWith((password, salt, N) => scryptSync(password.normalize('NFC'), salt, length, optionsOf(N)));

/** Like `nativeHasher`, but scrypt runs in the thread pool while the driver's body is suspended. */
export const waitingHasher = (wait: (key: string, answer: () => Promise<Buffer>) => Buffer): Hasher =>
  hasherWith((password, salt, N) =>
    wait(
      `scrypt ${N} ${Buffer.from(salt).toString('hex')} ${password}`,
      () =>
        new Promise((resolve, reject) => {
          scrypt(password.normalize('NFC'), salt, length, optionsOf(N), (error, key) => (error === null ? resolve(key) : reject(error)));
        }),
    ),
  );
