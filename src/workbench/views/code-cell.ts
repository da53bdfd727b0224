import { isHoleText } from '../../model/reading/cell-forms.ts';

/** A cell that is one code span, as an input shows it: without the backticks. */
export function shownCode(cell: string): string {
  const inside = /^`([^`]*)`$/.exec(cell.trim())?.[1];
  return inside === undefined ? cell : inside.trim();
}

/** Forms of section 5 that are words, or have backticks within them. */
const words = /^(?:unique|no\s+overlap|always|never)\b|\sleads\s+to\s/i;

/** What was typed into such an input, as the cell holds it: an expression gets its backticks. */
export function writtenCode(typed: string): string {
  const code = typed.trim();
  return code === '' || code.includes('`') || isHoleText(code) || words.test(code) ? code : `\`${code}\``;
}
