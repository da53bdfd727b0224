/** A cell's content in its line, without the blanks around it; an empty cell has an empty range between its pipes. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

/** The cells of a table's row: what stands between pipes that are not escaped. Offsets are in the line. */
export function cellsOf(line: string): readonly CellRange[] {
  const pipes: number[] = [];
  for (let index = 0; index < line.length; index++) {
    const unit = line[index];
    if (unit === '\\') index++;
    else if (unit === '|') pipes.push(index);
  }
  const edges = [...pipes];
  if (line.slice(0, pipes[0] ?? 0).trim() !== '') edges.unshift(-1);
  if (line.slice((pipes.at(-1) ?? -1) + 1).trim() !== '') edges.push(line.length);
  const cells: CellRange[] = [];
  for (let index = 0; index + 1 < edges.length; index++) {
    const from = (edges[index] ?? 0) + 1;
    const to = edges[index + 1] ?? 0;
    const content = line.slice(from, to);
    const lead = content.length - content.trimStart().length;
    const words = content.trim();
    const start = words === '' ? from + Math.min(1, content.length) : from + lead;
    cells.push({ from: start, to: start + words.length });
  }
  return cells;
}

/** `|---|:--:|` */
export const isDelimiterRow = (line: string): boolean => /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line) && line.includes('-');
