import { DocumentParser } from '../syntax/document-parser.ts';
import type { Model } from './model.ts';
import { readTree } from './read.ts';
import { Memory } from './reading/memory.ts';

/**
 * Reads one version of a document after the other, and rereads only what has changed or is
 * among other declarations than before. Gives for every text what `readModel` gives. The models
 * that it has given stay as they are.
 */
export class ModelReader {
  readonly #parser = new DocumentParser();
  readonly #memory = new Memory();

  read(text: string): Model {
    return readTree(this.#parser.parse(text), this.#memory);
  }

  /**
   * What the last reading cost: characters that were parsed as Markdown, and rows and bullets that
   * were read.
   */
  get work(): { readonly characters: number; readonly rows: number } {
    return { characters: this.#parser.parsed, rows: this.#memory.readAgain };
  }
}
