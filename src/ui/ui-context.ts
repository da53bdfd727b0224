import { createContext, useContext } from 'react';
import { englishUiWords, type UiWords } from './words.ts';

export interface UiContext {
  /** Where floating layers are put; undefined: the page's body. */
  readonly layer: HTMLElement | null | undefined;
  readonly words: UiWords;
}

export const UiContextValue = createContext<UiContext>({ layer: undefined, words: englishUiWords });

export const useUi = (): UiContext => useContext(UiContextValue);
