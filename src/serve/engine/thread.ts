import { parentPort, workerData } from 'node:worker_threads';
import { systemPlatform } from '../../base/platform.ts';
import { DataWouldBeLost, openDocument } from '../../engine/open-document.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { isSeeded, seedExamples } from '../../engine/seed.ts';
import { openDatabase } from './database.ts';
import { nativeHasher } from './native-hasher.ts';
import { ProductEngine } from './product-engine.ts';
import { NotStarted } from './thread-engine.ts';
import type { FromThread, ThreadStart, ToThread } from './thread-messages.ts';

/*
 * The thread that holds a product: one connection, one request at a time. The product is synchronous, so whatever a request asks of the database
 * holds this thread and no other.
 */

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a thread');
const say = (message: FromThread): void => port.postMessage(message);

void begin(workerData as ThreadStart);

async function begin({ text, database, examples }: ThreadStart): Promise<void> {
  let product: Product;
  let close: () => Promise<void>;
  let loaded = false;
  try {
    const opened = await openDatabase(database, text);
    const { store } = opened;
    close = async () => {
      store.close();
      await opened.close();
    };
    const model = openDocument({ store, text, onLoss: 'refuse' });
    product = createProduct({ model, store, platform: systemPlatform, hasher: nativeHasher });
    if (examples && !isSeeded(product)) {
      const leftOut = seedExamples(product);
      for (const one of leftOut) say({ kind: 'log', level: 'error', message: `an example is left out: ${JSON.stringify(one)}` });
      loaded = true;
    }
  } catch (error) {
    const expected = error instanceof DataWouldBeLost || error instanceof NotStarted;
    const message = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
    say({ kind: 'not-started', message, expected });
    return;
  }
  answer(product, close);
  say({ kind: 'started', examples: loaded });
}

function answer(product: Product, close: () => Promise<void>): void {
  const engine = new ProductEngine(product);
  // Several writes in one go are one change to whoever looks.
  let told = false;
  engine.subscribe(() => {
    if (told) return;
    told = true;
    queueMicrotask(() => {
      told = false;
      say({ kind: 'changed' });
    });
  });

  const reply = async (id: number, value: Promise<unknown>): Promise<void> => {
    try {
      say({ kind: 'answer', id, value: await value });
    } catch (error) {
      const known = error instanceof Error ? error : new Error(String(error));
      say({ kind: 'failure', id, message: known.message, stack: known.stack ?? '' });
    }
  };
  port?.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'call':
        return void reply(message.id, engine.call(message.request));
      case 'screen':
        return void reply(message.id, engine.screen(message.request));
      case 'ready':
        return void reply(message.id, engine.ready());
      case 'close':
        clearInterval(timers);
        return void reply(message.id, close());
    }
  });

  const reported = new Set<string>();
  /** Timers fire at the next request, or within this many milliseconds of their time. */
  const timers = setInterval(() => {
    try {
      product.runTimersIfDue();
      // Also those that a request has met.
      for (const { entity, id, at, refusals } of product.refusedTimers()) {
        const key = `${entity} ${id} ${at}`;
        if (reported.has(key)) continue;
        reported.add(key);
        for (const refusal of refusals)
          say({ kind: 'log', level: 'error', message: `a timer of ${entity} ${id} was refused: ${refusal.because}` });
      }
    } catch (error) {
      say({ kind: 'log', level: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }, 1000);
}
