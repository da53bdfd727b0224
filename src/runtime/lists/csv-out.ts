import Papa from 'papaparse';
import { own } from '../../base/own.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { ListOptions, PartData } from '../../engine/part-data.ts';
import type { Json, RecordData } from '../../engine/record-data.ts';
import { allPages } from './all-rows.ts';
import { cellText } from './cell-text.ts';

/**
 * All records of a list with its columns, as CSV for spreadsheets: UTF-8 with a byte order mark,
 * CRLF (RFC 4180). Throws an Error with the refusal's message if the list becomes refused midway.
 */
export async function csvOfList(
  ask: (options: ListOptions) => Promise<Outcome<PartData>>,
  options: ListOptions,
  title: (field: string) => string,
): Promise<{ readonly text: string; readonly rows: number }> {
  const lines: string[][] = [];
  let fields: readonly string[] | null = null;
  for await (const { rows, fields: shown } of allPages(ask, options)) {
    fields ??= shown;
    for (const row of rows) lines.push(csvLine(row, fields));
  }
  const text = Papa.unparse({ fields: (fields ?? []).map(title), data: lines }, { newline: '\r\n' });
  return { text: `\uFEFF${text}`, rows: lines.length };
}

const csvLine = (row: RecordData, fields: readonly string[]): string[] => fields.map((field) => guarded(own(row.values, field) ?? null));

/** Spreadsheets treat text that starts so as a formula. Numbers may start with their sign. */
const formula = /^[=+\-@\t\r]/u;
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/u.test(text);

/**
 * Prefixes an apostrophe to text that a spreadsheet would read as a formula, and to text that
 * already has such an apostrophe.
 */
const guarded = (value: Json): string => {
  const text = cellText(value);
  return (formula.test(text) && !isNumber(text)) || /^'+[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
};

/** The inverse of `guarded`. */
export const unescapeFormula = (cell: string): string => (/^'+[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell);

/** Downloads a text as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Firefox reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
