import { parentPort, workerData } from 'node:worker_threads';
import { DataWouldBeLost, openDocument } from '../../engine/open-document.ts';
import { isSeeded, seedExamples } from '../../engine/seed.ts';
import type { Model } from '../../model/model.ts';
import { DocumentChanged } from '../../store/store.ts';
import { type OpenedDatabase, openDatabase } from './database.ts';
import { Follower } from './follower.ts';
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

async function begin({ text, database, examples, goOn = false, through }: ThreadStart): Promise<void> {
  let opened: OpenedDatabase;
  let model: Model;
  try {
    opened = await openDatabase(database, text, through);
    model = openDocument({ store: opened.store, text, onLoss: 'refuse', goOn });
  } catch (error) {
    const expected = error instanceof DataWouldBeLost || error instanceof NotStarted || error instanceof DocumentChanged;
    const message = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
    say({ kind: 'not-started', message, expected });
    return;
  }
  const { store, shared } = opened;
  const close = async (): Promise<void> => {
    store.close();
    await opened.close();
  };
  const log = (level: 'info' | 'error', message: string): void => say({ kind: 'log', level, message });
  const followed = (now: Model): void => {
    log('info', 'the document was changed by another process; this one goes on with it');
    say({ kind: 'followed', text: now.tree.text });
  };
  const follower = new Follower({ model, store, shared, followed, log, changed: together(() => say({ kind: 'changed' })) });
  const loaded = examples && !isSeeded(follower.product);
  if (loaded) for (const one of seedExamples(follower.product)) log('error', `an example is left out: ${JSON.stringify(one)}`);
  answer(follower, close);
  say({ kind: 'started', examples: loaded, text: model.tree.text });
}

/** Several writes in one go are one change to whoever looks. */
function together(tell: () => void): () => void {
  let told = false;
  return () => {
    if (told) return;
    told = true;
    queueMicrotask(() => {
      told = false;
      tell();
    });
  };
}

function answer(follower: Follower, close: () => Promise<void>): void {
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
        return void reply(
          message.id,
          follower.ask((engine) => engine.call(message.request)),
        );
      case 'screen':
        return void reply(
          message.id,
          follower.ask((engine) => engine.screen(message.request)),
        );
      case 'ready':
        return void reply(message.id, follower.ready());
      case 'look':
        return void reply(message.id, follower.look());
      case 'close':
        clearInterval(timers);
        return void reply(message.id, close());
    }
  });

  const reported = new Set<string>();
  /** Timers fire at the next request, or within this many milliseconds of their time. */
  const timers = setInterval(() => {
    const fire = (): void => {
      const { product } = follower;
      product.runTimersIfDue();
      // Also those that a request has met.
      for (const { entity, id, at, refusals } of product.refusedTimers()) {
        const key = `${entity} ${id} ${at}`;
        if (reported.has(key)) continue;
        reported.add(key);
        for (const refusal of refusals)
          say({ kind: 'log', level: 'error', message: `a timer of ${entity} ${id} was refused: ${refusal.because}` });
      }
    };
    follower.ask(fire).catch((error: unknown) => {
      say({ kind: 'log', level: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    });
  }, 1000);
}
