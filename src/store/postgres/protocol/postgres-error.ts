/** What the server reports, by the fields of its message (Postgres documentation, “Error and Notice Message Fields”). */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  /** SQLSTATE: five characters, the first two its class. */
  readonly code: string;
  readonly detail: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;
  /** The function of the server's own source that says it: unlike the words it is the same in every language. */
  readonly routine: string | null;
  /** The SQLSTATEs of the warnings that came before it, in one answer. */
  readonly warnings: readonly string[];

  constructor(fields: ReadonlyMap<string, string>, warnings: readonly string[] = []) {
    const detail = fields.get('D') ?? null;
    super([fields.get('M') ?? 'an error without words', ...(detail === null ? [] : [`(${detail})`])].join(' '));
    this.code = fields.get('C') ?? 'XX000';
    this.detail = detail;
    this.table = fields.get('t') ?? null;
    this.column = fields.get('c') ?? null;
    this.constraint = fields.get('n') ?? null;
    this.routine = fields.get('R') ?? null;
    this.warnings = warnings;
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof PostgresError && codes.some((code) => error.code.startsWith(code));

/**
 * Citus could not commit on a worker. The error itself has no code of its own (XX000), so its words must do, which Citus does not
 * translate; what the worker said comes before it as a warning with the worker's code.
 */
const isShardFailure = (error: unknown): error is PostgresError =>
  error instanceof PostgresError && error.code === 'XX000' && /^could not commit transaction for shard \d+ /.test(error.message);

/** The same where the worker said nothing: its connection was lost, and it may have committed. */
export const isShardUnknown = (error: unknown): boolean =>
  isShardFailure(error) && error.warnings.every((code) => code === 'XX000' || code.startsWith('08'));

/** Several wrote at once and one of them must decide again: serialization failure, deadlock, a lock that was not to be had in time. */
export const isCollision = (error: unknown): boolean =>
  hasCode(error, '40001', '40P01', '55P03') ||
  // Several made the same tables.
  hasCode(error, '42P06', '42P07', '42710') ||
  (isShardFailure(error) && error.warnings.some((code) => code.startsWith('40'))) ||
  (error instanceof PostgresError && error.code === '23505' && (error.constraint ?? '').startsWith('pg_'));

/** statement_timeout, or somebody stopped the statement. */
export const isTimeout = (error: unknown): boolean => hasCode(error, '57014');

/** `cached plan must not change result type`, or a prepared statement that is not there: another process has changed the tables. */
export const isOutdated = (error: unknown): boolean =>
  hasCode(error, '26000') ||
  // Of the same class is whatever else a server does not do.
  (hasCode(error, '0A000') && error instanceof PostgresError && (error.routine === null || error.routine === 'RevalidateCachedQuery'));

/** A table, a column or a function that is not there. */
export const isUnknownName = (error: unknown): boolean => hasCode(error, '42P01', '42703', '42883', '42704');

/** The server ends the session: it stops, or somebody told it to. */
export const isGoodbye = (error: unknown): boolean => hasCode(error, '57P', '08', '25P03', '25P04');
