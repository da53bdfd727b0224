/**
 * The data that `ninefold build` writes into the page of a product, because a built product has no
 * code of its own.
 */
export interface SiteConfig {
  /** The document's title, which the page has before the model. */
  readonly name: string;
  /** The model's address, relative to the page; null: it is in the page itself, or on a server. */
  readonly model: string | null;
  /** The path below which the product's addresses are; null: they follow the `#`. */
  readonly base: string | null;
  /**
   * Modules with the components of the product's owner, relative to the page; for modules in the
   * page itself, the ids of its blocks.
   */
  readonly components: readonly string[];
  /** An image instead of the product's initial, relative to the page or as a data address. */
  readonly logo: string | null;
  /** An image beside the sign-in, in the form of `logo`. */
  readonly cover: string;
  /**
   * Whether the data is on the server that the page comes from (`ninefold serve`), not in the
   * browser.
   */
  readonly server: boolean;
  /** The name of the server's OpenID provider (“Continue with …”); null: none. */
  readonly openId: string | null;
}
