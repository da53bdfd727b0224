import type { OpeningStore } from '../../engine/open-document.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { NotStarted } from './thread-engine.ts';
import type { Database } from './thread-messages.ts';

/** Opens what a thread keeps its data in. Throws NotStarted where it cannot be had. */
export async function openDatabase(database: Database, text: string): Promise<OpeningStore> {
  switch (database.kind) {
    case 'memory':
      return Object.assign(createMemoryStore(readModel(text)), { keptSchema: () => null, begin: () => undefined });
    case 'embedded':
    case 'server':
      throw new NotStarted('not yet');
  }
}
