import type { Platform } from '../../base/platform.ts';
import type { Connection } from '../sql/connection.ts';
import { identifier, shortened, textLiteral } from '../sql/identifier.ts';
import { connect } from './connection.ts';
import { documentLock, noDocumentLock } from './document-lock.ts';
import type { PassContext } from './pass-context.ts';
import { additions, formerLockTable, ownTables } from './tables.ts';

export interface OpeningParts {
  readonly context: PassContext;
  /** The Postgres schema of the store's tables; created if it does not exist. */
  readonly schema: string;
  readonly platform: Platform;
  /** Whether other sessions write to the same tables. */
  readonly shared: boolean;
  /** Whether it is a replica that another server keeps up to date. */
  readonly onlyReads?: boolean;
  /** Whether it has replicas. */
  readonly hasCopies?: boolean;
  close(): void;
}

/** In milliseconds; 0: no limit. */
export interface Timeouts {
  /** How long a statement may take. */
  readonly statement: number;
  /** How long a statement may wait for a lock. */
  readonly lock: number;
  /** How long a transaction may be idle, because a suspended process must not block others. */
  readonly idle: number;
}

/**
 * Postgres assumes that a random page costs four times as much as the next one, so it scans small
 * tables. A transaction that has done so conflicts with every write to the table (documentation,
 * “Serializable Isolation Level”). An existing setting is kept.
 */
const nearPages = `SELECT set_config('random_page_cost', '1.1', false) WHERE current_setting('random_page_cost') = '4'`;

/** The SQL that configures a new session; takes no parameters. `timeouts`: in milliseconds. */
export function sessionSettings(schema: string, timeouts?: Timeouts): string {
  const settings: readonly (readonly [string, string])[] = [
    ['client_encoding', 'UTF8'],
    // Temporary tables come last, because a path that does not name them searches them first.
    ['search_path', `${identifier(schema)}, pg_temp`],
    ['TimeZone', 'UTC'],
    ['DateStyle', 'ISO, YMD'],
    ['IntervalStyle', 'iso_8601'],
    ['extra_float_digits', '1'],
    ['standard_conforming_strings', 'on'],
    ['bytea_output', 'hex'],
    ['client_min_messages', 'warning'],
    ['default_transaction_isolation', 'read committed'],
    // Off, because the plan for a page of a long list looks expensive without its limit, and JIT
    // compilation would take a hundred times as long as reading the page.
    ['jit', 'off'],
    ...(timeouts === undefined
      ? []
      : ([
          ['statement_timeout', String(timeouts.statement)],
          ['lock_timeout', String(timeouts.lock)],
          ['idle_in_transaction_session_timeout', String(timeouts.idle)],
          // A machine that vanished loses its locks after this time: milliseconds, seconds,
          // seconds, count.
          ['tcp_user_timeout', '10000'],
          ['tcp_keepalives_idle', '5'],
          ['tcp_keepalives_interval', '2'],
          ['tcp_keepalives_count', '3'],
        ] as const)),
  ];
  return [...settings.map(([name, value]) => `SELECT set_config(${textLiteral(name)}, ${textLiteral(value)}, false)`), nearPages].join(
    '; ',
  );
}

/** Sets up a connection for the store. Call `begin` inside a run. */
export function openConnection({ context, schema, platform, shared, onlyReads = false, hasCopies = false, close }: OpeningParts): {
  readonly connection: Connection;
  begin(): void;
} {
  const pause = pauses(platform);
  const turn = shared ? documentLock(schema) : noDocumentLock;
  const connection = connect({ context, turn, pause, onlyReads, hasCopies, close });
  return {
    connection,
    begin() {
      // A server that accepts writes of its own would never receive what the primary writes.
      if (onlyReads && connection.row('SELECT 1 WHERE pg_is_in_recovery()') === null)
        throw new Error('it is not a standby server: it accepts writes');
      prepare(connection, schema);
      connection.look();
    },
  };
}

/**
 * Creates the schema and the store's own tables if they are missing; several processes may try at
 * once.
 */
function prepare(connection: Connection, schema: string): void {
  // Queries the catalogue, because Postgres caches name lookups, including failed ones.
  const tables = (): ReadonlySet<string> =>
    new Set(connection.rows('SELECT "tablename" FROM pg_tables WHERE "schemaname" = ?', [shortened(schema)]).map(([name]) => String(name)));
  const lacking = (present: ReadonlySet<string>): readonly string[] => [
    ...additions.flatMap(({ table, statements }) => (present.has(table) ? [] : statements)),
    ...[...present].flatMap((name) => formerLockTable(name) ?? []),
  ];
  const before = tables();
  if (before.has('_meta') && lacking(before).length === 0) return;
  if (!connection.keepsTables) throw new Error('it can only be read, and has no data of a product yet');
  // Not in the mode of normal transactions, because the table that they lock may not exist yet.
  connection.latest(() => {
    connection.run(`DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtextextended(${textLiteral(`ninefold ${schema}`)}, 0)); END $$`);
    const present = tables();
    if (!present.has('_meta')) {
      // An administrator may have created it for a role that may not create schemas.
      if (connection.row('SELECT 1 FROM pg_namespace WHERE "nspname" = ?', [shortened(schema)]) === null)
        connection.run(`CREATE SCHEMA ${identifier(schema)}`);
      for (const statement of ownTables) connection.run(statement);
    } else for (const statement of lacking(present)) connection.run(statement);
  });
}

/** A random delay that grows with the number of attempts: 1 to 4 ms at first, at most 200 ms. */
const pauses =
  (platform: Platform) =>
  (times: number): number => {
    const most = Math.min(200, 2 ** (times + 1));
    const [random = 0] = platform.randomBytes(1);
    return 1 + (most * random) / 256;
  };
