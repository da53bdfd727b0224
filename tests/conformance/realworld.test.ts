import { readFileSync } from 'node:fs';
import { run as runCollection, type Summary } from 'newman';
import { describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { openDocument } from '../../src/engine/document/open-document.ts';
import { openDatabase } from '../../src/serve/engine/database.ts';
import type { Engine } from '../../src/serve/engine/engine.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { Service } from '../../src/serve/engine/service.ts';
import { createApp } from '../../src/serve/http/app.ts';
import { listen } from '../../src/serve/http/listen.ts';
import { startPostgres, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { productInMemory } from '../../testing/product.ts';

const conduit = readFileSync(new URL('../../testing/documents/conduit.md', import.meta.url), 'utf8');
const collection: object = JSON.parse(readFileSync(new URL('./realworld/conduit.postman_collection.json', import.meta.url), 'utf8'));

const run = (globals: Readonly<Record<string, string>>): Promise<Summary> =>
  new Promise((resolve, reject) => {
    const values = Object.entries(globals).map(([key, value]) => ({ key, value }));
    runCollection({ collection, globals: { values } }, (error, summary) => (error ? reject(error) : resolve(summary)));
  });

const missing = whyNoServer();

const unexpected = (error: unknown): never => {
  throw error;
};

const engines: readonly { readonly name: string; readonly left?: boolean; start(): Promise<Engine> }[] = [
  { name: 'memory', start: async () => new ProductEngine(productInMemory(conduit).product, unexpected) },
  {
    name: 'Postgres in the process',
    async start() {
      const { store, run, product, close } = await openDatabase({ kind: 'embedded', folder: null }, conduit, () => undefined);
      const model = await run(() => openDocument({ store, text: conduit, onLoss: 'refuse' }));
      return Object.assign(new ProductEngine(product(model), unexpected, run), { close });
    },
  },
  {
    name: `a Postgres server, one process${missing === null ? '' : ` (left out: ${missing})`}`,
    left: missing !== null,
    async start() {
      const server = await startPostgres();
      try {
        const database = { kind: 'server', url: server.address } as const;
        const service = await Service.start({ text: conduit, database, examples: true, log: () => undefined });
        const close = async (): Promise<void> => {
          await service.close();
          await server.close();
        };
        return {
          call: (request) => service.call(request),
          screen: (request) => service.screen(request),
          subscribe: (listener) => service.subscribe(listener),
          ready: () => service.ready(),
          close,
        };
      } catch (error) {
        await server.close();
        throw error;
      }
    },
  },
];

describe.each(engines)('the RealWorld collection over $name', ({ start, left = false }) => {
  test.skipIf(left)(
    'every assertion passes',
    async () => {
      const engine = await start();
      const app = createApp({
        engine,
        platform: fixedPlatform(),
        log: () => undefined,
        token: { header: 'Authorization', scheme: 'Token' },
      });
      const server = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
      try {
        const { run: ran } = await run({
          APIURL: `${server.url}/api`,
          USERNAME: 'mia',
          EMAIL: 'mia@example.com',
          PASSWORD: 'correct horse',
        });
        expect(ran.failures.map(({ source, error }) => `${source?.name}: ${error.test ?? error.name}: ${error.message}`)).toEqual([]);
        expect(ran.stats).toMatchObject({ requests: { total: 32 }, assertions: { total: 311 } });
      } finally {
        await server.stop(0);
        await engine.close();
      }
    },
    60_000,
  );
});
