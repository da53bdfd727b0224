import type { Span } from './span.ts';

/** Replaces `from`..`to` (UTF-16 offsets in the text before any edit) by `insert`. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Applies edits in any order. Throws RangeError if two overlap or one is outside the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.from - b.from || a.to - b.to);
  let result = '';
  let position = 0;
  for (const edit of sorted) {
    if (edit.from < position || edit.to < edit.from || edit.to > text.length) {
      throw new RangeError(
        `edit ${edit.from}..${edit.to} overlaps another or leaves the text (length ${text.length}, free from ${position})`,
      );
    }
    result += text.slice(position, edit.from) + edit.insert;
    position = edit.to;
  }
  return result + text.slice(position);
}

/** The ranges of the inserted texts, in the edited text. */
export function writtenBy(edits: readonly TextEdit[]): Span[] {
  let shift = 0;
  return [...edits]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, insert }) => {
      const at = from + shift;
      shift += insert.length - (to - from);
      return { from: at, to: at + insert.length };
    });
}
