/*
 * Errors below the product: in the database, or on the way to it. Each class has a code, because a
 * code survives the transfer between threads and a class does not.
 */

export type InfrastructureCode = 'COMMIT_UNKNOWN' | 'DATABASE_UNAVAILABLE' | 'DATABASE_BUSY' | 'DOCUMENT_CHANGED';

export abstract class InfrastructureError extends Error {
  abstract readonly code: InfrastructureCode;
}

/**
 * COMMIT was sent and its answer never came: the transaction may be committed or not. Every other
 * error in this file means that nothing was written.
 */
export class CommitUnknown extends InfrastructureError {
  override readonly name = 'CommitUnknown';
  readonly code = 'COMMIT_UNKNOWN';

  constructor(cause?: unknown) {
    super('the connection to the database was lost while saving: it is not known whether it was saved', { cause });
  }
}

/** The database cannot be reached, or does not answer. Nothing was written. */
export class DatabaseUnavailable extends InfrastructureError {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'DATABASE_UNAVAILABLE';
}

/** Concurrent writes of the same records kept colliding. Nothing was written. */
export class DatabaseBusy extends InfrastructureError {
  override readonly name = 'DatabaseBusy';
  readonly code = 'DATABASE_BUSY';

  constructor(cause?: unknown) {
    super(`the database is busy: ${cause instanceof Error ? cause.message : 'too many write the same records'}`, { cause });
  }
}

/**
 * Another process that shares the data has migrated it to another document. Nothing was written:
 * this process switches to the stored document and repeats its work.
 */
export class DocumentChanged extends InfrastructureError {
  override readonly name = 'DocumentChanged';
  readonly code = 'DOCUMENT_CHANGED';

  constructor(cause?: unknown) {
    super('the document was changed by another process', { cause });
  }
}

/** An error as plain data, for another thread. `code` is null for an error of any other class. */
export interface ErrorMessage {
  readonly code: InfrastructureCode | null;
  readonly message: string;
  readonly stack: string;
}

/** Converts anything that was thrown to plain data. */
export function errorToMessage(error: unknown): ErrorMessage {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { code: error instanceof InfrastructureError ? error.code : null, message, stack: stack ?? message };
}

/** Restores the error with its class, and with the stack of the thread that it comes from. */
export const errorFromMessage = ({ code, message, stack }: ErrorMessage): Error =>
  Object.assign(code === null ? new Error(message) : revived(code), { message, stack });

function revived(code: InfrastructureCode): InfrastructureError {
  switch (code) {
    case 'COMMIT_UNKNOWN':
      return new CommitUnknown();
    case 'DATABASE_UNAVAILABLE':
      return new DatabaseUnavailable();
    case 'DATABASE_BUSY':
      return new DatabaseBusy();
    case 'DOCUMENT_CHANGED':
      return new DocumentChanged();
  }
}
