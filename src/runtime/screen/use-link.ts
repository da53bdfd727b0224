import { useMemo } from 'react';
import type { Address } from '../../engine/record-data.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { locate } from '../routes.ts';

/**
 * The address of the screen, where a secret in it may give the person what they may do; else
 * undefined: it need not be sent.
 */
export function useLink(): Address | undefined {
  const { model } = useProduct();
  const { path } = usePlace();
  return useMemo(() => {
    const address = locate(model.screens, path);
    const isSecret = (name: string): boolean => model.entities.some(({ byName }) => byName.get(name)?.type.kind === 'secret');
    return address !== null && Object.keys(address.parameters).some(isSecret) ? address : undefined;
  }, [model, path]);
}
