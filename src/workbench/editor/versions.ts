import type { ChangeDesc } from '@codemirror/state';
import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';

/**
 * Maps positions of older texts to the current one. Findings and the running product refer to the
 * text that they were made from, but the person may have typed since.
 */
export class Versions {
  #version = 0;
  /** `#changes[i]` maps version `#first + i` to the next. */
  #changes: ChangeDesc[] = [];
  #first = 0;

  get current(): number {
    return this.#version;
  }

  changed(change: ChangeDesc): void {
    this.#changes.push(change);
    this.#version++;
  }

  /** Drops the changes before this version, which will not be needed again. */
  forgetBefore(version: number): void {
    const drop = Math.min(Math.max(0, version - this.#first), this.#changes.length);
    this.#changes.splice(0, drop);
    this.#first += drop;
  }

  /**
   * Maps a range of that version to the current text. A deleted range collapses to its position.
   */
  map(version: number, place: Span): Span {
    let { from, to } = place;
    for (const change of this.#since(version)) {
      from = change.mapPos(Math.min(from, change.length), 1);
      to = change.mapPos(Math.min(to, change.length), -1);
    }
    return from <= to ? { from, to } : { from: to, to };
  }

  /**
   * Maps edits of that version to the current text; null if the text that they would replace has
   * changed.
   */
  mapEdits(version: number, edits: readonly TextEdit[]): readonly TextEdit[] | null {
    let mapped = edits;
    for (const change of this.#since(version)) {
      if (
        mapped.some(
          ({ from, to }) =>
            to > change.length || change.touchesRange(from, to) === 'cover' || (from < to && change.touchesRange(from, to) !== false),
        )
      )
        return null;
      mapped = mapped.map(({ from, to, insert }) => ({
        from: change.mapPos(from, from === to ? -1 : 1),
        to: change.mapPos(to, -1),
        insert,
      }));
    }
    return mapped;
  }

  #since(version: number): readonly ChangeDesc[] {
    return this.#changes.slice(Math.max(0, version - this.#first));
  }
}
