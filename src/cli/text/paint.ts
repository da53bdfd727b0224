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

/** Text of a document as a terminal may show it: what would move the cursor, colour or reverse the line becomes a visible sign. */
export const harmless = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  text.replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff](?![\udc00-\udfff])/gu, '\ufffd');
