import { span } from '../base/span.ts';
import type { Piece } from './piece.ts';
import type { CodeSpan } from './tree.ts';

/**
 * The range of a code span in a text: with its backticks, and without them and one padding space on
 * each side.
 */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
  readonly innerFrom: number;
  readonly innerTo: number;
}

/**
 * The code spans of an inline text (CommonMark 6.1): the next run of backticks of the same length
 * closes a span. Takes linear time.
 */
export function scanCodes(text: string): CodeRange[] {
  if (!text.includes('`')) return [];
  const runs = backtickRuns(text);
  // The positions of the runs by length, so the closing one is found without searching again.
  const byLength = new Map<number, { readonly starts: number[]; next: number }>();
  for (const run of runs) {
    const entry = byLength.get(run.length);
    if (entry) entry.starts.push(run.from);
    else byLength.set(run.length, { starts: [run.from], next: 0 });
  }
  const found: CodeRange[] = [];
  let position = 0;
  for (const run of runs) {
    let { from, length } = run;
    if (from < position) continue;
    if (escaped(text, from, position)) {
      from++;
      length--;
    }
    if (length === 0) continue;
    const same = byLength.get(length);
    if (same === undefined) continue;
    while ((same.starts[same.next] ?? text.length) < from + length) same.next++;
    const close = same.starts[same.next];
    if (close === undefined) continue;
    found.push(rangeOf(text, from, close + length, length));
    position = close + length;
  }
  return found;
}

/** Whether the text opens a code span that it does not close. */
export function unclosedCode(text: string): boolean {
  const codes = scanCodes(text);
  let position = 0;
  let next = 0;
  for (const run of backtickRuns(text)) {
    if (run.from < position) continue;
    const code = codes[next];
    if (code !== undefined && code.from <= run.from + 1 && code.from >= run.from) {
      position = code.to;
      next++;
    } else if (!(run.length === 1 && escaped(text, run.from, position))) {
      return true;
    }
  }
  return false;
}

function backtickRuns(text: string): { readonly from: number; readonly length: number }[] {
  const runs = [];
  for (let from = text.indexOf('`'); from >= 0; ) {
    let to = from;
    while (text.charCodeAt(to) === 96) to++;
    runs.push({ from, length: to - from });
    from = text.indexOf('`', to);
  }
  return runs;
}

function escaped(text: string, at: number, since: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= since && text.charCodeAt(at - 1 - backslashes) === 92) backslashes++;
  return backslashes % 2 === 1;
}

function rangeOf(text: string, from: number, to: number, ticks: number): CodeRange {
  let innerFrom = from + ticks;
  let innerTo = to - ticks;
  const padded = text[innerFrom] === ' ' && text[innerTo - 1] === ' ';
  if (padded && text.slice(innerFrom, innerTo).trim() !== '') {
    innerFrom++;
    innerTo--;
  }
  return { from, to, innerFrom, innerTo };
}

/** Replaces `\|` by `|` inside code spans, as the notation defines for every code span. */
export function unescapePipesInCode(piece: Piece): Piece {
  if (!piece.text.includes('\\|')) return piece;
  const dropped: number[] = [];
  for (const code of scanCodes(piece.text)) {
    for (let at = piece.text.indexOf('\\|', code.innerFrom); at >= 0 && at < code.innerTo; at = piece.text.indexOf('\\|', at + 2))
      dropped.push(at);
  }
  return piece.without(dropped);
}

/** The code spans of a piece, with their positions in the document. */
export function codesOf(piece: Piece): CodeSpan[] {
  return scanCodes(piece.text).map((code) => ({
    span: span(piece.at(code.from), endOf(piece, code.to)),
    inner: span(piece.at(code.innerFrom), endOf(piece, code.innerTo)),
    text: piece.text.slice(code.innerFrom, code.innerTo),
    at: (offset) => piece.at(code.innerFrom + Math.max(0, Math.min(offset, code.innerTo - code.innerFrom))),
  }));
}

/**
 * The position right after the character before `offset`: the end of a line, not the beginning of
 * the next.
 */
export const endOf = (piece: Piece, offset: number): number => (offset === 0 ? piece.at(0) : piece.at(offset - 1) + 1);
