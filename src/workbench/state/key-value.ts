/**
 * The part of `localStorage` that the workbench needs. Synchronous, so that a write in `pagehide`
 * completes.
 */
export interface KeyValue {
  keys(): readonly string[];
  read(key: string): string | null;
  /** Throws if the browser refuses (no room, storage disabled). */
  write(key: string, value: string): void;
  remove(key: string): void;
  /**
   * Calls the listener when another tab changes a key; `key` is null if it cleared everything.
   * Returns a function that stops it.
   */
  watch(listener: (key: string | null) => void): () => void;
}

/** Returns the browser's storage, or memory if it is unavailable (then `lasting` is false). */
export function browserKeyValue(window: Window): KeyValue & { readonly lasting: boolean } {
  try {
    const storage = window.localStorage;
    const probe = 'ninefold/probe';
    storage.setItem(probe, '');
    storage.removeItem(probe);
    return {
      lasting: true,
      keys: () => Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null),
      read: (key) => storage.getItem(key),
      write: (key, value) => storage.setItem(key, value),
      remove: (key) => storage.removeItem(key),
      watch(listener) {
        const onStorage = (event: StorageEvent): void => {
          if (event.storageArea === storage) listener(event.key);
        };
        window.addEventListener('storage', onStorage);
        return () => window.removeEventListener('storage', onStorage);
      },
    };
  } catch {
    return { ...memoryKeyValue(), lasting: false };
  }
}

/** Several `tabs` on one map notify each other, as browser tabs do. */
export function memoryKeyValue(shared: MemoryStorage = { map: new Map(), tabs: new Set() }): KeyValue {
  const own = new Set<(key: string | null) => void>();
  shared.tabs.add(own);
  const tell = (key: string): void => {
    for (const tab of shared.tabs) if (tab !== own) for (const listener of [...tab]) listener(key);
  };
  return {
    keys: () => [...shared.map.keys()],
    read: (key) => shared.map.get(key) ?? null,
    write(key, value) {
      shared.map.set(key, value);
      tell(key);
    },
    remove(key) {
      shared.map.delete(key);
      tell(key);
    },
    watch(listener) {
      own.add(listener);
      return () => void own.delete(listener);
    },
  };
}

export interface MemoryStorage {
  readonly map: Map<string, string>;
  readonly tabs: Set<Set<(key: string | null) => void>>;
}
