/** Thrown if a file of the program could not be loaded. */
export class MissingCode extends Error {}

/** Code that is loaded on demand. */
export interface OnDemand<T> {
  /** The loaded code, or null. */
  get(): T | null;
  load(): Promise<T>;
  /** Registers code that the module has already loaded. */
  have(value: T): void;
  /** Calls `listener` when the code has loaded. Returns a function that ends that. */
  subscribe(listener: () => void): () => void;
}

export function onDemand<T>(fetch: () => Promise<T>): OnDemand<T> {
  let come: T | null = null;
  let coming: Promise<T> | null = null;
  const listeners = new Set<() => void>();
  const have = (value: T): T => {
    come = value;
    for (const listener of [...listeners]) listener();
    return value;
  };
  return {
    get: () => come,
    load() {
      coming ??= fetch().then(have, (error: unknown) => {
        // The next call tries again, because the network may be back.
        coming = null;
        throw error;
      });
      return coming;
    },
    have,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
