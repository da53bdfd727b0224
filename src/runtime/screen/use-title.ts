import { useEffect } from 'react';
import { useProduct } from '../product-context.ts';

/** The page's title: what is shown, and the product; null: not this one's business. */
export function useTitle(shown: string | null): void {
  const { model, title } = useProduct();
  const { name } = model;
  useEffect(() => {
    if (shown !== null) title(shown === name ? name : `${shown} · ${name}`);
  }, [shown, name, title]);
}
