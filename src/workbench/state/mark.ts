/** Notes a moment for the browser's own tools, and for our benchmark; only the last of each name is kept. */
export function mark(what: 'findings' | 'product'): void {
  const name = `ninefold: ${what}`;
  performance.clearMarks(name);
  performance.mark(name);
}
