/**
 * Asks Postgres in its own protocol (version 3) and waits. What goes are the messages of a client up to a Sync or a Query; what comes are the
 * messages of the server up to ReadyForQuery.
 */
export interface Wire {
  /** Throws ConnectionLost. */
  exchange(request: Uint8Array): Uint8Array;
  /** A new session in place of one that was lost; throws ConnectionLost when there is none to be had. */
  reopen(): void;
  close(): void;
}

/** The server does not answer any more. Whatever was not committed is not there. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}
