/** One section of the notation reference. */
export interface NotationSection {
  readonly title: string;
  /** Markdown, without its heading. */
  readonly text: string;
}

/** Splits Markdown into its second-level sections; ignores headings in code. */
export function notationSections(text: string): readonly NotationSection[] {
  const found: { title: string; lines: string[] }[] = [];
  let fence = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fence = !fence;
    const title = fence ? undefined : /^## (.*)$/.exec(line)?.[1];
    if (title !== undefined) found.push({ title, lines: [] });
    // The section's own heading was removed, so those below it move up one level.
    else found.at(-1)?.lines.push(fence ? line : line.replace(/^###/, '##'));
  }
  return found.map(({ title, lines }) => ({ title, text: lines.join('\n') }));
}

/** The context at the cursor in a document. */
export interface CursorContext {
  /** The section's number; null: before the first section. */
  readonly section: number | null;
  /** Words to look up in the notation, the nearest first. */
  readonly words: readonly string[];
}

export function atCursor(text: string, cursor: number): CursorContext {
  let section: number | null = null;
  for (const found of text.slice(0, cursor).matchAll(/^##\s+([1-9])\./gm)) section = Number(found[1]);
  const end = text.indexOf('\n', cursor);
  const from = text.lastIndexOf('\n', cursor - 1) + 1;
  const line = text.slice(from, end < 0 ? text.length : end);
  // Include the heading that contains the cursor.
  const own = /^##\s+([1-9])\./.exec(line)?.[1];
  if (own !== undefined) section = Number(own);
  const at = cursor - from;
  const word = /[\p{L}-]*$/u.exec(line.slice(0, at))?.[0] ?? '';
  const under = word + (/^[\p{L}-]*/u.exec(line.slice(at))?.[0] ?? '');
  const first = /^[\s>*+-]*([\p{L}-]+)/u.exec(line)?.[1] ?? '';
  return { section, words: [...new Set([under, first])].filter((one) => one.length > 1) };
}
