import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import type { ImportLoss } from './draft.ts';

/**
 * Removes the lines that the checker reports as errors until none are left, and reports each as a
 * loss. What an importer carried over may not be valid in the document.
 */
export function removeInvalid(written: string): { readonly text: string; readonly losses: readonly ImportLoss[] } {
  const losses: ImportLoss[] = [];
  let text = written;
  for (;;) {
    const errors = checkModel(readModel(text)).filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return { text, losses };
    const edits = new Map<number, TextEdit>();
    for (const { span, section, message } of errors) {
      const { from, to } = wrongPart(text, span.from);
      const inside = [...edits.values()].some((edit) => from < edit.to && edit.from < to);
      if (inside) continue;
      edits.set(from, { from, to, insert: '' });
      const removed = text.slice(from, to).trim().split('\n')[0] ?? '';
      losses.push({ where: section === 0 ? 'the document' : `section ${section}`, message: `“${removed}” was left out: ${message}` });
    }
    const before = text;
    text = applyEdits(text, [...edits.values()]);
    if (text === before) throw new Error('an imported document has an error in no line');
  }
}

/**
 * Returns the range of a line. For a heading, the range includes the text below it, which would
 * otherwise belong to the previous heading.
 */
function wrongPart(text: string, at: number): { readonly from: number; readonly to: number } {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const next = text[from] === '#' ? text.slice(from + 1).search(/^#/m) : text.slice(from).indexOf('\n');
  return { from, to: next === -1 ? text.length : from + next + 1 };
}
