import { foldEmail } from '../../base/email.ts';
import { Duration, type Value } from '../../expression/values/value.ts';
import { isFolded } from '../../model/types/traits.ts';
import type { Attempts } from '../../store/system-values.ts';
import { refusal } from '../change/refusals.ts';
import type { Given } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { humanValue } from '../world/human-value.ts';
import type { World } from '../world/world.ts';
import { knownDevice } from './devices.ts';
import { tokenHash } from './hasher.ts';
import type { Target } from './target.ts';

/*
 * Each wrong password makes the next attempt wait longer. Guesses are counted by account and
 * network, so a stranger slows down only their own network for that account. A device that has
 * signed in to the account before (devices.ts) is counted separately. Two more limits apply: to one
 * network over all accounts, and to one account over all networks. Unknown accounts are counted
 * like existing ones, so the wait reveals nothing. Durations in milliseconds.
 */

const second = 1000;
const minute = 60 * second;

/** Wrong guesses before the first wait; a network may be a whole office. */
const free: Readonly<Record<Target['kind'], number>> = {
  'account-network': 5,
  device: 5,
  network: 20,
  account: 50,
  'mail-to': 3,
  'mail-from': 20,
};
/**
 * Maximum number of guesses of one network that count for the account as a whole. Otherwise a
 * single patient stranger could lock it for everyone.
 */
const networkShare = 10;
/** The wait after the first guess beyond the free ones; each further guess doubles it. */
const firstWait = second;
const longestWait = 5 * minute;
/** The first wait for mails, which protects mailboxes from being filled. */
const mailWait = minute;
const longestMailWait = 60 * minute;
/** After each such interval without a guess, one guess is forgiven. */
const forgiving = 15 * minute;
/** Older counts are ignored. */
const remembered = 24 * 60 * minute;

/**
 * The key of an account: a hash of the values that people sign in with, whether or not it exists.
 */
export function accountKey(world: World, entity: string, named: Given): string {
  const values = [...named].map(([name, value]): readonly [string, string] => [name, String(plain(world, entity, name, value))]).sort();
  return tokenHash(JSON.stringify([entity, ...values]));
}

/** The counters for wrong guesses by the person about an account. */
export function targets(world: World, account: string): readonly Target[] {
  if (!isThrottled(world)) return [];
  const device = knownDevice(world, account);
  if (device !== null) return [{ kind: 'device', key: tokenHash(`device ${device} ${account}`) }];
  const network = world.person.origin?.network ?? '';
  return [
    { kind: 'account', key: account },
    { kind: 'account-network', key: tokenHash(`network ${network} ${account}`) },
    ...networkTargets(world),
  ];
}

export function networkTargets(world: World): readonly Target[] {
  const network = world.person.origin?.network;
  return network === undefined || !isThrottled(world) ? [] : [{ kind: 'network', key: tokenHash(`origin ${network}`) }];
}

/** The counters for mails that the person requests; `address`: the recipient. */
export function mailTargets(world: World, address: string): readonly Target[] {
  if (!isThrottled(world)) return [];
  const { account, origin } = world.person;
  const from = account ?? origin?.network;
  return [
    { kind: 'mail-to', key: tokenHash(`mail-to ${foldEmail(address)}`) },
    ...(from === undefined ? [] : [{ kind: 'mail-from' as const, key: tokenHash(`mail-from ${from}`) }]),
  ];
}

const isThrottled = ({ person }: World): boolean => person.origin?.throttled !== false;

const plain = (world: World, entity: string, name: string, value: Value): Value => {
  if (typeof value !== 'string') return value;
  const text = value.normalize('NFC');
  return isFolded(world.index.field(entity, name)) ? foldEmail(text) : text;
};

/** The refusal if there were too many guesses, with the time to wait. Null: the person may try. */
export function throttleRefusal(world: World, all: readonly Target[]): Refusal | null {
  const waits = all.map(({ kind, key }) => waitOf(kind, world.store.attempts(key), world.milliseconds));
  const wait = Math.ceil(Math.max(0, ...waits) / second);
  if (wait === 0) return null;
  const limit = humanValue(world.index, new Duration(wait, 0));
  return {
    ...refusal(world.index, {
      error: 'TOO_MANY_ATTEMPTS',
      at: world.index.model.account?.span ?? null,
      limit,
      own: () => ({
        code: 'TOO_MANY_ATTEMPTS',
        data: { seconds: String(wait) },
        message: `Too many attempts. Try again in ${limit}.`,
      }),
      because: `too many failed attempts; the next one is possible in ${limit}`,
    }),
    wait,
  };
}

/** The milliseconds until the next attempt is possible. */
function waitOf(kind: Target['kind'], attempts: Attempts | null, now: number): number {
  // If the clock was set back, do not wait until it has caught up.
  if (attempts === null || now < attempts.last) return 0;
  const over = current(attempts, now) - free[kind];
  const isMail = kind === 'mail-to' || kind === 'mail-from';
  const wait = isMail ? Math.min(longestMailWait, mailWait * 2 ** over) : Math.min(longestWait, firstWait * 2 ** over);
  return over < 0 ? 0 : attempts.last + wait - now;
}

const current = ({ count, last }: Attempts, now: number): number => Math.max(0, count - Math.floor(Math.max(0, now - last) / forgiving));

/** Counts a wrong guess. Call it outside the refused transaction, which would roll it back. */
export function countFailure(world: Pick<World, 'store' | 'milliseconds'>, all: readonly Target[]): void {
  const { store, milliseconds: now } = world;
  const counts = all.map(({ kind, key }) => {
    const before = store.attempts(key);
    return { kind, key, count: before === null ? 0 : current(before, now) };
  });
  const isOver = counts.some(({ kind, count }) => kind === 'account-network' && count >= networkShare);
  for (const { kind, key, count } of counts)
    if (kind !== 'account' || !isOver) store.setAttempts(key, { count: count + 1, last: now }, now - remembered);
}

/**
 * Clears counters after a correct sign-in. Counters that cover other accounts stay: signing in to
 * one's own account must not clear them.
 */
export function forgetFailures(world: Pick<World, 'store' | 'milliseconds'>, all: readonly Target[]): void {
  for (const { kind, key } of all)
    if ((kind === 'account-network' || kind === 'device') && world.store.attempts(key) !== null)
      world.store.setAttempts(key, null, world.milliseconds - remembered);
}
