import type { Severity } from '../../base/finding.ts';

/** Puts colours around words, or leaves them as they are. */
export interface Paint {
  severity(severity: Severity, text: string): string;
  good(text: string): string;
  bad(text: string): string;
  faint(text: string): string;
  bold(text: string): string;
}

/** Select Graphic Rendition codes of ECMA-48. */
const codes = { error: '31', warning: '33', hint: '36', good: '32', faint: '2', bold: '1' } as const;

export function paint(color: boolean): Paint {
  const put = (code: string, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    severity: (severity, text) => put(codes[severity], text),
    good: (text) => put(codes.good, text),
    bad: (text) => put(codes.error, text),
    faint: (text) => put(codes.faint, text),
    bold: (text) => put(codes.bold, text),
  };
}

/** Text of a document as a terminal may show it: what would move the cursor, colour or reverse the line becomes U+FFFD. Tabs stay. */
export const harmless = (text: string): string => Array.from(text, (char) => (moves(char.codePointAt(0) ?? 0) ? '\ufffd' : char)).join('');

const moves = (code: number): boolean =>
  (code < 0x20 && code !== 0x09) ||
  (code >= 0x7f && code < 0xa0) ||
  // Marks and separators of direction and line, and halves of characters.
  [0x200e, 0x200f, 0x2028, 0x2029].includes(code) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  (code >= 0xd800 && code <= 0xdfff);
