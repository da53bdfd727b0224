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
  /** The SQLSTATEs of the warnings before the error, in the same answer. */
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
 * Whether Citus could not commit on a worker. The error has no code of its own (XX000), but Citus
 * does not translate its message; a warning with the worker's code precedes it.
 */
const isShardFailure = (error: unknown): error is PostgresError =>
  error instanceof PostgresError && error.code === 'XX000' && /^could not commit transaction for shard \d+ /.test(error.message);

/** The same if the worker reported nothing: its connection was lost, and it may have committed. */
export const isShardUnknown = (error: unknown): boolean =>
  isShardFailure(error) && error.warnings.every((code) => code === 'XX000' || code.startsWith('08'));

/**
 * Whether concurrent writes collided, so that one must be decided again: serialization failure,
 * deadlock, or a lock timeout.
 */
export const isCollision = (error: unknown): boolean =>
  hasCode(error, '40001', '40P01', '55P03') ||
  // Several sessions created the same tables.
  hasCode(error, '42P06', '42P07', '42710') ||
  (isShardFailure(error) && error.warnings.some((code) => code.startsWith('40'))) ||
  (error instanceof PostgresError && error.code === '23505' && (error.constraint ?? '').startsWith('pg_'));

/** Whether statement_timeout or an administrator cancelled the statement. */
export const isTimeout = (error: unknown): boolean => hasCode(error, '57014');

/**
 * Whether another process has changed the tables: `cached plan must not change result type`, or a
 * missing prepared statement.
 */
export const isOutdated = (error: unknown): boolean =>
  hasCode(error, '26000') ||
  // Other unsupported features have the same code.
  (hasCode(error, '0A000') && error instanceof PostgresError && (error.routine === null || error.routine === 'RevalidateCachedQuery'));

/** Whether a table, column, function or type does not exist. */
export const isUnknownName = (error: unknown): boolean => hasCode(error, '42P01', '42703', '42883', '42704');

/** Whether the server ended the session: it stopped, or an administrator ended it. */
export const isSessionEnd = (error: unknown): boolean => hasCode(error, '57P', '08', '25P03', '25P04');
