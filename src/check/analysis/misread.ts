import type { Fix } from '../../base/finding.ts';
import { nearest } from '../../base/nearest.ts';
import type { Span } from '../../base/span.ts';
import type { Misread } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import { rulesAdded } from '../added-rows.ts';
import { writeCell } from '../asking/write.ts';

/** The reader's misreads with one code, ready to be reported. */
export function misread(
  model: Model,
  code: Misread['code'],
): { readonly at: Span; readonly section: number; readonly message: string; readonly fix: readonly Fix[] }[] {
  return model.misreads
    .filter((note) => note.code === code)
    .map((note) => ({
      at: note.span,
      section: note.section,
      message: note.message,
      fix: note.suggestions.map(({ title, insert, span, cells, rules = [] }) => ({
        title,
        edits: [
          { from: span.from, to: span.to, insert },
          ...Object.entries(cells ?? {}).flatMap(([column, words]) => writeCell(model, span, column, words)),
          ...rulesAdded(model, rules),
        ],
        safe: note.suggestions.length === 1 && (note.certain === true || isMeant(note.code, model.tree.text, span, insert)),
      })),
    }));
}

/**
 * Whether the suggestion is certainly right: the notation has few words, so a near match is the
 * intended one unless the text contains more words.
 */
function isMeant(code: Misread['code'], text: string, { from, to }: Span, word: string): boolean {
  const written = text.slice(from, to);
  const isMore = written.toLowerCase().startsWith(word.toLowerCase()) && written.length > word.length + 2;
  // Another word for a header may head a column of the author's own.
  const isOwnHeader =
    nearest(written, [word]).length === 0 && /^[^\n]*\n[ \t]*\|?[ \t:|-]+\|[ \t:|-]*(?:\r?\n|$)/.test(text.slice(to, to + 2000));
  return code === 'unescaped-pipe' || (code === 'near-miss' && !isMore && !isOwnHeader);
}
