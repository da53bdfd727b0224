import { codesOf, unescapePipesInCode } from './code-spans.ts';
import { type Excerpt, joinedPiece, type Piece } from './piece.ts';
import type { CodeSpan } from './tree.ts';

/** The text of a paragraph with its positions, computed on demand. */
export class Inline {
  readonly #excerpt: Excerpt;
  readonly #from: number;
  readonly #to: number;
  #piece: Piece | undefined;
  #codes: readonly CodeSpan[] | undefined;

  constructor(excerpt: Excerpt, from: number, to: number) {
    this.#excerpt = excerpt;
    this.#from = from;
    this.#to = to;
  }

  #read(): Piece {
    this.#piece ??= unescapePipesInCode(joinedPiece(this.#excerpt, this.#from, this.#to));
    return this.#piece;
  }

  get text(): string {
    return this.#read().text;
  }

  get codes(): readonly CodeSpan[] {
    this.#codes ??= codesOf(this.#read());
    return this.#codes;
  }

  at(offset: number): number {
    return this.#read().at(offset);
  }
}
