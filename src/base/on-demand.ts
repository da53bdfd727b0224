/** Thrown if a file of the program could not be loaded. */
export class MissingCode extends Error {}

/** Code that is loaded on demand. */
export interface OnDemand<T> {
  /** The loaded code, or null. */
  get(): T | null;
  load(): Promise<T>;
  /** Registers code that the module has already loaded. */
  set(value: T): void;
  /** Calls `listener` when the code has loaded. Returns a function that ends that. */
  subscribe(listener: () => void): () => void;
}

export function onDemand<T>(fetch: () => Promise<T>): OnDemand<T> {
  let loaded: T | null = null;
  let loading: Promise<T> | null = null;
  const listeners = new Set<() => void>();
  const set = (value: T): T => {
    loaded = value;
    for (const listener of [...listeners]) listener();
    return value;
  };
  return {
    get: () => loaded,
    load() {
      loading ??= fetch().then(set, (error: unknown) => {
        // The next call tries again, because the network may be back.
        loading = null;
        throw error;
      });
      return loading;
    },
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
