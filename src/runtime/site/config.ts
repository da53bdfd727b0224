import type { SiteConfig } from '../../base/site-config.ts';

/**
 * Parses the data block of the page, or of another page in tests. Throws an Error if it is missing.
 */
export function readConfig(page: Pick<Document, 'getElementById'>): SiteConfig {
  const text = page.getElementById('site')?.textContent;
  if (!text) throw new Error('This page was not made by `ninefold build`: it has no data block “site”.');
  return JSON.parse(text) as SiteConfig;
}

/**
 * The name of the product's browser storage. It follows the page's address: two products on one
 * server stay separate, and a new title loses nothing.
 */
export const dataKey = (address: string): string => {
  const { protocol, pathname } = new URL(address);
  return `site ${protocol === 'file:' ? pathname : pathname.replace(/[^/]*$/u, '')}`;
};
