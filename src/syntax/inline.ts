import { codesOf, unescapePipesInCode } from './code-spans.ts';
import { withoutComments } from './comments.ts';
import { type Excerpt, joinedPiece, type Piece } from './piece.ts';
import type { CodeSpan } from './tree.ts';

/**
 * The text of a paragraph with its positions, computed on demand. In a bullet, comments to the
 * checker are no part of it.
 */
export class Inline {
  readonly #excerpt: Excerpt;
  readonly #from: number;
  readonly #to: number;
  readonly #isBullet: boolean;
  #piece: Piece | undefined;
  #codes: readonly CodeSpan[] | undefined;

  constructor(excerpt: Excerpt, from: number, to: number, isBullet = false) {
    this.#excerpt = excerpt;
    this.#from = from;
    this.#to = to;
    this.#isBullet = isBullet;
  }

  #read(): Piece {
    if (this.#piece === undefined) {
      const whole = joinedPiece(this.#excerpt, this.#from, this.#to);
      this.#piece = unescapePipesInCode(this.#isBullet ? withoutComments(whole) : whole);
    }
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
