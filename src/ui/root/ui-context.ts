import { createContext, useContext } from 'react';
import { englishUiWords, type UiWords } from './words.ts';

export interface UiContext {
  /** Where floating layers are put; undefined: the page's body. */
  readonly layer: HTMLElement | null | undefined;
  readonly words: UiWords;
  /** When a tooltip was last closed, on the clock of events. */
  readonly tips: { closed: number };
}

export const UiContextValue = createContext<UiContext>({ layer: undefined, words: englishUiWords, tips: { closed: -1000 } });

export const useUi = (): UiContext => useContext(UiContextValue);
