import { type ConnectedHost, type ConnectionOptions, openConnection } from './connection.ts';
import { startWorker } from './start-worker.ts';

/** The running product of a document, for a page whose worker has a file of its own. */
export const connect = (options: Omit<ConnectionOptions, 'startWorker'>): Promise<ConnectedHost> =>
  openConnection({ ...options, startWorker });
