/**
 * What wrong guesses are counted by (throttle.ts): an account from everywhere, an account from one
 * network, a network with any account, or an account on a device that has signed in to it. Mailed
 * links are counted by the address that they go to, and by who asks for them. `key` is a hash that
 * names neither person nor address.
 */
export interface Target {
  readonly kind: 'account' | 'account-network' | 'network' | 'device' | 'mail-to' | 'mail-from';
  readonly key: string;
}
