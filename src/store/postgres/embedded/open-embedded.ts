import { Duplex } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import { openStore, type RunStore } from '../open-store.ts';
import { connectEmbedded, embeddedEngine } from './connect-embedded.ts';

/**
 * Opens the database in a folder, which belongs to this process until it is closed; null: in
 * memory. A missing folder is created. PGlite runs in its own thread. Rejects with a message.
 * `lost`: called with the reason if the thread ends by itself; then every request fails.
 */
export async function openEmbedded(folder: string | null, lost: (why: string) => void = () => undefined): Promise<RunStore> {
  // When running from sources, start with JavaScript that loads them, because a thread does not
  // inherit this thread's loader.
  const entry = import.meta.url.endsWith('.ts') ? '../../../../bin/embedded-thread.js' : './thread.js';
  const worker = new Worker(new URL(entry, import.meta.url), { workerData: folder });
  const state: { isClosing: boolean; ended: string | null } = { isClosing: false, ended: null };
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('message', (message: 'open' | { readonly why: string }) =>
        message === 'open' ? resolve() : reject(new Error(message.why)),
      );
      worker.once('error', reject);
    });
    const ended = (why: string): void => {
      if (state.isClosing || state.ended !== null) return;
      state.ended = `the database in ${folder ?? 'memory'} has ended: ${why}`;
      lost(state.ended);
    };
    worker.on('error', (error) => ended(`${error.message}.`));
    worker.on('message', (message: 'closed' | { readonly ended: string }) => message !== 'closed' && ended(message.ended));
    worker.once('exit', () => ended('its thread has stopped.'));
    const sessions = await connectEmbedded(
      () => socketTo(worker),
      'ninefold',
      () => {
        if (state.ended !== null) throw new Error(state.ended);
      },
    );
    const opened = await openStore({
      sessions,
      schema: 'ninefold',
      shared: false,
      sqlEngine: embeddedEngine,
    });
    return {
      ...opened,
      async close() {
        state.isClosing = true;
        await opened.close();
        if (state.ended !== null) return;
        const closed = new Promise((resolve) => worker.once('message', resolve));
        worker.postMessage('close');
        await Promise.race([closed, new Promise((resolve) => worker.once('exit', resolve))]);
        await worker.terminate();
      },
    };
  } catch (error) {
    state.isClosing = true;
    await worker.terminate();
    throw error;
  }
}

function socketTo(worker: Worker): Duplex {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(port2, [port2]);
  const socket = new Duplex({
    read: () => undefined,
    write(bytes: Uint8Array, _encoding, done) {
      port1.postMessage(bytes);
      done();
    },
    final(done) {
      port1.close();
      done();
    },
    destroy(error, done) {
      port1.close();
      done(error);
    },
  });
  port1.on('message', (bytes: Uint8Array) => socket.push(bytes));
  port1.on('close', () => socket.destroy());
  worker.once('exit', () => socket.destroy());
  return socket;
}
