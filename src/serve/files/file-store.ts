import type { Readable } from 'node:stream';

/** Stores the bytes of files outside the database. Keys are the ids of files. */
export interface FileStore {
  /** Stores a file; `size` in bytes. Rejects with FileStoreError. */
  put(id: string, bytes: Readable | Uint8Array, size: number): Promise<void>;
  /** Reads a file; null if it does not exist. Rejects with FileStoreError. */
  get(id: string): Promise<{ readonly bytes: Readable; readonly size: number | null } | null>;
  /** Deletes a file; a missing one is no error. Rejects with FileStoreError. */
  delete(id: string): Promise<void>;
  /** Checks the store: returns the problem, for the person who starts the server, or null. */
  problem(): Promise<string | null>;
}

/** The file store is unreachable or refused a request. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
}
