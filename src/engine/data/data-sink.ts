import type { DataFile, DataRow, Entered } from './data-set.ts';

/** What takes the data of a product piece by piece, so that it never is in memory as a whole. */
export interface DataSink {
  /** Everything follows. What it was given before does not count: a transaction was begun again. */
  begin(): void;
  /** A file that the next row names; the file itself comes later, or never if it is gone. */
  named(id: string, name: string): void;
  /** Those of an entity follow each other. */
  row(row: DataRow): void;
  /** After all rows. */
  entered(entered: Entered): void;
  /** After those. */
  file(id: string, file: DataFile): void;
}
