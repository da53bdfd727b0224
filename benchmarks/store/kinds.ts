import { postgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import type { SqlEngine } from '../../src/store/sql/sql-engine.ts';
import { prepareDatabase } from '../../src/store/sqlite/open.ts';
import { sqliteEngine } from '../../src/store/sqlite/sqlite-engine.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';

/**
 * A database under the store and, in the same run, under SQL written by hand: through the same
 * connection.
 */
export interface BenchDatabase {
  readonly connection: Connection;
  readonly sqlEngine: SqlEngine;
  /** For FROM: the numbers 1 to `count`, each in `n`. */
  series(count: number): string;
  /** A number with twelve digits, as text. */
  padded(number: string): string;
}

export async function openSqlite(): Promise<BenchDatabase> {
  const makeDatabase = await memoryDatabases();
  return {
    connection: prepareDatabase(makeDatabase()),
    sqlEngine: sqliteEngine,
    series: (count) => `(WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) SELECT n FROM s)`,
    padded: (number) => `printf('%012d', ${number})`,
  };
}

export const inPostgres = (connection: Connection): BenchDatabase => ({
  connection,
  sqlEngine: postgresEngine,
  series: (count) => `generate_series(1, ${count}) AS s (n)`,
  padded: (number) => `lpad(CAST(${number} AS text), 12, '0')`,
});
