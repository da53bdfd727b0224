/**
 * A counter of wrong guesses (throttle.ts): an account from everywhere, an account from one
 * network, a network with any account, or an account on a device that has signed in to it. Mailed
 * links are counted by the address that they go to, and by the person or network that requests
 * them. `key` is a hash that reveals neither person nor address.
 */
export interface Target {
  readonly kind: 'account' | 'account-network' | 'network' | 'device' | 'mail-to' | 'mail-from';
  readonly key: string;
}
