import { systemPlatform } from '../../base/platform.ts';
import { followDocument, type SharedStore, textKey } from '../../engine/open-document.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import type { Model } from '../../model/model.ts';
import { DocumentChanged, InfrastructureError } from '../../store/errors.ts';
import type { Store } from '../../store/store.ts';
import { nativeHasher } from './native-hasher.ts';
import { ProductEngine } from './product-engine.ts';

export interface FollowerParts {
  /** What the product begins as. */
  readonly model: Model;
  readonly store: Store;
  /** The same store, where other processes share it; else null: then nobody changes the document. */
  readonly shared: SharedStore | null;
  readonly changed: () => void;
  /** It goes on as another document from now on. */
  readonly followed: (model: Model) => void;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

/** More changes of the document than this while one request is asked are none of people's. */
const tries = 5;

/** A product that goes on as another document where another process has brought the data to one. */
export class Follower {
  readonly #parts: FollowerParts;
  #product: Product;
  #engine: ProductEngine;
  /** Why it could not go on; null: it is what the data is. */
  #astray: string | null = null;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    [this.#product, this.#engine] = this.#made(parts.model);
  }

  get product(): Product {
    return this.#product;
  }

  /**
   * Asks, and asks again under the other document where the first found out that there is one: then it has written nothing. Rejects while it cannot go on as what the
   * data is.
   */
  async ask<T>(question: (engine: ProductEngine) => Promise<T> | T): Promise<T> {
    if (this.#astray !== null) this.follow();
    for (let times = 1; ; times++) {
      try {
        return await question(this.#engine);
      } catch (error) {
        if (!(error instanceof DocumentChanged) || times === tries) throw error;
        this.follow();
      }
    }
  }

  /** Finds out whether the document has been changed. */
  look(): Promise<void> {
    const { store } = this.#parts;
    return this.ask(() => store.transaction(() => void store.meta(textKey)));
  }

  async ready(): Promise<boolean> {
    try {
      return await this.ask((engine) => engine.ready());
    } catch {
      // Why has been logged: it cannot go on as what the data is.
      return false;
    }
  }

  /** Goes on as the document that its data is kept under now. Throws, and logs why, where it cannot. */
  follow(): void {
    const { shared, followed, log, changed } = this.#parts;
    if (shared === null) throw new Error('the document was changed by another process, though no other process shares the data');
    try {
      const model = followDocument(shared);
      [this.#product, this.#engine] = this.#made(model);
      this.#astray = null;
      followed(model);
      changed();
    } catch (error) {
      // The database, not the document, is in the way: the next request finds out again.
      if (error instanceof InfrastructureError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      const message = `the document was changed by another process, and this one cannot follow it: ${why}`;
      if (this.#astray !== message) log('error', message);
      this.#astray = message;
      throw new Error(message, { cause: error });
    }
  }

  #made(model: Model): [Product, ProductEngine] {
    const product = createProduct({ model, store: this.#parts.store, platform: systemPlatform, hasher: nativeHasher });
    const mistake = (error: unknown): void =>
      this.#parts.log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    const engine = new ProductEngine(product, mistake);
    engine.subscribe(() => {
      if (this.#product === product) this.#parts.changed();
    });
    return [product, engine];
  }
}
