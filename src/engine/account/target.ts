/**
 * What wrong guesses are counted by (throttle.ts): an account from everywhere, an account from one network, a network whichever
 * accounts it tries, an account on a device that it has signed in from. `key` is a hash: it names no person and no address.
 */
export interface Target {
  readonly kind: 'account' | 'account-network' | 'network' | 'device';
  readonly key: string;
}
