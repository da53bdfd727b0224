/** Rows of cells, as in a spreadsheet. */
export type Grid = readonly (readonly string[])[];

/**
 * Parses the plain text that spreadsheets copy: one line per row, tabs between cells, and quotes
 * around cells that contain line breaks, tabs or quotes.
 */
export function parseTabbed(text: string): Grid {
  const rows: string[][] = [[]];
  const rest = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y;
  let at = 0;
  while (at <= text.length) {
    rest.lastIndex = at;
    const found = rest.exec(text);
    const quoted = found?.[1];
    const isQuoted = quoted !== undefined && /[\t\r\n]|""/.test(quoted);
    const words = found?.[0] ?? '';
    rows.at(-1)?.push(isQuoted ? quoted.replaceAll('""', '"') : words);
    at += words.length;
    if (at >= text.length) break;
    const end = /^\r?\n|^\r/.exec(text.slice(at, at + 2))?.[0];
    at += end?.length ?? 1;
    if (end !== undefined) {
      // The last line break ends the last row without starting another.
      if (at === text.length) break;
      rows.push([]);
    }
  }
  return rows;
}

/** Formats a grid as plain text for spreadsheets. */
export const tabbed = (grid: Grid): string =>
  grid.map((row) => row.map((cell) => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n');

/** Returns the table that the HTML consists of; null if it contains anything else. */
export function parseHtmlTable(html: string, parse: (html: string) => Document): Grid | null {
  const { body } = parse(html);
  for (const unseen of body.querySelectorAll('style, script, meta')) unseen.remove();
  const tables = body.querySelectorAll('table');
  const [table] = tables;
  if (tables.length !== 1 || table === undefined) return null;
  const squeezed = (words: string | null): string => (words ?? '').replace(/\s+/g, '');
  if (squeezed(body.textContent) !== squeezed(table.textContent)) return null;
  const grid = [...table.rows].map((row) =>
    [...row.cells].flatMap((cell) => [
      (cell.textContent ?? '').replace(/\s+/g, ' ').trim(),
      ...Array.from({ length: Math.min(cell.colSpan, 100) - 1 }, () => ''),
    ]),
  );
  return grid.length === 0 ? null : grid;
}

/** Converts text for a cell: on one line, with pipes escaped. */
export const cellWords = (words: string): string =>
  words
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('\t', ' ')
    .replace(/(\\*)\|/g, (all, slashes: string) => (slashes.length % 2 === 1 ? all : `${slashes}\\|`));

/** Returns the original text of a cell, the inverse of `cellWords`. */
export const plainWords = (cell: string): string => cell.replaceAll('\\|', '|');
