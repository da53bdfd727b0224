import { styleText } from 'node:util';
import type { Severity } from '../../base/finding.ts';

/** Colours text, or returns it unchanged. */
export interface Paint {
  severity(severity: Severity, text: string): string;
  good(text: string): string;
  bad(text: string): string;
  faint(text: string): string;
  bold(text: string): string;
}

const severities = { error: 'red', warning: 'yellow', hint: 'cyan' } as const;

export function paint(color: boolean): Paint {
  // The caller decides about colours, because it knows the terminal.
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
 * Makes text safe for a terminal: characters that would move the cursor, change colours or reverse
 * the line become U+FFFD. Tabs stay.
 */
export const harmless = (text: string): string => Array.from(text, (char) => (moves(char.codePointAt(0) ?? 0) ? '\ufffd' : char)).join('');

/** Applies `harmless` to each line. */
export const harmlessLines = (text: string): string => text.split('\n').map(harmless).join('\n');

const moves = (code: number): boolean =>
  (code < 0x20 && code !== 0x09) ||
  (code >= 0x7f && code < 0xa0) ||
  // Bidirectional marks, line separators and lone surrogates.
  [0x200e, 0x200f, 0x2028, 0x2029].includes(code) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  (code >= 0xd800 && code <= 0xdfff);
