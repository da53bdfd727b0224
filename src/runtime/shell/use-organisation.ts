import { useEffect, useMemo, useState } from 'react';
import type { OrganisationsData } from '../../engine/session.ts';
import { storeValue } from '../languages/use-own-language.ts';
import { useProduct } from '../product-context.ts';
import { localStorageOrNull } from '../storage.ts';

type Organisation = OrganisationsData['all'][number];

export interface InOrganisation {
  /**
   * The screen's organisation, or else the last used one, or else the first; null if the person
   * belongs to none.
   */
  readonly current: Organisation | null;
  readonly all: readonly Organisation[];
}

/** The organisation in which the person currently works; this browser remembers it. */
export function useOrganisation(): InOrganisation {
  const { organisations, model } = useProduct();
  const key = `ninefold organisation ${model.name}`;
  const [last, setLast] = useState(() => localStorageOrNull()?.getItem(key) ?? null);
  const shown = organisations?.current ?? null;
  useEffect(() => {
    if (shown === null) return;
    setLast(shown);
    storeValue(localStorageOrNull(), key, shown);
  }, [shown, key]);
  const all = organisations?.all ?? [];
  const by = (id: string | null): Organisation | undefined => all.find((one) => one.id === id);
  return { all, current: by(shown) ?? by(last) ?? all[0] ?? null };
}

/** The menu in order: the screens of the organisation, then the others. */
export function useMenu(): Organisation['items'] {
  const { navigation } = useProduct();
  const { current } = useOrganisation();
  return useMemo(
    () => [...(current?.items ?? []), ...navigation.map((item) => ({ ...item, address: { screen: item.screen, parameters: {} } }))],
    [current, navigation],
  );
}
