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
import { type RunBody, runSynchronously } from './product-engine.ts';

/** Where a product keeps its data. */
export type Database =
  /** Lost when the process ends; for trying things out. */
  | { readonly kind: 'memory' }
  /** Postgres inside this process. `folder` is its data folder; null keeps the data in memory. */
  | { readonly kind: 'embedded'; readonly folder: string | null }
  /** `postgres://user@host/name`. A replica is read-only and reports how much it has replayed. */
  | { readonly kind: 'server'; readonly url: string; readonly role?: 'replica' | 'replicated' };

/** An opened database. */
export interface OpenedDatabase {
  /** Use it only inside `run`. */
  readonly store: OpeningStore;
  /** The same store if other processes share the data and may change the document; else null. */
  readonly shared: SharedStore | null;
  readonly run: RunBody;
  /** Runs `act` once, however often the body is re-run, once everything it needs has arrived. */
  once<T>(kind: string, act: () => T): T;
  /** A product over this data. */
  product(model: RunModel): Product;
  /**
   * Schema parts that were missing and have been recreated, one sentence each; known once the
   * document is open.
   */
  repaired(): readonly string[];
  /** Advice for the database administrator, one sentence each; known once the document is open. */
  unguarded(): readonly string[];
  /** Called when the server is lost: stops waiting for its answers. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Opens the database. Throws NotStarted if it cannot be opened. `lost`: called with the reason if
 * the database of a folder ends by itself, such as on a full disk; then every request fails.
 * `clock`: for a database of this process alone.
 */
export async function openDatabase(
  database: Database,
  text: string,
  lost: (why: string) => void,
  clock: Platform = systemPlatform,
): Promise<OpenedDatabase> {
  switch (database.kind) {
    case 'memory': {
      const made = createMemoryStore(readModel(text));
      const store = Object.assign(made, { keptSchema: () => null, begin: () => undefined });
      const product = (model: RunModel): Product => createProduct({ model, store, platform: clock, hasher: nativeHasher });
      return {
        store,
        shared: null,
        run: runSynchronously,
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
      return fromOpenStore(await openEmbedded(database.folder, lost).catch(notStarted), false, clock);
    }
    case 'server': {
      const { openPostgres } = await import('../../store/postgres/server/open-postgres.ts');
      const options =
        // A lost replica is dropped immediately, without reconnecting.
        database.role === 'replica' ? { onlyReads: true, reopening: 0 } : database.role === 'replicated' ? { hasCopies: true } : {};
      // So that a suspended process blocks the others for no longer than this.
      return fromOpenStore(await openPostgres(database.url, { idle: 5000, ...options }).catch(notStarted), true);
    }
  }
}

function notStarted(error: unknown): never {
  throw new NotStarted(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Wraps a store that is already open. */
export function fromOpenStore(
  { store, driver, run, cut, close }: RunStore,
  isShared: boolean,
  clock: Platform = systemPlatform,
): OpenedDatabase {
  const platform: Platform = driver.platform(clock);
  const hasher: Hasher = waitingHasher((key, answer) => driver.wait(key, answer));
  const ids = idsOf(clock);
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
