import { quotedEmpty } from './csv-cells.ts';

/** Marks each cell written `""`, which CSV parsers do not distinguish from an empty cell. */
export function markQuotedNothing(text: string, delimiter: string): string {
  const pieces: string[] = [];
  let kept = 0;
  /** Whether a cell begins here, so a quote opens it. */
  let begins = true;
  for (let at = 0; at < text.length; at++) {
    if (begins && text[at] === '"') {
      const end = closing(text, at);
      if (end === at + 1) {
        pieces.push(text.slice(kept, end), quotedEmpty);
        kept = end;
      }
      at = end;
      begins = false;
    } else begins = text[at] === delimiter || text[at] === '\n' || text[at] === '\r';
  }
  return `${pieces.join('')}${text.slice(kept)}`;
}

/** The end of the quoted text that starts at `from`; a doubled quote is part of it. */
function closing(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}
