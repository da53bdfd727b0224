/** A cell in its line. The range of an empty cell is empty, located where one would type. */
export interface CellRange {
  /** The content, without surrounding spaces. */
  readonly from: number;
  readonly to: number;
  /** Everything between the two pipes. */
  readonly start: number;
  readonly end: number;
}

/** Returns what may precede a row: quote marks or the indentation of a list. */
export const prefixOf = (line: string): string => /^(?:[ \t]*>)*[ \t]*/.exec(line)?.[0] ?? '';

/**
 * Returns the cells of a table row, separated by unescaped pipes. Offsets are relative to the line.
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

/** Returns the zero-based index of the cell at an offset. */
export function columnAt(line: string, offset: number): number {
  const cells = cellsOf(line);
  const found = cells.findIndex(({ end }) => offset <= end);
  return found >= 0 ? found : Math.max(0, cells.length - 1);
}

/** `|---|:--:|` */
export const isDelimiterRow = (line: string): boolean =>
  /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line.slice(prefixOf(line).length)) && line.includes('-');
