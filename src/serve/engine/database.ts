import type { OpeningStore, SharedStore } from '../../engine/open-document.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { pgliteMissing } from '../../store/postgres/embedded/installed.ts';
import type { Through } from '../../store/postgres/server/io-messages.ts';
import { NotStarted } from './thread-engine.ts';
import type { Database } from './thread-messages.ts';

/** What a thread keeps its data in. */
export interface OpenedDatabase {
  readonly store: OpeningStore;
  /** The same store, where other processes may change the document. */
  readonly shared: SharedStore | null;
  /** What belonged to its tables and was not there, in words, once the document is opened: it was made again. */
  mended(): readonly string[];
  /** What the database's administrator should do, in words, once the document is opened. */
  unguarded(): readonly string[];
  close(): Promise<void>;
}

/** Opens it. Throws NotStarted where it cannot be had. */
export async function openDatabase(database: Database, text: string, through?: Through): Promise<OpenedDatabase> {
  switch (database.kind) {
    case 'memory': {
      const store = createMemoryStore(readModel(text));
      const opening = Object.assign(store, { keptSchema: () => null, begin: () => undefined });
      return { store: opening, shared: null, mended: () => [], unguarded: () => [], close: async () => undefined };
    }
    case 'embedded': {
      const missing = pgliteMissing();
      if (missing !== null) throw new NotStarted(missing);
      const { openPglite } = await import('../../store/postgres/embedded/open-pglite.ts');
      const embedded = await openPglite(database.folder).catch((error: unknown) => {
        throw new NotStarted(error instanceof Error ? error.message : String(error));
      });
      const store = embedded.store();
      return { store, shared: null, mended: () => store.mended, unguarded: () => [], close: () => embedded.close() };
    }
    case 'server': {
      const { openPostgres } = await import('../../store/postgres/server/open-postgres.ts');
      const store = await openPostgres(database.url, {
        // A process that was stopped keeps the others waiting for no longer than this.
        idle: 5000,
        // A copy that is gone is done without at once.
        ...(database.role === 'copy' ? { onlyReads: true, reopening: 0 } : {}),
        ...(database.role === 'copied' ? { hasCopies: true } : {}),
        ...(through === undefined ? {} : { through }),
      }).catch((error: unknown) => {
        throw new NotStarted(error instanceof Error ? error.message : String(error));
      });
      return { store, shared: store, mended: () => store.mended, unguarded: () => store.unguarded, close: async () => undefined };
    }
  }
}
