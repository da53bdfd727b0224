import { afterAll, beforeAll, describe } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { UnopenedStore } from '../../src/store/sql/document-store.ts';
import { openPostgres, type PostgresOptions } from './blocking.ts';
import { startPostgres, type TestServer, whyNoServer } from './postgres-server.ts';

export interface ServerStores {
  /** Another store with its own connection, by default in an empty schema. */
  open(schema?: string, options?: PostgresOptions): Promise<UnopenedStore>;
  readonly server: TestServer;
}

/**
 * Runs tests on a shared real Postgres server. Without one, they are skipped and say why.
 * `address`: a server that runs already.
 */
export function onPostgres(body: (stores: ServerStores) => void, options: readonly string[] = [], address: string | null = null): void {
  const missing = address === null ? whyNoServer() : null;
  if (missing !== null) {
    describe.skip(`skipped: ${missing}`, () => body({ open: () => Promise.reject(new Error(missing)), server: null as never }));
    return;
  }
  let server: TestServer | undefined;
  let made = 0;
  const opened: UnopenedStore[] = [];
  const running = (): TestServer => {
    if (server === undefined) throw new Error('the server is started before the first test');
    return server;
  };
  beforeAll(async () => {
    server = address === null ? await startPostgres(options) : { address, folder: null, control: null, close: async () => undefined };
  }, 60_000);
  afterAll(async () => {
    for (const store of opened) store.close();
    await server?.close();
  });
  // On a shared database, no run may find another run's data.
  const run = process.pid;
  body({
    async open(schema = `test ${run} ${++made}`, more = {}) {
      const store = await openPostgres(running().address, { schema, platform: fixedPlatform(Date.UTC(2026, 0, 5, 9), made + 1), ...more });
      opened.push(store);
      return store;
    },
    get server() {
      return running();
    },
  });
}
