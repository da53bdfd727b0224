/**
 * Thrown out of a transaction's body to its start: the decision is invalid and must be made again
 * (docs/decisions/0080). No code in between may catch it.
 */
export class DecideAgain extends Error {
  override readonly name = 'DecideAgain';
  readonly because: DecideAgainReason;

  constructor(because: DecideAgainReason, cause: unknown) {
    super(`the transaction is decided again: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.because = because;
  }
}

/**
 * `collision`: a concurrent write. `statement`: one statement failed and aborted the transaction;
 * the next attempt uses a savepoint for each, so that the caller gets the error. `lost`: the
 * connection was lost, and nothing was committed. `outdated`: tables have changed their shape.
 */
export type DecideAgainReason = 'collision' | 'statement' | 'lost' | 'outdated';
