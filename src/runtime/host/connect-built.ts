import { type ConnectedHost, type ConnectionOptions, openConnection } from './connection.ts';

/** The running product of a document that `ninefold build` has read, from its written model. */
export const connectBuilt = (options: Pick<ConnectionOptions, 'key' | 'document'>): Promise<ConnectedHost> =>
  openConnection({
    ...options,
    startWorker: () => new Worker(new URL('./site-worker.ts', import.meta.url), { type: 'module', name: 'ninefold product' }),
  });
