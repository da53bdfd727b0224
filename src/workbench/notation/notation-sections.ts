/** One section of the description of the notation. */
export interface NotationSection {
  readonly title: string;
  /** Markdown, without its heading. */
  readonly text: string;
}

/** The sections of second level of a Markdown text; headings within code are none. */
export function notationSections(text: string): readonly NotationSection[] {
  const found: { title: string; lines: string[] }[] = [];
  let fence = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fence = !fence;
    const title = fence ? undefined : /^## (.*)$/.exec(line)?.[1];
    if (title !== undefined) found.push({ title, lines: [] });
    // Its section's own heading is gone: those below it are one level higher.
    else found.at(-1)?.lines.push(fence ? line : line.replace(/^###/, '##'));
  }
  return found.map(({ title, lines }) => ({ title, text: lines.join('\n') }));
}

/** What is at the cursor of a document. */
export interface AtCursor {
  /** The number of its section; null: before the first. */
  readonly section: number | null;
  /** Words that the notation may explain, the nearest first. */
  readonly words: readonly string[];
}

export function atCursor(text: string, cursor: number): AtCursor {
  let section: number | null = null;
  for (const found of text.slice(0, cursor).matchAll(/^##\s+([1-9])\./gm)) section = Number(found[1]);
  const end = text.indexOf('\n', cursor);
  const from = text.lastIndexOf('\n', cursor - 1) + 1;
  const line = text.slice(from, end < 0 ? text.length : end);
  // The heading that the cursor is in counts too.
  const own = /^##\s+([1-9])\./.exec(line)?.[1];
  if (own !== undefined) section = Number(own);
  const at = cursor - from;
  const word = /[\p{L}-]*$/u.exec(line.slice(0, at))?.[0] ?? '';
  const under = word + (/^[\p{L}-]*/u.exec(line.slice(at))?.[0] ?? '');
  const first = /^[\s>*+-]*([\p{L}-]+)/u.exec(line)?.[1] ?? '';
  return { section, words: [...new Set([under, first])].filter((one) => one.length > 1) };
}
