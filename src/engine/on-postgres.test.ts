import { afterAll, vi } from 'vitest';
import { fixedPlatform } from '../base/platform.ts';
import type { Model } from '../model/model.ts';

// The engine's suites once more, over Postgres (PGlite) where they use the memory: the same refusals, the same records.
const { database } = await vi.hoisted(async () => {
  const { openPglite } = await import('../../testing/blocking.ts');
  return { database: await openPglite(null) };
});
afterAll(() => database.close());

vi.mock('../store/memory/memory-store.ts', async () => {
  const { openStore } = await import('../store/sql/document-store.ts');
  let made = 0;
  return { createMemoryStore: (model: Model) => openStore(database.store(`engine ${++made}`, fixedPlatform()), model) };
});

await import('./accounts.test.ts');
await import('./actions.test.ts');
await import('./create.test.ts');
await import('./permissions.test.ts');
await import('./relations.test.ts');
await import('./rules.test.ts');
await import('./seed.test.ts');
await import('./session-host.test.ts');
await import('./transitions.test.ts');
