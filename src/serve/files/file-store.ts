import type { Readable } from 'node:stream';

/** Where the bytes of files are, when not in the database. Keys are the ids of files. */
export interface FileStore {
  /** Rejects with FileStoreError. `size` in bytes. */
  put(id: string, bytes: Readable | Uint8Array, size: number): Promise<void>;
  /** Null: there is no such file. Rejects with FileStoreError. */
  get(id: string): Promise<{ readonly bytes: Readable; readonly size: number | null } | null>;
  /** A missing file is no error. Rejects with FileStoreError. */
  delete(id: string): Promise<void>;
  /** What is wrong, for the person who starts the server; null: it can be used. */
  problem(): Promise<string | null>;
}

/** The file store refused, or cannot be reached. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
}
