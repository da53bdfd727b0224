import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openPglite } from './pglite.ts';

/*
 * The thread that runs PGlite, so that a slow query blocks nothing else. `workerData`: the folder,
 * or null. Each port that it receives is a socket.
 */

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a thread');

/** The query that it interrupts is never answered. */
function end(cause: Error): never {
  port?.postMessage({ ended: cause.message });
  process.exit(1);
}

try {
  const embedded = await openPglite(workerData as string | null, end);
  port.on('message', (message: MessagePort | 'close') => {
    if (message === 'close') {
      void embedded.close().then(() => port.postMessage('closed'));
      return;
    }
    const socket = embedded.socket();
    message.on('message', (bytes: Uint8Array) => socket.write(bytes));
    message.on('close', () => socket.destroy());
    socket.on('data', (bytes: Uint8Array) => message.postMessage(bytes));
    socket.on('error', () => message.close());
    socket.on('end', () => message.close());
  });
  port.postMessage('open');
} catch (error) {
  port.postMessage({ why: error instanceof Error ? error.message : String(error) });
}
