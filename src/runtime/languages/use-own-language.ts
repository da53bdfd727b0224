import { useState } from 'react';
import { localStorageOrNull } from '../storage.ts';

export interface OwnLanguage {
  /** Null if the reader has not chosen one for this product. */
  readonly chosen: string | null;
  /** False if the browser could not store the choice, which then lasts until the page closes. */
  readonly isKept: boolean;
  choose(language: string): void;
}

/** The language that the reader chose for this product, stored in this browser. */
export function useOwnLanguage(product: string, storage = localStorageOrNull): OwnLanguage {
  const key = `ninefold language ${product}`;
  const [chosen, setChosen] = useState(() => storage()?.getItem(key) ?? null);
  const [isKept, setKept] = useState(true);
  const choose = (language: string): void => {
    setChosen(language);
    setKept(storeValue(storage(), key, language));
  };
  return { chosen, isKept, choose };
}

/** Stores a value. Returns false if storage is full or forbidden. */
export function storeValue(storage: Pick<Storage, 'setItem'> | null, key: string, value: string): boolean {
  try {
    storage?.setItem(key, value);
    return storage !== null;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
