import { Refused } from '../../engine/change/refusals.ts';
import { InfrastructureError } from '../../store/errors.ts';
import { problemResponse } from './problem.ts';
import { TimedOut } from './with-timeout.ts';

/** What the response to a failure depends on. */
export interface FailedRequest {
  /**
   * Whether it only reads (a GET, or a reading request of a screen), so it cannot have changed
   * anything.
   */
  readonly reads: boolean;
  /** Whether it has an Idempotency-Key. */
  readonly keyed: boolean;
}

/** Seconds after which a caller may retry. */
const again = { 'retry-after': '1' };

/**
 * The response to an infrastructure failure, or to a refusal that has no place in a normal answer
 * (such as a role whose condition takes too long while a whole page is read); null for a bug. It
 * tells whether the request was carried out; that is unknown only for COMMIT_UNKNOWN and for
 * requests that timed out.
 */
export function failureResponse(error: Error, request: FailedRequest): Response | null {
  const unavailable = (why: string): Response => problemResponse(503, 'UNAVAILABLE', `${why} Nothing was changed.`, again);
  const refusal = error instanceof Refused ? error.refusals[0] : undefined;
  if (refusal !== undefined) return problemResponse(refusal.status, refusal.error, refusal.message);
  if (error instanceof TimedOut) {
    const title = request.reads ? 'TIMEOUT' : 'OUTCOME_UNKNOWN';
    return problemResponse(503, title, request.reads ? 'This took too long.' : `This took too long. ${unknown(request)}`, again);
  }
  if (!(error instanceof InfrastructureError)) return null;
  switch (error.code) {
    case 'COMMIT_UNKNOWN':
      if (request.reads) return unavailable('The database does not respond.');
      return problemResponse(503, 'OUTCOME_UNKNOWN', `The connection to the database was lost. ${unknown(request)}`, again);
    case 'DATABASE_UNAVAILABLE':
      return unavailable('The database does not respond.');
    case 'DATABASE_BUSY':
      return unavailable('The database is busy with other changes.');
    case 'DOCUMENT_CHANGED':
      return unavailable('The product is being changed.');
  }
}

const unknown = ({ keyed }: FailedRequest): string =>
  keyed
    ? 'It is unknown whether this was saved. Send it again with the same Idempotency-Key: it is applied only once.'
    : 'It is unknown whether this was saved. Check before you send it again. A POST with an Idempotency-Key is safe to repeat.';
