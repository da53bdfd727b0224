import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';

/** Where a place is after the edit; what the edit replaced is at its beginning. */
export function carry(place: Span, edit: TextEdit | null): Span {
  if (!edit) return place;
  const move = (offset: number): number =>
    offset <= edit.from ? offset : offset >= edit.to ? offset + edit.insert.length - (edit.to - edit.from) : edit.from;
  return { from: move(place.from), to: move(place.to) };
}
