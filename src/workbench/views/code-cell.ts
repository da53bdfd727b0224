import { Mistake, parseCell } from '../../expression/values/json.ts';
import type { Field } from '../../model/ast/entities.ts';
import { isHoleText } from '../../model/reading/cell-forms.ts';

/** What a cell holds besides code: words as they are, around code with backticks. */
const forms: readonly RegExp[] = [
  // Of section 5.
  /^(?<words>(?:unique|no\s+overlap)\b.*?\swhere\s+)(?<code>.+)$/is,
  /^(?<words>(?:unique|no\s+overlap)\b.*)$/is,
  /^(?<words>(?:always|never)\s+)(?<code>.+)$/is,
  /^(?<code>.+?)(?<words>\s+leads\s+to\s+)(?<then>.+)$/is,
  // Of section 1.
  /^(?<words>(?:refused|sees?|does\s+not\s+see|not\s+told|told|not\s+sent|sent)\s+[\w"\uE000-\uF8FF].*)$/s,
  // What a word alone means is not decided yet.
  /^(?<words>always|never)$/i,
];

/** A cell of code as an input shows it: without backticks, and with its pipes as they are meant. */
export function shownCode(cell: string, written = writtenCode): string {
  const shown = cell.replaceAll('`', '').replaceAll('\\|', '|').trim();
  return written(shown) === cell.trim().replaceAll('\\|', '|') ? shown : cell;
}

/** What was typed into such an input, as the cell holds it: code gets its backticks. */
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

/** The same under Event of section 4: of a timer the length or the moment is code. */
export function writtenEvent(typed: string): string {
  const timer = /^\s*(after|at)\s+([^`]+)$/s.exec(typed);
  return timer === null ? typed.trim() : `${timer[1]} \`${timer[2]?.trim()}\``;
}

/** The same under Default: what is no value of the field is code. */
export const writtenDefault =
  ({ valueType }: Field) =>
  (typed: string): string =>
    parseCell(typed.trim(), valueType) instanceof Mistake ? writtenCode(typed) : typed.trim();
