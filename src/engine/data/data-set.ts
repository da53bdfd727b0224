import type { Bytes } from '../../base/bytes.ts';
import type { Json } from '../record-data.ts';

/**
 * A row to import or export: a record of an entity, with values by field as in Session. Relations
 * are ids, members lists of ids.
 */
export interface DataRow {
  readonly entity: string;
  /** The row's position, for messages: `Ticket.csv, line 3`. */
  readonly place: string;
  /**
   * A missing field keeps its value or gets its default. A password is `{hash}`, or text to hash. A
   * file is `{id, …}`.
   */
  readonly values: ReadonlyMap<string, Json>;
}

export interface DataFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Bytes;
}

/** A file by its path in the folder or the archive. */
export interface DataPart {
  readonly path: string;
  readonly bytes: Bytes;
}

/** An indexed sequence: an array, or items that are read on demand. */
export interface IndexedSequence<T> {
  readonly length: number;
  at(place: number): T | undefined;
}

/** Concatenates lists. */
export function concatenated<T>(lists: readonly IndexedSequence<T>[]): IndexedSequence<T> {
  return {
    length: lists.reduce((sum, { length }) => sum + length, 0),
    at(place) {
      let left = place;
      for (const list of lists) {
        if (left < list.length) return list.at(left);
        left -= list.length;
      }
      return undefined;
    },
  };
}

/** All or some data of a product. Its lists are read several times. */
export interface DataSet {
  readonly rows: IndexedSequence<DataRow>;
  /** By id. */
  readonly files: ReadonlyMap<string, DataFile>;
  /** When records entered their current state, from which timers count. */
  readonly entered: IndexedSequence<Entered>;
}

export interface Entered {
  readonly entity: string;
  readonly field: string;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The search for problems stops at this number. */
export const mostProblems = 1000;

/** Why a row or a whole file cannot be imported. */
export interface DataProblem {
  readonly place: string;
  readonly field: string | null;
  /** What is wrong and, unless obvious, what to do: `Subject is required.` */
  readonly message: string;
}

/** `left`: content that is not imported, as messages. */
export type ReadData =
  | { readonly ok: true; readonly data: DataSet; readonly left?: readonly string[] }
  | { readonly ok: false; readonly problems: readonly DataProblem[] };

/** The hash in a value that has one instead of a password; null if it has none. */
export const hashOf = (value: Json): string | null =>
  typeof value === 'object' && value !== null && 'hash' in value && typeof value.hash === 'string' ? value.hash : null;
