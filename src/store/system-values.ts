/**
 * Failed attempts to prove an identity: how many, and when the last one was, in milliseconds since
 * the epoch.
 */
export interface Attempts {
  readonly count: number;
  readonly last: number;
}

/**
 * Selects at most `most` records after `beyond` (null: from the start), in an order of the store's
 * choice.
 */
export interface EnteredPage {
  readonly beyond: string | null;
  readonly most: number;
}
