import Papa from 'papaparse';
import { BufferedBytes, type Bytes, inPieces, part } from '../../base/bytes.ts';
import { markQuotedNothing } from './quoted-nothing.ts';

const [tab, lineFeed, carriageReturn, quote] = [9, 10, 13, 34] as const;

/** A CSV table in bytes: each row is read when it is needed, and none is kept in memory. */
export class CsvTable {
  readonly #bytes: Bytes;
  readonly #delimiter: string;
  readonly #newline: '\r\n' | '\n' | '\r' | null;
  readonly #decoder = new TextDecoder();
  readonly #from: number;
  readonly #reading: BufferedBytes;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#reading = new BufferedBytes(bytes);
    this.#from = this.#reading.textStart;
    // The header decides, because field names contain none of these characters, but cells may.
    const end = this.#endOfLine();
    const titles = this.#decoder.decode(this.#reading.read(this.#from, end));
    const [ends, next] = this.#reading.read(end, Math.min(end + 2, bytes.length));
    this.#newline = ends === undefined ? null : ends === lineFeed ? '\n' : next === lineFeed ? '\r\n' : '\r';
    this.#delimiter = [',', ';', '\t', '|'].find((character) => titles.includes(character)) ?? ',';
  }

  /** The position after the last byte. */
  get end(): number {
    return this.#bytes.length;
  }

  /** The positions at which rows begin, the header first. */
  *places(): Generator<number> {
    const delimiter = this.#delimiter === '\t' ? tab : this.#delimiter.charCodeAt(0);
    const last = this.#newline === '\r' ? carriageReturn : lineFeed;
    /** Whether a cell begins here, so a quote opens it. */
    let begins = true;
    /** `perhaps`: after a quote, which ends the quoted text unless another quote follows. */
    let quoted: 'no' | 'yes' | 'perhaps' = 'no';
    let previous = 0;
    let isNew = true;
    let from = this.#from;
    for (const bytes of inPieces(part(this.#bytes, from, this.end))) {
      for (let at = 0; at < bytes.length; at++) {
        if (isNew) yield from + at;
        isNew = false;
        if (quoted === 'yes') {
          const closing = bytes.indexOf(quote, at);
          if (closing >= 0) quoted = 'perhaps';
          at = closing < 0 ? bytes.length : closing;
          continue;
        }
        const byte = bytes[at] as number;
        if (byte === quote && (begins || quoted === 'perhaps')) {
          quoted = 'yes';
          begins = false;
          previous = byte;
          continue;
        }
        quoted = 'no';
        begins = byte === delimiter || byte === lineFeed || byte === carriageReturn;
        isNew = byte === last && (this.#newline !== '\r\n' || previous === carriageReturn);
        previous = byte;
      }
      from += bytes.length;
    }
  }

  /** The row between two positions, possibly with empty lines around it. Null: only empty lines. */
  read(from: number, to: number): { readonly cells: readonly string[]; readonly errors: readonly string[] } | null {
    const text = markQuotedNothing(this.#decoder.decode(this.#reading.read(from, to)), this.#delimiter);
    const { data, errors } = Papa.parse<readonly string[]>(text, {
      skipEmptyLines: 'greedy',
      delimiter: this.#delimiter,
      ...(this.#newline === null ? {} : { newline: this.#newline }),
    });
    const messages = errors.map(({ message }) => message);
    const [cells] = data;
    return cells === undefined && messages.length === 0 ? null : { cells: cells ?? [], errors: messages };
  }

  /** The position at which the first line ends. */
  #endOfLine(): number {
    let from = this.#from;
    for (const bytes of inPieces(part(this.#bytes, from, this.end))) {
      const found = bytes.findIndex((byte) => byte === lineFeed || byte === carriageReturn);
      if (found >= 0) return from + found;
      from += bytes.length;
    }
    return this.end;
  }
}
