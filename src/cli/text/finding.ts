import type { Finding } from '../../base/finding.ts';
import type { LineIndex } from '../../base/position.ts';
import { harmless, type Paint } from './paint.ts';

/** The maximum width shown of a long line, and how much of it precedes the mistake. */
const widest = 120;
const before = 40;

/**
 * Returns `file:line:column: severity: message [code]`, then the line with the position underlined.
 */
export function printFinding(file: string, text: string, lines: LineIndex, finding: Finding, paint: Paint): string {
  const { line, column } = lines.position(finding.span.from);
  const head = `${paint.bold(`${harmless(file)}:${line}:${column}:`)} ${paint.severity(finding.severity, `${finding.severity}:`)} ${harmless(finding.message)} ${paint.faint(`[${finding.code}]`)}`;
  const start = lines.offset({ line, column: 1 });
  const nextLine = line < lines.lineCount ? lines.offset({ line: line + 1, column: 1 }) : text.length;
  const source = text.slice(start, nextLine).replace(/\r?\n$/, '');
  if (source.trim() === '') return `${head}\n`;
  const from = Math.min(column - 1, source.length);
  const to = Math.min(Math.max(finding.span.to - start, from + 1), Math.max(source.length, from + 1));
  const cut = from > widest - before ? from - before : 0;
  const visible = source.slice(cut, cut + widest);
  const ellipsis = cut > 0 ? '…' : '';
  const number = String(line).padStart(5);
  const underline = paint.severity(finding.severity, '^'.repeat(Math.max(1, width(source.slice(from, Math.min(to, cut + widest))))));
  const indent = ' '.repeat(ellipsis.length) + blanks(source.slice(cut, from));
  return `${head}\n${paint.faint(`${number} |`)} ${ellipsis}${harmless(visible)}${cut + widest < source.length ? '…' : ''}\n${paint.faint('      |')} ${indent}${underline}\n`;
}

/**
 * Returns blanks as wide as the text on a screen: tabs stay tabs, wide characters take two columns,
 * combining marks none.
 */
const blanks = (text: string): string => [...text].map((char) => (char === '\t' ? '\t' : ' '.repeat(columns(char)))).join('');

const width = (text: string): number => [...text].reduce((sum, char) => sum + columns(char), 0);

function columns(char: string): number {
  if (/\p{Mark}/u.test(char)) return 0;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u.test(char) ? 2 : 1;
}
