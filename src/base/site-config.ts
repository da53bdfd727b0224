/**
 * What `ninefold build` writes into the page of a product, as data: a built product has no code of
 * its own.
 */
export interface SiteConfig {
  /** The document's title: the page has it before the model. */
  readonly name: string;
  /** Where the model is, relative to the page; null: it is in the page itself, or with a server. */
  readonly model: string | null;
  /** The path that places of the product are below; null: they stand behind the `#`. */
  readonly base: string | null;
  /**
   * Modules with the components of the product's owner, relative to the page; in its own page,
   * ids of its blocks.
   */
  readonly components: readonly string[];
  /** A picture in place of the product's initial, relative to the page or as a data address. */
  readonly logo: string | null;
  /** A picture beside the way in, as `logo`. */
  readonly cover: string;
  /**
   * The data is kept by the server that the page comes from (`ninefold serve`), and not by the
   * browser.
   */
  readonly server: boolean;
  /** What the server's OpenID provider is called (“Continue with …”); null: there is none. */
  readonly openId: string | null;
}
