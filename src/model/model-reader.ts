import { DocumentParser } from '../syntax/document-parser.ts';
import type { Model } from './model.ts';
import { readTree } from './read.ts';
import { Memory } from './reading/memory.ts';

/**
 * Reads successive versions of a document, rereading only text that changed or whose surrounding
 * declarations changed. Returns what `readModel` returns for the same text; models returned earlier
 * never change.
 */
export class ModelReader {
  readonly #parser = new DocumentParser();
  readonly #memory = new Memory();

  read(text: string): Model {
    return readTree(this.#parser.parse(text), this.#memory);
  }

  /** The cost of the last reading: characters parsed as Markdown, and rows and bullets read. */
  get work(): { readonly characters: number; readonly rows: number } {
    return { characters: this.#parser.parsed, rows: this.#memory.readAgain };
  }
}
