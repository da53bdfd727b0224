import type { Platform } from '../../base/platform.ts';
import type { Connection } from '../sql/connection.ts';
import { identifier, shortened, textLiteral } from '../sql/identifier.ts';
import { connect } from './connection.ts';
import { onlyTurn, sharedTurn } from './document-lock.ts';
import type { Door } from './door.ts';
import { additions, formerLockTable, ownTables } from './tables.ts';

export interface OpeningParts {
  readonly door: Door;
  /** The Postgres schema that holds all the store's tables; made when it is not there. */
  readonly schema: string;
  readonly platform: Platform;
  /** Other sessions write to the same tables. */
  readonly shared: boolean;
  /** It is a replica that another server keeps up to date. */
  readonly onlyReads?: boolean;
  /** There are replicas of it. */
  readonly hasCopies?: boolean;
  close(): void;
}

/** Milliseconds; 0: as long as it likes. */
export interface Timeouts {
  /** How long a statement may take. */
  readonly statement: number;
  /** How long a statement may wait for what another transaction has locked. */
  readonly lock: number;
  /** How long a transaction may be idle: a stopped process must not keep others waiting. */
  readonly idle: number;
}

/**
 * Postgres assumes that a random page costs four times as much as the next one, so it scans small
 * tables. A transaction that has done so conflicts with every write to the table (documentation,
 * “Serializable Isolation Level”). An existing setting is kept.
 */
const nearPages = `SELECT set_config('random_page_cost', '1.1', false) WHERE current_setting('random_page_cost') = '4'`;

/** Said once in every session: SQL without parameters. `timeouts`: in milliseconds. */
export function sessionSettings(schema: string, timeouts?: Timeouts): string {
  const settings: readonly (readonly [string, string])[] = [
    ['client_encoding', 'UTF8'],
    // Temporary tables come last, and not first as they do where the path does not name them.
    ['search_path', `${identifier(schema)}, pg_temp`],
    ['TimeZone', 'UTC'],
    ['DateStyle', 'ISO, YMD'],
    ['IntervalStyle', 'iso_8601'],
    ['extra_float_digits', '1'],
    ['standard_conforming_strings', 'on'],
    ['bytea_output', 'hex'],
    ['client_min_messages', 'warning'],
    ['default_transaction_isolation', 'read committed'],
    // The plan for a page of a long list looks expensive before its limit counts; JIT compilation
    // takes a hundred times as long as reading the page.
    ['jit', 'off'],
    ...(timeouts === undefined
      ? []
      : ([
          ['statement_timeout', String(timeouts.statement)],
          ['lock_timeout', String(timeouts.lock)],
          ['idle_in_transaction_session_timeout', String(timeouts.idle)],
          // A machine that vanished holds its locks no longer than this: milliseconds, seconds,
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

/** Sets up a connection for the store, inside a run, where the door has connections. */
export function openConnection({ door, schema, platform, shared, onlyReads = false, hasCopies = false, close }: OpeningParts): {
  readonly connection: Connection;
  begin(): void;
} {
  const pause = pauses(platform);
  const turn = shared ? sharedTurn(schema) : onlyTurn;
  const connection = connect({ door, turn, pause, onlyReads, hasCopies, close });
  return {
    connection,
    begin() {
      // A server that takes writes of its own would be asked for what it will never have.
      if (onlyReads && connection.row('SELECT 1 WHERE pg_is_in_recovery()') === null)
        throw new Error('it is no standby of a server: it can be written');
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
  // Asked of the catalogue itself: what a name leads to is remembered, also that it led nowhere.
  const tables = (): ReadonlySet<string> =>
    new Set(connection.rows('SELECT "tablename" FROM pg_tables WHERE "schemaname" = ?', [shortened(schema)]).map(([name]) => String(name)));
  const lacking = (present: ReadonlySet<string>): readonly string[] => [
    ...additions.flatMap(({ table, statements }) => (present.has(table) ? [] : statements)),
    ...[...present].flatMap((name) => formerLockTable(name) ?? []),
  ];
  const before = tables();
  if (before.has('_meta') && lacking(before).length === 0) return;
  if (!connection.keepsTables) throw new Error('it can only be read, and has no data of a product yet');
  // Not as the store's own transactions begin: the table that they lock is not there yet.
  connection.latest(() => {
    connection.run(`DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtextextended(${textLiteral(`ninefold ${schema}`)}, 0)); END $$`);
    const present = tables();
    if (!present.has('_meta')) {
      // An administrator may have made it, for a role that may make none itself.
      if (connection.row('SELECT 1 FROM pg_namespace WHERE "nspname" = ?', [shortened(schema)]) === null)
        connection.run(`CREATE SCHEMA ${identifier(schema)}`);
      for (const statement of ownTables) connection.run(statement);
    } else for (const statement of lacking(present)) connection.run(statement);
  });
}

/** A random while, the longer the more often it was tried: 1 to 4 ms at first, at most 200. */
const pauses =
  (platform: Platform) =>
  (times: number): number => {
    const most = Math.min(200, 2 ** (times + 1));
    const [random = 0] = platform.randomBytes(1);
    return 1 + (most * random) / 256;
  };
