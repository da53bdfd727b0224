import { type ConnectedHost, type ConnectionOptions, openConnection } from './connection.ts';
import { startWorker } from './start-worker.ts';

/** The running product of a document, for a page whose worker has its own file. */
export const connect = (options: Omit<ConnectionOptions, 'startWorker'>): Promise<ConnectedHost> =>
  openConnection({ ...options, startWorker });
