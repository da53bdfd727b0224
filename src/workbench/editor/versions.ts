import type { ChangeDesc } from '@codemirror/state';
import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';

/**
 * Follows places from an older text of the editor to the present one: findings and the running
 * product speak of the text they were made from, and the person has typed on since.
 */
export class Versions {
  #version = 0;
  /** `#changes[i]` leads from version `#first + i` to the next. */
  #changes: ChangeDesc[] = [];
  #first = 0;

  get current(): number {
    return this.#version;
  }

  changed(change: ChangeDesc): void {
    this.#changes.push(change);
    this.#version++;
  }

  /** Versions before this one will not be asked about again. */
  forgetBefore(version: number): void {
    const drop = Math.min(Math.max(0, version - this.#first), this.#changes.length);
    this.#changes.splice(0, drop);
    this.#first += drop;
  }

  /** Where a place of that version is now. What was deleted is where it was. */
  map(version: number, place: Span): Span {
    let { from, to } = place;
    for (const change of this.#since(version)) {
      from = change.mapPos(Math.min(from, change.length), 1);
      to = change.mapPos(Math.min(to, change.length), -1);
    }
    return from <= to ? { from, to } : { from: to, to };
  }

  /**
   * Edits of that version as edits of now; null when the person has since changed what they would
   * replace.
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
