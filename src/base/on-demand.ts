/** A file of the program did not come. */
export class MissingCode extends Error {}

/** Code that comes when it is needed. */
export interface OnDemand<T> {
  /** What came, or null. */
  get(): T | null;
  load(): Promise<T>;
  /** Gives what this module has loaded already. */
  have(value: T): void;
}

export function onDemand<T>(fetch: () => Promise<T>): OnDemand<T> {
  let come: T | null = null;
  let coming: Promise<T> | null = null;
  const have = (value: T): T => {
    come = value;
    return value;
  };
  return {
    get: () => come,
    load() {
      coming ??= fetch().then(have, (error: unknown) => {
        // The next one asks again: the network may be back.
        coming = null;
        throw error;
      });
      return coming;
    },
    have,
  };
}
