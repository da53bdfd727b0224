import { createContext, useContext } from 'react';
import type { Screen } from '../../engine/document/product-model.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Address, ListOptions, PartData, ScreenData } from '../../engine/session.ts';

/** The screen that is shown, and what its parts were loaded with. */
export interface ShownScreen {
  readonly screen: Screen;
  readonly address: Address;
  readonly data: ScreenData;
  /** Parts that were read together with the screen, by `partKey`; good for `version`. */
  readonly initial: ReadonlyMap<string, Outcome<PartData>>;
  readonly version: number;
  /** The screen's first part with list state: its keys in the address have no prefix. */
  readonly mainList: string | null;
}

export const partKey = (part: string, options: ListOptions | undefined): string => `${part} ${JSON.stringify(options ?? {})}`;

export const ScreenContext = createContext<ShownScreen | null>(null);

export function useShownScreen(): ShownScreen {
  const shown = useContext(ScreenContext);
  if (!shown) throw new Error('useShownScreen outside a screen');
  return shown;
}
