import { type ConnectedHost, type ConnectionOptions, openConnection } from './connection.ts';

/** Connects to the product of a document, from its text. */
export const connect = ({ key, text }: Pick<ConnectionOptions, 'key'> & { readonly text: string }): Promise<ConnectedHost> =>
  openConnection({
    key,
    document: text,
    startWorker: () => new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module', name: 'ninefold product' }),
  });
