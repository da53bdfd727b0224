import { Mistake, parseCell } from '../../expression/values/json.ts';
import type { Field } from '../../model/ast/entities.ts';
import { isHoleText } from '../../model/reading/cell-forms.ts';

/** The forms of cells that mix text and code: text stays as it is, code gets backticks. */
const forms: readonly RegExp[] = [
  // Section 5.
  /^(?<words>(?:unique|no\s+overlap)\b.*?\swhere\s+)(?<code>.+)$/is,
  /^(?<words>(?:unique|no\s+overlap)\b.*)$/is,
  /^(?<words>(?:always|never)\s+)(?<code>.+)$/is,
  /^(?<code>.+?)(?<words>\s+leads\s+to\s+)(?<then>.+)$/is,
  // Section 1.
  /^(?<words>(?:refused|sees?|does\s+not\s+see|not\s+told|told|not\s+sent|sent)\s+[\w"\uE000-\uF8FF].*)$/s,
  // The keyword alone is incomplete.
  /^(?<words>always|never)$/i,
];

/** Returns a code cell as an input shows it: without backticks and with unescaped pipes. */
export function shownCode(cell: string, written = writtenCode): string {
  const shown = cell.replaceAll('`', '').replaceAll('\\|', '|').trim();
  return written(shown) === cell.trim().replaceAll('\\|', '|') ? shown : cell;
}

/** Returns the typed text as the cell stores it: code gets backticks. */
export function writtenCode(typed: string): string {
  const words = typed.trim();
  if (words === '' || words.includes('`') || isHoleText(words)) return words;
  for (const form of forms) {
    const found = form.exec(words)?.groups;
    if (found === undefined) continue;
    const code = found['code'] === undefined ? '' : `\`${found['code'].trim()}\``;
    const then = found['then'];
    return then === undefined ? `${found['words']}${code}` : `${code}${found['words']}\`${then.trim()}\``;
  }
  return `\`${words}\``;
}

/**
 * Like `writtenCode`, for Event cells in section 4: the duration or the time of a timer is code.
 */
export function writtenEvent(typed: string): string {
  const timer = /^\s*(after|at)\s+([^`]+)$/s.exec(typed);
  return timer === null ? typed.trim() : `${timer[1]} \`${timer[2]?.trim()}\``;
}

/** Like `writtenCode`, for Default cells: what is no value of the field is code. */
export const writtenDefault =
  ({ valueType }: Field) =>
  (typed: string): string =>
    parseCell(typed.trim(), valueType) instanceof Mistake ? writtenCode(typed) : typed.trim();
