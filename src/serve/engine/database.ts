import { idsOf, type Platform, systemPlatform } from '../../base/platform.ts';
import type { Hasher } from '../../engine/account/hasher.ts';
import type { OpeningStore, SharedStore } from '../../engine/document/open-model.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { readModel } from '../../model/read.ts';
import type { RunModel } from '../../model/run-model.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { pgliteMissing } from '../../store/postgres/embedded/installed.ts';
import type { RunStore } from '../../store/postgres/open-store.ts';
import { nativeHasher, waitingHasher } from './native-hasher.ts';
import { NotStarted } from './not-started.ts';
import { type RunBody, runAtOnce } from './product-engine.ts';

/** Where a product keeps its data. */
export type Database =
  /** Gone when the process ends: for trying. */
  | { readonly kind: 'memory' }
  /** Postgres inside this process, in a folder; null: in memory. */
  | { readonly kind: 'embedded'; readonly folder: string | null }
  /**
   * `postgres://user@host/name`. A replica is only read, and reports how far it has replayed the
   * log.
   */
  | { readonly kind: 'server'; readonly url: string; readonly role?: 'replica' | 'replicated' };

/** A product's data, open. */
export interface OpenedDatabase {
  /** Used inside of `run` only. */
  readonly store: OpeningStore;
  /** The same store, where other processes may change the document. */
  readonly shared: SharedStore | null;
  readonly run: RunBody;
  /** What is done once, however often a body runs, when all that it needs is there. */
  once<T>(kind: string, act: () => T): T;
  /** A product over it. */
  product(model: RunModel): Product;
  /**
   * Schema parts that were missing and have been recreated, in words; known once the document is
   * open.
   */
  repaired(): readonly string[];
  /** What the database's administrator should do, in words, once the document is opened. */
  unguarded(): readonly string[];
  /** The server is lost: what was asked of it is not waited for. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens it. Throws NotStarted where it cannot be had. */
export async function openDatabase(database: Database, text: string): Promise<OpenedDatabase> {
  switch (database.kind) {
    case 'memory': {
      const made = createMemoryStore(readModel(text));
      const store = Object.assign(made, { keptSchema: () => null, begin: () => undefined });
      const product = (model: RunModel): Product => createProduct({ model, store, platform: systemPlatform, hasher: nativeHasher });
      return {
        store,
        shared: null,
        run: runAtOnce,
        once: (_kind, act) => act(),
        product,
        repaired: () => [],
        unguarded: () => [],
        cut: () => undefined,
        close: async () => undefined,
      };
    }
    case 'embedded': {
      const missing = pgliteMissing();
      if (missing !== null) throw new NotStarted(missing);
      const { openEmbedded } = await import('../../store/postgres/embedded/open-embedded.ts');
      return over(await openEmbedded(database.folder).catch(notStarted), false);
    }
    case 'server': {
      const { openPostgres } = await import('../../store/postgres/server/open-postgres.ts');
      const options =
        // A lost replica is dropped immediately.
        database.role === 'replica' ? { onlyReads: true, reopening: 0 } : database.role === 'replicated' ? { hasCopies: true } : {};
      // A process that was stopped keeps the others waiting for no longer than this.
      return over(await openPostgres(database.url, { idle: 5000, ...options }).catch(notStarted), true);
    }
  }
}

function notStarted(error: unknown): never {
  throw new NotStarted(error instanceof Error ? error.message : String(error), { cause: error });
}

/** A product’s data in a store that is open. */
export function over({ store, driver, run, cut, close }: RunStore, isShared: boolean): OpenedDatabase {
  const platform: Platform = driver.platform(systemPlatform);
  const hasher: Hasher = waitingHasher((key, answer) => driver.wait(key, answer));
  const ids = idsOf(systemPlatform);
  const newId = (): string => driver.draw('id', ids);
  return {
    store,
    shared: isShared ? store : null,
    run,
    once: (kind, act) => driver.once(kind, act),
    product: (model) => createProduct({ model, store, platform, hasher, newId, timersInFront: false }),
    repaired: () => store.mended,
    unguarded: () => store.unguarded,
    cut,
    close,
  };
}
