import { createContext, useContext } from 'react';
import { englishUiWords, type UiWords } from './words.ts';

export interface UiContext {
  /** The parent of floating layers; undefined: the page's body. */
  readonly layer: HTMLElement | null | undefined;
  readonly words: UiWords;
  /** When the last tooltip closed, as an event timestamp. */
  readonly tips: { closed: number };
}

export const UiContextValue = createContext<UiContext>({ layer: undefined, words: englishUiWords, tips: { closed: -1000 } });

export const useUi = (): UiContext => useContext(UiContextValue);
