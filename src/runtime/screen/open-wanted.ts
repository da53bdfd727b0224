import { pageAt } from '../cache/page.ts';
import type { Product } from '../product-context.ts';

/** Opens the wanted address if this person may see it now; otherwise their first screen. */
export async function openWanted(
  { cache, model, location, path }: Pick<Product, 'cache' | 'model' | 'location' | 'path'>,
  wanted: string | null,
): Promise<void> {
  if (wanted !== null) {
    const [at = '', query = ''] = wanted.split('?');
    if (await cache.opens(pageAt(model, at), query)) {
      if (wanted !== location.current().path) location.replace(wanted);
      return;
    }
  }
  const first = cache.known()?.navigation[0];
  if (first !== undefined) location.replace(path({ screen: first.screen, parameters: {} }));
}

/** The address in the query of a sign-in page from which the person came; null if there is none. */
export const wantedBy = (query: string): string | null => new URLSearchParams(query).get('next');
