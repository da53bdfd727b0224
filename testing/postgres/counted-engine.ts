import { documentOpener } from '../../src/engine/document/open-document.ts';
import type { Product } from '../../src/engine/product.ts';
import { fromOpenStore } from '../../src/serve/engine/database.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { connectEmbedded, embeddedEngine } from '../../src/store/postgres/embedded/connect-embedded.ts';
import { openPglite } from '../../src/store/postgres/embedded/pglite.ts';
import type { Reply, Request } from '../../src/store/postgres/exchange.ts';
import { openStore } from '../../src/store/postgres/open-store.ts';

/** A product over Postgres in this process that counts its requests. */
export interface CountedEngine {
  readonly engine: ProductEngine;
  readonly cost: Cost;
  /** Runs a function as an operation of its own, over the same product. */
  run<T>(body: (product: Product) => T): Promise<T>;
  close(): Promise<void>;
}

/** Since the last reset. */
export interface Cost {
  /** How often functions ran, and the requests sent to the database. */
  passes: number;
  requests: Request[];
  /** Called before each request is sent. */
  before: (request: Request) => Promise<void>;
}

export async function countedEngine(text: string): Promise<CountedEngine> {
  const cost: Cost = { passes: 0, requests: [], before: async () => undefined };
  const database = await openPglite(null);
  const sessions = await connectEmbedded(() => database.socket(), 'trips');
  const perform = sessions.perform.bind(sessions);
  sessions.perform = async (request): Promise<readonly Reply[]> => {
    cost.requests.push(request);
    await cost.before(request);
    return perform(request);
  };
  const store = await openStore({ sessions, schema: 'trips', shared: true, sqlEngine: embeddedEngine });
  const opened = fromOpenStore(store, true);
  const mistake = (error: unknown): void => {
    throw error;
  };
  const model = await opened.run(documentOpener({ store: opened.store, text, onLoss: 'refuse' }));
  const product = opened.product(model);
  const run = <T>(body: () => T): Promise<T> =>
    opened.run(() => {
      cost.passes++;
      return body();
    });
  const engine = new ProductEngine(product, mistake, run);
  return {
    engine,
    cost,
    run: (body) => run(() => body(product)),
    async close() {
      await opened.close();
      await database.close();
    },
  };
}
