import type { Span } from '../../base/span.ts';
import type { TextEdit } from '../../base/text-edit.ts';

/**
 * The one edit that makes `from` into `to`: what is between their common beginning and their common
 * end. Null when they are the same.
 */
export function difference(from: string, to: string): TextEdit | null {
  if (from === to) return null;
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from.charCodeAt(head) === to.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && from.charCodeAt(from.length - 1 - tail) === to.charCodeAt(to.length - 1 - tail)) tail++;
  return { from: head, to: from.length - tail, insert: to.slice(head, to.length - tail) };
}

/** Where a place is after the edit; what the edit replaced is at its beginning. */
export function carry(place: Span, edit: TextEdit | null): Span {
  if (!edit) return place;
  const move = (offset: number): number =>
    offset <= edit.from ? offset : offset >= edit.to ? offset + edit.insert.length - (edit.to - edit.from) : edit.from;
  return { from: move(place.from), to: move(place.to) };
}
