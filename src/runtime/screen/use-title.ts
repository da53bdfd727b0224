import { useEffect } from 'react';
import { useProduct } from '../product-context.ts';

/** The page's title: what is shown, and the product; null: not this one's business. */
export function useTitle(shown: string | null): void {
  const { name } = useProduct().model;
  useEffect(() => {
    if (shown !== null) document.title = `${shown} · ${name}`;
  }, [shown, name]);
}
