/**
 * Asks Postgres in its own protocol (version 3) and waits. What goes are the messages of a client up to a Sync or a Query; what comes are the
 * messages of the server up to ReadyForQuery.
 */
export interface Wire {
  /** Throws DatabaseUnavailable. */
  exchange(request: Uint8Array): Uint8Array;
  /** A new session in place of one that was lost; throws DatabaseUnavailable when there is none to be had. */
  reopen(): void;
  close(): void;
}
