import { useState } from 'react';
import { localStorageOrNull } from '../storage.ts';

export interface OwnLanguage {
  /** Null: the reader chose none for this product yet. */
  readonly chosen: string | null;
  /** False: the browser could not keep the last choice, which lasts until the page is closed. */
  readonly isKept: boolean;
  choose(language: string): void;
}

/** The language that the reader chose for this product, kept in this browser. */
export function useOwnLanguage(product: string, storage = localStorageOrNull): OwnLanguage {
  const key = `ninefold language ${product}`;
  const [chosen, setChosen] = useState(() => storage()?.getItem(key) ?? null);
  const [isKept, setKept] = useState(true);
  const choose = (language: string): void => {
    setChosen(language);
    setKept(keep(storage(), key, language));
  };
  return { chosen, isKept, choose };
}

/** False where storage is full or forbidden. */
export function keep(storage: Pick<Storage, 'setItem'> | null, key: string, value: string): boolean {
  try {
    storage?.setItem(key, value);
    return storage !== null;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
