import type { DataFile, DataRow, Entered } from './data-set.ts';

/** Receives the data of a product piece by piece, so it is never in memory as a whole. */
export interface DataSink {
  /**
   * Starts from the beginning. Discards everything received before, because the transaction is
   * repeated.
   */
  begin(): void;
  /**
   * Announces a file that the next row refers to; the file itself follows later, or never if it is
   * missing.
   */
  named(id: string, name: string): void;
  /** Receives a row; the rows of an entity are consecutive. */
  row(row: DataRow): void;
  /** Called after all rows. */
  entered(entered: Entered): void;
  /** Called last. */
  file(id: string, file: DataFile): void;
}
