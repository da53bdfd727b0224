import type { Platform } from '../../../base/platform.ts';
import { sessionSettings } from '../open-connection.ts';
import { openStore, type RunStore } from '../open-store.ts';
import { Sessions } from '../sessions.ts';
import { StatementTexts } from '../statement-texts.ts';
import { readAddress } from './server-address.ts';
import { openServerSession } from './server-session.ts';

export interface PostgresOptions {
  /** The Postgres schema of the product's tables; created if it does not exist. */
  readonly schema?: string;
  readonly platform?: Platform;
  /** How long one statement may take, in milliseconds. */
  readonly statementTimeout?: number;
  /** After how many milliseconds an idle transaction is rolled back, because its process hangs. */
  readonly idle?: number;
  /** How long to look for a lost server, in milliseconds. */
  readonly reopening?: number;
  /** The maximum number of connections. */
  readonly connections?: number;
  /** Whether it is a replica that another server keeps up to date (a standby), so only read. */
  readonly onlyReads?: boolean;
  /** Whether it has replicas; the store then reports the position that they must have replayed. */
  readonly hasCopies?: boolean;
}

/** In milliseconds: a transaction waits this long for a lock, and is then decided again. */
const lock = 5000;

/** How long a server may be silent beyond the statement timeout, in milliseconds. */
const beyond = 15_000;

/**
 * Opens a database on a Postgres server (15 or newer). Rejects with a message if the server is
 * unreachable. Several processes may open the same schema.
 */
export async function openPostgres(address: string, options: PostgresOptions = {}): Promise<RunStore> {
  const { schema = 'ninefold', platform, onlyReads = false, hasCopies = false } = options;
  const sessions = await connectServer(address, options);
  try {
    return await openStore({ sessions, schema, shared: true, onlyReads, hasCopies, ...(platform === undefined ? {} : { platform }) });
  } catch (error) {
    await sessions.close();
    throw error;
  }
}

/** Opens the connections without a store. Rejects with a message if the server is unreachable. */
export async function connectServer(
  address: string,
  { schema = 'ninefold', statementTimeout = 30_000, idle = 60_000, reopening = 5000, connections = 10 }: PostgresOptions = {},
): Promise<Sessions> {
  const server = readAddress(address, process.env['PGPASSWORD']);
  const settings = sessionSettings(schema, { statement: statementTimeout, lock: Math.min(lock, statementTimeout), idle });
  const texts = new StatementTexts();
  const open = () => openServerSession({ address: server, settings, texts, silence: statementTimeout + beyond });
  const sessions = new Sessions({ open, texts, most: connections, reopening });
  await sessions.start();
  return sessions;
}
