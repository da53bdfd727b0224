import type { DataFile, DataRow, DataSet } from './data-set.ts';

/** What takes the data of a product piece by piece, so that it never is in memory as a whole. */
export interface DataSink {
  /** Everything follows. What it was given before does not count: a transaction was begun again. */
  begin(): void;
  /** A file that the next row names; the file itself comes later, or never if it is gone. */
  named(id: string, name: string): void;
  /** Those of an entity follow each other. */
  row(row: DataRow): void;
  /** After all rows. */
  entered(entered: DataSet['entered'][number]): void;
  /** After those. */
  file(id: string, file: DataFile): void;
}

/** Keeps all of it in memory. */
export function gatherData(): DataSink & { readonly data: DataSet } {
  const [rows, files, entered]: [DataRow[], Map<string, DataFile>, DataSet['entered'][number][]] = [[], new Map(), []];
  return {
    data: { rows, files, entered },
    begin() {
      rows.length = entered.length = 0;
      files.clear();
    },
    named: () => undefined,
    row: (row) => void rows.push(row),
    entered: (one) => void entered.push(one),
    file: (id, file) => void files.set(id, file),
  };
}

/** Data that is in memory, piece by piece. */
export function pourData({ rows, files, entered }: DataSet, sink: DataSink): void {
  sink.begin();
  for (const [id, { name }] of files) sink.named(id, name);
  for (const row of rows) sink.row(row);
  for (const one of entered) sink.entered(one);
  for (const [id, file] of files) sink.file(id, file);
}
