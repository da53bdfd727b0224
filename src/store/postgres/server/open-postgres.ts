import type { Platform } from '../../../base/platform.ts';
import { sessionSettings } from '../open-connection.ts';
import { openStore, type RunStore } from '../open-store.ts';
import { Sessions } from '../sessions.ts';
import { StatementTexts } from '../statement-texts.ts';
import { readAddress } from './server-address.ts';
import { openServerSession } from './server-session.ts';

export interface PostgresOptions {
  /** The Postgres schema that holds the product's tables; made when it is not there. */
  readonly schema?: string;
  readonly platform?: Platform;
  /** Milliseconds that one statement may take. */
  readonly statementTimeout?: number;
  /** Milliseconds after which an idle transaction is rolled back: its process hangs. */
  readonly idle?: number;
  /** Milliseconds for which a server that was lost is looked for. */
  readonly reopening?: number;
  /** How many connections there may be. */
  readonly connections?: number;
  /** It is a replica that another server keeps up to date (a standby): it is only read. */
  readonly onlyReads?: boolean;
  /** There are replicas of it: the store says how far they must have come. */
  readonly hasCopies?: boolean;
}

/** Milliseconds: a transaction waits so long for another's lock, and is then decided again. */
const lock = 5000;

/** Milliseconds that a server may be silent beyond the time that a statement may take. */
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

/** The connections without a store over them. */
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
