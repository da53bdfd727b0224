import Papa from 'papaparse';
import type { Json } from '../record-data.ts';
import type { DataRow } from './data-set.ts';
import { markQuotedNothing } from './quoted-nothing.ts';

/** Where a row of a table is in its bytes. */
export interface CsvPlace {
  readonly from: number;
  readonly to: number;
}

const [tab, lineFeed, carriageReturn, quote] = [9, 10, 13, 34] as const;

/** A table as its bytes: each row is read when it is needed, so that a large one fits in memory. */
export class CsvTable {
  readonly #bytes: Uint8Array;
  readonly #delimiter: string;
  readonly #newline: '\r\n' | '\n' | '\r' | null;
  readonly #decoder = new TextDecoder();
  readonly #from: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    // The header decides: field names contain none of these characters, but cells may contain many.
    const end = bytes.findIndex((byte, at) => at >= this.#from && (byte === lineFeed || byte === carriageReturn));
    const titles = this.#decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
    this.#newline = end < 0 ? null : bytes[end] === lineFeed ? '\n' : bytes[end + 1] === lineFeed ? '\r\n' : '\r';
    this.#delimiter = [',', ';', '\t', '|'].find((character) => titles.includes(character)) ?? ',';
  }

  /** Where its rows are, the header first. */
  *places(): Generator<CsvPlace> {
    const bytes = this.#bytes;
    const delimiter = this.#delimiter === '\t' ? tab : this.#delimiter.charCodeAt(0);
    const last = this.#newline === '\r' ? carriageReturn : lineFeed;
    let from = this.#from;
    /** Where a cell begins, and it is not quoted. */
    let begins = true;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (begins && byte === quote) {
        at = this.#closing(at);
        begins = false;
        continue;
      }
      begins = byte === delimiter || byte === lineFeed || byte === carriageReturn;
      if (byte !== last || (this.#newline === '\r\n' && bytes[at - 1] !== carriageReturn)) continue;
      yield { from, to: at + 1 };
      from = at + 1;
    }
    if (from < bytes.length) yield { from, to: bytes.length };
  }

  /** The end of the quoted text that starts at `from`; doubled quotes stand for one. */
  #closing(from: number): number {
    for (let at = this.#bytes.indexOf(quote, from + 1); at >= 0; at = this.#bytes.indexOf(quote, at + 2)) {
      if (this.#bytes[at + 1] !== quote) return at;
    }
    return this.#bytes.length;
  }

  /** Null: there is nothing in it. */
  read({ from, to }: CsvPlace): { readonly cells: readonly string[]; readonly errors: readonly string[] } | null {
    const text = markQuotedNothing(this.#decoder.decode(this.#bytes.subarray(from, to)), this.#delimiter);
    const { data, errors } = Papa.parse<readonly string[]>(text, {
      skipEmptyLines: 'greedy',
      delimiter: this.#delimiter,
      ...(this.#newline === null ? {} : { newline: this.#newline }),
    });
    const said = errors.map(({ message }) => message);
    const [cells] = data;
    return cells === undefined && said.length === 0 ? null : { cells: cells ?? [], errors: said };
  }
}

/** A row of a table whose values are read each time, but for the row that was read last. */
export class TableRow implements DataRow {
  readonly entity: string;
  readonly #table: string;
  readonly #number: number;
  readonly #read: () => ReadonlyMap<string, Json>;

  constructor(entity: string, table: string, number: number, read: () => ReadonlyMap<string, Json>) {
    this.entity = entity;
    this.#table = table;
    this.#number = number;
    this.#read = read;
  }

  get place(): string {
    return `${this.#table}, row ${this.#number}`;
  }

  get values(): ReadonlyMap<string, Json> {
    return this.#read();
  }
}
