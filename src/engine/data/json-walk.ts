import { BufferedBytes, type Bytes } from '../../base/bytes.ts';
import type { Json } from '../record-data.ts';

/** Thrown for a text that is not JSON; the message is for people. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

/** The position of a value, in bytes. */
export interface JsonPlace {
  readonly from: number;
  readonly to: number;
}

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')];
const [brace, braceEnd, bracket, bracketEnd] = [code('{'), code('}'), code('['), code(']')];
const spaces: ReadonlySet<number> = new Set([9, 10, 13, 32]);
/** The bytes that may follow a number or a literal. */
const ends: ReadonlySet<number> = new Set([...spaces, comma, braceEnd, bracketEnd, -1]);

/**
 * Walks through a JSON text that may not fit in memory: enters the objects and lists that the
 * caller knows, and steps over other values, which can be read one by one.
 */
export class JsonWalk {
  readonly #bytes: BufferedBytes;
  readonly #decoder = new TextDecoder();
  #at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = new BufferedBytes(bytes);
    this.#at = this.#bytes.textStart;
  }

  /** The kind of the next value. */
  get next(): 'object' | 'list' | 'other' {
    const byte = this.#seen();
    return byte === brace ? 'object' : byte === bracket ? 'list' : 'other';
  }

  /**
   * Walks through the next value, which must be an object; `each` must walk through or step over
   * each value. Throws NotJson.
   */
  object(each: (key: string) => void): void {
    this.#through(brace, braceEnd, () => {
      const key = this.read(this.step());
      if (typeof key !== 'string') this.#wrong();
      this.#take(colon);
      each(key as string);
    });
  }

  /** Walks through the next value, which must be a list. Throws NotJson. */
  list(each: (place: number) => void): void {
    let place = 0;
    this.#through(bracket, bracketEnd, () => each(place++));
  }

  /** Steps over the next value and returns its position. `read` checks it. */
  step(): JsonPlace {
    this.#seen();
    const from = this.#at;
    let depth = 0;
    do {
      const byte = this.#seen();
      if (byte === quote) this.#text();
      else if (byte === brace || byte === bracket) {
        depth++;
        this.#at++;
      } else if (byte === braceEnd || byte === bracketEnd) {
        if (depth === 0) this.#wrong();
        depth--;
        this.#at++;
      } else if (depth > 0 && (byte === comma || byte === colon)) this.#at++;
      else this.#word();
    } while (depth > 0);
    return { from, to: this.#at };
  }

  /** Parses the value at a position. Throws NotJson. */
  read({ from, to }: JsonPlace): Json {
    try {
      return JSON.parse(this.#decoder.decode(this.#bytes.read(from, to))) as Json;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new NotJson(`at byte ${from}: ${error.message}`);
    }
  }

  /** Throws NotJson if anything follows. */
  end(): void {
    if (this.#seen() !== -1) this.#wrong();
  }

  #through(begins: number, ends: number, each: () => void): void {
    this.#take(begins);
    if (this.#seen() === ends) {
      this.#at++;
      return;
    }
    for (;;) {
      each();
      if (this.#seen() === ends) break;
      this.#take(comma);
    }
    this.#at++;
  }

  #take(byte: number): void {
    if (this.#seen() !== byte) this.#wrong();
    this.#at++;
  }

  #text(): void {
    for (this.#at++; this.#bytes.byte(this.#at) !== quote; this.#at++) {
      if (this.#bytes.byte(this.#at) === backslash) this.#at++;
      if (this.#bytes.byte(this.#at) === -1) this.#wrong();
    }
    this.#at++;
  }

  #word(): void {
    const from = this.#at;
    while (!ends.has(this.#bytes.byte(this.#at))) this.#at++;
    if (this.#at === from) this.#wrong();
  }

  /** Skips spaces and returns the next byte; -1 at the end. */
  #seen(): number {
    while (spaces.has(this.#bytes.byte(this.#at))) this.#at++;
    return this.#bytes.byte(this.#at);
  }

  #wrong(): never {
    const byte = this.#bytes.byte(this.#at);
    throw new NotJson(byte === -1 ? 'it ends too early' : `unexpected “${String.fromCharCode(byte)}” at byte ${this.#at}`);
  }
}
