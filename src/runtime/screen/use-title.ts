import { useEffect } from 'react';
import { useProduct } from '../product-context.ts';

/**
 * Sets the page's title to `shown` and the product's name; null leaves the title to another
 * component.
 */
export function useTitle(shown: string | null): void {
  const { model, title } = useProduct();
  const { name } = model;
  useEffect(() => {
    if (shown !== null) title(shown === name ? name : `${shown} · ${name}`);
  }, [shown, name, title]);
}
