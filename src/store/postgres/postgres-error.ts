/**
 * The fields of an error that a server reports (Postgres documentation, “Error and Notice Message
 * Fields”).
 */
export interface ReportedError {
  readonly message: string;
  /** SQLSTATE: five characters, the first two its class. */
  readonly code: string;
  readonly detail?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
  readonly constraint?: string | undefined;
  readonly routine?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
}

export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  readonly code: string;
  readonly detail: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;
  /**
   * The function in the server's source that raised it; unlike the message it is the same in every
   * language.
   */
  readonly routine: string | null;
  /** The SQLSTATEs of the warnings that came before it, in one answer. */
  readonly warnings: readonly string[];

  constructor({ message, code, detail, table, column, constraint, routine, warnings = [] }: ReportedError) {
    super(detail === undefined ? message : `${message} (${detail})`);
    this.code = code;
    this.detail = detail ?? null;
    this.table = table ?? null;
    this.column = column ?? null;
    this.constraint = constraint ?? null;
    this.routine = routine ?? null;
    this.warnings = warnings;
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof PostgresError && codes.some((code) => error.code.startsWith(code));

/**
 * Citus could not commit on a worker. The error has no code of its own (XX000), so its message must
 * do, which Citus does not translate; a warning with the worker's code precedes it.
 */
const isShardFailure = (error: unknown): error is PostgresError =>
  error instanceof PostgresError && error.code === 'XX000' && /^could not commit transaction for shard \d+ /.test(error.message);

/** The same where the worker said nothing: its connection was lost, and it may have committed. */
export const isShardUnknown = (error: unknown): boolean =>
  isShardFailure(error) && error.warnings.every((code) => code === 'XX000' || code.startsWith('08'));

/**
 * Concurrent writes, one of which must be decided again: serialization failure, deadlock, or a lock
 * timeout.
 */
export const isCollision = (error: unknown): boolean =>
  hasCode(error, '40001', '40P01', '55P03') ||
  // Several made the same tables.
  hasCode(error, '42P06', '42P07', '42710') ||
  (isShardFailure(error) && error.warnings.some((code) => code.startsWith('40'))) ||
  (error instanceof PostgresError && error.code === '23505' && (error.constraint ?? '').startsWith('pg_'));

/** statement_timeout, or an administrator stopped the statement. */
export const isTimeout = (error: unknown): boolean => hasCode(error, '57014');

/**
 * `cached plan must not change result type`, or a missing prepared statement: another process has
 * changed the tables.
 */
export const isOutdated = (error: unknown): boolean =>
  hasCode(error, '26000') ||
  // Of the same class is whatever else a server does not do.
  (hasCode(error, '0A000') && error instanceof PostgresError && (error.routine === null || error.routine === 'RevalidateCachedQuery'));

/** A table, a column or a function that is not there. */
export const isUnknownName = (error: unknown): boolean => hasCode(error, '42P01', '42703', '42883', '42704');

/** The server ends the session: it stops, or an administrator ended it. */
export const isGoodbye = (error: unknown): boolean => hasCode(error, '57P', '08', '25P03', '25P04');
