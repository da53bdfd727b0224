import type { TextEdit } from '../base/text-edit.ts';

/**
 * The number of characters that two texts have in common at their start, and beyond that at their
 * end.
 */
export function commonEnds(a: string, b: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  // In steps, because comparing slices is faster than comparing characters.
  while (start + step <= shorter && a.slice(start, start + step) === b.slice(start, start + step)) start += step;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  const most = shorter - start;
  while (end + step <= most && a.slice(a.length - end - step, a.length - end) === b.slice(b.length - end - step, b.length - end))
    end += step;
  while (end < most && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  return { start, end };
}

const step = 1024;

/**
 * The single edit that turns `from` into `to`: the part between their common start and end. Null if
 * they are equal.
 */
export function difference(from: string, to: string): TextEdit | null {
  if (from === to) return null;
  const { start, end } = commonEnds(from, to);
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}
