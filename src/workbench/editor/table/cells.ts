/** A cell in its line. An empty cell has an empty range where one would type. */
export interface CellRange {
  /** The content, without the blanks around it. */
  readonly from: number;
  readonly to: number;
  /** All that is between the two pipes. */
  readonly start: number;
  readonly end: number;
}

/** What a row may stand in: the marks of a quote, the indent of a list. */
export const prefixOf = (line: string): string => /^(?:[ \t]*>)*[ \t]*/.exec(line)?.[0] ?? '';

/**
 * The cells of a table's row: what is between pipes that are not escaped. Offsets are in the
 * line.
 */
export function cellsOf(line: string): readonly CellRange[] {
  const begin = prefixOf(line).length;
  const pipes: number[] = [];
  for (let index = begin; index < line.length; index++) {
    const unit = line[index];
    if (unit === '\\') index++;
    else if (unit === '|') pipes.push(index);
  }
  const edges = [...pipes];
  if (line.slice(begin, pipes[0] ?? line.length).trim() !== '') edges.unshift(begin - 1);
  if (pipes.length > 0 && line.slice((pipes.at(-1) ?? -1) + 1).trim() !== '') edges.push(line.trimEnd().length);
  const cells: CellRange[] = [];
  for (let index = 0; index + 1 < edges.length; index++) {
    const start = (edges[index] ?? 0) + 1;
    const end = edges[index + 1] ?? 0;
    const content = line.slice(start, end);
    const words = content.trim();
    const from = words === '' ? start + Math.min(1, content.length) : start + content.length - content.trimStart().length;
    cells.push({ from, to: from + words.length, start, end });
  }
  return cells;
}

/** Which cell of a row an offset is in, 0 for the first. */
export function columnAt(line: string, offset: number): number {
  const cells = cellsOf(line);
  const found = cells.findIndex(({ end }) => offset <= end);
  return found >= 0 ? found : Math.max(0, cells.length - 1);
}

/** `|---|:--:|` */
export const isDelimiterRow = (line: string): boolean =>
  /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line.slice(prefixOf(line).length)) && line.includes('-');
