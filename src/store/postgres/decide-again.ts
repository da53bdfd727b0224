/**
 * Thrown through a transaction's body to its beginning: what was decided cannot stand, and is decided again (docs/decisions/0080).
 * Nobody in between may catch it.
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
 * `collision`: somebody else wrote at the same time. `statement`: one statement failed and took the transaction with it; the next time each has a
 * savepoint, and who asked hears of it. `lost`: the connection is gone, nothing was committed. `outdated`: tables have changed their shape.
 */
export type DecideAgainReason = 'collision' | 'statement' | 'lost' | 'outdated';
