/**
 * The document with the first `most` examples of each table: for tests that try everything with
 * every example. An example that leads to one that is left out is left out too.
 */
export function fewExamples(text: string, most = 5): string {
  const gone = new Set<string>();
  let row: number | null = null;
  const kept = text.split('\n').filter((line) => {
    if (/^\|\s*Example\s*\|/u.test(line)) row = -2;
    else if (!line.startsWith('|')) row = null;
    if (row === null || ++row <= 0) return true;
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (row <= most && !cells.some((cell) => gone.has(cell))) return true;
    gone.add(cells[0] ?? '');
    return false;
  });
  return kept.join('\n');
}

/** Documents with many examples; how many of each table such tests need. */
const needed: ReadonlyMap<string, number> = new Map([
  ...['booking.md', 'bookshop.md', 'clinic.md', 'inventory.md', 'invoicing.md', 'school.md', 'webshop.md'].map(
    (name) => [name, 5] as const,
  ),
  // The sixth person is invited, and the sixth membership is one person's second organisation.
  ['teamwork.md', 6],
]);

/** A document of `specs/`, by its file's name, with few examples. */
export function withFewExamples(name: string, text: string): string {
  const most = needed.get(name);
  return most === undefined ? text : fewExamples(text, most);
}
