import { useContext } from 'react';
import type { Address } from '../../engine/record-data.ts';
import { useProduct } from '../product-context.ts';
import { ScreenContext } from './screen-context.ts';

/**
 * The address of the screen, where a secret in it may give the person what they may do; else
 * undefined: it need not be sent.
 */
export function useLink(): Address | undefined {
  const { model } = useProduct();
  const shown = useContext(ScreenContext);
  const isSecret = (name: string): boolean => model.entities.some(({ byName }) => byName.get(name)?.type.kind === 'secret');
  return shown?.screen.parameters.some(isSecret) ? shown.address : undefined;
}
