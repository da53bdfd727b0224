import { type Platform, systemPlatform } from '../../base/platform.ts';
import type { Connection } from '../sql/connection.ts';
import { attachStore, type UnopenedStore } from '../sql/document-store.ts';
import type { SqlEngine } from '../sql/sql-engine.ts';
import { Driver } from './driver.ts';
import { openConnection } from './open-connection.ts';
import { postgresEngine } from './postgres-engine.ts';
import type { Sessions } from './sessions.ts';

/** A store whose answers come from elsewhere; use it only inside `run`. */
export interface RunStore {
  readonly store: UnopenedStore;
  readonly connection: Connection;
  readonly driver: Driver;
  /**
   * Runs a body, and re-runs it while an answer is missing. Rejects with the error that the body
   * throws.
   */
  run<T>(body: () => T): Promise<T>;
  /** Called when the server is lost: stops waiting for its answers. */
  cut(): void;
  close(): Promise<void>;
}

export interface StoreParts {
  readonly sessions: Sessions;
  readonly schema: string;
  readonly platform?: Platform;
  /** Whether other processes may write to the same tables. */
  readonly shared: boolean;
  readonly onlyReads?: boolean;
  readonly hasCopies?: boolean;
  readonly sqlEngine?: SqlEngine;
}

/** Opens a store over open connections. Rejects with a message for people. */
export async function openStore({
  sessions,
  platform = systemPlatform,
  sqlEngine = postgresEngine,
  ...parts
}: StoreParts): Promise<RunStore> {
  const driver = new Driver((request) => sessions.perform(request));
  const run = <T>(body: () => T): Promise<T> => driver.run(body, platform.now());
  const { connection, begin } = openConnection({ ...parts, context: driver, platform, close: () => undefined });
  await run(begin);
  return { store: attachStore(connection, sqlEngine), connection, driver, run, cut: () => sessions.cut(), close: () => sessions.close() };
}
