import { type Platform, systemPlatform } from '../../../base/platform.ts';
import type { Connection } from '../../sql/connection.ts';
import { attachStore, type UnopenedStore } from '../../sql/document-store.ts';
import { postgresFlavour } from '../flavour.ts';
import { openSession } from '../session.ts';
import { openBridge } from './bridge.ts';
import type { Through } from './io-messages.ts';
import { readAddress } from './server-address.ts';

export interface PostgresOptions {
  /** The Postgres schema that holds the product's tables; made when it is not there. */
  readonly schema?: string;
  readonly platform?: Platform;
  /** Milliseconds that one statement may take. */
  readonly statementTimeout?: number;
  /** Milliseconds after which a transaction that does nothing is taken back: whoever began it hangs. */
  readonly idle?: number;
  /** Milliseconds for which a server that was lost is looked for, while the thread waits. */
  readonly reopening?: number;
  /** It is a copy that another server keeps up to date (a standby): it is only read. */
  readonly onlyReads?: boolean;
  /** There are copies of it: the store says how far they must have come. */
  readonly hasCopies?: boolean;
  /** A thread that talks to the server beside its own work; absent: one is started for it. */
  readonly through?: Through;
}

/** Milliseconds: a transaction waits so long for another's lock, and is then decided again. */
const lock = 5000;

/**
 * Opens a database on a Postgres server (15 or newer): one connection, used by this thread alone, which waits for every answer. Rejects in words when it
 * cannot be reached. Several threads and processes may open the same schema.
 */
export const openPostgres = async (address: string, options: PostgresOptions = {}): Promise<UnopenedStore> =>
  attachStore(await connectPostgres(address, options), postgresFlavour);

/** The same without a store over it yet. */
export async function connectPostgres(
  address: string,
  {
    schema = 'ninefold',
    platform = systemPlatform,
    statementTimeout = 30_000,
    idle = 60_000,
    reopening = 5000,
    onlyReads = false,
    hasCopies = false,
    through,
  }: PostgresOptions = {},
): Promise<Connection> {
  // Here as well, so that what is wrong with it is said before a thread is started.
  readAddress(address);
  const wire = await openBridge({
    address,
    patience: statementTimeout + 15_000,
    reopening,
    ...(through === undefined ? {} : { through }),
  });
  return openSession({
    wire,
    schema,
    platform,
    shared: true,
    onlyReads,
    hasCopies,
    timeouts: { statement: statementTimeout, lock: Math.min(lock, statementTimeout), idle },
  });
}
