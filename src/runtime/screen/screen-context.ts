import { createContext, useContext } from 'react';
import type { Screen } from '../../engine/document/product-model.ts';
import type { Address } from '../../engine/record-data.ts';
import type { ScreenData } from '../../engine/session.ts';
import type { Page } from '../cache/page.ts';

/** The current screen. */
export interface ShownScreen {
  readonly page: Page;
  readonly screen: Screen;
  readonly address: Address;
  readonly data: ScreenData;
  /** The screen's first part with list state: its keys in the address have no prefix. */
  readonly mainList: string | null;
  /** Set on the paper version of the screen; otherwise null. */
  readonly paper: { readonly caption: string | null } | null;
  /** Whether it is in the drawer beside its list, which has its own keys for the next record. */
  readonly beside?: boolean;
}

export const ScreenContext = createContext<ShownScreen | null>(null);

export function useShownScreen(): ShownScreen {
  const shown = useContext(ScreenContext);
  if (!shown) throw new Error('useShownScreen outside a screen');
  return shown;
}
