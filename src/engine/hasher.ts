import { scrypt } from '@noble/hashes/scrypt.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Keeps passwords so that they cannot be read back. */
export interface Hasher {
  hash(password: string, salt: Uint8Array): string;
  verify(password: string, kept: string): boolean;
}

/** RFC 7914. N = 2^15, r = 8, p = 1 asks for 32 MB and about a tenth of a second, the least that OWASP's cheat sheet advises in a browser's worker. */
const cost = { N: 2 ** 15, r: 8, p: 1, dkLen: 32 };

export const scryptHasher: Hasher = {
  hash: (password, salt) =>
    `scrypt$${cost.N}$${bytesToHex(salt)}$${bytesToHex(scrypt(utf8ToBytes(password.normalize('NFC')), salt, cost))}`,
  verify(password, kept) {
    const [scheme, N, salt, expected] = kept.split('$');
    if (scheme !== 'scrypt' || salt === undefined || expected === undefined) return false;
    const found = scrypt(utf8ToBytes(password.normalize('NFC')), hexToBytes(salt), { ...cost, N: Number(N) });
    return sameBytes(found, hexToBytes(expected));
  },
};

/** Salted SHA-256: for tests and scenarios, where nobody's password is kept. */
export const cheapHasher: Hasher = {
  hash: (password, salt) => `sha256$${bytesToHex(salt)}$${digest(password, bytesToHex(salt))}`,
  verify(password, kept) {
    const [scheme, salt, expected] = kept.split('$');
    return scheme === 'sha256' && salt !== undefined && digest(password, salt) === expected;
  },
};

const digest = (password: string, salt: string): string => bytesToHex(sha256(utf8ToBytes(`${salt}:${password.normalize('NFC')}`)));

/** Takes as long for a wrong byte at the beginning as for one at the end. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

/** The hash under which a session's token is kept, in hex. */
export const tokenHash = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)));

const urlSafe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** base64url without padding: each byte's lower six bits give a character, so no character is likelier than another. */
export const urlSafeText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => urlSafe[byte & 63]).join('');
