import type { TableRow } from '../csv/add-table.ts';
import { NotReadable } from '../draft.ts';
import { type CellFormat, cellFormats, shownNumber } from './cell-formats.ts';
import { readXml, type XmlEvent } from './xml.ts';
import { BrokenArchive, directory, type Entry, unpackBounded } from './zip.ts';

export interface Sheet {
  readonly name: string;
  /** Cell texts as a CSV file would contain them; rows without text are left out. */
  readonly rows: readonly TableRow[];
}

/** No table that a person maintains by hand is larger. */
export const sheetLimits = { bytes: 10_000_000, unpacked: 64_000_000, sheets: 30, rows: 100_000, columns: 200, cells: 1_000_000 };

/** True if the file starts like an .xlsx file, or like one in the older .xls format. */
export const isSpreadsheet = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b) || isOld(bytes);
const isOld = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean => first.every((byte, index) => bytes[index] === byte);

/** Returns the non-empty sheets of an .xlsx file (ECMA-376). Throws NotReadable. */
export function readSheets(bytes: Uint8Array): readonly Sheet[] {
  if (isOld(bytes)) throw new NotReadable('This is a spreadsheet in the old form .xls. Save it as .xlsx or CSV.');
  if (bytes.length > sheetLimits.bytes)
    throw new NotReadable(`The spreadsheet is too large: at most ${sheetLimits.bytes / 1_000_000} MB are read.`);
  try {
    return new Workbook(bytes).sheets();
  } catch (error) {
    if (error instanceof BrokenArchive) throw new NotReadable(`The spreadsheet cannot be unpacked: ${error.message}.`);
    throw error;
  }
}

class Workbook {
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left = sheetLimits.unpacked;
  #cells = sheetLimits.cells;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#entries = directory(bytes);
  }

  sheets(): readonly Sheet[] {
    if (!this.#entries.has('xl/workbook.xml')) throw new NotReadable('This archive is not a spreadsheet: only .xlsx is read.');
    const listed: { readonly name: string; readonly id: string }[] = [];
    let epoch = Date.UTC(1899, 11, 30);
    for (const event of this.#xml('xl/workbook.xml')) {
      if (event.kind !== 'open') continue;
      if (event.name === 'workbookPr' && /^(1|true)$/.test(event.attributes.get('date1904') ?? '')) epoch = Date.UTC(1904, 0, 1);
      if (event.name === 'sheet' && (event.attributes.get('state') ?? 'visible') === 'visible')
        listed.push({ name: event.attributes.get('name') ?? '', id: event.attributes.get('id') ?? '' });
    }
    if (listed.length > sheetLimits.sheets) throw new NotReadable(`The spreadsheet has more than ${sheetLimits.sheets} sheets.`);
    const targets = new Map<string, string>();
    for (const event of this.#xml('xl/_rels/workbook.xml.rels'))
      if (event.kind === 'open' && event.name === 'Relationship')
        targets.set(event.attributes.get('Id') ?? '', event.attributes.get('Target') ?? '');
    const texts = this.#sharedTexts();
    const formats = cellFormats(this.#xml('xl/styles.xml'));
    return listed.flatMap(({ name, id }) => {
      const target = targets.get(id) ?? '';
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      const rows = this.#rows(path, texts, formats, epoch);
      return rows.length === 0 ? [] : [{ name, rows }];
    });
  }

  /** Yields nothing if the archive lacks the part, because several parts are optional. */
  #xml(path: string): Iterable<XmlEvent> {
    const entry = this.#entries.get(path);
    if (entry === undefined) return [];
    const content = unpackBounded(this.#bytes, entry, this.#left);
    this.#left -= content.length;
    return readXml(new TextDecoder().decode(content));
  }

  #sharedTexts(): readonly string[] {
    const texts: string[] = [];
    for (const event of textsOf(this.#xml('xl/sharedStrings.xml'), 'si')) if (event.kind === 'whole') texts.push(event.text);
    return texts;
  }

  #rows(path: string, texts: readonly string[], formats: readonly CellFormat[], epoch: number): readonly TableRow[] {
    const rows: TableRow[] = [];
    let number = 0;
    let row: string[] = [];
    let column = -1;
    let cell = new Map<string, string>();
    const endRow = (): void => {
      if (row.some((text) => text.trim() !== '')) rows.push({ number, cells: Array.from(row, (text: string | undefined) => text ?? '') });
      if (rows.length > sheetLimits.rows) throw new NotReadable(`A sheet has more than ${sheetLimits.rows} rows.`);
      row = [];
      column = -1;
    };
    for (const event of textsOf(this.#xml(path), 'c')) {
      if (event.kind === 'row') {
        endRow();
        // A file may omit empty rows; the next row then has an explicit number.
        number = Math.max(number + 1, Number.parseInt(event.attributes.get('r') ?? '', 10) || 0);
      } else if (event.kind === 'begin') {
        cell = new Map(event.attributes);
        column = columnAt(cell.get('r')) ?? column + 1;
      } else if (event.text !== '') {
        if (column >= sheetLimits.columns) throw new NotReadable(`A sheet has more than ${sheetLimits.columns} columns.`);
        if (--this.#cells < 0) throw new NotReadable(`The spreadsheet has more than ${sheetLimits.cells} cells.`);
        row[column] = shown(event.text, cell, texts, formats, epoch);
      }
    }
    endRow();
    return rows;
  }
}

type Whole =
  | { readonly kind: 'row'; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'begin'; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'whole'; readonly text: string };

/**
 * Yields the text of each element with this name: everything in its `v` and `t` elements, except
 * phonetic text (`rPh`) and formulas.
 */
function* textsOf(events: Iterable<XmlEvent>, element: string): Generator<Whole> {
  let text: string[] | null = null;
  let says = false;
  let spoken = false;
  for (const event of events) {
    if (event.kind === 'text') {
      if (says && !spoken) text?.push(event.text);
      continue;
    }
    const begins = event.kind === 'open' && !event.empty;
    if (event.name === 'rPh') spoken = begins;
    else if (event.name === 'v' || event.name === 't') says = begins;
    else if (event.name === 'row' && event.kind === 'open') yield { kind: 'row', attributes: event.attributes };
    else if (event.name === element) {
      if (event.kind === 'open') yield { kind: 'begin', attributes: event.attributes };
      if (begins) text = [];
      else {
        yield { kind: 'whole', text: text?.join('') ?? '' };
        text = null;
      }
    }
  }
}

/** `AB12` → 27. */
function columnAt(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shown(
  text: string,
  cell: ReadonlyMap<string, string>,
  texts: readonly string[],
  formats: readonly CellFormat[],
  epoch: number,
): string {
  switch (cell.get('t') ?? 'n') {
    case 's':
      return texts[Number(text)] ?? '';
    case 'b':
      return text.trim() === '1' ? 'yes' : 'no';
    case 'e':
      return '';
    case 'n':
      return shownNumber(text, formats[Number(cell.get('s') ?? 0)] ?? { kind: 'number' }, epoch);
    default:
      return text;
  }
}
