import type { FromOwner, Start, Started, ToOwner } from './wire.ts';

/** The worker that owns the data, as the tab that started it sees it. */
export interface DataWorker {
  send(message: ToOwner): void;
  /** Resolves when the database is closed, so that another tab may open it. */
  close(): Promise<void>;
}

/**
 * How long the worker may take to close its database, in milliseconds. It is then terminated, which
 * loses nothing acknowledged.
 */
const lastWords = 2000;

/**
 * Starts the worker, which begins once `start` resolves. Rejects if it cannot start; calls `failed`
 * if it breaks later.
 */
export function startDataWorker(
  client: string,
  start: Promise<Start>,
  receive: (message: FromOwner) => void,
  failed: (why: string) => void,
  startWorker: () => Worker,
): Promise<DataWorker> {
  const worker = startWorker();
  return new Promise((resolve, reject) => {
    let started = false;
    let goodbye: (() => void) | null = null;
    const kept: DataWorker = {
      send: (message) => worker.postMessage(message),
      close: () =>
        new Promise((done) => {
          const end = (): void => {
            worker.terminate();
            done();
          };
          const timer = setTimeout(end, lastWords);
          goodbye = () => {
            clearTimeout(timer);
            end();
          };
          worker.postMessage({ kind: 'bye', client } satisfies ToOwner);
        }),
    };
    worker.onmessage = (event: MessageEvent<FromOwner | Started | { readonly kind: 'closed' }>) => {
      const message = event.data;
      switch (message.kind) {
        case 'started':
          started = true;
          resolve(kept);
          return;
        case 'not-started':
          worker.terminate();
          reject(new Error(message.message));
          return;
        case 'closed':
          goodbye?.();
          return;
        default:
          receive(message);
      }
    };
    worker.onerror = (event) => {
      const why = `The product’s worker failed: ${event.message || 'its code could not be loaded'}`;
      if (started) {
        failed(why);
        return;
      }
      worker.terminate();
      reject(new Error(why));
    };
    start.then(
      (message) => worker.postMessage(message),
      (error: unknown) => {
        worker.terminate();
        reject(error);
      },
    );
  });
}
