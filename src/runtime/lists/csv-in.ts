import Papa from 'papaparse';
import type { InputData } from '../../engine/form-data.ts';
import { humanize } from '../../model/labels.ts';
import { unguarded } from './csv-out.ts';

/** A file of rows, as it was read. */
export interface CsvFile {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly oldEncoding: boolean;
  /** Of the first row, from 1: the head is line 1. */
  readonly firstLine: number;
}

/** What makes a file unreadable. */
export class BrokenCsv extends Error {
  override readonly name = 'BrokenCsv';
  /** From 1; the head is line 1. Null: there are no rows. */
  readonly line: number | null;

  constructor(line: number | null) {
    super(line === null ? 'the file has no rows' : `the file is damaged at line ${line}`);
    this.line = line;
  }
}

/**
 * Reads a CSV file separated by commas, semicolons, tabs or bars, in UTF-8 or else Windows-1252.
 * Throws BrokenCsv.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const { text, oldEncoding } = decoded(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong) throw new BrokenCsv((wrong.row ?? 0) + 1);
  const [head, ...rows] = data;
  if (head === undefined || rows.length === 0) throw new BrokenCsv(null);
  return { columns: head.map((name) => unguarded(name.trim())), rows: rows.map((row) => row.map(unguarded)), oldEncoding, firstLine: 2 };
}

function decoded(bytes: Uint8Array): { readonly text: string; readonly oldEncoding: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), oldEncoding: false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What spreadsheets on Windows write unless UTF-8 is chosen.
    return { text: new TextDecoder('windows-1252').decode(bytes), oldEncoding: true };
  }
}

/**
 * The input for each column, by index; null: none. A column is named like its field, or like the
 * field's label.
 */
export function guessColumns(columns: readonly string[], inputs: readonly InputData[]): readonly (string | null)[] {
  const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]+/gu, '');
  const taken = new Set<string>();
  return columns.map((column) => {
    const input = inputs.find(
      ({ name, label }) => !taken.has(name) && [name, label, humanize(name)].some((known) => plain(known) === plain(column)),
    );
    if (input === undefined) return null;
    taken.add(input.name);
    return input.name;
  });
}

/** The rows as they are to be read, by field. */
export const rowsOf = (file: CsvFile, fields: readonly (string | null)[]): readonly Readonly<Record<string, string>>[] =>
  file.rows.map((row) =>
    Object.fromEntries(fields.flatMap((field, index): [string, string][] => (field === null ? [] : [[field, row[index] ?? '']]))),
  );
