import { afterAll, vi } from 'vitest';

// Runs the engine's suites, which otherwise use memory, over Postgres: refusals and records must be
// equal.
const { database } = await vi.hoisted(async () => {
  const { openDatabase } = await import('../../testing/postgres/test-databases.ts');
  process.env['LINES_ROUNDS'] = '8';
  return { database: await openDatabase() };
});
afterAll(() => database.close());

vi.mock('../store/memory/memory-store.ts', async () => {
  const { emptiedStores } = await import('../../testing/postgres/test-databases.ts');
  return { createMemoryStore: emptiedStores(database).open };
});

await import('./account/accounts.test.ts');
await import('./account/mailed-links.test.ts');
await import('./change/actions.test.ts');
await import('./change/bin.test.ts');
await import('./change/create.test.ts');
await import('./change/choices.test.ts');
await import('./change/deletion.test.ts');
await import('./change/lines.test.ts');
await import('./access/permissions.test.ts');
await import('./change/relations.test.ts');
await import('./change/rules.test.ts');
await import('./change/seed.test.ts');
await import('./session-host.test.ts');
await import('./change/transitions.test.ts');
