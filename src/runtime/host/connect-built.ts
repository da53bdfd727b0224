import { type ConnectedHost, type ConnectionOptions, openConnection } from './connection.ts';

/** Connects to the product that `ninefold build` has built, from its serialized model. */
export const connectBuilt = (options: Pick<ConnectionOptions, 'key' | 'document'>): Promise<ConnectedHost> =>
  openConnection({
    ...options,
    startWorker: () => new Worker(new URL('./site-worker.ts', import.meta.url), { type: 'module', name: 'ninefold product' }),
  });
