/** What `ninefold build` wrote into the page, as data: a built product has no code of its own. */
export interface SiteConfig {
  /** The document's title: the page has it before the document is read. */
  readonly name: string;
  /** Where the document is, relative to the page; null: it stands in the page itself. */
  readonly document: string | null;
  /** The path that places of the product are below; null: they stand behind the `#`. */
  readonly base: string | null;
  /** Modules with the components of the product's owner, relative to the page. */
  readonly components: readonly string[];
  /** A picture in place of the product's initial, relative to the page or as a data address. */
  readonly logo: string | null;
}

/** The data block of the page, or of another page in tests. */
export function readConfig(page: Pick<Document, 'getElementById'>): SiteConfig {
  const text = page.getElementById('site')?.textContent;
  if (!text) throw new Error('This page was not made by `ninefold build`: it has no data block “site”.');
  return JSON.parse(text) as SiteConfig;
}

/** What the browser keeps of a product is named by where the page stands: two products of one server never meet, and a new title loses nothing. */
export const dataKey = (address: string): string => {
  const { protocol, pathname } = new URL(address);
  return `site ${protocol === 'file:' ? pathname : pathname.replace(/[^/]*$/u, '')}`;
};
