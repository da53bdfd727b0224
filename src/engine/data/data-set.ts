import type { Bytes } from '../../base/bytes.ts';
import type { Json } from '../record-data.ts';

/**
 * A row to import or export: a record of an entity, values by field as in Session. Relations are
 * ids, members lists of ids.
 */
export interface DataRow {
  readonly entity: string;
  /** Its place: `Ticket.csv, line 3`. */
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

/** A file by its path in the folder, or the archive. */
export interface DataPart {
  readonly path: string;
  readonly bytes: Bytes;
}

/** Some of something, one by one: an array, or what is read when it is needed. */
export interface Listed<T> {
  readonly length: number;
  at(place: number): T | undefined;
}

/** Lists as one. */
export function oneAfterTheOther<T>(lists: readonly Listed<T>[]): Listed<T> {
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

/** All data of a product, or some of it. What is listed is looked at several times. */
export interface DataSet {
  readonly rows: Listed<DataRow>;
  /** By id. */
  readonly files: ReadonlyMap<string, DataFile>;
  /** When records entered their current state: timers count from there. */
  readonly entered: Listed<Entered>;
}

export interface Entered {
  readonly entity: string;
  readonly field: string;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** When so many problems are found, no more are looked for. */
export const mostProblems = 1000;

/** Why a row, or a whole file, cannot be taken. */
export interface DataProblem {
  readonly place: string;
  readonly field: string | null;
  /** What is wrong and, where it is not plain, what to do: `Subject is required.` */
  readonly message: string;
}

/** `left`: what is in it and is not taken in, in words. */
export type ReadData =
  | { readonly ok: true; readonly data: DataSet; readonly left?: readonly string[] }
  | { readonly ok: false; readonly problems: readonly DataProblem[] };

/** A hash instead of a password, as it is stored and imported. */
export const hashOf = (value: Json): string | null =>
  typeof value === 'object' && value !== null && 'hash' in value && typeof value.hash === 'string' ? value.hash : null;
