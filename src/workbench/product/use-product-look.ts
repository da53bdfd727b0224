import { useEffect, useState } from 'react';
import { useOpenDocument } from '../frame/workbench-context.ts';
import type { ProductLook } from './product-look.ts';

/** Returns null until the look has loaded; the product is drawn without it in the meantime. */
export function useProductLook(name: string | null): ProductLook | null {
  const { id } = useOpenDocument();
  const [look, setLook] = useState<ProductLook | null>(null);
  useEffect(() => {
    if (name === null) return;
    let live = true;
    const know = async (): Promise<void> => {
      const { lookOf } = await import('./product-look.ts');
      const found = await lookOf(id, name);
      if (live) setLook(found);
    };
    // The product works without its colours.
    know().catch((error: unknown) => console.warn(error));
    return () => {
      live = false;
    };
  }, [id, name]);
  return look;
}
