import { anythingChanged, type DataChange } from '../../engine/data-change.ts';
import { readEachOnce } from '../../engine/document/open-document.ts';
import { followDocument, type SharedStore, textKey } from '../../engine/document/open-model.ts';
import { noOperators, type OperatorAccess } from '../../engine/jobs/operating.ts';
import type { Product } from '../../engine/product.ts';
import type { RunModel } from '../../model/run-model.ts';
import { DocumentChanged, InfrastructureError } from '../../store/errors.ts';
import type { SecretOf } from '../calls/signature.ts';
import type { OpenedDatabase } from './database.ts';
import { ProductEngine } from './product-engine.ts';

export interface FollowerParts {
  /** The document to start with. */
  readonly model: RunModel;
  readonly opened: OpenedDatabase;
  readonly changed: (changes: readonly DataChange[]) => void;
  /** Called when a job was written. */
  readonly jobAdded?: () => void;
  readonly secretOf?: SecretOf | undefined;
  readonly operating?: OperatorAccess | undefined;
  /** Called after switching to another document. */
  readonly followed: (model: RunModel) => void;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

/** More document changes than this during one request are a fault, not people editing. */
const tries = 5;

interface Running {
  readonly product: Product;
  readonly engine: ProductEngine;
}

/** A product that switches to the new document when another process has migrated the data. */
export class Follower {
  readonly #parts: FollowerParts;
  #running: Running;
  /** Why this process cannot use the stored document; null while it can. */
  #astray: string | null = null;
  #following: Promise<void> | null = null;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#running = this.#made(parts.model);
  }

  get product(): Product {
    return this.#running.product;
  }

  /**
   * Runs the request, and repeats it under the new document if the first run found that the
   * document had changed; that run has written nothing. Rejects while this process cannot use the
   * stored document.
   */
  async ask<T>(question: (running: Running) => Promise<T>): Promise<T> {
    if (this.#astray !== null) await this.follow();
    for (let times = 1; ; times++) {
      const running = this.#running;
      try {
        return await question(running);
      } catch (error) {
        if (!(error instanceof DocumentChanged) || times === tries) throw error;
        // Another request may have switched documents meanwhile.
        if (this.#running === running) await this.follow();
      }
    }
  }

  /** Checks whether the document has changed, and follows it if so. */
  look(): Promise<void> {
    const { run, store } = this.#parts.opened;
    return this.ask(() => run(() => store.transaction(() => void store.meta(textKey))));
  }

  async ready(): Promise<boolean> {
    try {
      return await this.ask(({ engine }) => engine.ready());
    } catch {
      // `follow` has already logged the reason.
      return false;
    }
  }

  /**
   * Switches to the document that is stored with the data. Rejects, and logs the reason, if it
   * cannot.
   */
  follow(): Promise<void> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #follow(): Promise<void> {
    const { opened, followed, log, changed } = this.#parts;
    const { shared } = opened;
    if (shared === null) throw new Error('the document was changed by another process, although no other process shares this data');
    try {
      const model = await this.#adopted(shared);
      this.#running = this.#made(model);
      this.#astray = null;
      followed(model);
      changed([anythingChanged]);
    } catch (error) {
      // The database failed, not the document, so the next request tries again.
      if (error instanceof InfrastructureError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      const message = `the document was changed by another process, and this process cannot apply the change: ${why}`;
      if (this.#astray !== message) log('error', message);
      this.#astray = message;
      throw new Error(message, { cause: error });
    }
  }

  /** Adopts the stored document, and retries if it changes again meanwhile. */
  async #adopted(shared: SharedStore): Promise<RunModel> {
    const read = readEachOnce();
    for (let times = 1; ; times++) {
      try {
        return await this.#parts.opened.run(() => followDocument(shared, read));
      } catch (error) {
        if (!(error instanceof DocumentChanged) || times === tries) throw error;
      }
    }
  }

  #made(model: RunModel): Running {
    const { opened, log, changed } = this.#parts;
    const product = opened.product(model);
    product.operating = this.#parts.operating ?? noOperators;
    product.onJob(() => this.#parts.jobAdded?.());
    const mistake = (error: unknown): void => log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    const engine = new ProductEngine(product, mistake, opened.run, this.#parts.secretOf);
    engine.subscribe((changes) => {
      if (this.#running.product === product) changed(changes);
    });
    return { product, engine };
  }
}
