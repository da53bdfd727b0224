import type { Origin, World } from '../world/world.ts';
import { isSameText, keyedHash, tokenHash, urlSafeText } from './hasher.ts';

/*
 * A browser that has signed in keeps a cookie that proves it: `ID.PROOF.PROOF`, where each proof is
 * an HMAC of the id and one account. Guesses elsewhere do not slow this browser down for these
 * accounts (throttle.ts). The cookie alone does not sign anyone in.
 */

/** The setting with the key for the proofs. */
const secretKey = 'device-secret';

/** Maximum number of accounts that one browser is remembered for; the oldest is forgotten first. */
const mostAccounts = 8;
/** Maximum length of a valid cookie, in characters. */
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
 * The id of the device if it has signed in to the account before; else null. `account`: a key of
 * throttle.ts.
 */
export function knownDevice({ person, store }: Pick<World, 'person' | 'store'>, account: string): string | null {
  const device = read(person.origin?.device);
  const secret = device === null ? null : store.meta(secretKey);
  if (device === null || secret === null) return null;
  const expected = proofOf(secret, device.id, account);
  if (!device.proofs.some((proof) => isSameText(proof, expected))) return null;
  return remembered(store, account).some(({ id }) => id === tokenHash(device.id)) ? device.id : null;
}

/** A device that signed in to an account: the hash of its id, and its last sign-in. */
export interface RememberedDevice {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly seen: number;
}

/** Maximum number of devices remembered for an account; the oldest is forgotten first. */
const mostDevices = 20;

const listKey = (account: string): string => `devices ${account}`;

/** The devices of an account, newest first. `account`: a key of throttle.ts. */
export function remembered(store: Pick<World['store'], 'meta'>, account: string): readonly RememberedDevice[] {
  const kept = store.meta(listKey(account));
  return kept === null ? [] : (JSON.parse(kept) as RememberedDevice[]);
}

/** The setting that stores the devices of an account (Decision.settings). */
export const keptDevices = (account: string, devices: readonly RememberedDevice[]): readonly [string, string | null] => [
  listKey(account),
  devices.length === 0 ? null : JSON.stringify(devices),
];

/** The request's device as the list identifies it; null: none. */
export function ownDevice({ person }: Pick<World, 'person'>): string | null {
  const device = read(person.origin?.device);
  return device === null ? null : tokenHash(device.id);
}

interface Remembered {
  /** The person's origin from now on, with the cookie for the browser to keep. */
  readonly origin: Origin;
  /** Settings to store with it. */
  readonly settings: ReadonlyMap<string, string | null>;
}

/** Remembers the browser after a sign-in; null if there is no request (in the workbench). */
export function rememberDevice({ person, store, randomBytes, milliseconds }: World, account: string): Remembered | null {
  if (!person.origin) return null;
  const kept = store.meta(secretKey);
  const secret = kept ?? urlSafeText(randomBytes(43));
  const device = read(person.origin.device) ?? { id: urlSafeText(randomBytes(22)), proofs: [] };
  const proof = proofOf(secret, device.id, account);
  const proofs = [proof, ...device.proofs.filter((one) => one !== proof)].slice(0, mostAccounts);
  const id = tokenHash(device.id);
  const others = remembered(store, account).filter((one) => one.id !== id);
  const listed = keptDevices(account, [{ id, seen: milliseconds }, ...others].slice(0, mostDevices));
  return {
    origin: { ...person.origin, device: [device.id, ...proofs].join('.') },
    settings: new Map([listed, ...(kept === null ? [[secretKey, secret] as const] : [])]),
  };
}
