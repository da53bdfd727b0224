import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import type { Store } from '../../store/store.ts';
import type { World } from '../world/world.ts';
import { isSameText, tokenHash } from './hasher.ts';

/*
 * A second proof besides the password: the six digits of an authenticator app (TOTP, RFC 6238:
 * SHA-1, 30 seconds), or a recovery code. Every code is valid once.
 */

/** What the store keeps of an account's second factor. */
export interface SecondFactor {
  /** Base32, 160 bits. */
  readonly secret: string;
  /** False until confirmed: signing in asks for no code yet. */
  readonly on: boolean;
  /**
   * The time step of the last code that was used: this code and earlier ones are no longer valid.
   */
  readonly last: number;
  /** Hashes of the unused recovery codes. */
  readonly recovery: readonly string[];
}

const step = 30_000;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const secretLength = 32;
const recoveryCodes = 10;

const keyOf = (account: string): string => `second-factor ${account}`;

export function secondFactor(store: Pick<Store, 'meta'>, account: string): SecondFactor | null {
  const kept = store.meta(keyOf(account));
  return kept === null ? null : (JSON.parse(kept) as SecondFactor);
}

/** The setting that stores it (Decision.settings); null: it is turned off. */
export const keptFactor = (account: string, factor: SecondFactor | null): readonly [string, string | null] => [
  keyOf(account),
  factor === null ? null : JSON.stringify(factor),
];

/** Base32: each byte yields a character of 5 bits. */
const base32 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => alphabet[byte & 31]).join('');

/** A new secret. Signing in asks for a code only after the first one was entered. */
export const newFactor = ({ randomBytes }: Pick<World, 'randomBytes'>): SecondFactor => ({
  secret: base32(randomBytes(secretLength)),
  on: false,
  last: 0,
  recovery: [],
});

/** `KFBA-…`: 80 bits each, so a plain hash protects them. Shown once. */
export function newRecoveryCodes({ randomBytes }: Pick<World, 'randomBytes'>): {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
} {
  const codes = Array.from({ length: recoveryCodes }, () => base32(randomBytes(16)).replace(/(.{4})(?=.)/g, '$1-'));
  return { codes, hashes: codes.map(recoveryHash) };
}

const recoveryHash = (code: string): string => tokenHash(code.toUpperCase().replace(/[^A-Z2-7]/g, ''));

/** The six digits of a time step (RFC 4226). */
export function codeAt(secret: string, counter: number): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(counter));
  const hash = hmac(sha1, key, new Uint8Array(message.buffer));
  const view = new DataView(hash.buffer, hash.byteOffset);
  const number = view.getUint32((hash[19] ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * Checks a code; returns the factor to store, in which the code is used up. Null: the code is
 * wrong, too old or used. Clocks may differ by one step.
 */
export function afterCode(factor: SecondFactor, given: string, now: number): SecondFactor | null {
  const code = given.replace(/\s/g, '');
  const current = Math.floor(now / step);
  // Compare all of them, so the duration does not reveal which one was right.
  const fitting = [current - 1, current, current + 1].filter((counter) => isSameText(codeAt(factor.secret, counter), code));
  const used = fitting.find((counter) => counter > factor.last);
  if (used !== undefined) return { ...factor, last: used };
  const hash = recoveryHash(given);
  const left = factor.recovery.filter((one) => !isSameText(one, hash));
  return left.length < factor.recovery.length ? { ...factor, recovery: left } : null;
}
