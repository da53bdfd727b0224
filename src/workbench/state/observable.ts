/**
 * A value with change notifications. The workbench keeps its state in a few of these, outside
 * React, so that typing causes no rendering.
 */
export interface Observable<T> {
  get(): T;
  set(value: T): void;
  update(change: (value: T) => T): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function observable<T>(initial: T): Observable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: T): void => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
