import type { Json } from '../engine/record-data.ts';

/** What a person has typed into a form but not sent. */
export type DraftValues = Readonly<Record<string, Json>>;

/** The members of Storage that drafts use. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface Draft {
  read(): DraftValues | null;
  /** Writes 500 ms after the last call. */
  later(values: DraftValues): void;
  /** Writes pending changes immediately. */
  flush(): void;
  clear(): void;
}

export const draftDelay = 500;

/**
 * A draft stored under `key`. Full or forbidden storage never stops a person from typing: it calls
 * `failed`, and the form goes on.
 */
export function createDraft(storage: DraftStorage | null, key: string, failed: () => void): Draft {
  let waiting: DraftValues | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = <T>(run: (storage: DraftStorage) => T): T | null => {
    try {
      return storage ? run(storage) : null;
    } catch {
      failed();
      return null;
    }
  };
  const flush = (): void => {
    clearTimeout(timer);
    const values = waiting;
    waiting = null;
    if (values) attempt((store) => store.setItem(key, JSON.stringify(values)));
  };
  return {
    read() {
      const text = attempt((store) => store.getItem(key));
      if (!text) return null;
      try {
        const values: unknown = JSON.parse(text);
        return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as DraftValues) : null;
      } catch {
        return null;
      }
    },
    later(values) {
      waiting = values;
      clearTimeout(timer);
      timer = setTimeout(flush, draftDelay);
    },
    flush,
    clear() {
      waiting = null;
      clearTimeout(timer);
      attempt((store) => store.removeItem(key));
    },
  };
}

/** The tab's sessionStorage, or null if the browser forbids it. */
export function tabStorage(): DraftStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
