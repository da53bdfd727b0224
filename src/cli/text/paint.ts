import { styleText } from 'node:util';
import type { Severity } from '../../base/finding.ts';

/** Puts colours around words, or leaves them as they are. */
export interface Paint {
  severity(severity: Severity, text: string): string;
  good(text: string): string;
  bad(text: string): string;
  faint(text: string): string;
  bold(text: string): string;
}

const severities = { error: 'red', warning: 'yellow', hint: 'cyan' } as const;

export function paint(color: boolean): Paint {
  // Whether there are colours is decided by who knows the terminal.
  const put = (style: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(style, text, { validateStream: false }) : text;
  return {
    severity: (severity, text) => put(severities[severity], text),
    good: (text) => put('green', text),
    bad: (text) => put('red', text),
    faint: (text) => put('dim', text),
    bold: (text) => put('bold', text),
  };
}

/**
 * Text of a document as a terminal may show it: what would move the cursor, colour or reverse the
 * line becomes U+FFFD. Tabs stay.
 */
export const harmless = (text: string): string => Array.from(text, (char) => (moves(char.codePointAt(0) ?? 0) ? '\ufffd' : char)).join('');

/** The same line by line. */
export const harmlessLines = (text: string): string => text.split('\n').map(harmless).join('\n');

const moves = (code: number): boolean =>
  (code < 0x20 && code !== 0x09) ||
  (code >= 0x7f && code < 0xa0) ||
  // Marks and separators of direction and line, and halves of characters.
  [0x200e, 0x200f, 0x2028, 0x2029].includes(code) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  (code >= 0xd800 && code <= 0xdfff);
