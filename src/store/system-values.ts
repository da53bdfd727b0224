/**
 * Failed attempts at something that only the right person can do: how many, and when the last one
 * was, in milliseconds since the epoch.
 */
export interface Attempts {
  readonly count: number;
  readonly last: number;
}

/** The first so many after a record (null: of all), in an order of the store's own. */
export interface EnteredPage {
  readonly beyond: string | null;
  readonly most: number;
}
