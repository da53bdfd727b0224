import type { Span } from '../src/base/span.ts';

/** A rule's page, `src/check/rules/<code>.md`: its text, and the documents that test it. */
export interface RulePage {
  /** The text after the `#`. */
  readonly code: string;
  /** The first paragraph. */
  readonly summary: string;
  /** The level-2 headings in order. */
  readonly headings: readonly string[];
  readonly wrong: readonly Fence[];
  readonly right: readonly Fence[];
}

export interface Fence {
  /** The page's line on which it starts, from 1. */
  readonly line: number;
  /** The document without the marks. */
  readonly text: string;
  /** The spans in `text` that were between « and ». */
  readonly marks: readonly Span[];
  /**
   * Codes of other rules that may report errors here: listed after `also` on the fence's first
   * line.
   */
  readonly also: readonly string[];
}

export function readRulePage(source: string): RulePage {
  const headings: string[] = [];
  const wrong: Fence[] = [];
  const right: Fence[] = [];
  let code = '';
  let summary = '';
  let open: { ticks: string; line: number; info: string; lines: string[] } | null = null;
  for (const [index, line] of source.split('\n').entries()) {
    if (open !== null) {
      if (line.trim() !== open.ticks) {
        open.lines.push(line);
        continue;
      }
      const list = headings.at(-1) === 'Wrong' ? wrong : headings.at(-1) === 'Right' ? right : null;
      list?.push(fence(open.lines.join('\n'), open.line, open.info));
      open = null;
      continue;
    }
    const ticks = /^(`{3,})(.*)$/.exec(line);
    if (ticks !== null) open = { ticks: ticks[1] ?? '', line: index + 1, info: ticks[2] ?? '', lines: [] };
    else if (line.startsWith('# ')) code = line.slice(2).trim();
    else if (line.startsWith('## ')) headings.push(line.slice(3).trim());
    else if (summary === '' && headings.length === 0) summary = line.trim();
  }
  return { code, summary, headings, wrong, right };
}

function fence(marked: string, line: number, info: string): Fence {
  const marks: Span[] = [];
  let text = '';
  let from = 0;
  for (const char of marked) {
    if (char === '«') from = text.length;
    else if (char === '»') marks.push({ from, to: text.length });
    else text += char;
  }
  const also = /\balso\s+(.*)$/.exec(info)?.[1] ?? '';
  return { line, text, marks, also: also.split(/[\s,]+/).filter((word) => word !== '') };
}
