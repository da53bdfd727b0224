import type { Origin, World } from '../world/world.ts';
import { isSameText, keyedHash, urlSafeText } from './hasher.ts';

/*
 * A browser that has signed in keeps a cookie that proves it: `ID.PROOF.PROOF`, where each proof is
 * an HMAC of the id and one account. Guesses elsewhere do not slow this browser down for these
 * accounts (throttle.ts). The cookie alone signs no person in.
 */

/** Under this setting the store keeps the key of the proofs. */
const secretKey = 'device-secret';

/** Accounts that one browser is remembered for; the oldest is forgotten first. */
const mostAccounts = 8;
/** Longer texts are no cookie of ours. */
const longest = 1000;

interface Device {
  readonly id: string;
  readonly proofs: readonly string[];
}

function read(device: string | null | undefined): Device | null {
  if (!device || device.length > longest) return null;
  const [id = '', ...proofs] = device.split('.');
  return id === '' ? null : { id, proofs: proofs.slice(0, mostAccounts) };
}

const proofOf = (secret: string, id: string, account: string): string => keyedHash(secret, `${id} ${account}`);

/**
 * The id of the device if it has signed in to the account before (a key of throttle.ts); else null.
 */
export function knownDevice({ person, store }: Pick<World, 'person' | 'store'>, account: string): string | null {
  const device = read(person.origin?.device);
  const secret = device === null ? null : store.meta(secretKey);
  if (device === null || secret === null) return null;
  const expected = proofOf(secret, device.id, account);
  return device.proofs.some((proof) => isSameText(proof, expected)) ? device.id : null;
}

export interface Remembered {
  /** Where the person is from now on: with the cookie that the browser is to keep. */
  readonly origin: Origin;
  /** Settings that the store must keep with it. */
  readonly settings: ReadonlyMap<string, string>;
}

/** The cookie to store after a sign-in; null if there is no request (in the workbench). */
export function rememberDevice({ person, store, randomBytes }: World, account: string): Remembered | null {
  if (!person.origin) return null;
  const kept = store.meta(secretKey);
  const secret = kept ?? urlSafeText(randomBytes(43));
  const device = read(person.origin.device) ?? { id: urlSafeText(randomBytes(22)), proofs: [] };
  const proof = proofOf(secret, device.id, account);
  const proofs = [proof, ...device.proofs.filter((one) => one !== proof)].slice(0, mostAccounts);
  return {
    origin: { ...person.origin, device: [device.id, ...proofs].join('.') },
    settings: kept === null ? new Map([[secretKey, secret]]) : new Map(),
  };
}
