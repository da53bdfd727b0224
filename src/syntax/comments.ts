import { scanCodes } from './code-spans.ts';
import type { Piece } from './piece.ts';

/** A comment to the checker. It ends before another begins, so the search takes linear time. */
const comment = /<!--\s*ninefold\b(?:(?!<!--)[^>])*?-->/g;

/**
 * The text without the comments that are meant for the checker, such as
 * `<!-- ninefold ignore CODE: reason -->`, and without the blanks before each. Other comments, and
 * those in code spans, are content.
 */
export function withoutComments(piece: Piece): Piece {
  const { text } = piece;
  if (!text.includes('<!--')) return piece;
  const codes = scanCodes(text);
  const dropped: number[] = [];
  for (const { index, 0: whole } of text.matchAll(comment)) {
    const to = index + whole.length;
    if (codes.some((code) => code.from < index && to < code.to)) continue;
    let from = index;
    while (from > (dropped.at(-1) ?? -1) + 1 && /\s/.test(text.charAt(from - 1))) from--;
    for (let at = from; at < to; at++) dropped.push(at);
  }
  if (dropped.length === 0) return piece;
  const kept = piece.without(dropped);
  const blanks = kept.text.length - kept.text.trimStart().length;
  return kept.without(Array.from({ length: blanks }, (_, at) => at));
}
