import { useMemo } from 'react';
import type { Address } from '../../engine/record-data.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { matchRoute } from '../routes.ts';

/**
 * The screen's address if it contains a secret that may grant permissions; otherwise undefined,
 * because the session does not need it.
 */
export function useLink(): Address | undefined {
  const { model } = useProduct();
  const { path } = usePlace();
  return useMemo(() => {
    const address = matchRoute(model.screens, path);
    const isSecret = (name: string): boolean => model.entities.some(({ byName }) => byName.get(name)?.type.kind === 'secret');
    return address !== null && Object.keys(address.parameters).some(isSecret) ? address : undefined;
  }, [model, path]);
}
