import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';

/** Maps a range through an edit. Offsets inside the replaced text move to its start. */
export function mapSpan(place: Span, edit: TextEdit | null): Span {
  if (!edit) return place;
  const move = (offset: number): number =>
    offset <= edit.from ? offset : offset >= edit.to ? offset + edit.insert.length - (edit.to - edit.from) : edit.from;
  return { from: move(place.from), to: move(place.to) };
}
