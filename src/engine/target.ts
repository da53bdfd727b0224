/** What guesses are counted by (throttle.ts). `key` is a hash: it says nobody's name and no address. */
export interface Target {
  readonly kind: 'account' | 'origin';
  readonly key: string;
}
