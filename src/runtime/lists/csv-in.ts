import Papa from 'papaparse';
import type { InputData } from '../../engine/form-data.ts';
import { humanize } from '../../model/labels.ts';
import { unescapeFormula } from './csv-out.ts';

/** The parsed rows of a CSV file. */
export interface CsvFile {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly oldEncoding: boolean;
  /** Line number of the first row; the header is line 1. */
  readonly firstLine: number;
}

/** Thrown for a file that cannot be read. */
export class BrokenCsv extends Error {
  override readonly name = 'BrokenCsv';
  /** The damaged line, with the header as line 1; null if the file has no rows. */
  readonly line: number | null;

  constructor(line: number | null) {
    super(line === null ? 'the file has no rows' : `the file is damaged at line ${line}`);
    this.line = line;
  }
}

/**
 * Reads a CSV file separated by commas, semicolons, tabs or bars, in UTF-8 or else Windows-1252.
 * Throws BrokenCsv for damaged quotes or a file without rows.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const { text, oldEncoding } = decoded(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const wrong = errors.find(({ type }) => type === 'Quotes');
  if (wrong) throw new BrokenCsv((wrong.row ?? 0) + 1);
  const [head, ...rows] = data;
  if (head === undefined || rows.length === 0) throw new BrokenCsv(null);
  return {
    columns: head.map((name) => unescapeFormula(name.trim())),
    rows: rows.map((row) => row.map(unescapeFormula)),
    oldEncoding,
    firstLine: 2,
  };
}

function decoded(bytes: Uint8Array): { readonly text: string; readonly oldEncoding: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), oldEncoding: false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Spreadsheets on Windows write this encoding unless UTF-8 is chosen.
    return { text: new TextDecoder('windows-1252').decode(bytes), oldEncoding: true };
  }
}

/**
 * The input for each column, by index; null for none. A column matches an input by its field name
 * or its label.
 */
export function matchColumns(columns: readonly string[], inputs: readonly InputData[]): readonly (string | null)[] {
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

/** The rows by field, without the columns that have none. */
export const rowsOf = (file: CsvFile, fields: readonly (string | null)[]): readonly Readonly<Record<string, string>>[] =>
  file.rows.map((row) =>
    Object.fromEntries(fields.flatMap((field, index): [string, string][] => (field === null ? [] : [[field, row[index] ?? '']]))),
  );
