import type { Schema } from '../schema.ts';
import type { AuditEntry, StoredRecord, StoredSession } from '../store.ts';

/**
 * All that a store holds at one moment, in no database's words: what was taken in a browser can be put back on a server. It holds password hashes and
 * sessions and is as secret as the data itself. Failed attempts to sign in are not in it.
 */
export interface Snapshot {
  /** The schema that the records are under. */
  readonly schema: Schema;
  /** By entity, in the order of ids. */
  readonly records: ReadonlyMap<string, readonly StoredRecord[]>;
  readonly members: readonly MemberList[];
  /** The last number that was given. */
  readonly serials: readonly { readonly entity: string; readonly field: string; readonly last: number }[];
  /** When records entered the state that they are in, in milliseconds since the epoch. */
  readonly entered: readonly { readonly entity: string; readonly field: string; readonly record: string; readonly at: number }[];
  /** In order of sequence. */
  readonly trail: readonly AuditEntry[];
  readonly sessions: readonly StoredSession[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The settings of the product: among them the document that the data was made under. */
  readonly settings: ReadonlyMap<string, string>;
}

/** A many-to-many list of one record, in the order in which its members were added. */
export interface MemberList {
  readonly entity: string;
  readonly field: string;
  readonly id: string;
  readonly members: readonly string[];
}
