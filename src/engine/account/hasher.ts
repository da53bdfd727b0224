import { hmac } from '@noble/hashes/hmac.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Hashes passwords so that they cannot be read back. */
export interface Hasher {
  hash(password: string, salt: Uint8Array): string;
  /**
   * Hashes the password of an example record, which anyone can read in the document: a slow hash
   * would protect nothing and delay the first start by a third of a second each. The first sign-in
   * replaces it (docs/decisions/0040).
   */
  hashExample(password: string, salt: Uint8Array): string;
  verify(password: string, kept: string): boolean;
  /** Whether the hash took less effort than `hash` does now. */
  isWeak(kept: string): boolean;
  /** SHA-256 of a text, in hex; the same for all hashers. Not for passwords. */
  digest(text: string): string;
}

/**
 * Parameters of scrypt (RFC 7914). N = 2^15, r = 8, p = 1 needs 32 MB and about a tenth of a second
 * in a browser's worker, the least that OWASP's cheat sheet recommends.
 */
const cost = { N: 2 ** 15, r: 8, p: 1, dkLen: 32 };

export const scryptHasher: Hasher = {
  hash: (password, salt) =>
    `scrypt$${cost.N}$${bytesToHex(salt)}$${bytesToHex(scrypt(utf8ToBytes(password.normalize('NFC')), salt, cost))}`,
  hashExample,
  verify(password, kept) {
    const [scheme, N, salt, expected] = kept.split('$');
    if (scheme === exampleScheme) return verifyExample(password, kept);
    if (scheme !== 'scrypt' || salt === undefined || expected === undefined) return false;
    const found = scrypt(utf8ToBytes(password.normalize('NFC')), hexToBytes(salt), { ...cost, N: Number(N) });
    return sameBytes(found, hexToBytes(expected));
  },
  isWeak: (kept) => isWeakerThan(kept, cost.N),
  digest: sha256Text,
};

/** Salted SHA-256: for tests and scenarios, which store no real passwords. */
export const cheapHasher: Hasher = {
  hash: (password, salt) => `sha256$${bytesToHex(salt)}$${digest(password, bytesToHex(salt))}`,
  hashExample,
  verify: (password, kept) => verifyExample(password, kept.replace(/^sha256\$/, `${exampleScheme}$`)),
  isWeak: () => false,
  digest: sha256Text,
};

const exampleScheme = 'example';

/** Whether it is the hash of an example's password. */
export const isExampleHash = (kept: string): boolean => kept.startsWith(`${exampleScheme}$`);

/** Salted SHA-256, marked as an example's. */
export function hashExample(password: string, salt: Uint8Array): string {
  return `${exampleScheme}$${bytesToHex(salt)}$${digest(password, bytesToHex(salt))}`;
}

export function verifyExample(password: string, kept: string): boolean {
  const [scheme, salt, expected] = kept.split('$');
  if (scheme !== exampleScheme || salt === undefined || expected === undefined) return false;
  return sameBytes(utf8ToBytes(digest(password, salt)), utf8ToBytes(expected));
}

/** `N`: the current scrypt cost. */
export function isWeakerThan(kept: string, N: number): boolean {
  const [scheme, cost] = kept.split('$');
  return scheme !== 'scrypt' || Number(cost) < N;
}

const digest = (password: string, salt: string): string => bytesToHex(sha256(utf8ToBytes(`${salt}:${password.normalize('NFC')}`)));

/** Compares in constant time. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

/** The hash by which the store identifies a session's token, in hex. */
export const tokenHash = (token: string): string => sha256Text(token);

/** SHA-256 of a text, hex. */
export function sha256Text(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

const urlSafe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * base64url without padding. The lower six bits of each byte yield a character, so all characters
 * are equally likely.
 */
export function urlSafeText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += urlSafe[byte & 63];
  return text;
}

/** HMAC-SHA-256 of a text, hex. */
export const keyedHash = (key: string, text: string): string => bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));

/** Compares in constant time, so the duration does not reveal where the texts differ. */
export const isSameText = (a: string, b: string): boolean => sameBytes(utf8ToBytes(a), utf8ToBytes(b));
