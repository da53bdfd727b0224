import { useState } from 'react';
import { localStorageOrNull } from '../storage.ts';

/** The language that the reader chose for this product, kept in this browser; null: none yet. */
export function useOwnLanguage(product: string): readonly [string | null, (language: string) => void] {
  const key = `ninefold language ${product}`;
  const [chosen, setChosen] = useState(() => localStorageOrNull()?.getItem(key) ?? null);
  const choose = (language: string): void => {
    setChosen(language);
    try {
      localStorageOrNull()?.setItem(key, language);
    } catch {
      // Storage is full or forbidden: the choice holds until the page is closed.
    }
  };
  return [chosen, choose];
}
