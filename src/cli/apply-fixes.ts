import type { Fix } from '../base/finding.ts';
import { LineIndex } from '../base/position.ts';
import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';

/** A fix that was applied. `line` refers to the text before its round of fixes. */
export interface Applied {
  readonly code: string;
  readonly line: number;
  readonly title: string;
}

/** A fix may reveal further findings with fixes. The limit stops fixes that undo each other. */
const mostRounds = 10;

/** Applies the first safe fix of each finding, until nothing changes. */
export function applyFixes(text: string): { readonly text: string; readonly applied: readonly Applied[] } {
  const applied: Applied[] = [];
  let current = text;
  for (let round = 0; round < mostRounds; round++) {
    const edits: TextEdit[] = [];
    const lines = new LineIndex(current);
    const done: Applied[] = [];
    for (const { code, span, fixes } of checkModel(readModel(current))) {
      const fix = fixes.find(({ safe }) => safe === true);
      if (fix === undefined || !isFree(fix, edits)) continue;
      edits.push(...fix.edits);
      done.push({ code, line: lines.position(span.from).line, title: fix.title });
    }
    const next = edits.length === 0 ? current : applyEdits(current, edits);
    if (next === current) break;
    current = next;
    applied.push(...done);
  }
  return { text: current, applied };
}

/** A fix that touches another one waits for the next round. */
const isFree = ({ edits }: Fix, taken: readonly TextEdit[]): boolean =>
  edits.length > 0 && edits.every((edit) => taken.every((other) => edit.to < other.from || other.to < edit.from));
