import { useEffect, useState } from 'react';
import { useOpenDocument } from '../frame/workbench-context.ts';
import type { ProductLook } from './product-look.ts';

/** Null until it is known; the product is drawn without it meanwhile. */
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
    // Without its colours the product works.
    know().catch((error: unknown) => console.warn(error));
    return () => {
      live = false;
    };
  }, [id, name]);
  return look;
}
