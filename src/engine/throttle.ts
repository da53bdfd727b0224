import { Duration, type Value } from '../expression/value.ts';
import type { Attempts } from '../store/store.ts';
import { tokenHash } from './hasher.ts';
import { humanValue } from './human-value.ts';
import type { Given } from './operation.ts';
import type { Refusal } from './outcome.ts';
import { refusal } from './refusals.ts';
import type { Target } from './target.ts';
import type { World } from './world.ts';

/*
 * Who guesses passwords waits longer each time: for one account wherever the guesses come from, and for one origin whichever accounts it tries.
 * Accounts that do not exist are counted like those that do, so that the wait says nothing about either. Durations in milliseconds.
 */

const second = 1000;
const minute = 60 * second;

/** Guesses that cost nothing; an origin may be a whole office. */
const free = { account: 5, origin: 20 };
/** The wait after the first guess that is not free; each further one doubles it. */
const firstWait = second;
const longestWait = 5 * minute;
/** One guess is forgiven in so long a time without another. */
const forgiving = 15 * minute;
/** What is older counts for nothing any more. */
const remembered = 24 * 60 * minute;

/** The account that the values name, whether there is one or not; and where the person is, where that is known. */
export function targets(world: World, entity: string, named: Given): readonly Target[] {
  const values = [...named].map(([name, value]): readonly [string, string] => [name, String(plain(value))]).sort();
  const account: Target = { kind: 'account', key: tokenHash(JSON.stringify([entity, ...values])) };
  return [account, ...originTargets(world)];
}

export function originTargets(world: World): readonly Target[] {
  const origin = world.person.origin ?? null;
  return origin === null ? [] : [{ kind: 'origin', key: tokenHash(`origin ${origin}`) }];
}

const plain = (value: Value): Value => (typeof value === 'string' ? value.normalize('NFC') : value);

/** Too many guesses: how long to wait. Null: go on. */
export function mustWait(world: World, all: readonly Target[]): Refusal | null {
  const waits = all.map(({ kind, key }) => waitOf(kind, world.store.attempts(key), world.milliseconds));
  const wait = Math.ceil(Math.max(0, ...waits) / second);
  if (wait === 0) return null;
  const limit = humanValue(world.facts, new Duration(wait, 0));
  return {
    ...refusal(world.facts, {
      error: 'TOO_MANY_ATTEMPTS',
      at: world.facts.model.account?.span ?? null,
      limit,
      own: { code: 'TOO_MANY_ATTEMPTS', data: { seconds: String(wait) } },
      because: `it was tried too often in vain; the next attempt is possible in ${limit}`,
    }),
    wait,
  };
}

/** How long it is until the next attempt is possible. */
function waitOf(kind: Target['kind'], attempts: Attempts | null, now: number): number {
  // A clock that was set back must not keep anybody waiting until it has caught up.
  if (attempts === null || now < attempts.last) return 0;
  const over = current(attempts, now) - free[kind];
  return over < 0 ? 0 : attempts.last + Math.min(longestWait, firstWait * 2 ** over) - now;
}

const current = ({ count, last }: Attempts, now: number): number => Math.max(0, count - Math.floor(Math.max(0, now - last) / forgiving));

/** Counts a guess that was wrong. Not in the transaction that is refused: it would be taken back with it. */
export function countFailure(world: Pick<World, 'store' | 'milliseconds'>, all: readonly Target[]): void {
  const { store, milliseconds: now } = world;
  for (const { key } of all) {
    const before = store.attempts(key);
    store.setAttempts(key, { count: (before === null ? 0 : current(before, now)) + 1, last: now }, now - remembered);
  }
}

/** The right person was there. What an origin tried stays counted: whoever has an account of their own could wipe it out. */
export function forgetFailures(world: Pick<World, 'store' | 'milliseconds'>, all: readonly Target[]): void {
  for (const { kind, key } of all)
    if (kind === 'account' && world.store.attempts(key) !== null) world.store.setAttempts(key, null, world.milliseconds - remembered);
}
